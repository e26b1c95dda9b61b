// Package housetest gives a test a small house on a real database of its own: a tenant with a venue, its policy, resources
// and slots, people to act, and the desk over it. Nothing runs by itself: no worker, no feed.
package housetest

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

// House is a tenant ready to be booked.
type House struct {
	DB     *postgres.DB
	Desk   *booking.Desk
	Tenant uuid.UUID
	Venue  uuid.UUID
	Policy uuid.UUID
	Staff  actor.Actor
	Admin  actor.Actor
	Woken  atomic.Int64 // how often the desk asked for its events to be numbered

	t         testing.TB
	keys      atomic.Int64
	admin     sync.Once
	superuser *sql.DB
}

// New builds a house under the rules; change nothing to get the defaults.
func New(t testing.TB, change ...func(*policy.Rules)) *House {
	t.Helper()
	return In(t, pgtest.New(t), change...)
}

// In builds one more house in a database that exists.
func In(t testing.TB, db *postgres.DB, change ...func(*policy.Rules)) *House {
	t.Helper()
	h := &House{DB: db, Tenant: uuid.New(), Venue: uuid.New(), Policy: uuid.New(), t: t}
	h.Desk = booking.NewDesk(store.NewDatabase(db), func(uuid.UUID) { h.Woken.Add(1) }, slog.New(slog.DiscardHandler))
	h.exec(`INSERT INTO tenants (id, code, name, created_at) VALUES ($1, $2, 'House', clock_timestamp())`, h.Tenant, h.Tenant.String()[:8])
	h.exec(`INSERT INTO venues (id, tenant_id, code, name, time_zone, layout_days, created_at) VALUES ($1, $2, 'main', 'Main', 'Asia/Seoul', 14, clock_timestamp())`, h.Venue, h.Tenant)
	h.Activate(h.Policy, 1, change...)
	h.Staff, h.Admin = h.Person(actor.Staff, "Somi"), h.Person(actor.Admin, "Ada")
	return h
}

// SecondVenue is the same house at another place: one more venue of the tenant, under a policy of its own.
func (h *House) SecondVenue(change ...func(*policy.Rules)) *House {
	h.t.Helper()
	other := &House{DB: h.DB, Desk: h.Desk, Tenant: h.Tenant, Venue: uuid.New(), Policy: uuid.New(), Staff: h.Staff, Admin: h.Admin, t: h.t}
	h.exec(`INSERT INTO venues (id, tenant_id, code, name, time_zone, layout_days, created_at) VALUES ($1, $2, $3, 'Other', 'Europe/Berlin', 14, clock_timestamp())`,
		other.Venue, h.Tenant, other.Venue.String()[:8])
	other.Activate(other.Policy, 1, change...)
	return other
}

// Activate gives the venue a policy version, and retires the one before.
func (h *House) Activate(id uuid.UUID, number int, change ...func(*policy.Rules)) {
	h.t.Helper()
	rules := policy.Default()
	for _, f := range change {
		f(&rules)
	}
	h.exec(`UPDATE policy_versions SET status = 'RETIRED', version = version + 1 WHERE venue_id = $1 AND status = 'ACTIVE'`, h.Venue)
	h.exec(`INSERT INTO policy_versions (id, tenant_id, venue_id, number, status, rules, digest, created_at) VALUES ($1, $2, $3, $4, 'DRAFT', $5, $6, clock_timestamp())`,
		id, h.Tenant, h.Venue, number, string(rules.MarshalCanonical()), rules.Digest())
	h.exec(`UPDATE policy_versions SET status = 'ACTIVE', activated_at = clock_timestamp(), version = version + 1 WHERE id = $1`, id)
}

// Person makes a principal; a customer or an agent gets a customer row of its own.
func (h *House) Person(role actor.Role, name string) actor.Actor {
	h.t.Helper()
	a := actor.Actor{TenantID: h.Tenant, PrincipalID: uuid.New(), DisplayName: name, Role: role}
	if role == actor.Customer || role == actor.Agent {
		customer := uuid.New()
		a.CustomerID = &customer
		h.exec(`INSERT INTO customers (id, tenant_id, name, created_at, updated_at) VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp())`, customer, h.Tenant, name)
	}
	h.exec(`INSERT INTO principals (id, tenant_id, role, display_name, customer_id, created_at) VALUES ($1, $2, $3, $4, $5, clock_timestamp())`,
		a.PrincipalID, h.Tenant, string(role), name, a.CustomerID)
	return a
}

// Guest is a new customer.
func (h *House) Guest(name string) actor.Actor { return h.Person(actor.Customer, name) }

// Guests are n new customers.
func (h *House) Guests(n int) []actor.Actor {
	guests := make([]actor.Actor, n)
	for i := range guests {
		guests[i] = h.Guest(fmt.Sprintf("Guest %d", i+1))
	}
	return guests
}

// Resource adds a resource of the venue.
func (h *House) Resource(kind inventory.ResourceKind, capacity, minParty, maxParty int) uuid.UUID {
	h.t.Helper()
	id := uuid.New()
	h.exec(`INSERT INTO resources (id, tenant_id, venue_id, name, kind, capacity, min_party, max_party, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp())`,
		id, h.Tenant, h.Venue, "R"+id.String()[:4], string(kind), capacity, minParty, maxParty)
	return id
}

// Table adds a table for two to four.
func (h *House) Table() uuid.UUID { return h.Resource(inventory.Exclusive, 1, 1, 4) }

// Slot adds a slot of a resource that starts so long from now, for the given time.
func (h *House) Slot(resource uuid.UUID, in, length time.Duration) uuid.UUID {
	h.t.Helper()
	id := uuid.New()
	h.exec(`INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, capacity)
	        SELECT $1, $2, venue_id, id, clock_timestamp() + $4 * interval '1 microsecond', clock_timestamp() + $5 * interval '1 microsecond', capacity FROM resources WHERE id = $3`,
		id, h.Tenant, resource, in.Microseconds(), (in + length).Microseconds())
	return id
}

// Evening adds a table with a slot tomorrow, of two hours.
func (h *House) Evening() uuid.UUID { return h.Slot(h.Table(), 30*time.Hour, 2*time.Hour) }

// Key is a new idempotency key.
func (h *House) Key() string { return fmt.Sprintf("key-%s-%08d", h.Venue, h.keys.Add(1)) }

// exec runs SQL as the application, in the tenant's scope.
func (h *House) exec(query string, args ...any) {
	h.t.Helper()
	h.Exec(query, args...)
}

// Exec runs SQL as the application, in the tenant's scope, and returns how many rows it changed.
func (h *House) Exec(query string, args ...any) (rows int64) {
	h.t.Helper()
	err := h.DB.InTenant(context.Background(), h.Tenant, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, query, args...)
		if err == nil {
			rows, err = result.RowsAffected()
		}
		return err
	})
	require.NoError(h.t, err)
	return rows
}

// Scan reads one row as the application, in the tenant's scope.
func (h *House) Scan(query string, args []any, into ...any) {
	h.t.Helper()
	err := h.DB.ReadTenant(context.Background(), h.Tenant, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, query, args...).Scan(into...)
	})
	require.NoError(h.t, err)
}

// Count reads one number.
func (h *House) Count(query string, args ...any) (n int) {
	h.t.Helper()
	h.Scan(query, args, &n)
	return n
}

// Rewind moves a deadline into the past, as a clock that went on would.
func (h *House) Rewind(table, column string, id uuid.UUID) {
	h.t.Helper()
	h.Deadline(table, column, id, -time.Second)
}

// Deadline sets a moment of a row to so long from now, and with a slot's start what is kept of it.
func (h *House) Deadline(table, column string, id uuid.UUID, in time.Duration) {
	h.t.Helper()
	h.past(func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE `+table+` SET `+column+` = clock_timestamp() + $2 * interval '1 microsecond' WHERE id = $1`, id, in.Microseconds())
		if err != nil || table != "slots" {
			return err
		}
		// Whoever keeps the slot keeps all of it.
		_, err = tx.Exec(`UPDATE allocations a SET occupies_from = least(occupies_from, s.starts_at) FROM slots s WHERE s.id = $1 AND a.slot_id = s.id AND a.released_at IS NULL`, id)
		if err != nil {
			return err
		}
		_, err = tx.Exec(`UPDATE occupancies o SET from_at = least(from_at, s.starts_at) FROM slots s WHERE s.id = $1 AND o.slot_id = s.id`, id)
		return err
	})
}

// RunOut lets the time of a hold be over now, and with it that of the offer which it backs and of the entry behind that.
func (h *House) RunOut(hold uuid.UUID) {
	h.t.Helper()
	h.past(func(tx *sql.Tx) error {
		var at time.Time
		if err := tx.QueryRow(`UPDATE reservations SET expires_at = clock_timestamp() WHERE id = $1 RETURNING expires_at`, hold).Scan(&at); err != nil {
			return err
		}
		if _, err := tx.Exec(`UPDATE offers SET expires_at = $2 WHERE reservation_id = $1`, hold, at); err != nil {
			return err
		}
		_, err := tx.Exec(`UPDATE waitlist_entries e SET offer_expires_at = $2 FROM offers o WHERE o.reservation_id = $1 AND e.id = o.entry_id AND e.offer_id = o.id`, hold, at)
		return err
	})
}

// past edits rows past every guard.
func (h *House) past(edit func(tx *sql.Tx) error) {
	h.t.Helper()
	h.admin.Do(func() { h.superuser = pgtest.Admin(h.t, h.DB) })
	tx, err := h.superuser.Begin()
	require.NoError(h.t, err)
	defer func() { _ = tx.Rollback() }()
	_, err = tx.Exec(`SET LOCAL session_replication_role = replica`)
	require.NoError(h.t, err)
	require.NoError(h.t, edit(tx))
	require.NoError(h.t, tx.Commit())
}

// Must demands that a command was carried out.
func Must(t testing.TB) func(command.Result, error) command.Result {
	return func(r command.Result, err error) command.Result {
		t.Helper()
		require.NoError(t, err)
		require.Equal(t, command.Committed, r.Outcome, "problem: %v", r.Problem)
		return r
	}
}

// ID is the id of a result's first ref of a kind.
func ID(t testing.TB, r command.Result, kind ref.Kind) uuid.UUID {
	t.Helper()
	found, ok := r.Find(kind)
	require.True(t, ok, "the result names no %s", kind)
	return found.ID
}
