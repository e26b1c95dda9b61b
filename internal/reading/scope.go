package reading

import (
	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
)

// seenBy wants everything that the actor may see.
func seenBy(a actor.Actor) Want {
	var want Want
	if len(a.VenueIDs) > 0 {
		want.Venues = a.VenueIDs
	}
	if a.OwnOnly() {
		// Without a customer there is nothing to own, and the nil id is nobody's.
		owner := uuid.Nil
		if a.CustomerID != nil {
			owner = *a.CustomerID
		}
		want.Owner = &owner
	}
	return want
}

// of narrows to one venue, which the actor must have been seen to see.
func (w Want) of(venue uuid.UUID) Want {
	w.Venues = []uuid.UUID{venue}
	return w
}

// only narrows to the given ids.
func (w Want) only(ids []uuid.UUID) Want {
	w.IDs = append([]uuid.UUID{}, ids...) // never nil: no ids is nothing, not everything
	return w
}

// part narrows to a page and one row more, which tells whether another page follows.
func (w Want) part(after *Key, first int) Want {
	w.After, w.Limit = after, first+1
	return w
}
