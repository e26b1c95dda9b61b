package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/store"
)

// sampler tries slots that availability lists: those listed bookable must be held, the others must be refused for one of
// the reasons that were listed. Whatever it holds it takes back.
type sampler struct {
	db      *postgres.DB
	desk    *booking.Desk
	reader  *reading.Reader
	dice    *rand.Rand
	out     io.Writer
	tried   int
	refused int
	wrong   int
}

func newSampler(db *postgres.DB, seed uint64, out io.Writer) *sampler {
	return &sampler{
		db: db, out: out, dice: rand.New(rand.NewPCG(seed, seed)), //nolint:gosec // which slots are tried is no secret
		desk:   booking.NewDesk(store.NewDatabase(db), func(uuid.UUID) {}, slog.New(slog.DiscardHandler)),
		reader: reading.New(store.NewReads(db)),
	}
}

// mostEmpty is after how many dates without any slot a venue counts as having none.
const mostEmpty = 20

// run tries about so many slots at every venue of every tenant.
func (s *sampler) run(ctx context.Context, each int) error {
	tenants, err := s.db.Tenants(ctx)
	if err != nil {
		return err
	}
	for _, tenant := range tenants {
		visitor := actor.Actor{TenantID: tenant, Role: actor.Staff, DisplayName: "sampler"}
		venues, err := s.reader.Venues(ctx, visitor, reading.Page{First: 100})
		if err != nil {
			return err
		}
		for _, venue := range venues.Nodes {
			for tried, empty := s.tried, 0; s.tried < tried+each && empty < mostEmpty; {
				before := s.tried
				if err := s.draw(ctx, visitor, venue, min(each-(s.tried-tried), 10)); err != nil {
					return fmt.Errorf("venue %s: %w", venue.Code, err)
				}
				if s.tried == before {
					empty++
				}
			}
		}
	}
	return nil
}

// sample tries slots of a database in use, and fails when what is listed and what is held disagree.
func sample(ctx context.Context, db *postgres.DB, each int, out io.Writer) error {
	seed := rand.Uint64()
	s := newSampler(db, seed, out)
	if err := s.run(ctx, each); err != nil {
		return fmt.Errorf("sample (seed %d): %w", seed, err)
	}
	if s.wrong > 0 {
		return fmt.Errorf("sample (seed %d): %d of %d slots were listed otherwise than they were held", seed, s.wrong, s.tried)
	}
	_, err := fmt.Fprintf(out, "sampled: %d slots, %d refused, every answer as it was listed (seed %d)\n", s.tried, s.refused, seed)
	return err
}

// draw tries a few slots of one page: a random date, a random party, a random channel.
func (s *sampler) draw(ctx context.Context, visitor actor.Actor, venue inventory.Venue, few int) error {
	now, err := s.reader.Now(ctx, visitor)
	if err != nil {
		return err
	}
	zone, err := calendar.ValidateZone(venue.TimeZone)
	if err != nil {
		return err
	}
	date := calendar.DateOf(zone, now).AddDays(s.dice.IntN(venue.LayoutDays + 1))
	query := reading.AvailabilityQuery{
		VenueID: venue.ID, From: date, To: date.AddDays(1), PartySize: 1 + s.dice.IntN(8), IncludeUnbookable: true,
		Channel: policy.ChannelValues()[s.dice.IntN(len(policy.ChannelValues()))],
	}
	page, err := s.reader.Availability(ctx, visitor, query, reading.Page{First: 100})
	if err != nil {
		return err
	}
	s.dice.Shuffle(len(page.Nodes), func(i, j int) { page.Nodes[i], page.Nodes[j] = page.Nodes[j], page.Nodes[i] })
	for _, slot := range page.Nodes[:min(few, len(page.Nodes))] {
		if err := s.try(ctx, visitor, venue, query, slot); err != nil {
			return err
		}
	}
	return nil
}

// try holds one slot for trial. Where the answers differ the slot is listed and tried once more: on a database in use it may
// have changed in between.
func (s *sampler) try(ctx context.Context, visitor actor.Actor, venue inventory.Venue, query reading.AvailabilityQuery, slot reading.Slot) error {
	s.tried++
	for again := true; ; again = false {
		refusal, err := s.desk.TryHold(ctx, visitor.TenantID, slot.ID, query.PartySize, query.Channel)
		if err != nil {
			return err
		}
		if refusal != nil {
			s.refused++
		}
		if agree(slot, refusal) {
			return nil
		}
		if !again {
			s.wrong++
			_, err = fmt.Fprintf(s.out, "DISAGREES: slot %s of %s, party of %d, %s: listed %v, held: %s\n", slot.ID, venue.Code, query.PartySize, query.Channel, slot.Blockers(), said(refusal))
			return err
		}
		if slot, err = s.again(ctx, visitor, query, slot); err != nil {
			return err
		}
	}
}

// again lists the slot anew.
func (s *sampler) again(ctx context.Context, visitor actor.Actor, query reading.AvailabilityQuery, slot reading.Slot) (reading.Slot, error) {
	page := reading.Page{First: 100}
	for {
		c, err := s.reader.Availability(ctx, visitor, query, page)
		if err != nil {
			return slot, err
		}
		if i := slices.IndexFunc(c.Nodes, func(n reading.Slot) bool { return n.ID == slot.ID }); i >= 0 {
			return c.Nodes[i], nil
		}
		if !c.HasNext {
			return slot, nil
		}
		page.After = c.Cursors[len(c.Cursors)-1]
	}
}

func agree(slot reading.Slot, refusal *problem.Problem) bool {
	if refusal == nil {
		return slot.Bookable()
	}
	return slices.Contains(slot.Blockers(), refusal.Code)
}

func said(refusal *problem.Problem) string {
	if refusal == nil {
		return "yes"
	}
	return string(refusal.Code)
}
