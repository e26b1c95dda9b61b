package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/postgres"
)

// outcome is what a caller is told.
type outcome string

const (
	booked  outcome = "COMMITTED"
	refused outcome = "REJECTED" // no unit was left; remembered, as the product remembers it
	failed  outcome = "FAILED"   // nothing was decided; the caller may come again
)

// A booking that collides is run again so often, after a random pause that doubles from the first to the longest.
const (
	tries        = 10
	firstPause   = time.Millisecond
	longestPause = 64 * time.Millisecond
)

// request is what a caller sends: who, under which key, for which slot.
type request struct {
	principal uuid.UUID
	key       [sha256.Size]byte
	slot      uuid.UUID
}

// newRequest is of somebody new each time: a house has many guests, and each books seldom.
func newRequest(slot uuid.UUID) request {
	return request{principal: uuid.New(), key: sha256.Sum256([]byte(uuid.NewString())), slot: slot}
}

// answer is what came of a request.
type answer struct {
	request
	outcome     outcome
	reservation uuid.UUID
	why         string // it failed
	tries       int
	took        time.Duration
}

// desk books by one strategy at one venue.
type desk struct {
	strategy strategy
	tenant   uuid.UUID
	venue    uuid.UUID
}

// ask makes a booking and, when it collides with others, tries again. An error is one that the measurement didn't foresee.
func (d desk) ask(ctx context.Context, conn *sql.Conn, r request) (a answer, err error) {
	start := time.Now()
	a = answer{request: r, outcome: failed}
	defer func() { a.took = time.Since(start) }()
	for a.tries = 1; ; a.tries++ {
		a.outcome, a.reservation, err = d.once(ctx, conn, r)
		switch {
		case err == nil:
			return a, nil
		case errors.Is(err, errOvertaken), postgres.IsSerialization(err):
			if a.tries == tries {
				a.outcome, a.why = failed, "tries used up"
				return a, nil
			}
		case errors.Is(err, errInHand):
			a.outcome, a.why = failed, "the key is in hand"
			return a, nil
		case postgres.Code(err) == "55P03":
			a.outcome, a.why = failed, "waited too long for a lock"
			return a, nil
		default:
			return a, fmt.Errorf("book by %s: %w", d.strategy.name, err)
		}
		if err := pause(ctx, a.tries); err != nil {
			return a, err
		}
	}
}

// pause keeps those apart who have collided.
func pause(ctx context.Context, tried int) error {
	most := min(firstPause<<(tried-1), longestPause)
	timer := time.NewTimer(rand.N(most) + time.Microsecond) //nolint:gosec // nobody gains by guessing it
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// errInHand says that another transaction has the key.
var errInHand = errors.New("the key is in hand")

const (
	enter = `SELECT set_config('lock_timeout', '500ms', true), pg_try_advisory_xact_lock($1)`
	known = `SELECT outcome, coalesce(refs->>'reservation', '') FROM locks.commands WHERE tenant_id = $1 AND principal_id = $2 AND key_digest = $3`

	insertReservation = `INSERT INTO locks.reservations
		(id, tenant_id, venue_id, customer_id, party_size, status, expires_at, starts_at, ends_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, 2, 'HELD', $5, $6, $7, $8, $8)`
	insertAllocation = `INSERT INTO locks.allocations (id, tenant_id, reservation_id, slot_id, units, created_at) VALUES ($1, $2, $3, $4, 1, $5)`
	insertEvent      = `INSERT INTO locks.events (tenant_id, venue_id, kind, entity, entity_id, entity_version, customer_id, data, occurred_at)
		VALUES ($1, $2, 'reservation.held', 'reservation', $3, 1, $4, jsonb_build_object('slot', $5::text, 'units', 1), $6)`
	insertCommand = `INSERT INTO locks.commands
		(id, tenant_id, principal_id, key_digest, operation, outcome, refs, correlation_id, created_at, completed_at)
		VALUES ($1, $2, $3, $4, 'holdSlot', $5, $6, $7, $8, $8)`
)

// once is one transaction: the key, the slot, and what follows from it.
func (d desk) once(ctx context.Context, conn *sql.Conn, r request) (outcome, uuid.UUID, error) {
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{Isolation: d.strategy.isolation})
	if err != nil {
		return failed, uuid.Nil, err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	var alone bool
	number := int64(binary.BigEndian.Uint64(r.key[:])) //nolint:gosec // any number will do
	if err := tx.QueryRowContext(ctx, enter, number).Scan(new(string), &alone); err != nil {
		return failed, uuid.Nil, err
	}
	if !alone {
		return failed, uuid.Nil, errInHand
	}
	// A statement of its own, since the snapshot of the first may be older than the lock.
	said, reservation, err := d.remembered(ctx, tx, r)
	if err != nil || said != "" {
		return said, reservation, err
	}
	taken, err := d.strategy.take(ctx, tx, d.tenant, r.slot)
	if err != nil {
		return failed, uuid.Nil, err
	}
	if said = refused; taken {
		said, reservation = booked, uuid.New()
	}
	if err := d.write(ctx, tx, r, said, reservation); err != nil {
		return failed, uuid.Nil, err
	}
	return said, reservation, tx.Commit()
}

func (d desk) remembered(ctx context.Context, tx *sql.Tx, r request) (said outcome, reservation uuid.UUID, err error) {
	var text string
	err = tx.QueryRowContext(ctx, known, d.tenant, r.principal, r.key[:]).Scan(&said, &text)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", uuid.Nil, nil
	case err != nil || text == "":
		return said, uuid.Nil, err
	}
	reservation, err = uuid.Parse(text)
	return said, reservation, err
}

// write writes what was decided; a refusal leaves its command only.
func (d desk) write(ctx context.Context, tx *sql.Tx, r request, said outcome, reservation uuid.UUID) error {
	now := time.Now().UTC().Truncate(time.Microsecond)
	starts := now.Truncate(time.Hour).Add(48 * time.Hour)
	refs := `{}`
	if said == booked {
		refs = `{"reservation": "` + reservation.String() + `"}`
		for _, s := range []statement{
			{insertReservation, []any{reservation, d.tenant, d.venue, r.principal, now.Add(10 * time.Minute), starts, starts.Add(2 * time.Hour), now}},
			{insertAllocation, []any{uuid.New(), d.tenant, reservation, r.slot, now}},
			{insertEvent, []any{d.tenant, d.venue, reservation, r.principal, r.slot.String(), now}},
		} {
			if _, err := tx.ExecContext(ctx, s.text, s.values...); err != nil {
				return err
			}
		}
	}
	_, err := tx.ExecContext(ctx, insertCommand, uuid.New(), d.tenant, r.principal, r.key[:], string(said), refs, d.venue.String(), now)
	return err
}

type statement struct {
	text   string
	values []any
}
