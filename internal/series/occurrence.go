package series

import (
	"slices"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
)

// Occurrence is one date of a series with its slots, by start, one for each of the first date's; none when they aren't all
// there.
type Occurrence struct {
	Date  calendar.Date
	Slots []inventory.Slot
}

// Match finds for each date the slots that are to it what the first slots are to the first date: of the same resource, at the
// same time on the wall. They end when the first ones do on the wall or, where a clock change lies between, last as long. Of
// two that start when the clock shows one time twice, it is the earlier.
func (p Plan) Match(found []inventory.Slot) []Occurrence {
	found = slices.Clone(found)
	slices.SortFunc(found, func(a, b inventory.Slot) int { return a.StartsAt.Compare(b.StartsAt) })
	occurrences := make([]Occurrence, len(p.dates))
	for i, date := range p.dates {
		occurrences[i] = Occurrence{Date: date, Slots: p.on(date, found)}
	}
	occurrences[0].Slots = p.first // what was chosen, even where the clock shows its time twice
	return occurrences
}

func (p Plan) on(date calendar.Date, found []inventory.Slot) []inventory.Slot {
	var slots []inventory.Slot
	for _, like := range p.first {
		s, ok := p.like(like, date, found)
		if !ok {
			return nil
		}
		slots = append(slots, s)
	}
	slices.SortStableFunc(slots, func(a, b inventory.Slot) int { return a.StartsAt.Compare(b.StartsAt) })
	return slots
}

// like finds one slot.
func (p Plan) like(first inventory.Slot, date calendar.Date, found []inventory.Slot) (best inventory.Slot, ok bool) {
	wanted := p.of(first)
	for _, s := range found {
		r := p.read(s, date)
		if s.ResourceID != first.ResourceID || r.startDay != wanted.startDay || r.startsAt != wanted.startsAt {
			continue
		}
		if ok && s.StartsAt.After(best.StartsAt) {
			break // the clock shows the time again
		}
		if r == wanted {
			return s, true
		}
		if !ok && s.EndsAt.Sub(s.StartsAt) == first.EndsAt.Sub(first.StartsAt) {
			best, ok = s, true
		}
	}
	return best, ok
}
