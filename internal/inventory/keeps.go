package inventory

import (
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/policy"
)

// Wanted is a slot that is booked together with others.
type Wanted struct {
	Slot     Slot
	Resource Resource
}

// Keeps is how long a booking of several slots, in order of time, keeps each exclusive resource; nil for pooled ones. Slots
// of one resource that follow one another meet and don't overlap, and the party's turn counts from the first of them. false
// means that two of the slots take the time of one resource at once: nobody can have both.
func Keeps(wanted []Wanted, rules policy.Rules, party int) ([]*policy.Span, bool) {
	spans := make([]*policy.Span, len(wanted))
	for i, w := range wanted {
		if w.Resource.Kind == Pooled {
			continue
		}
		span := rules.Occupies(w.Slot.StartsAt, w.Slot.EndsAt, party)
		arrived := w.Slot
		for j := i - 1; j >= 0; j-- {
			before := wanted[j]
			if !shareTime(before, w) {
				continue
			}
			if before.Slot.EndsAt.After(w.Slot.StartsAt) {
				return nil, false
			}
			if spans[j].Until.After(w.Slot.StartsAt) { // the party moves on to this slot: nothing lies between
				spans[j].Until = w.Slot.StartsAt
			}
			if span.From.Before(spans[j].Until) {
				span.From = spans[j].Until
			}
			if before.Slot.EndsAt.Equal(arrived.StartsAt) {
				arrived = before.Slot
			}
		}
		if !arrived.StartsAt.Equal(w.Slot.StartsAt) {
			turn := rules.Occupies(arrived.StartsAt, w.Slot.EndsAt, party)
			span.Until = turn.Until
		}
		spans[i] = &span
	}
	return spans, true
}

// shareTime reports whether two bookings would keep one and the same resource.
func shareTime(a, b Wanted) bool {
	return a.Resource.Kind == Exclusive && b.Resource.Kind == Exclusive &&
		slices.ContainsFunc(a.Resource.Leaves(), func(leaf uuid.UUID) bool { return slices.Contains(b.Resource.Leaves(), leaf) })
}
