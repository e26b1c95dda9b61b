package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// PauseBookings takes no new bookings for a while.
type PauseBookings struct {
	VenueID    string
	ResourceID *string    // nil: the whole venue
	From       *time.Time // nil: now
	Until      time.Time
	Reason     string
	Key        string
}

// longestPause is how far ahead a pause may reach; longer ones are the opening rules' business.
const longestPause = 400 * 24 * time.Hour

// PauseBookings takes no new bookings of slots that have a moment in common with [From, Until), and nobody is promoted into
// them. What is booked stays. A From that has passed means now.
//
// A hold that commits before the pause stands. One at the same time may have looked for pauses before this one was there, as
// if it had come a moment sooner; nothing waits for it, or one busy table would keep a venue open.
//
// Nothing happens when a pause runs out. Its slots were not to be had while it lasted, and those that it met are over or
// have begun by then: there is nothing left to promote, so nobody has to be woken.
func (d *Desk) PauseBookings(ctx context.Context, by actor.Actor, in PauseBookings, correlationID string) (command.Result, error) {
	if err := in.check(); err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.VenueOperate, operation: "pauseBookings", key: in.Key, correlationID: correlationID, reason: in.Reason,
		input: struct {
			VenueID    string
			ResourceID *string
			From       *time.Time
			Until      time.Time
			Reason     string
		}{in.VenueID, in.ResourceID, in.From, in.Until, in.Reason}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) { return decidePause(ctx, tx, by, in) })
}

// check refuses what can't be, and makes of times and reason what is kept.
func (in *PauseBookings) check() (err error) {
	in.Until = in.Until.UTC().Truncate(time.Microsecond)
	if in.From != nil {
		from := in.From.UTC().Truncate(time.Microsecond)
		in.From = &from
		if !from.Before(in.Until) {
			return problem.NewInvalid("until", "must be after from")
		}
	}
	in.Reason, err = givenReason(in.Reason)
	return err
}

func decidePause(ctx context.Context, tx Tx, by actor.Actor, in PauseBookings) (verdict, error) {
	venue, err := lockVenue(ctx, tx, by, in.VenueID)
	if err != nil {
		return verdict{}, err
	}
	if venue == nil {
		return unknownReference("venue")
	}
	pause := inventory.Pause{ID: ref.NewID(), TenantID: by.TenantID, VenueID: venue.ID, Until: in.Until, Reason: in.Reason, Version: 1}
	if in.ResourceID != nil {
		id, ok := ref.Decode(ref.Resource, *in.ResourceID)
		if !ok {
			return unknownReference("resource")
		}
		resource, err := tx.Resource(ctx, id)
		if err != nil {
			return verdict{}, fmt.Errorf("find resource %s: %w", id, err)
		}
		if resource == nil || resource.VenueID != venue.ID {
			return unknownReference("resource")
		}
		pause.ResourceID = &id
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	pause.From, pause.CreatedAt = now, now
	if in.From != nil && in.From.After(now) {
		pause.From = *in.From
	}
	if !pause.Until.After(now) || pause.Until.Sub(now) > longestPause {
		return verdict{}, problem.NewInvalid("until", "must lie ahead, by 400 days at most")
	}
	s := newSheet(by.TenantID, now, nil)
	s.changes.House.Paused = append(s.changes.House.Paused, pause)
	s.announce(venue.ID, event.PauseMade, ref.Pause, pause.ID, pause.Version, nil, tellPause(pause))
	return verdict{changes: s.done(), answer: about(venue.ID, ref.Ref{Kind: ref.Pause, ID: pause.ID})}, nil
}
