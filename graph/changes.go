package graph

import (
	"context"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// changesSince is what a version of a venue's rules changes against another of the same venue, or against the one in force.
// problem.ErrNotFound for what can't be compared with.
func changesSince(ctx context.Context, v policy.Version, since *string) ([]policy.Change, error) {
	var base *policy.Version
	var err error
	if since == nil {
		base, err = find(ctx, load(ctx).active, v.VenueID)
	} else {
		base, err = byID(ctx, load(ctx).policies, ref.PolicyVersion, *since)
	}
	if err != nil {
		return nil, err
	}
	if base == nil || base.VenueID != v.VenueID {
		return nil, problem.ErrNotFound
	}
	return append([]policy.Change{}, base.Rules.Diff(v.Rules)...), nil
}
