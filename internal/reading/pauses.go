package reading

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/inventory"
)

// pauseList is numbered by itself, so that nobody else's list gets its number.
const pauseList listKind = 20

// Pauses lists the pauses of a venue that are not over, by their end: those that last and those that are planned. A customer,
// and an agent, isn't told the reason. problem.ErrNotFound for a venue that isn't the actor's to see.
func (r *Reader) Pauses(ctx context.Context, a actor.Actor, venue uuid.UUID, page Page) (c Connection[inventory.Pause], err error) {
	l := list{kind: pauseList, tenant: a.TenantID, venue: venue}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	err = r.inVenue(ctx, a, venue, func(ctx context.Context, rows Rows, g Ground) error {
		found, err := rows.PauseRows(ctx, seenBy(a).of(venue).part(after, page.First), &g.Now)
		discreet(a, found)
		c = connect(l, page, found, func(p inventory.Pause) Key { return Key{Sort: p.Until.UnixMicro(), ID: p.ID} })
		return err
	})
	if err != nil {
		return Connection[inventory.Pause]{}, fmt.Errorf("list the pauses of venue %s: %w", venue, err)
	}
	return c, nil
}

// PausesByID finds pauses of venues that the actor is granted, those that are over too. A customer, and an agent, isn't told
// the reason.
func (r *Reader) PausesByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]inventory.Pause, error) {
	return batch(ctx, r, a, "pauses", ids, func(p inventory.Pause) uuid.UUID { return p.ID },
		func(rows Rows, ctx context.Context, want Want) ([]inventory.Pause, error) {
			found, err := rows.PauseRows(ctx, want, nil)
			discreet(a, found)
			return found, err
		})
}

// discreet keeps from guests why the house is closed: staff write it for each other.
func discreet(a actor.Actor, pauses []inventory.Pause) {
	for i := range pauses {
		if a.OwnOnly() {
			pauses[i].Reason = ""
		}
	}
}
