package reading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/intent"
)

// IntentFilter narrows a list of intents; all that is given must hold. Statuses are those of now; nil is any, and an empty
// set is none.
type IntentFilter struct {
	VenueID  *uuid.UUID
	Statuses []intent.Status
}

// Intents lists intents of all venues that the actor is granted, or of one, oldest first. A customer, and an agent for its
// customer, sees only its own. problem.ErrNotFound for a venue to filter by that isn't the actor's to see.
func (r *Reader) Intents(ctx context.Context, a actor.Actor, filter IntentFilter, page Page) (c Connection[intent.Intent], err error) {
	l := list{kind: intentList, tenant: a.TenantID}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	read := func(ctx context.Context, rows Rows, want Want, now time.Time) error {
		found, err := rows.Intents(ctx, want.part(after, page.First), filter.Statuses, now)
		c = connect(l, page, asOf(found, now), func(v intent.Intent) Key { return Key{Sort: v.CreatedAt.UnixMicro(), ID: v.ID} })
		return err
	}
	if filter.VenueID != nil {
		err = r.inVenue(ctx, a, *filter.VenueID, func(ctx context.Context, rows Rows, g Ground) error {
			return read(ctx, rows, seenBy(a).of(*filter.VenueID), g.Now)
		})
	} else {
		err = r.now(ctx, a, func(ctx context.Context, rows Rows, now time.Time) error {
			return read(ctx, rows, seenBy(a), now)
		})
	}
	if err != nil {
		return Connection[intent.Intent]{}, fmt.Errorf("list intents: %w", err)
	}
	return c, nil
}

// IntentsByID finds intents that the actor may see, in the state of now.
func (r *Reader) IntentsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]intent.Intent, error) {
	return batch(ctx, r, a, "intents", ids, func(v intent.Intent) uuid.UUID { return v.ID },
		func(rows Rows, ctx context.Context, want Want) ([]intent.Intent, error) {
			now, err := rows.Clock(ctx)
			if err != nil {
				return nil, err
			}
			found, err := rows.Intents(ctx, want, nil, now)
			return asOf(found, now), err
		})
}

// AttemptsByID finds attempts at intents that the actor may see.
func (r *Reader) AttemptsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]intent.Attempt, error) {
	return batch(ctx, r, a, "attempts", ids, func(v intent.Attempt) uuid.UUID { return v.ID }, Rows.Attempts)
}

// AttemptsOfIntents finds, by number, the attempts at intents that the actor may see. An intent without any is missing.
func (r *Reader) AttemptsOfIntents(ctx context.Context, a actor.Actor, intentIDs []uuid.UUID) (map[uuid.UUID][]intent.Attempt, error) {
	attempts := map[uuid.UUID][]intent.Attempt{}
	err := r.each(ctx, a, intentIDs, func(ctx context.Context, rows Rows, want Want) error {
		clear(attempts)
		found, err := rows.AttemptsOf(ctx, want)
		for _, attempt := range found {
			attempts[attempt.IntentID] = append(attempts[attempt.IntentID], attempt)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the attempts at %d intents: %w", len(intentIDs), err)
	}
	return attempts, nil
}

// QueuePositions finds the places, counted from 1, of intents that the actor may see and whose turn at a provider that
// limits writes hasn't come: one more than the venue's intents that were asked for earlier and whose turn hasn't either.
func (r *Reader) QueuePositions(ctx context.Context, a actor.Actor, intentIDs []uuid.UUID) (map[uuid.UUID]int, error) {
	positions := map[uuid.UUID]int{}
	err := r.each(ctx, a, intentIDs, func(ctx context.Context, rows Rows, want Want) error {
		now, err := rows.Clock(ctx)
		if err != nil {
			return err
		}
		positions, err = rows.QueuePositions(ctx, want, now)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the places in line of %d intents: %w", len(intentIDs), err)
	}
	return positions, nil
}

// asOf gives intents the state that time has given them.
func asOf(found []Intent, now time.Time) []intent.Intent {
	age(found, ageIntent, now)
	intents := make([]intent.Intent, len(found))
	for k, i := range found {
		intents[k] = i.Intent
	}
	return intents
}
