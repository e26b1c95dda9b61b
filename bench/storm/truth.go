package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/ref"
)

// truth is what the database and the outside booking system have of one round, when all is over.
type truth struct {
	ledger       map[command.Digest]record
	reservations map[string]found
	entries      map[string]string // their status
	offers       map[string]offered
	intents      map[string]intended
	booked       map[string]int // how many bookings stand outside, by reference
}

// record is the ledger's row of a key.
type record struct {
	outcome, problem string
	refs             []string
}

// found is a reservation.
type found struct {
	ending
	venue       string
	version     int64
	promotional bool
	reference   string // of its booking outside
}

// offered is an offer, and the reservation that it holds.
type offered struct{ status, hold string }

// intended is an intent, and the reservation that it made.
type intended struct{ status, reservation string }

// readTruth reads, at one moment, what has come into being since a time.
func (r *rig) readTruth(ctx context.Context, since time.Time) (*truth, error) {
	tx, err := r.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }()
	t := &truth{
		ledger: map[command.Digest]record{}, reservations: map[string]found{}, entries: map[string]string{}, offers: map[string]offered{},
		intents: map[string]intended{}, booked: map[string]int{},
	}
	for _, part := range []struct {
		query string
		read  func(*sql.Rows) error
	}{
		{`SELECT key_digest, outcome, coalesce(problem::jsonb ->> 'Code', problem::jsonb ->> 'code', ''), refs FROM commands x`, t.record},
		{`SELECT x.id, x.venue_id, x.version, x.status, x.expires_at, x.promotional, coalesce(a.reference, '')
			FROM reservations x LEFT JOIN attempts a ON a.id = x.upstream_attempt_id`, t.reservation},
		{`SELECT x.id, x.status FROM waitlist_entries x`, t.entry},
		{`SELECT x.id, x.status, x.reservation_id FROM offers x`, t.offer},
		{`SELECT x.id, x.status, x.reservation_id FROM intents x`, t.intent},
	} {
		if err := each(ctx, tx, part.query, since, part.read); err != nil {
			return nil, fmt.Errorf("%s: %w", part.query, err)
		}
	}
	books, err := r.books(ctx)
	for _, b := range books {
		if b.State == "BOOKED" {
			t.booked[b.Reference]++
		}
	}
	return t, err
}

// each reads the rows of the journal's tenant that have come into being since a time.
func each(ctx context.Context, tx *sql.Tx, query string, since time.Time, read func(*sql.Rows) error) error {
	rows, err := tx.QueryContext(ctx, query+` WHERE x.created_at >= $1 AND x.tenant_id = (SELECT id FROM tenants WHERE code = $2)`, since, journaled)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (t *truth) record(rows *sql.Rows) error {
	var key, refs []byte
	var r record
	if err := rows.Scan(&key, &r.outcome, &r.problem, &refs); err != nil {
		return err
	}
	if err := json.Unmarshal(refs, &r.refs); err != nil {
		return err
	}
	t.ledger[command.Digest(key)] = r
	return nil
}

func (t *truth) reservation(rows *sql.Rows) error {
	var id, venue uuid.UUID
	var f found
	var expires *time.Time
	if err := rows.Scan(&id, &venue, &f.version, &f.status, &expires, &f.promotional, &f.reference); err != nil {
		return err
	}
	if expires != nil {
		f.expires = *expires
	}
	f.venue = ref.Encode(ref.Venue, venue)
	t.reservations[ref.Encode(ref.Reservation, id)] = f
	return nil
}

func (t *truth) entry(rows *sql.Rows) error {
	var id uuid.UUID
	var status string
	if err := rows.Scan(&id, &status); err != nil {
		return err
	}
	t.entries[ref.Encode(ref.Entry, id)] = status
	return nil
}

func (t *truth) offer(rows *sql.Rows) error {
	var id, hold uuid.UUID
	var o offered
	if err := rows.Scan(&id, &o.status, &hold); err != nil {
		return err
	}
	o.hold = ref.Encode(ref.Reservation, hold)
	t.offers[ref.Encode(ref.Offer, id)] = o
	return nil
}

func (t *truth) intent(rows *sql.Rows) error {
	var id uuid.UUID
	var reservation *uuid.UUID
	var i intended
	if err := rows.Scan(&id, &i.status, &reservation); err != nil {
		return err
	}
	if reservation != nil {
		i.reservation = ref.Encode(ref.Reservation, *reservation)
	}
	t.intents[ref.Encode(ref.Intent, id)] = i
	return nil
}
