package opening

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
)

// For gives the weekly windows of a resource, and the exceptions that hold for it from first to last: its own before the
// venue's, and a closed one for every holiday that neither of them speaks of, where the venue closes on those.
func (r Rules) For(resource uuid.UUID, first, last calendar.Date) ([]calendar.Window, []calendar.Exception) {
	windows, exceptions := r.apply(resource)
	excepted := make(map[calendar.Date]bool, len(exceptions))
	for _, e := range exceptions {
		excepted[e.Date] = true
	}
	for _, date := range r.closedDates(first, last) {
		if !excepted[date] {
			exceptions = append(exceptions, calendar.Exception{Date: date, Closed: true})
		}
	}
	return windows, exceptions
}

// around is how many dates beside a range have a say in its slots: the evening before spills over, and an exception owns
// its date.
const around = 3

// Expansion lays the rules out over a range of dates, once for all resources that go by the same ones.
type Expansion struct {
	rules       Rules
	zone        *time.Location
	first, last calendar.Date
	own         map[uuid.UUID]bool
	shared      []calendar.Span
	expanded    bool
}

// Expand prepares the slots that start on the dates from first to last, both included.
func (r Rules) Expand(zone *time.Location, first, last calendar.Date) *Expansion {
	e := &Expansion{rules: r, zone: zone, first: first, last: last, own: map[uuid.UUID]bool{}}
	for _, s := range r.Sets {
		if s.ResourceID != nil {
			e.own[*s.ResourceID] = true
		}
	}
	return e
}

// Of lists a resource's slots in order. The list may be shared: it is only read.
func (e *Expansion) Of(resource uuid.UUID) []calendar.Span {
	if e.own[resource] {
		return e.spans(resource)
	}
	if !e.expanded {
		e.shared, e.expanded = e.spans(resource), true
	}
	return e.shared
}

func (e *Expansion) spans(resource uuid.UUID) []calendar.Span {
	windows, exceptions := e.rules.For(resource, e.first.AddDays(-around), e.last.AddDays(around))
	return calendar.Expand(e.zone, windows, exceptions, e.first, e.last)
}
