package layout

import (
	"iter"
	"time"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/opening"
)

const (
	stretchDays = 7   // dates that are laid out together
	groupSlots  = 500 // slots that one transaction looks after, about
	groupSize   = 50  // resources that one transaction looks after at most

	longestSlot = 24 * time.Hour
)

// stretch is a part of the time ahead. New slots start in [from, until). What exists is looked at until ahead, the length of
// a slot further: a slot that gives way must do so before the new one which it overlaps is added.
type stretch struct{ from, until, ahead time.Time }

// part is what one transaction lays out: a stretch of some resources, with the slots that the rules ask for until ahead.
type part struct {
	stretch
	resources []inventory.Resource
	wanted    map[slotKey]wanted
}

// wanted is a slot that the rules ask for.
type wanted struct {
	slotKey
	walkInOnly bool
	capacity   int
}

// parts cuts the time ahead, and in each stretch the resources, into pieces that one transaction can write. Behind the reach
// nothing is added, and what the rules don't ask for goes.
func (g *ground) parts() iter.Seq[part] {
	return func(yield func(part) bool) {
		today := calendar.DateOf(g.zone, g.now)
		for first := today; !first.After(g.farthest); first = first.AddDays(stretchDays) {
			s, expansion := g.stretch(first)
			for p := range g.groups(s, expansion) {
				if !yield(p) {
					return
				}
			}
		}
	}
}

func (g *ground) stretch(first calendar.Date) (stretch, *opening.Expansion) {
	last := first.AddDays(stretchDays - 1)
	var s stretch
	s.from, _ = calendar.DayBounds(g.zone, first)
	_, end := calendar.DayBounds(g.zone, last)
	_, reach := calendar.DayBounds(g.zone, g.reach)
	s.from = later(s.from, g.now)
	s.until, s.ahead = later(s.from, earlier(end, reach)), end.Add(longestSlot)
	// A date more at either side: which date an instant belongs to is a matter of taste where clocks go back at midnight.
	return s, g.rules.Expand(g.zone, first.AddDays(-1), last.AddDays(2))
}

func (g *ground) groups(s stretch, expansion *opening.Expansion) iter.Seq[part] {
	return func(yield func(part) bool) {
		p := part{stretch: s, wanted: map[slotKey]wanted{}}
		for _, resource := range g.resources {
			p.resources = append(p.resources, resource)
			for _, span := range expansion.Of(resource.ID) {
				if span.StartsAt.Before(s.from) || !span.StartsAt.Before(s.ahead) {
					continue
				}
				w := wanted{slotKey: keyOf(resource.ID, span.StartsAt, span.EndsAt), walkInOnly: span.WalkInOnly, capacity: resource.Capacity}
				p.wanted[w.slotKey] = w
			}
			if len(p.wanted) >= groupSlots || len(p.resources) >= groupSize {
				if !yield(p) {
					return
				}
				p = part{stretch: s, wanted: map[slotKey]wanted{}}
			}
		}
		if len(p.resources) > 0 {
			yield(p)
		}
	}
}

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
