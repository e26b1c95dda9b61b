// Package availability joins the evaluator of slots with what lies around them: the queue of each slot, the time that
// others keep of its resource, pauses and arrivals. Listing, holding, moving and promoting all ask it, so what is listed as
// bookable can be booked, and what is due to somebody waiting is due everywhere.
package availability

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/waitlist"
)

// Ground is what the rooms of the database know around slots. Each method is one statement.
type Ground interface {
	Queues
	// Busy lists the time that bookings keep within the reaches, held by live holds or lapsed ones.
	Busy(ctx context.Context, reaches []Reach, now time.Time) ([]inventory.Busy, error)
	// Pauses lists the pauses of the venues that meet the span and haven't been ended.
	Pauses(ctx context.Context, venues []uuid.UUID, span policy.Span) ([]inventory.Pause, error)
	// Arrivals counts who arrives at the venues within the span, by quarter of an hour.
	Arrivals(ctx context.Context, venues []uuid.UUID, span policy.Span, now time.Time) (map[Quarter]inventory.Arrivals, error)
	// Closed lists those of the resources that are closed.
	Closed(ctx context.Context, resources []uuid.UUID) ([]uuid.UUID, error)
	// Around finds the open slots of exclusive resources, not yet begun, that take the time of one of the resources within
	// its span; the given slots are not among them. Rules, switches and whoever keeps their time are left to Complete.
	Around(ctx context.Context, venues []uuid.UUID, reaches []Reach, besides []uuid.UUID, now time.Time) ([]inventory.Standing, error)
	// ByID reads slots in the same way.
	ByID(ctx context.Context, slots []uuid.UUID, now time.Time) ([]inventory.Standing, error)
}

// Queues reads the queues of slots.
type Queues interface {
	// Queue reads the fronts of the queues, in order of joining, at most limit entries of each.
	Queue(ctx context.Context, slots []uuid.UUID, now time.Time, limit int) (map[uuid.UUID][]waitlist.Candidate, error)
	// AdjustmentsOf lists what the venues have granted to the customers and is in force.
	AdjustmentsOf(ctx context.Context, venues, customers []uuid.UUID, now time.Time) ([]waitlist.Adjustment, error)
	// Allowed lists the customers on the allow lists of the venues.
	Allowed(ctx context.Context, venues, customers []uuid.UUID) (map[Member]bool, error)
}

// Quarter is a quarter of an hour of a venue.
type Quarter struct {
	Venue uuid.UUID
	From  time.Time
}

// Reach is a stretch of a resource's time.
type Reach struct {
	Resource uuid.UUID
	policy.Span
}

// Member is a customer on the allow list of a venue.
type Member struct{ Venue, Customer uuid.UUID }

// Promotable reports whether units of the slot may be offered now at all: its resource is open, its venue promotes, and it
// has neither begun nor come too near.
func Promotable(s inventory.Standing, now time.Time) bool {
	return s.Rules.AutoPromote && s.Switches.Offers && s.Resource.Active && !s.Paused && !s.Slot.WalkInOnly && !s.Resource.WalkInOnly &&
		onOffer(s, now) && !s.Slot.StartsAt.Before(now.Add(s.Rules.Lead(policy.Guest)))
}

// onOffer reports whether the slot follows from the rules and has not begun.
func onOffer(s inventory.Standing, now time.Time) bool {
	return s.Slot.State != inventory.Withdrawn && s.Slot.State != inventory.Retired && s.Slot.StartsAt.After(now)
}

// Choose walks the slot's queue for its free units. Nobody is chosen when the slot can't be promoted.
func Choose(ctx context.Context, queues Queues, s inventory.Standing, now time.Time) (waitlist.Choice, error) {
	if s.Remaining() <= 0 || !Promotable(s, now) {
		return waitlist.Choice{}, nil
	}
	choices, err := walk(ctx, queues, []*inventory.Standing{&s}, now)
	if err != nil {
		return waitlist.Choice{}, err
	}
	return choices[0], nil
}

// Settle finds for each standing whether its free units are due to somebody waiting - in the waitlist, or behind it an intent
// that waits for a seat - by this slot or by another that shares its time, in a constant number of reads for any number of
// slots.
func Settle(ctx context.Context, ground Ground, standings []*inventory.Standing, now time.Time) error {
	neighbours, err := neighboursOf(ctx, ground, standings, now)
	if err != nil {
		return err
	}
	all := append(append([]*inventory.Standing{}, standings...), neighbours...)
	whom, err := settle(ctx, ground, all, now)
	if err != nil {
		return err
	}
	for _, s := range standings {
		if !s.Shares() {
			continue
		}
		for _, n := range all {
			if n != s && n.Due && meets(*s, *n) {
				s.DueTime = append(s.DueTime, n.Keeps(inventory.Ask{Party: whom[n].party}))
			}
		}
	}
	return nil
}

// settle marks which of the standings are due by their own queues, and gives for whom.
func settle(ctx context.Context, ground Ground, standings []*inventory.Standing, now time.Time) (map[*inventory.Standing]chosen, error) {
	waiting, err := findWaiting(ctx, ground, standings, now)
	if err != nil {
		return nil, err
	}
	whom := map[*inventory.Standing]chosen{}
	var asked []*inventory.Standing
	for _, s := range standings {
		s.Due = false
		if w := waiting.first(*s, now); w != nil {
			s.Due, whom[s] = true, chosen{party: w.Party}
		} else if s.Remaining() > 0 && Promotable(*s, now) {
			asked = append(asked, s)
		}
	}
	found, err := walk(ctx, ground, asked, now)
	if err != nil {
		return nil, err
	}
	for i, s := range asked {
		if c := found[i].Chosen; c != nil {
			s.Due, whom[s] = true, chosen{party: c.PartySize, entry: c}
		}
	}
	return whom, nil
}

// chosen is for whom a slot is due: somebody in its queue, or an intent.
type chosen struct {
	party int
	entry *waitlist.Candidate
}
