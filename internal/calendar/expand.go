package calendar

import (
	"cmp"
	"slices"
	"time"
)

// Span is the time of one slot, [StartsAt, EndsAt), in UTC, and whether its window is for walk-ins only.
type Span struct {
	StartsAt   time.Time `json:"startsAt"`
	EndsAt     time.Time `json:"endsAt"`
	WalkInOnly bool      `json:"walkInOnly,omitempty"`
}

// margin is how many dates around the asked ones are laid out too: the evening before spills over into the first, and the
// last slot gives way to what starts after it, beyond a date that a zone may have left out.
const margin = 3

// Expand lays out the slots that start on the civil dates from first to last, both included, in order: each at an instant
// of its own, of positive length, and over before the next starts unless its window overlaps. The answer for a range is
// that of its parts joined. A window that Check faults for its slot length or start interval gives none; of two exceptions
// for one date the later in the list counts. The package's doc comment says how clock changes are met.
func Expand(loc *time.Location, windows []Window, exceptions []Exception, first, last Date) []Span {
	if last.Before(first) {
		return nil
	}
	slots := layOut(loc, newRules(windows, exceptions), first.AddDays(-margin), last.AddDays(margin))
	var spans []Span
	for _, s := range slots {
		if s.start >= first.midnight() && s.start < last.AddDays(1).midnight() {
			spans = append(spans, s.span())
		}
	}
	return spans
}

// slot is a slot between two instants, with the wall-clock reading at which it starts and the window that it is of.
type slot struct {
	start    wall
	from, to int64
	window   Window
}

func (s slot) span() Span {
	return Span{StartsAt: utc(s.from), EndsAt: utc(s.to), WalkInOnly: s.window.WalkInOnly}
}

// layOut finds the instants of every slot of the dates. Each lasts its length, but no longer than until its window's close
// and, where slots follow one another, the next slot's start.
func layOut(loc *time.Location, r rules, first, last Date) []slot {
	line := newTimeline(loc, first.midnight(), last.AddDays(2).midnight())
	var slots []slot
	for _, o := range r.openings(first, last) {
		closes := line.lastAt(o.closes)
		for _, start := range r.starts(o) {
			for _, from := range line.instants(start) {
				slots = append(slots, slot{start: start, from: from, to: min(from+int64(o.length), closes), window: o.window})
			}
		}
	}
	slices.SortFunc(slots, func(a, b slot) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(slots); i++ {
		if !slots[i-1].window.Overlaps() {
			slots[i-1].to = min(slots[i-1].to, slots[i].from)
		}
	}
	return slots
}
