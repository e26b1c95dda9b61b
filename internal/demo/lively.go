package demo

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// pace is how often a simulated customer does something; crowd is how many bookings they keep at most in a tenant.
const (
	pace  = 1500 * time.Millisecond
	crowd = 150
)

// Lively lets simulated customers book, cancel, wait and answer offers until ctx ends, away from the story's days. What
// goes wrong is told in the log and forgotten: it is only for show.
func (s *Seeder) Lively(ctx context.Context) error {
	beat := time.NewTicker(pace)
	defer beat.Stop()
	all := tenants()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-beat.C:
		}
		t := all[rand.IntN(len(all))] //nolint:gosec // for show
		acts := []func(context.Context, tenant) error{s.actBook, s.actBook, s.actBook, s.actCancel, s.actWait, s.actAnswer}
		if err := acts[rand.IntN(len(acts))](ctx, t); err != nil && ctx.Err() == nil { //nolint:gosec // for show
			s.Log.DebugContext(ctx, "a simulated customer failed", "tenant", t.code, "error", err)
		}
	}
}

// later are the days on which simulated customers act: the story's are before.
const later = `clock_timestamp() + interval '6 days'`

func (s *Seeder) actBook(ctx context.Context, t tenant) error {
	var p place
	err := s.pick(ctx, t, `
SELECT s.id, r.name, r.min_party, s.starts_at FROM slots s JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id
WHERE s.tenant_id = $1 AND s.starts_at > `+later+` AND s.taken < s.capacity
  AND (SELECT count(*) FROM reservations WHERE tenant_id = $1 AND status IN ('HELD', 'CONFIRMED')) < $2
ORDER BY random() LIMIT 1`, []any{t.tenantID(), crowd}, &p.id, &p.resource, &p.min, &p.startsAt)
	if err != nil {
		return err
	}
	return s.book(ctx, t, p, guest(rand.IntN(80)), "lively-"+uuid.NewString()) //nolint:gosec // for show
}

func (s *Seeder) actCancel(ctx context.Context, t tenant) error {
	var id uuid.UUID
	var version int
	err := s.pick(ctx, t, `SELECT id, version FROM reservations WHERE tenant_id = $1 AND status = 'CONFIRMED' AND starts_at > `+later+` ORDER BY random() LIMIT 1`,
		[]any{t.tenantID()}, &id, &version)
	if err != nil {
		return err
	}
	_, err = s.Desk.CancelReservation(ctx, t.actor("staff"), booking.ReservationCommand{
		ReservationID: ref.Encode(ref.Reservation, id), ExpectedVersion: version, Key: key("lively", uuid.NewString()),
	}, "CUSTOMER_REQUEST", "lively")
	return err
}

// actWait lets somebody wait for the time of a slot that is taken.
func (s *Seeder) actWait(ctx context.Context, t tenant) error {
	var from, to time.Time
	var party int
	err := s.pick(ctx, t, `
SELECT s.starts_at, s.ends_at, r.min_party FROM slots s JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id
WHERE s.tenant_id = $1 AND s.starts_at > `+later+` AND s.taken >= s.capacity ORDER BY random() LIMIT 1`, []any{t.tenantID()}, &from, &to, &party)
	if err != nil {
		return err
	}
	_, err = s.Desk.JoinWaitlist(ctx, t.actor("staff"), booking.JoinWaitlist{
		VenueID: ref.Encode(ref.Venue, t.venueID()), PartySize: party, From: from, To: to, Customer: guest(rand.IntN(80)).contact(), Key: key("lively", uuid.NewString()), //nolint:gosec // for show
	}, "lively")
	return err
}

// actAnswer says yes to two offers of three.
func (s *Seeder) actAnswer(ctx context.Context, t tenant) error {
	var id uuid.UUID
	var version int
	err := s.pick(ctx, t, `SELECT o.id, o.version FROM offers o JOIN waitlist_entries e ON e.tenant_id = o.tenant_id AND e.id = o.entry_id
WHERE o.tenant_id = $1 AND o.status = 'OFFERED' AND o.expires_at > clock_timestamp() AND e.from_at > `+later+` ORDER BY random() LIMIT 1`, []any{t.tenantID()}, &id, &version)
	if err != nil {
		return err
	}
	offer, staff := ref.Encode(ref.Offer, id), t.actor("staff")
	if rand.IntN(3) == 0 { //nolint:gosec // for show
		_, err = s.Desk.DeclineOffer(ctx, staff, booking.DeclineOffer{OfferID: offer, ExpectedVersion: version, ReasonCode: "TIME_UNSUITABLE", Key: key("lively", uuid.NewString())}, "lively")
		return err
	}
	_, err = s.Desk.ConfirmOffer(ctx, staff, booking.ConfirmOffer{OfferID: offer, ExpectedVersion: version, Source: waitlist.Phone, Key: key("lively", uuid.NewString())}, "lively")
	return err
}

// pick reads one row; none is not an error worth telling, and ends the act.
func (s *Seeder) pick(ctx context.Context, t tenant, query string, args []any, into ...any) error {
	err := s.DB.ReadTenant(ctx, t.tenantID(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, query, args...).Scan(into...)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return errors.New("nothing to do")
	}
	return err
}
