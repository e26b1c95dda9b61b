// Package opening owns what a venue opens by: weekly windows and dated exceptions of the venue and of resources that have
// their own, and the public holidays on which it is closed. It says which of them apply to a resource and which slots
// follow; how civil time becomes instants is the calendar's work, and what becomes of slots that exist is the layout's. It
// is pure.
package opening

import (
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
)

// Rules are all that a venue opens by. Their JSON form is kept with every change, so that a slot can be explained later.
type Rules struct {
	Sets             []Set   `json:"sets"` // the venue's first, at most one a resource
	HolidayRegion    *string `json:"holidayRegion,omitempty"`
	ClosedOnHolidays bool    `json:"closedOnHolidays,omitempty"`
}

// Set is the rules of the venue, or of one resource that has its own. A resource's weekly windows stand in place of the
// venue's, and its exception in place of the venue's for that date; what it doesn't have it takes from the venue.
type Set struct {
	ResourceID *uuid.UUID           `json:"resourceId,omitempty"` // nil: the venue
	Windows    []calendar.Window    `json:"windows,omitempty"`
	Exceptions []calendar.Exception `json:"exceptions,omitempty"`
}

// None reports whether there is no rule at all, which is what a venue has that was never told any.
func (r Rules) None() bool { return len(r.Sets) == 0 && !r.ClosedOnHolidays }

// Own is the set of a resource, or of the venue where it is nil; without windows and exceptions when there is none.
func (r Rules) Own(resource *uuid.UUID) Set {
	for _, s := range r.Sets {
		if s.of(resource) {
			return s
		}
	}
	return Set{ResourceID: resource}
}

func (s Set) of(resource *uuid.UUID) bool {
	return (s.ResourceID == nil) == (resource == nil) && (resource == nil || *s.ResourceID == *resource)
}

// Put are the rules with a set in place of the one for the same resource, or for the venue. A set without windows and
// exceptions is none.
func (r Rules) Put(set Set) Rules {
	sets := slices.Clone(r.Sets)
	at := slices.IndexFunc(sets, func(s Set) bool { return s.of(set.ResourceID) })
	empty := len(set.Windows)+len(set.Exceptions) == 0
	switch {
	case at >= 0 && empty:
		sets = slices.Delete(sets, at, at+1)
	case at >= 0:
		sets[at] = set
	case empty:
	case set.ResourceID == nil:
		sets = slices.Insert(sets, 0, set)
	default:
		sets = append(sets, set)
	}
	r.Sets = sets
	return r
}

// apply gives the windows and exceptions that hold for a resource, by date, without holidays.
func (r Rules) apply(resource uuid.UUID) ([]calendar.Window, []calendar.Exception) {
	venue, own := r.Own(nil), r.Own(&resource)
	windows := own.Windows
	if len(windows) == 0 {
		windows = venue.Windows
	}
	exceptions := slices.Clone(own.Exceptions)
	for _, e := range venue.Exceptions {
		if !own.excepts(e.Date) {
			exceptions = append(exceptions, e)
		}
	}
	slices.SortFunc(exceptions, func(a, b calendar.Exception) int { return a.Date.Compare(b.Date) })
	return windows, exceptions
}

func (s Set) excepts(date calendar.Date) bool {
	return slices.ContainsFunc(s.Exceptions, func(e calendar.Exception) bool { return e.Date == date })
}
