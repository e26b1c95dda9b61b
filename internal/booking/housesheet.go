package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// lockVenue finds a venue that a command is about and locks it. nil means that the actor can't refer to it.
func lockVenue(ctx context.Context, tx Tx, by actor.Actor, text string) (*inventory.Venue, error) {
	id, ok := ref.Decode(ref.Venue, text)
	if !ok || !by.SeesVenue(id) {
		return nil, nil
	}
	venue, err := tx.LockVenue(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("lock venue %s: %w", id, err)
	}
	return venue, nil
}

// readAnother refuses a command on a row that stands at another version than was read; nil lets it pass.
func readAnother(what string, version, expected int) *problem.Problem {
	if version == expected {
		return nil
	}
	return problem.New(problem.VersionStale, "The %s has changed since it was read: it is at version %d.", what, version).WithVersion(version)
}

// change puts what was given in the place of what there is, and tells whether that is a change. nil leaves it as it is.
func change[T comparable](field *T, given *T) bool {
	if given == nil || *given == *field {
		return false
	}
	*field = *given
	return true
}

// amendVenue writes the one change of a venue's row that a command makes.
func (s *sheet) amendVenue(before, after inventory.Venue) inventory.Venue {
	after.Version = before.Version + 1
	s.changes.House.Venues = append(s.changes.House.Venues, Change[inventory.Venue]{Before: before, After: after})
	s.announce(after.ID, event.VenueChanged, ref.Venue, after.ID, after.Version, nil, tellVenue(after))
	return after
}

// layAgain lets the slots of a locked venue follow what they are laid out by now.
func (s *sheet) layAgain(venue inventory.Venue) {
	after := venue
	after.OpeningNumber++
	s.amendVenue(venue, after)
}

// Slots are laid out at most 400 of the venue's days ahead, and none is longer than a day.
const (
	farthest = 401 * 25 * time.Hour
	longest  = 25 * time.Hour
)

// lookOver leaves the note that the free slots of a venue must be looked at which have a moment in common with a time. A note
// speaks of slots that lie within it, so it is longer than the time by a slot at either end. freed is since when the time has
// been free; nil if that isn't what has changed.
func (s *sheet) lookOver(venue uuid.UUID, from, until time.Time, cause event.Kind, freed *time.Time) {
	from, until = from.Add(-longest), until.Add(longest)
	s.changes.Vacancies = append(s.changes.Vacancies, Vacancy{ID: ref.NewID(), VenueID: venue, From: &from, To: &until, Cause: string(cause), FreedAt: freed, CreatedAt: s.now})
}

// lookAhead leaves the note that all free slots of a venue must be looked at.
func (s *sheet) lookAhead(venue uuid.UUID, cause event.Kind) {
	s.lookOver(venue, s.now, s.now.Add(farthest), cause, nil)
}
