package booking

import (
	"context"
	"fmt"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// lockResource finds a resource that a command is about and locks it, its venue first. nil means that the actor can't refer
// to it.
func lockResource(ctx context.Context, tx Tx, by actor.Actor, text string) (*inventory.Venue, *inventory.Resource, error) {
	id, ok := ref.Decode(ref.Resource, text)
	if !ok {
		return nil, nil, nil
	}
	found, err := tx.Resource(ctx, id)
	if err != nil {
		return nil, nil, fmt.Errorf("find resource %s: %w", id, err)
	}
	if found == nil || !by.SeesVenue(found.VenueID) {
		return nil, nil, nil
	}
	venue, err := tx.LockVenue(ctx, found.VenueID)
	if err != nil || venue == nil {
		return nil, nil, fmt.Errorf("lock the venue of resource %s: %w", id, err)
	}
	locked, err := tx.LockResource(ctx, id)
	if err != nil || locked == nil {
		return nil, nil, fmt.Errorf("lock resource %s: %w", id, err)
	}
	return venue, locked, nil
}

// unfit refuses what can't be together with what the resource is already.
func unfit(r inventory.Resource) *problem.Problem {
	switch {
	case r.Kind == inventory.Exclusive && r.Capacity != 1:
		return problem.New(problem.PolicyForbids, "One party takes %s as a whole, so its capacity stays 1.", r.Name).WithField("capacity")
	case r.MinParty > r.MaxParty:
		return problem.New(problem.PolicyForbids, "The smallest party of %d would be larger than the largest of %d.", r.MinParty, r.MaxParty).WithField("minParty")
	}
	return nil
}

// amendResource writes one change of a resource's row. When it takes bookings again its slots are laid out anew, for none
// were meanwhile. Whoever waits is looked at not only when it takes more parties: with fewer, one that stood in the way of
// others may stand there no longer. It may be joined into others, so all of the venue is looked at.
func (s *sheet) amendResource(venue inventory.Venue, before, after inventory.Resource) {
	after.Version = before.Version + 1
	s.changes.House.Resources = append(s.changes.House.Resources, Change[inventory.Resource]{Before: before, After: after})
	s.announce(after.VenueID, event.ResourceChanged, ref.Resource, after.ID, after.Version, nil, tellResource(after))
	opened := after.Active && !before.Active
	if opened {
		s.layAgain(venue)
	}
	if after.Active && (opened || after.MinParty != before.MinParty || after.MaxParty != before.MaxParty || before.WalkInOnly && !after.WalkInOnly) {
		s.lookAhead(venue.ID, event.ResourceChanged)
	}
}
