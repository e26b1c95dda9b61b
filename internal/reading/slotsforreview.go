package reading

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
)

// reviewList is numbered by itself, so that nobody else's list gets its number.
const reviewList listKind = 50

// SlotsForReview lists the slots of a venue that its rules no longer have and somebody still holds, by (start, id), until
// they are over: people decide what becomes of those bookings. problem.ErrNotFound for a venue that isn't the actor's to see.
func (r *Reader) SlotsForReview(ctx context.Context, a actor.Actor, venue uuid.UUID, page Page) (c Connection[Slot], err error) {
	l := list{kind: reviewList, tenant: a.TenantID, venue: venue}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	if !a.SeesVenue(venue) {
		return c, problem.ErrNotFound
	}
	err = r.source.Snapshot(ctx, a.TenantID, onGround(venue, func(ctx context.Context, rows Rows, g Ground) error {
		withdrawn, err := rows.Withdrawn(ctx, venue, g.Now, after, page.First+1)
		if err != nil {
			return err
		}
		found, err := standing(ctx, rows, withdrawn)
		c = connect(l, page, found, func(s Slot) Key { return slotKey(s.Slot) })
		return err
	}))
	if err != nil {
		return Connection[Slot]{}, fmt.Errorf("list the slots for review of venue %s: %w", venue, err)
	}
	return c, nil
}
