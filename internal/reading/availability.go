package reading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// maxDays is how many dates one query may span; largestRead is how many slots are looked at in one read at most.
const (
	maxDays     = 62
	largestRead = 1000
)

// AvailabilityQuery asks for the slots of a venue that start on civil dates of its zone, From and To included, and how they
// stand for a party. A party outside a resource's bounds, zero and less included, shows as a blocker.
type AvailabilityQuery struct {
	VenueID           uuid.UUID
	From, To          calendar.Date
	PartySize         int
	IncludeUnbookable bool
	Channel           policy.Channel // by which it would be booked; empty: by guests
}

// check refuses ranges that can't be.
func (q AvailabilityQuery) check() error {
	if days := q.From.DaysUntil(q.To); days < 0 || days >= maxDays {
		return problem.NewInvalid("to", "must be from 0 to %d days after from", maxDays-1)
	}
	return nil
}

// Availability lists slots by (start, id): those that the party can book now, or all of the range with what stands in the
// way. problem.ErrNotFound for a venue that isn't the actor's to see; *problem.Invalid names "to" when it is before From or
// more than 61 days after it. The answer is the same for everybody who may see the venue.
func (r *Reader) Availability(ctx context.Context, a actor.Actor, query AvailabilityQuery, page Page) (c Connection[Slot], err error) {
	if err := query.check(); err != nil {
		return c, err
	}
	l := list{kind: slotList, tenant: a.TenantID, venue: query.VenueID}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	if !a.SeesVenue(query.VenueID) {
		return c, problem.ErrNotFound
	}
	// Slots and queues must be of one moment: between two, a freed unit may go from its slot to its next holder.
	err = r.source.Snapshot(ctx, a.TenantID, onGround(query.VenueID, func(ctx context.Context, rows Rows, g Ground) error {
		in, err := query.within(g)
		if err != nil {
			return err
		}
		in.After = after
		found, err := query.gather(ctx, rows, g, in, page.First+1)
		c = connect(l, page, found, func(s Slot) Key { return slotKey(s.Slot) })
		return err
	}))
	if err != nil {
		return Connection[Slot]{}, fmt.Errorf("list slots of venue %s: %w", query.VenueID, err)
	}
	return c, nil
}

// within turns dates into instants. Where only bookable slots are asked for, what is cheap to know is left to the database,
// so that one read nearly always fills the page; whether a slot is bookable is still for the evaluator to say.
func (q AvailabilityQuery) within(g Ground) (SlotRange, error) {
	zone, err := calendar.ValidateZone(g.Venue.TimeZone)
	if err != nil {
		return SlotRange{}, err
	}
	from, _ := calendar.DayBounds(zone, q.From)
	_, until := calendar.DayBounds(zone, q.To)
	if q.IncludeUnbookable {
		return SlotRange{From: from, Until: until}, nil
	}
	const instant = time.Microsecond // the least step between two times that the database tells apart
	first, last := g.Rules.Window(g.Now, q.channel())
	return SlotRange{
		From:  later(from, later(g.Now.Add(instant), first)),
		Until: earlier(until, last.Add(instant)),
		Fits:  &q.PartySize,
	}, nil
}

// gather reads slots until so many are found or none are left. Which slots are due to the waitlist is known only once their
// queues are read. Where that leaves a page short, the next reads are larger and let the database leave out what is plainly
// due: one wish for a whole month would else make a page of next month's slots the work of thousands of queues.
func (q AvailabilityQuery) gather(ctx context.Context, rows Rows, g Ground, in SlotRange, enough int) ([]Slot, error) {
	var found []Slot
	rules := map[uuid.UUID]policy.Rules{q.VenueID: g.Rules}
	for in.Limit = enough; ; in.Limit = min(4*in.Limit, largestRead) {
		standings, err := rows.SlotsOfVenue(ctx, q.VenueID, in, g.Now)
		if err != nil {
			return nil, err
		}
		if err := settle(ctx, rows, standings, rules, g.Now); err != nil {
			return nil, err
		}
		for _, s := range standings {
			slot := Slot{Slot: s.Slot, Standing: s, Party: q.PartySize, Channel: q.channel(), Now: g.Now}
			if q.IncludeUnbookable || slot.Bookable() {
				found = append(found, slot)
			}
		}
		if len(found) >= enough || len(standings) < in.Limit {
			return found, nil
		}
		last := slotKey(standings[len(standings)-1].Slot)
		in.After, in.NotOwed = &last, in.Fits != nil && q.plainlyOwed(g)
	}
}

func (q AvailabilityQuery) channel() policy.Channel {
	if q.Channel == "" {
		return policy.Guest
	}
	return q.Channel
}

// plainlyOwed reports whether the free unit of an exclusive resource is owed to whoever waits for it, whatever else: nothing
// of the venue's rules could keep promotion from choosing them, and no slot is listed that is too near to be promoted.
func (q AvailabilityQuery) plainlyOwed(g Ground) bool {
	return g.Rules.AutoPromote && g.Venue.Switches.Offers && !g.Venue.Switches.AllowListed && !g.Rules.Paced() && !g.Rules.Spreads() &&
		g.Rules.Lead(q.channel()) >= g.Rules.Lead(policy.Guest)
}

func slotKey(s inventory.Slot) Key { return Key{Sort: s.StartsAt.UnixMicro(), ID: s.ID} }

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
