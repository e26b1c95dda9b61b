// Package reading owns what a reader may see and in which order: lists by the page, single things, and the batches behind
// nested fields, each row in the state that time has given it by the database's clock. It changes nothing. Rows come from
// a Source, whether a slot can be booked is said by availability and inventory, and capabilities, identifiers and the form
// of answers are the doors' work.
package reading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
)

// Reader answers what actors ask. It is safe for concurrent use. Every method is one short read-only transaction in the
// actor's tenant with a number of statements that doesn't grow with the rows, and shows only what the actor may see.
//
// Errors of all methods: *problem.Invalid for a page, cursor or range that can't be, problem.ErrUnavailable when the
// database is away.
type Reader struct {
	source   Source
	promises []Promise
	every    time.Duration // how often they are checked
}

// New makes a reader of a source.
func New(source Source) *Reader { return &Reader{source: source} }

// Now is the clock that decides deadlines, in microseconds.
func (r *Reader) Now(ctx context.Context, a actor.Actor) (now time.Time, err error) {
	err = r.byID(ctx, a.TenantID, func(ctx context.Context, rows Rows) error {
		now, err = rows.Clock(ctx)
		return err
	})
	if err != nil {
		return time.Time{}, fmt.Errorf("read the clock: %w", err)
	}
	return now, nil
}

// now reads all over the tenant, the clock before the rows.
func (r *Reader) now(ctx context.Context, a actor.Actor, fn func(context.Context, Rows, time.Time) error) error {
	return r.source.Read(ctx, a.TenantID, func(ctx context.Context, rows Rows) error {
		now, err := rows.Clock(ctx)
		if err != nil {
			return err
		}
		return fn(ctx, rows, now)
	})
}

// inVenue reads in a venue that must exist and be the actor's to see; problem.ErrNotFound for every other. The clock is
// read before the rows, so nothing is shown as lapsed that was settled in time and committed since.
func (r *Reader) inVenue(ctx context.Context, a actor.Actor, venue uuid.UUID, fn func(context.Context, Rows, Ground) error) error {
	if !a.SeesVenue(venue) {
		return problem.ErrNotFound
	}
	return r.source.Read(ctx, a.TenantID, onGround(venue, fn))
}

// onGround looks the venue up, reads the clock, and goes on if there is such a venue.
func onGround(venue uuid.UUID, fn func(context.Context, Rows, Ground) error) func(context.Context, Rows) error {
	return func(ctx context.Context, rows Rows) error {
		ground, err := rows.Ground(ctx, venue)
		if err != nil {
			return fmt.Errorf("find venue %s: %w", venue, err)
		}
		if ground.Venue == nil {
			return problem.ErrNotFound
		}
		return fn(ctx, rows, ground)
	}
}
