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
	// Busy lists the time that bookings keep of the resources and that meets the span, held by live holds or lapsed ones.
	Busy(ctx context.Context, resources []uuid.UUID, span policy.Span, now time.Time) ([]inventory.Busy, error)
	// Pauses lists the pauses of the venues that meet the span and haven't been ended.
	Pauses(ctx context.Context, venues []uuid.UUID, span policy.Span) ([]inventory.Pause, error)
	// Arrivals counts who arrives at the venues within the span, by quarter of an hour.
	Arrivals(ctx context.Context, venues []uuid.UUID, span policy.Span, now time.Time) (map[Quarter]inventory.Arrivals, error)
	// Closed lists those of the resources that are closed.
	Closed(ctx context.Context, resources []uuid.UUID) ([]uuid.UUID, error)
	// Around finds the open slots of exclusive resources, not yet begun, that take the time of one of the resources within
	// its span; the given slots are not among them. Rules, switches and whoever keeps their time are left to Complete.
	Around(ctx context.Context, venues []uuid.UUID, reaches []Reach, besides []uuid.UUID, now time.Time) ([]inventory.Standing, error)
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
	choices, err := settle(ctx, ground, all, now)
	if err != nil {
		return err
	}
	for _, s := range standings {
		if !s.Shares() {
			continue
		}
		for _, n := range all {
			if n != s && n.Due && meets(*s, *n) {
				s.DueTime = append(s.DueTime, n.Keeps(inventory.Ask{Party: partyOf(choices[n], *n, now)}))
			}
		}
	}
	return nil
}

// settle marks which of the standings are due by their own queues, and gives what was chosen.
func settle(ctx context.Context, queues Queues, standings []*inventory.Standing, now time.Time) (map[*inventory.Standing]waitlist.Choice, error) {
	var asked []*inventory.Standing
	for _, s := range standings {
		if s.Due = awaitedBy(*s, now) != nil; !s.Due && s.Remaining() > 0 && Promotable(*s, now) {
			asked = append(asked, s)
		}
	}
	found, err := walk(ctx, queues, asked, now)
	if err != nil {
		return nil, err
	}
	choices := map[*inventory.Standing]waitlist.Choice{}
	for i, s := range asked {
		s.Due, choices[s] = found[i].Chosen != nil, found[i]
	}
	return choices, nil
}

// awaitedBy is the first intent that waits for the slot and could be served now; nil when there is none. One that can't keeps
// nobody from the slot: it is withdrawn or has begun, its turn is longer than the gap, too many arrive. An intent that wants
// other slots besides is judged by units alone, since what it would keep of one depends on the others.
func awaitedBy(s inventory.Standing, now time.Time) *inventory.Waiter {
	if !onOffer(s, now) {
		return nil
	}
	for i, w := range s.Awaited {
		if s.Resource.Kind.Units(w.Party) > s.Remaining() {
			continue
		}
		if fit := fitOf(s, now)(waitlist.Candidate{PartySize: w.Party}); !w.Alone || fit == waitlist.Serves() {
			return &s.Awaited[i]
		}
	}
	return nil
}

// partyOf is the size of the party for which a slot is due.
func partyOf(c waitlist.Choice, s inventory.Standing, now time.Time) int {
	if c.Chosen != nil {
		return c.Chosen.PartySize
	}
	if w := awaitedBy(s, now); w != nil {
		return w.Party
	}
	return s.Resource.MinParty
}
