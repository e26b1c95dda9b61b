package opening

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
)

// Draft is a change of rules: the same windows, and perhaps exceptions, for the venue or for each of some resources.
type Draft struct {
	Resources  []uuid.UUID // nil: the venue's own rules
	Windows    []calendar.Window
	Exceptions []calendar.Exception
	Keep       bool // the exceptions that there are stay
}

// Scopes are whom the draft is for; nil among them is the venue.
func (d Draft) Scopes() []*uuid.UUID {
	if d.Resources == nil {
		return []*uuid.UUID{nil}
	}
	scopes := make([]*uuid.UUID, len(d.Resources))
	for i := range d.Resources {
		scopes[i] = &d.Resources[i]
	}
	return scopes
}

// With are the rules after the draft.
func (r Rules) With(d Draft) Rules {
	after := r
	for _, scope := range d.Scopes() {
		set := Set{ResourceID: scope, Windows: d.Windows, Exceptions: d.Exceptions}
		if d.Keep {
			set.Exceptions = r.Own(scope).Exceptions
		}
		after = after.Put(set)
	}
	return after
}

// CheckShared lists what a draft would make of resources that parties share: slots of theirs must not overlap, since their
// places are counted by slot. The field is the draft's window where the fault lies there, else whom the draft is for.
func (r Rules) CheckShared(d Draft, resources []inventory.Resource) []calendar.Fault {
	after := r.With(d)
	var faults []calendar.Fault
	for _, resource := range resources {
		if resource.Kind != inventory.Pooled || !resource.Active {
			continue
		}
		windows, exceptions := after.apply(resource.ID)
		overlapping := slices.IndexFunc(windows, calendar.Window.Overlaps) >= 0 ||
			slices.ContainsFunc(exceptions, func(e calendar.Exception) bool { return slices.ContainsFunc(e.Windows, calendar.Window.Overlaps) })
		if overlapping {
			faults = append(faults, calendar.Fault{
				Field:   d.firstOverlap(),
				Message: fmt.Sprintf("slots that overlap are for resources that one party takes as a whole; %s is shared", resource.Name),
			})
		}
	}
	return faults
}

// firstOverlap is the path of the first window of the draft whose slots overlap.
func (d Draft) firstOverlap() []string {
	if i := slices.IndexFunc(d.Windows, calendar.Window.Overlaps); i >= 0 {
		return []string{"windows", fmt.Sprint(i), "every"}
	}
	for i, e := range d.Exceptions {
		if k := slices.IndexFunc(e.Windows, calendar.Window.Overlaps); k >= 0 {
			return []string{"exceptions", fmt.Sprint(i), "windows", fmt.Sprint(k), "every"}
		}
	}
	return []string{"resourceIds"}
}
