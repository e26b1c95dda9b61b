package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

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

// EndPause ends a pause sooner than planned.
type EndPause struct {
	PauseID         string
	ExpectedVersion int
	Key             string
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
	pause := inventory.Pause{ID: uuid.New(), TenantID: by.TenantID, VenueID: venue.ID, Until: in.Until, Reason: in.Reason, Version: 1}
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

// EndPause ends a pause sooner than planned; whoever waits for its slots is looked at. One that is over is ILLEGAL_TRANSITION.
func (d *Desk) EndPause(ctx context.Context, by actor.Actor, in EndPause, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.VenueOperate, operation: "endPause", key: in.Key, correlationID: correlationID,
		input: struct {
			PauseID         string
			ExpectedVersion int
		}{in.PauseID, in.ExpectedVersion}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) { return decideEnd(ctx, tx, by, in) })
}

func decideEnd(ctx context.Context, tx Tx, by actor.Actor, in EndPause) (verdict, error) {
	pause, err := lockPause(ctx, tx, by, in.PauseID)
	if err != nil {
		return verdict{}, err
	}
	if pause == nil {
		return unknownReference("pause")
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	shown := about(pause.VenueID, ref.Ref{Kind: ref.Pause, ID: pause.ID})
	if p := readAnother("pause", pause.Version, in.ExpectedVersion); p != nil {
		return refused(p, shown)
	}
	if pause.EndedAt != nil || !now.Before(pause.Until) {
		return refused(problem.New(problem.IllegalTransition, "The pause is over already.").WithVersion(pause.Version), shown)
	}
	s, after := newSheet(by.TenantID, now, nil), *pause
	after.EndedAt, after.Version = &s.now, pause.Version+1
	s.changes.House.Pauses = append(s.changes.House.Pauses, Change[inventory.Pause]{Before: *pause, After: after})
	s.announce(after.VenueID, event.PauseEnded, ref.Pause, after.ID, after.Version, nil, tellPause(after))
	// A table that was paused may be joined into others that were closed with it, so all of the venue is looked at.
	s.lookOver(after.VenueID, after.From, after.Until, event.PauseEnded)
	return verdict{changes: s.done(), answer: shown}, nil
}

// lockPause finds a pause and locks it, its venue first, for there it is written how long pauses reach. nil means that the
// actor can't refer to it.
func lockPause(ctx context.Context, tx Tx, by actor.Actor, text string) (*inventory.Pause, error) {
	id, ok := ref.Decode(ref.Pause, text)
	if !ok {
		return nil, nil
	}
	found, err := tx.Pause(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("find pause %s: %w", id, err)
	}
	if found == nil || !by.SeesVenue(found.VenueID) {
		return nil, nil
	}
	if _, err := tx.LockVenue(ctx, found.VenueID); err != nil {
		return nil, fmt.Errorf("lock the venue of pause %s: %w", id, err)
	}
	locked, err := tx.LockPause(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("lock pause %s: %w", id, err)
	}
	return locked, nil
}
