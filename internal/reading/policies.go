package reading

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/policy"
)

// PolicyVersions lists every version of a venue's rules, newest first. problem.ErrNotFound for a venue that isn't the
// actor's to see.
func (r *Reader) PolicyVersions(ctx context.Context, a actor.Actor, venue uuid.UUID, page Page) (c Connection[policy.Version], err error) {
	l := list{kind: policyList, tenant: a.TenantID, venue: venue}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	err = r.inVenue(ctx, a, venue, func(ctx context.Context, rows Rows, _ Ground) error {
		found, err := rows.PolicyVersions(ctx, seenBy(a).of(venue).part(after, page.First))
		c = connect(l, page, found, func(v policy.Version) Key { return Key{Sort: int64(v.Number), ID: v.ID} })
		return err
	})
	if err != nil {
		return Connection[policy.Version]{}, fmt.Errorf("list policy versions of venue %s: %w", venue, err)
	}
	return c, nil
}
