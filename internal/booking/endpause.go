package booking

import (
	"context"
	"fmt"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// EndPause ends a pause sooner than planned.
type EndPause struct {
	PauseID         string
	ExpectedVersion int
	Key             string
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
	s.lookOver(after.VenueID, after.From, after.Until, event.PauseEnded, &s.now)
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
