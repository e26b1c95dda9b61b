package store_test

import (
	"context"
	"database/sql"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/ref"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// lived is a house in which something stands in every table.
type lived struct {
	*housetest.House
	room, slot, later         uuid.UUID
	booked, offer, held, wish uuid.UUID // a confirmed reservation; an open offer, its hold and its entry
	tied                                // a second venue, where a provider has a say
	t                         testing.TB
}

// furnish lives in a new house until no table is empty.
func furnish(t *testing.T, db *postgres.DB) lived {
	t.Helper()
	h := lived{House: housetest.In(t, db), t: t}
	h.room = h.Resource(inventory.Pooled, 4, 1, 4)
	h.slot, h.later = h.Slot(h.room, 30*time.Hour, 2*time.Hour), h.Slot(h.room, 40*time.Hour, 2*time.Hour)
	must, ctx := housetest.Must(t), context.Background()

	guest := h.Guest("Ahn")
	hold := must(h.Desk.HoldSlot(ctx, guest, booking.HoldSlot{SlotIDs: []string{ref.Encode(ref.Slot, h.slot)}, PartySize: 3, Key: h.Key()}, "test"))
	h.booked = housetest.ID(t, hold, ref.Reservation)
	must(h.Desk.ConfirmReservation(ctx, guest, booking.ReservationCommand{ReservationID: ref.Encode(ref.Reservation, h.booked), ExpectedVersion: 1, Key: h.Key()}, "test"))
	for _, party := range []int{1, 1} {
		var from, to time.Time
		h.Scan(`SELECT starts_at, ends_at FROM slots WHERE id = $1`, []any{h.slot}, &from, &to)
		must(h.Desk.JoinWaitlist(ctx, h.Guest("Bora"), booking.JoinWaitlist{VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: party, From: from, To: to, Key: h.Key()}, "test"))
	}
	_, err := h.Desk.CatchUp(ctx, h.Tenant)
	require.NoError(t, err)
	h.Scan(`SELECT id, reservation_id, entry_id FROM offers WHERE status = 'OFFERED'`, nil, &h.offer, &h.held, &h.wish)
	h.tied = furnishTied(t, h.House)
	h.rest()
	return h
}

// rest fills the tables that nobody has written yet.
func (h lived) rest() {
	key, table := uuid.New(), h.room
	h.Exec(`INSERT INTO invariant_checks (id, tenant_id, name, checked_at, breaches, took_micros) VALUES (gen_random_uuid(), $1, 'slot-counter', clock_timestamp(), 0, 1)`, h.Tenant)
	h.Exec(`INSERT INTO api_keys (id, tenant_id, principal_id, name, secret_digest, created_at) VALUES ($1, $2, $3, 'key', sha256($4), clock_timestamp())`,
		key, h.Tenant, h.Staff.PrincipalID, key[:])
	h.Exec(`INSERT INTO api_key_venues (id, tenant_id, api_key_id, venue_id) VALUES ($1, $2, $3, $4)`, uuid.New(), h.Tenant, key, h.Venue)
	h.Exec(`INSERT INTO opening_windows (id, tenant_id, venue_id, resource_id, weekdays, opens_minute, closes_minute, slot_minutes) VALUES ($1, $2, $3, $4, 127, 600, 1200, 60)`,
		uuid.New(), h.Tenant, h.Venue, table)
	h.Exec(`INSERT INTO opening_exceptions (id, tenant_id, venue_id, resource_id, date) VALUES ($1, $2, $3, $4, '2030-05-04')`, uuid.New(), h.Tenant, h.Venue, table)
	h.hours()
	h.doors()
	h.Exec(`INSERT INTO event_logs (id, tenant_id, venue_id) VALUES ($1, $2, $3)`, uuid.New(), h.Tenant, h.Venue)
	h.Exec(`INSERT INTO vacancies (id, tenant_id, venue_id, slot_id, cause, created_at) VALUES ($1, $2, $3, $4, 'test', clock_timestamp())`, uuid.New(), h.Tenant, h.Venue, h.slot)
}

// hours fills the tables of what administrators run.
func (h lived) hours() {
	area, customer := uuid.New(), h.Guest("Chae").CustomerID
	h.Exec(`INSERT INTO areas (id, tenant_id, venue_id, name, created_at) VALUES ($1, $2, $3, 'Terrace', clock_timestamp())`, area, h.Tenant, h.Venue)
	h.Exec(`INSERT INTO pauses (id, tenant_id, venue_id, from_at, until_at, reason, created_at) VALUES ($1, $2, $3, clock_timestamp() + interval '90 days', clock_timestamp() + interval '91 days', 'works', clock_timestamp())`, uuid.New(), h.Tenant, h.Venue)
	h.Exec(`INSERT INTO adjustments (id, tenant_id, venue_id, customer_id, kind, amount, reason, granted_by, created_at) VALUES ($1, $2, $3, $4, 'BENEFIT', 5, 'regular', 'Somi', clock_timestamp())`, uuid.New(), h.Tenant, h.Venue, customer)
	h.Exec(`INSERT INTO allowed_customers (id, tenant_id, venue_id, customer_id, created_at) VALUES ($1, $2, $3, $4, clock_timestamp())`, uuid.New(), h.Tenant, h.Venue, customer)
	h.Exec(`INSERT INTO opening_revisions (id, tenant_id, venue_id, number, rules, made_by, created_at) VALUES ($1, $2, $3, 1, '{}', 'Ada', clock_timestamp())`, uuid.New(), h.Tenant, h.Venue)
	h.Exec(`INSERT INTO series (id, tenant_id, venue_id, customer_id, rule, party_size, created_at) VALUES ($1, $2, $3, $4, 'FREQ=WEEKLY;COUNT=2', 2, clock_timestamp())`, uuid.New(), h.Tenant, h.Venue, customer)
	h.Exec(`INSERT INTO calendar_feeds (id, tenant_id, venue_id, customer_id, privacy, secret_digest, created_at) VALUES ($1, $2, $3, $4, 'BUSY', sha256($5), clock_timestamp())`, uuid.New(), h.Tenant, h.Venue, customer, area[:])
	h.Exec(`INSERT INTO calendar_feeds (id, tenant_id, venue_id, resource_id, privacy, secret_digest, created_at) VALUES ($1, $2, $3, $4, 'BUSY', sha256($5), clock_timestamp())`, uuid.New(), h.Tenant, h.Venue, h.room, customer[:])
	hold := housetest.Must(h.t)(h.Desk.HoldSlot(context.Background(), h.Staff, booking.HoldSlot{SlotIDs: []string{ref.Encode(ref.Slot, h.Evening())}, PartySize: 2, Key: h.Key()}, "test"))
	require.Equal(h.t, 1, h.Count(`SELECT count(*) FROM occupancies WHERE reservation_id = $1`, housetest.ID(h.t, hold, ref.Reservation)))
}

// doors fills the tables of who may come in.
func (h lived) doors() (membership uuid.UUID) {
	membership = uuid.New()
	h.Exec(`INSERT INTO memberships (id, tenant_id, principal_id, issuer, subject, created_at) VALUES ($1, $2, $3, 'https://login.example', $4, clock_timestamp())`,
		membership, h.Tenant, h.Staff.PrincipalID, membership.String())
	h.Exec(`INSERT INTO membership_venues (id, tenant_id, membership_id, venue_id) VALUES ($1, $2, $3, $4)`, uuid.New(), h.Tenant, membership, h.Venue)
	h.Exec(`INSERT INTO sessions (id, tenant_id, membership_id, secret_digest, created_at, expires_at, seen_at) VALUES ($1, $2, $3, sha256($4), clock_timestamp(), clock_timestamp() + interval '1 hour', clock_timestamp())`,
		uuid.New(), h.Tenant, membership, membership[:])
	h.Exec(`INSERT INTO sign_ins (id, tenant_id, state_digest, nonce, verifier, return_to, created_at, expires_at) VALUES ($1, $2, sha256($3), 'nonce', 'verifier', '/', clock_timestamp(), clock_timestamp() + interval '1 hour')`,
		uuid.New(), h.Tenant, membership[:])
	return membership
}

// try runs a statement and takes it back whatever came of it, so that the transaction can go on.
func try(t *testing.T, tx *sql.Tx, query string, args ...any) (rows int64, err error) {
	t.Helper()
	_, savepointErr := tx.Exec(`SAVEPOINT try`)
	require.NoError(t, savepointErr)
	defer func() {
		_, backErr := tx.Exec(`ROLLBACK TO SAVEPOINT try`)
		require.NoError(t, backErr)
	}()
	result, err := tx.Exec(query, args...)
	if err != nil {
		return 0, err
	}
	rows, err = result.RowsAffected()
	require.NoError(t, err)
	if _, err := tx.Exec(`SET CONSTRAINTS ALL IMMEDIATE`); err != nil {
		return rows, err
	}
	return rows, nil
}

// refuses demands that a statement is refused with an SQL state, and by the constraint when one is named.
func refuses(t *testing.T, tx *sql.Tx, state, constraint, query string, args ...any) {
	t.Helper()
	_, err := try(t, tx, query, args...)
	require.Error(t, err, query)
	require.Equal(t, state, postgres.Code(err), "%v", err)
	if constraint != "" {
		require.Equal(t, constraint, postgres.Constraint(err))
	}
}
