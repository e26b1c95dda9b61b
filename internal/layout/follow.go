package layout

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/postgres"
)

// Done is what became of a venue's slots.
type Done struct {
	Added     int
	Reopened  int // on offer again, or no longer for walk-ins only
	Withdrawn int // no longer on offer, or for walk-ins only from now on
	Retired   int // no longer there for anybody; kept, for something happened to them
	Deleted   int
	Waiting   int // to be added once the slots that they overlap are free
}

func (d *Done) count(o Done) {
	d.Added, d.Reopened, d.Withdrawn = d.Added+o.Added, d.Reopened+o.Reopened, d.Withdrawn+o.Withdrawn
	d.Retired, d.Deleted, d.Waiting = d.Retired+o.Retired, d.Deleted+o.Deleted, d.Waiting+o.Waiting
}

func (d Done) changed() bool { return d.Added+d.Reopened+d.Withdrawn+d.Retired+d.Deleted > 0 }

// errMoved means that the rules aren't those any more by which the layout goes.
var errMoved = errors.New("the opening rules changed meanwhile")

// restarts is how often the rules may change under one layout; whoever wakes it comes again in any case.
const restarts = 5

// Follow makes the slots of a venue those that its rules ask for, from its civil today, by the database's clock, as many
// days ahead as the venue says; what begins before now stays as it is. Missing slots are added and noted as vacant. One that
// the rules no longer have is deleted if nothing ever happened to it, retired if nobody holds it, and else withdrawn: it
// stays for those who booked it. When it is asked for again it is on offer again.
//
// It works in parts, each a transaction of its own; after an error, or the end of ctx, the parts before stand, and the next
// run does the rest. Only when all is done the venue is marked as laid out. A venue that never had a rule is left alone.
func (l *Layout) Follow(ctx context.Context, tenant, venue uuid.UUID) (done Done, err error) {
	for range restarts {
		done.Waiting = 0
		if err = l.once(ctx, tenant, venue, &done); !errors.Is(err, errMoved) {
			return done, err
		}
	}
	return done, fmt.Errorf("lay out venue %s: %w", venue, err)
}

func (l *Layout) once(ctx context.Context, tenant, venue uuid.UUID, done *Done) error {
	g, err := l.read(ctx, tenant, venue)
	if err != nil {
		return err
	}
	if g.unruled() {
		return l.mark(ctx, g, false)
	}
	for p := range g.parts() {
		var did Done
		err := l.write(ctx, g, func(ctx context.Context, tx *sql.Tx) (wrote bool, err error) {
			did, err = g.layOut(ctx, tx, p)
			return did.changed(), err
		})
		if err != nil {
			return fmt.Errorf("lay out venue %s: %w", venue, err)
		}
		done.count(did)
	}
	return l.mark(ctx, g, done.changed())
}

func (l *Layout) mark(ctx context.Context, g *ground, changed bool) error {
	if g.number == 0 && g.unruled() {
		return nil
	}
	err := l.write(ctx, g, func(ctx context.Context, tx *sql.Tx) (bool, error) { return g.finish(ctx, tx, changed) })
	if err != nil {
		return fmt.Errorf("mark venue %s as laid out: %w", g.venue, err)
	}
	return nil
}

const (
	// pass is the first number of the advisory locks by which layouts of one venue take turns; the second is the venue's.
	pass     = 5107003
	takePass = `SELECT set_config('lock_timeout', '4s', true), pg_advisory_xact_lock($1, hashtext($2))`

	patience  = 5 // how often one part is tried while others have what it needs
	breath    = 50 * time.Millisecond
	lockTaken = "55P03"
)

// write runs one transaction that has the venue's turn, and tries again when a lock was not to be had in time.
func (l *Layout) write(ctx context.Context, g *ground, fn func(context.Context, *sql.Tx) (wrote bool, err error)) (err error) {
	for range patience {
		var wrote bool
		err = l.db.InTenant(ctx, g.tenant, func(ctx context.Context, tx *sql.Tx) (err error) {
			if _, err := tx.ExecContext(ctx, takePass, pass, g.venue.String()); err != nil {
				return err
			}
			wrote, err = fn(ctx, tx)
			return err
		})
		if err == nil && wrote {
			l.wake(g.tenant)
		}
		if postgres.Code(err) != lockTaken {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(breath):
		}
	}
	return err
}
