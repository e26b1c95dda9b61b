package reading

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/availability"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/waitlist"
)

// PolicyPreview says whom a version of a venue's rules, in force or not, would choose now for the free units of a slot, and
// whom it would pass over: the walk that promotion makes, over one moment, writing nothing. EntryID is zero when it would
// choose nobody, as when nothing is free. problem.ErrNotFound for a version or a slot that isn't the actor's to see, and for
// two of different venues.
func (r *Reader) PolicyPreview(ctx context.Context, a actor.Actor, version, slot uuid.UUID) (s waitlist.Selection, err error) {
	err = r.source.Snapshot(ctx, a.TenantID, func(ctx context.Context, rows Rows) error {
		s, err = preview(ctx, rows, seenBy(a), version, slot)
		return err
	})
	if err != nil {
		return waitlist.Selection{}, fmt.Errorf("preview policy version %s on slot %s: %w", version, slot, err)
	}
	if a.OwnOnly() {
		s.Skipped = []waitlist.Skipped{}
	}
	return s, nil
}

func preview(ctx context.Context, rows Rows, want Want, version, slot uuid.UUID) (s waitlist.Selection, err error) {
	now, err := rows.Clock(ctx)
	if err != nil {
		return s, err
	}
	versions, err := rows.PolicyVersions(ctx, want.only([]uuid.UUID{version}))
	if err != nil {
		return s, err
	}
	standings, err := rows.Slots(ctx, want.only([]uuid.UUID{slot}), now)
	if err != nil {
		return s, err
	}
	if len(versions) == 0 || len(standings) == 0 || versions[0].VenueID != standings[0].Slot.VenueID {
		return s, problem.ErrNotFound
	}
	tried, standing := versions[0], standings[0]
	standing.Rules = tried.Rules
	if err := availability.Complete(ctx, rows, []*inventory.Standing{&standing}, now); err != nil {
		return s, err
	}
	choice, err := availability.Choose(ctx, rows, standing, now)
	if err != nil {
		return s, err
	}
	s = waitlist.Selection{
		TenantID: tried.TenantID, VenueID: tried.VenueID, SlotID: slot, PolicyVersionID: tried.ID, PolicyDigest: tried.Digest,
		Considered: choice.Considered, Skipped: append([]waitlist.Skipped{}, choice.Skipped...), CreatedAt: now,
	}
	if choice.Chosen != nil {
		s.EntryID = choice.Chosen.EntryID
	}
	return s, nil
}
