package demo

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/layout"
	"github.com/slotq/slotq/internal/postgres"
)

// Desk is what the demo asks of the desk.
type Desk interface {
	HoldSlot(ctx context.Context, by actor.Actor, in booking.HoldSlot, correlationID string) (command.Result, error)
	ConfirmReservation(ctx context.Context, by actor.Actor, in booking.ReservationCommand, correlationID string) (command.Result, error)
	CancelReservation(ctx context.Context, by actor.Actor, in booking.ReservationCommand, reasonCode, correlationID string) (command.Result, error)
	CheckInReservation(ctx context.Context, by actor.Actor, in booking.ReservationCommand, correlationID string) (command.Result, error)
	CompleteReservation(ctx context.Context, by actor.Actor, in booking.ReservationCommand, correlationID string) (command.Result, error)
	MarkNoShow(ctx context.Context, by actor.Actor, in booking.ReservationCommand, correlationID string) (command.Result, error)
	JoinWaitlist(ctx context.Context, by actor.Actor, in booking.JoinWaitlist, correlationID string) (command.Result, error)
	ConfirmOffer(ctx context.Context, by actor.Actor, in booking.ConfirmOffer, correlationID string) (command.Result, error)
	RequestReservation(ctx context.Context, by actor.Actor, in booking.RequestReservation, correlationID string) (command.Result, error)
	DeclineOffer(ctx context.Context, by actor.Actor, in booking.DeclineOffer, correlationID string) (command.Result, error)
	Administration
}

// Seeder fills a database. Seeding again keeps what is there.
type Seeder struct {
	DB     *postgres.DB
	Desk   Desk
	Keys   *auth.Keys
	Layout *layout.Layout
	Log    *slog.Logger

	quiet span // the story's evening, which simulated customers leave alone
}

// Seeded is what a start of the demo has to tell: the tenants with fresh tokens, and the story's table.
type Seeded struct {
	Story   Story
	Tenants []SeededTenant
}

// SeededTenant is a tenant, its venue, and one token for each kind of person; tokens end with the next start.
type SeededTenant struct {
	ID, VenueID                               uuid.UUID
	Code, Name, VenueCode, VenueName, Zone    string
	Admin, Staff, CustomerA, CustomerB, Agent string
	Members                                   []SeededMember
}

// Seed makes the tenants that are missing, books and queues a little the first time, keeps the story's evening ready, and
// issues new tokens. The tenants are looked after side by side.
func (s *Seeder) Seed(ctx context.Context) (*Seeded, error) {
	all := tenants()
	seeded := &Seeded{Tenants: make([]SeededTenant, len(all))}
	group, together := errgroup.WithContext(ctx)
	for i, t := range all {
		group.Go(func() (err error) {
			if err := s.prepare(together, t, &seeded.Story); err != nil {
				return fmt.Errorf("tenant %s: %w", t.code, err)
			}
			if seeded.Tenants[i], err = s.tokens(together, t); err != nil {
				return fmt.Errorf("tokens of %s: %w", t.code, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if err := s.acquaint(ctx); err != nil {
		return nil, fmt.Errorf("let the database look at its tables: %w", err)
	}
	return seeded, nil
}

// acquaint lets the database look at tables that were empty a moment ago. It would within a minute by itself; until then it
// plans as if they still were, and reads too much.
func (s *Seeder) acquaint(ctx context.Context) error {
	return s.DB.InOwner(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `ANALYZE`)
		return err
	})
}

// prepare brings one tenant to where a start of the demo wants it. The story's evening comes first: what else is booked
// keeps clear of it.
func (s *Seeder) prepare(ctx context.Context, t tenant, story *Story) error {
	fresh, err := s.basics(ctx, t)
	if err != nil {
		return err
	}
	if fresh {
		if err := s.arrange(ctx, t); err != nil {
			return fmt.Errorf("arrange: %w", err)
		}
	}
	if _, err := s.Layout.Extend(ctx, t.tenantID(), t.venueID()); err != nil {
		return err
	}
	if t.code == storyTenant {
		if *story, err = s.story(ctx, t); err != nil {
			return fmt.Errorf("the story's evening: %w", err)
		}
	}
	if !fresh {
		return nil
	}
	s.Log.InfoContext(ctx, "demo tenant made", "tenant", t.code)
	if err := s.liven(ctx, t); err != nil {
		return fmt.Errorf("liven: %w", err)
	}
	return nil
}

// roles are the people of each tenant, by the name of their token.
var roles = []struct {
	token string
	role  actor.Role
}{{"admin", actor.Admin}, {"staff", actor.Staff}, {"customerA", actor.Customer}, {"customerB", actor.Customer}, {"agent", actor.Agent}}

func (s *Seeder) tokens(ctx context.Context, t tenant) (SeededTenant, error) {
	st := SeededTenant{ID: t.tenantID(), VenueID: t.venueID(), Code: t.code, Name: t.name, VenueCode: t.venue.code, VenueName: t.venue.name, Zone: t.venue.zone}
	into := map[string]*string{"admin": &st.Admin, "staff": &st.Staff, "customerA": &st.CustomerA, "customerB": &st.CustomerB, "agent": &st.Agent}
	err := s.DB.InTenant(ctx, t.tenantID(), func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE api_keys SET revoked_at = clock_timestamp(), version = version + 1 WHERE tenant_id = $1 AND name = 'demo' AND revoked_at IS NULL`, t.tenantID()); err != nil {
			return err
		}
		for _, r := range roles {
			token, _, err := s.Keys.Issue(ctx, tx, t.tenantID(), t.id("principal", r.token), auth.IssueSpec{Name: "demo"})
			if err != nil {
				return err
			}
			*into[r.token] = token
		}
		var err error
		st.Members, err = t.members(ctx, tx)
		return err
	})
	return st, err
}

// actor is the person behind a token, for the seeder's own commands.
func (t tenant) actor(token string) actor.Actor {
	a := actor.Actor{TenantID: t.tenantID(), PrincipalID: t.id("principal", token), DisplayName: "Demo"}
	for _, r := range roles {
		if r.token == token {
			a.Role = r.role
		}
	}
	return a
}
