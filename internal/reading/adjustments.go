package reading

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// PolicyRows are the rows of adjustments and of the audit.
type PolicyRows interface {
	Adjustments(ctx context.Context, want Want) ([]waitlist.Adjustment, error)
	// AuditEntries come newest first; ids are public ones. Entries without a venue are left out, and so are all where an owner
	// is wanted: they belong to no customer.
	AuditEntries(ctx context.Context, want Want, filter AuditFilter) ([]AuditEntry, error)
	// Related are the public ids of what stands behind a thing, itself the first, as far as its history is told with them;
	// empty when the actor may not see it.
	Related(ctx context.Context, want Want, of ref.Kind) ([]string, error)
}

const adjustmentList listKind = 30

// Adjustments lists what a venue has granted to customers or restricts them by, over or not, oldest first; of all customers
// or of one. problem.ErrNotFound for a venue that isn't the actor's to see, and for a customer that there isn't.
func (r *Reader) Adjustments(ctx context.Context, a actor.Actor, venue uuid.UUID, customer *uuid.UUID, page Page) (c Connection[waitlist.Adjustment], err error) {
	l := list{kind: adjustmentList, tenant: a.TenantID, venue: venue}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	err = r.inVenue(ctx, a, venue, func(ctx context.Context, rows Rows, _ Ground) error {
		want := seenBy(a).of(venue).part(after, page.First)
		if customer != nil {
			known, err := rows.Customers(ctx, seenBy(a).only([]uuid.UUID{*customer}))
			if err != nil {
				return err
			}
			if len(known) == 0 {
				return problem.ErrNotFound
			}
			want.Owner = customer
		}
		found, err := rows.Adjustments(ctx, want)
		c = connect(l, page, found, func(v waitlist.Adjustment) Key { return Key{Sort: v.CreatedAt.UnixMicro(), ID: v.ID} })
		return err
	})
	if err != nil {
		return Connection[waitlist.Adjustment]{}, fmt.Errorf("list adjustments of venue %s: %w", venue, err)
	}
	return c, nil
}

// AdjustmentsByID finds adjustments that the actor may see.
func (r *Reader) AdjustmentsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]waitlist.Adjustment, error) {
	return batch(ctx, r, a, "adjustments", ids, func(v waitlist.Adjustment) uuid.UUID { return v.ID }, Rows.Adjustments)
}
