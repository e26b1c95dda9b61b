// Package booking is the desk: every command and every routine that changes what is booked or waited for, one file each,
// one transaction each. A command is written load -> decide -> write: it locks and reads rows, decides by the pure rooms,
// and hands over the changes as one set. Resolvers, workers and tools enter here; storage is behind the interfaces of
// database.go.
package booking

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// Desk gives the commands. It is safe for concurrent use.
type Desk struct {
	database Database
	wake     func(tenant uuid.UUID)
	twins    *twins
	lanes    *lanes
	log      *slog.Logger
	observer Observer
	issuer   string // the identity provider by which people sign in; empty: none
}

// NewDesk opens a desk over a database. wake is called after every commit that may have left events to number or work to
// do; it must return at once.
func NewDesk(database Database, wake func(tenant uuid.UUID), log *slog.Logger) *Desk {
	d := &Desk{database: database, wake: wake, twins: newTwins(), log: log, observer: nobody{}}
	d.lanes = newLanes(d.together)
	return d
}

// call is one command as it was asked for.
type call struct {
	actor         actor.Actor
	capability    actor.Capability
	operation     string
	key           string
	input         any // canonical: what the digest is taken over
	correlationID string
	reason        string   // given by a person; goes into the audit
	wants         []string // public ids of what it will lock, as far as that is known beforehand
}

// verdict is what a command decided: a refusal, or a set of changes; and what to show for it.
type verdict struct {
	problem  *problem.Problem
	changes  *Changes
	accepted *ref.Ref // the intent, when a worker does the rest
	answer   answer
}

// twinPatience is how long a second call waits for the first with the same key.
const twinPatience = time.Second

// run is the one way a mutation runs: permission, the key's lock, the ledger, the decision, the write, in one transaction.
// The decision may be made more than once; it must not keep anything between times.
func (d *Desk) run(ctx context.Context, c call, decide func(ctx context.Context, tx Tx) (verdict, error)) (command.Result, error) {
	return d.perform(ctx, c, nil, decide)
}

// runTogether is run for a decision that may be made together with others of the tenant, in one transaction: those that come
// while others are under way. What each is told is the same.
func (d *Desk) runTogether(ctx context.Context, c call, decide func(ctx context.Context, tx Facts) (verdict, error)) (command.Result, error) {
	return d.perform(ctx, c, decide, func(ctx context.Context, tx Tx) (verdict, error) { return decide(ctx, tx) })
}

func (d *Desk) perform(ctx context.Context, c call, together func(context.Context, Facts) (verdict, error), decide func(context.Context, Tx) (verdict, error)) (result command.Result, err error) {
	ctx, ended := d.observer.Command(ctx, c.operation, c.correlationID)
	defer func() { ended(result, err) }()
	if !c.actor.Can(c.capability) {
		return command.Result{}, problem.ErrForbidden
	}
	if !command.ValidKey(c.key) {
		return command.Result{}, problem.ErrInvalidKey
	}
	entry := ledgerEntry{call: c, key: command.KeyDigest(c.key), input: command.InputDigest(c.operation, c.input)}
	entry.lock = command.LockNumber(c.actor.TenantID, c.actor.PrincipalID, entry.key)
	leave, first := d.twins.enter(ctx, entry.lock, twinPatience)
	if !first {
		return entry.inProgress(), nil
	}
	defer leave()
	if together == nil {
		result, err = d.attempt(ctx, entry, decide)
	} else {
		result, err = d.joinOthers(ctx, entry, together, decide)
	}
	if errors.Is(err, ErrWall) { // a wall of the database refused what the rules allowed: look once more
		d.log.WarnContext(ctx, "database refused a decision", "operation", c.operation, "correlationId", c.correlationID, "error", err)
		result, err = d.attempt(ctx, entry, decide)
	}
	if errors.Is(err, ErrCommitUnknown) {
		result, err = d.settle(ctx, entry, result, err)
	}
	if err != nil {
		return command.Result{}, fmt.Errorf("%s: %w", c.operation, err)
	}
	return result, nil
}

// joinOthers runs the command together with others, or alone where there are none or it doesn't go with them.
func (d *Desk) joinOthers(ctx context.Context, e ledgerEntry, together func(context.Context, Facts) (verdict, error), decide func(context.Context, Tx) (verdict, error)) (command.Result, error) {
	o := d.lanes.join(&rider{ctx: ctx, entry: e, wants: e.wants, most: groupMost, decide: together, done: make(chan outcome, 1)})
	if !o.alone {
		return o.result, o.err
	}
	defer o.leave()
	return d.attempt(ctx, e, decide)
}

// tries is how often a command is decided before its caller is told to come back later.
const tries = 4

// again reports whether an attempt came to nothing for the sake of others, so that the next may succeed.
func again(err error) bool { return errors.Is(err, ErrMoved) || errors.Is(err, ErrBusy) }

// attempt runs the command once, or a few times more when the rows it had looked at moved before it had them locked, or
// when it stood in line for them too long.
func (d *Desk) attempt(ctx context.Context, e ledgerEntry, decide func(context.Context, Tx) (verdict, error)) (result command.Result, err error) {
	for range tries {
		wrote := false
		err = d.database.Command(ctx, e.actor.TenantID, e.lock, func(ctx context.Context, tx Tx, locked bool) error {
			wrote = false
			var txErr error
			result, wrote, txErr = e.once(ctx, tx, locked, decide)
			return txErr
		})
		if err == nil && wrote {
			d.wake(e.actor.TenantID)
		}
		var first *lapsedFirst
		if errors.As(err, &first) {
			if lapseErr := d.lapseOffer(ctx, e.actor.TenantID, first.offer); lapseErr != nil {
				return result, fmt.Errorf("record lapsed offer %s: %w", first.offer, lapseErr)
			}
		}
		if !again(err) {
			return result, err
		}
	}
	return command.Result{}, fmt.Errorf("%w: decided %d times: %w", problem.ErrUnavailable, tries, err)
}

// settle answers a commit whose fate is unknown by looking the key up, never by doing it again. The key's lock is free
// only once the lost transaction is over, so what is not found then did not happen.
func (d *Desk) settle(ctx context.Context, e ledgerEntry, lost command.Result, cause error) (result command.Result, err error) {
	d.log.WarnContext(ctx, "commit of unknown fate", "operation", e.operation, "correlationId", e.correlationID, "error", cause)
	found := false
	err = d.database.Command(ctx, e.actor.TenantID, e.lock, func(ctx context.Context, tx Tx, locked bool) error {
		if !locked {
			free, waitErr := tx.WaitForKey(ctx, e.lock, twinPatience)
			if waitErr != nil || !free {
				return waitErr
			}
		}
		record, readErr := tx.Record(ctx, e.actor.PrincipalID, e.key)
		if readErr != nil || record == nil {
			return readErr
		}
		found, result = true, e.replay(*record)
		result.Replayed = result.Replayed && lost.Replayed // the first answer to it, unless the lost one was none
		return nil
	})
	switch {
	case found: // however that look ended: it only read
	case errors.Is(err, ErrCommitUnknown):
		return command.Result{}, fmt.Errorf("settle: %w: %w", problem.ErrUnavailable, err)
	case err != nil:
		return command.Result{}, fmt.Errorf("settle: %w", err)
	default:
		return command.Result{}, problem.ErrUnavailable
	}
	d.wake(e.actor.TenantID)
	return result, nil
}
