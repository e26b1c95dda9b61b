package booking

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// PrioritizeEntry gives a waiting entry another standing.
type PrioritizeEntry struct {
	EntryID         string
	Priority        int
	Reason          string
	ExpectedVersion int
	Key             string
}

// PrioritizeEntry gives an entry another standing, which counts where the policy weighs it. One that is offered something
// keeps it, in case it waits again. One that is over is ILLEGAL_TRANSITION.
func (d *Desk) PrioritizeEntry(ctx context.Context, by actor.Actor, in PrioritizeEntry, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	if in.Priority < 0 || in.Priority > waitlist.HighestPriority {
		return command.Result{}, problem.NewInvalid("priority", "must be from 0 to %d", waitlist.HighestPriority)
	}
	reason, err := givenReason(in.Reason)
	if err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.OfferOperate, operation: "prioritizeEntry", key: in.Key, correlationID: correlationID, reason: reason,
		input: struct {
			EntryID         string
			Priority        int
			Reason          string
			ExpectedVersion int
		}{in.EntryID, in.Priority, reason, in.ExpectedVersion}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		found, err := findEntry(ctx, tx, by, in.EntryID)
		if err != nil {
			return verdict{}, err
		}
		if found == nil {
			return unknownReference("waitlist entry")
		}
		rows, err := tx.LockEntries(ctx, []uuid.UUID{found.ID})
		if err != nil {
			return verdict{}, fmt.Errorf("lock entry %s: %w", found.ID, err)
		}
		if len(rows) != 1 {
			return verdict{}, ErrMoved
		}
		now, err := tx.Now(ctx)
		if err != nil {
			return verdict{}, err
		}
		entry, shown := rows[0], about(found.VenueID, ref.Ref{Kind: ref.Entry, ID: found.ID})
		if p := waitlist.DecidePriority(entry, in.ExpectedVersion, now); p != nil {
			return refused(p, shown)
		}
		s := newSheet(by.TenantID, now, nil)
		after := entry
		after.Priority = in.Priority
		s.look(s.amendEntry(entry, after, event.EntryPrioritized), string(event.EntryPrioritized))
		return verdict{changes: s.done(), answer: shown}, nil
	})
}
