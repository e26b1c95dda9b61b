package reading

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
)

// AllowLists finds, by venue, who is on the allow lists of venues that the actor is granted. A customer, and an agent, finds
// itself at most: who else is favoured is none of its business.
func (r *Reader) AllowLists(ctx context.Context, a actor.Actor, venues []uuid.UUID) (lists map[uuid.UUID][]uuid.UUID, err error) {
	err = r.ofVenues(ctx, a, venues, func(ctx context.Context, rows Rows, want Want) (err error) {
		lists, err = rows.AllowLists(ctx, want)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the allow lists of %d venues: %w", len(venues), err)
	}
	return lists, nil
}
