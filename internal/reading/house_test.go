package reading_test

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/internal/waitlist"
)

// house is a tenant in a database of its own, written to as the application may write: under its role, past no wall.
type house struct {
	t      testing.TB
	db     *postgres.DB
	reader *reading.Reader
	tenant uuid.UUID
	now    time.Time // when the house was built, by the database's clock
	staff  actor.Actor
}

func newHouse(t testing.TB) *house {
	t.Helper()
	return settle(t, pgtest.New(t))
}

func settle(t testing.TB, db *postgres.DB) *house {
	t.Helper()
	h := &house{t: t, db: db, reader: reading.New(store.NewReads(db)), tenant: uuid.New()}
	h.staff = actor.Actor{TenantID: h.tenant, PrincipalID: uuid.New(), Role: actor.Staff, DisplayName: "Ada"}
	h.exec(`INSERT INTO tenants (id, code, name, created_at) VALUES ($1, $2, 'House', now())`, h.tenant, h.tenant.String())
	now, err := h.reader.Now(t.Context(), h.staff)
	require.NoError(t, err)
	h.now = now
	return h
}

// neighbour is another tenant in the same database.
func (h *house) neighbour() *house { return settle(h.t, h.db) }

func (h *house) tx(fn func(exec func(query string, args ...any))) {
	h.t.Helper()
	require.NoError(h.t, h.db.InTenant(h.t.Context(), h.tenant, func(ctx context.Context, tx *sql.Tx) error {
		var failed error
		fn(func(query string, args ...any) {
			if _, err := tx.ExecContext(ctx, query, args...); err != nil && failed == nil {
				failed = fmt.Errorf("%s: %w", query, err)
			}
		})
		return failed
	}))
}

func (h *house) exec(query string, args ...any) {
	h.t.Helper()
	h.tx(func(exec func(string, ...any)) { exec(query, args...) })
}

func (h *house) only(venues ...uuid.UUID) actor.Actor {
	a := h.staff
	a.VenueIDs = venues
	return a
}

func (h *house) guest(customer uuid.UUID) actor.Actor {
	return actor.Actor{TenantID: h.tenant, PrincipalID: uuid.New(), Role: actor.Customer, CustomerID: &customer}
}

func (h *house) agentOf(customer uuid.UUID) actor.Actor {
	return actor.Actor{TenantID: h.tenant, PrincipalID: uuid.New(), Role: actor.Agent, CustomerID: &customer}
}

// venue opens a venue with active rules: the defaults, changed.
func (h *house) venue(zone string, change ...func(*policy.Rules)) uuid.UUID {
	h.t.Helper()
	rules := policy.Default()
	for _, c := range change {
		c(&rules)
	}
	id := uuid.New()
	h.exec(`INSERT INTO venues (id, tenant_id, code, name, time_zone, created_at) VALUES ($1, $2, $3, 'Venue', $4, $5)`, id, h.tenant, id.String(), zone, h.now)
	h.policy(id, 1, rules, true)
	return id
}

func (h *house) policy(venue uuid.UUID, number int, rules policy.Rules, active bool) uuid.UUID {
	h.t.Helper()
	id := uuid.New()
	h.tx(func(exec func(string, ...any)) {
		exec(`INSERT INTO policy_versions (id, tenant_id, venue_id, number, rules, digest, created_at) VALUES ($1, $2, $3, $4, $5, $6, now())`,
			id, h.tenant, venue, number, string(rules.MarshalCanonical()), rules.Digest())
		if active {
			exec(`UPDATE policy_versions SET status = 'ACTIVE', activated_at = now(), version = 2 WHERE id = $1`, id)
		}
	})
	return id
}

func (h *house) resource(venue uuid.UUID, kind inventory.ResourceKind, capacity, minParty, maxParty int) uuid.UUID {
	h.t.Helper()
	id := uuid.New()
	h.exec(`INSERT INTO resources (id, tenant_id, venue_id, name, kind, capacity, min_party, max_party, created_at) VALUES ($1, $2, $3, 'Resource', $4, $5, $6, $7, $8)`,
		id, h.tenant, venue, string(kind), capacity, minParty, maxParty, h.now)
	return id
}

func (h *house) table(venue uuid.UUID) uuid.UUID {
	return h.resource(venue, inventory.Exclusive, 1, 1, 6)
}

func (h *house) room(venue uuid.UUID, seats int) uuid.UUID {
	return h.resource(venue, inventory.Pooled, seats, 1, seats)
}

// slot lays out one hour of a resource.
func (h *house) slot(resource uuid.UUID, startsAt time.Time) uuid.UUID {
	h.t.Helper()
	id := uuid.New()
	h.exec(`INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, capacity)
		SELECT $1, tenant_id, venue_id, id, $2, $2::timestamptz + interval '1 hour', capacity FROM resources WHERE id = $3`, id, startsAt, resource)
	return id
}

func (h *house) customer() uuid.UUID {
	h.t.Helper()
	id := uuid.New()
	h.exec(`INSERT INTO customers (id, tenant_id, name, email, email_key, created_at, updated_at) VALUES ($1, $2, 'Guest', $3, $3, now(), now())`,
		id, h.tenant, id.String()+"@example.org")
	return id
}

// booking describes a reservation; what is left out is a hold for one that lasts an hour.
type booking struct {
	customer  uuid.UUID
	party     int
	status    reservation.Status
	expiresAt time.Time
	offered   bool
}

// book takes slots, in any number, all of one venue.
func (h *house) book(b booking, slots ...uuid.UUID) uuid.UUID {
	h.t.Helper()
	if b.customer == uuid.Nil {
		b.customer = h.customer()
	}
	if b.expiresAt.IsZero() {
		b.expiresAt = h.now.Add(time.Hour)
	}
	b.party = max(b.party, 1)
	id := uuid.New()
	h.tx(func(exec func(string, ...any)) {
		exec(`INSERT INTO reservations (id, tenant_id, venue_id, customer_id, party_size, expires_at, promotional, policy_version_id, starts_at, ends_at, created_at, updated_at)
			SELECT $1, s.tenant_id, s.venue_id, $2, $3, $4, $5, p.id, min(s.starts_at), max(s.ends_at), now(), now()
			FROM slots s JOIN policy_versions p ON p.venue_id = s.venue_id AND p.status = 'ACTIVE'
			WHERE s.id = ANY ($6::uuid[]) GROUP BY s.tenant_id, s.venue_id, p.id`, id, b.customer, b.party, b.expiresAt, b.offered, texts(slots))
		exec(`INSERT INTO allocations (id, tenant_id, reservation_id, slot_id, units, created_at)
			SELECT gen_random_uuid(), s.tenant_id, $1, s.id, CASE r.kind WHEN 'POOLED' THEN $2::bigint ELSE 1 END, now()
			FROM slots s JOIN resources r ON r.id = s.resource_id WHERE s.id = ANY ($3::uuid[])`, id, b.party, texts(slots))
		exec(countSlots, texts(slots))
		h.advance(exec, id, b.status)
		exec(countSlots, texts(slots))
	})
	return id
}

const countSlots = `UPDATE slots SET version = version + 1,
	taken = (SELECT coalesce(sum(a.units), 0) FROM allocations a WHERE a.slot_id = slots.id AND a.released_at IS NULL) WHERE id = ANY ($1::uuid[])`

// advance walks a hold along its machine.
func (h *house) advance(exec func(string, ...any), id uuid.UUID, to reservation.Status) {
	ways := map[reservation.Status][]reservation.Status{
		reservation.Confirmed: {reservation.Confirmed},
		reservation.CheckedIn: {reservation.Confirmed, reservation.CheckedIn},
		reservation.Completed: {reservation.Confirmed, reservation.CheckedIn, reservation.Completed},
		reservation.Cancelled: {reservation.Cancelled},
		reservation.NoShow:    {reservation.Confirmed, reservation.NoShow},
		reservation.Expired:   {reservation.Expired},
	}
	for _, step := range ways[to] {
		exec(`UPDATE reservations SET status = $1, version = version + 1 WHERE id = $2`, string(step), id)
	}
	if to != "" && !to.Active() {
		exec(`UPDATE allocations SET released_at = now() WHERE reservation_id = $1`, id)
	}
}

// wish describes a waitlist entry; what is left out is a wish of a new customer for one, who joined when the house was built.
type wish struct {
	customer   uuid.UUID
	party      int
	from, to   time.Time
	resource   *uuid.UUID
	joinedAt   time.Time
	passedOver int
}

func (h *house) join(venue uuid.UUID, w wish) uuid.UUID {
	h.t.Helper()
	if w.customer == uuid.Nil {
		w.customer = h.customer()
	}
	if w.joinedAt.IsZero() {
		w.joinedAt = h.now
	}
	id := uuid.New()
	h.exec(`INSERT INTO waitlist_entries (id, tenant_id, venue_id, customer_id, party_size, from_at, to_at, resource_id, joined_at, passed_over, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now())`,
		id, h.tenant, venue, w.customer, max(w.party, 1), w.from, w.to, w.resource, w.joinedAt, w.passedOver)
	return id
}

// proposal describes an offer of a slot to an entry that waits.
type proposal struct {
	expiresAt time.Time
	requeues  bool
	override  bool
	skipped   string
	status    waitlist.OfferStatus
}

// proposed is what an offer consists of.
type proposed struct{ offer, hold, selection uuid.UUID }

func (h *house) offer(entry, slot uuid.UUID, p proposal) proposed {
	h.t.Helper()
	var owner uuid.UUID
	var party int
	require.NoError(h.t, pgtest.Admin(h.t, h.db).QueryRowContext(h.t.Context(), `SELECT customer_id, party_size FROM waitlist_entries WHERE id = $1`, entry).Scan(&owner, &party))
	if p.expiresAt.IsZero() {
		p.expiresAt = h.now.Add(time.Hour)
	}
	if p.skipped == "" {
		p.skipped = "[]"
	}
	made := proposed{offer: uuid.New(), selection: uuid.New()}
	made.hold = h.book(booking{customer: owner, party: party, expiresAt: p.expiresAt, offered: true}, slot)
	h.tx(func(exec func(string, ...any)) {
		exec(`INSERT INTO selections (id, tenant_id, venue_id, slot_id, entry_id, policy_version_id, policy_digest, considered, skipped, override, generation, created_at)
			SELECT $1, r.tenant_id, r.venue_id, $2, $3, r.policy_version_id, 'digest', 1, $4::jsonb, $5, 1 + (SELECT count(*) FROM selections WHERE slot_id = $2), now()
			FROM reservations r WHERE r.id = $6`, made.selection, slot, entry, p.skipped, p.override, made.hold)
		exec(`INSERT INTO offers (id, tenant_id, venue_id, entry_id, customer_id, reservation_id, selection_id, expires_at, generation, created_at, updated_at)
			SELECT $1, r.tenant_id, r.venue_id, $2, r.customer_id, r.id, $3, $4, 1, clock_timestamp(), now() FROM reservations r WHERE r.id = $5`,
			made.offer, entry, made.selection, p.expiresAt, made.hold)
		exec(`UPDATE waitlist_entries SET status = 'OFFERED', version = version + 1, offer_id = $1, offer_expires_at = $2, requeues_on_lapse = $3 WHERE id = $4`,
			made.offer, p.expiresAt, p.requeues, entry)
		if p.status != "" {
			exec(`UPDATE offers SET status = $1, version = 2, decided_at = now() WHERE id = $2`, string(p.status), made.offer)
		}
	})
	return made
}

func texts(ids []uuid.UUID) any {
	text := "{"
	for i, id := range ids {
		if i > 0 {
			text += ","
		}
		text += id.String()
	}
	return text + "}"
}

func at[T any](v T) *T { return &v }

// admin writes past the walls, for what only a long story would lead to.
func (h *house) admin(query string, args ...any) {
	h.t.Helper()
	tx, err := pgtest.Admin(h.t, h.db).BeginTx(h.t.Context(), nil)
	require.NoError(h.t, err)
	defer func() { _ = tx.Rollback() }()
	_, err = tx.ExecContext(h.t.Context(), `SET LOCAL session_replication_role = replica`)
	require.NoError(h.t, err)
	_, err = tx.ExecContext(h.t.Context(), query, args...)
	require.NoError(h.t, err)
	require.NoError(h.t, tx.Commit())
}

func newReader(db *postgres.DB) *reading.Reader { return reading.New(store.NewReads(db)) }
