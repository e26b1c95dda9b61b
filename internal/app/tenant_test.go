package app_test

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
)

// tenant is a house in the program's database and the clients of its people. Its texts hold a canary: a word that must
// never come out to anybody else.
type tenant struct {
	*housetest.House
	program *program
	canary  string

	admin, staff, guest, other, agent client
	guestActor                        actor.Actor
}

// tenant makes one more.
func (p *program) tenant(change ...func(*policy.Rules)) *tenant {
	p.t.Helper()
	h := housetest.In(p.t, p.db, change...)
	n := &tenant{House: h, program: p, canary: "canary-" + h.Tenant.String()[:8]}
	n.Exec(`UPDATE venues SET name = $2 WHERE id = $1`, n.Venue, n.canary+" venue")
	n.admin, n.staff = n.client(n.Person(actor.Admin, n.canary+" admin")), n.client(n.Person(actor.Staff, n.canary+" staff"))
	n.guestActor = n.Guest(n.canary + " guest")
	n.guest, n.other = n.client(n.guestActor), n.client(n.Guest(n.canary+" other"))
	agent := n.Person(actor.Agent, n.canary+" agent")
	n.Exec(`UPDATE principals SET customer_id = $2 WHERE id = $1`, agent.PrincipalID, *n.guestActor.CustomerID)
	n.agent = n.client(agent)
	return n
}

// in is the tenant as a part of the test meets it.
func (n *tenant) in(t testing.TB) *tenant {
	part := *n
	part.program = n.program.in(t)
	for _, c := range []*client{&part.admin, &part.staff, &part.guest, &part.other, &part.agent} {
		c.program = part.program
	}
	return &part
}

// client is a person's client, with a key of its own.
func (n *tenant) client(a actor.Actor, change ...func(*auth.IssueSpec)) client {
	n.program.t.Helper()
	token, _ := n.issue(a, change...)
	return n.program.as(token)
}

func (n *tenant) issue(a actor.Actor, change ...func(*auth.IssueSpec)) (token string, id uuid.UUID) {
	n.program.t.Helper()
	spec := auth.IssueSpec{Name: "test"}
	for _, f := range change {
		f(&spec)
	}
	err := n.DB.InTenant(context.Background(), n.Tenant, func(ctx context.Context, tx *sql.Tx) (err error) {
		token, id, err = n.program.keys.Issue(ctx, tx, n.Tenant, a.PrincipalID, spec)
		return err
	})
	require.NoError(n.program.t, err)
	return token, id
}

func (n *tenant) revoke(key uuid.UUID) {
	n.Exec(`UPDATE api_keys SET revoked_at = clock_timestamp(), version = version + 1 WHERE id = $1`, key)
}

// newGuest is one more customer.
func (n *tenant) newGuest() client { return n.client(n.Guest(n.canary + " somebody")) }

// annex is a second venue of the tenant with one table.
func (n *tenant) annex(t testing.TB, change ...func(*policy.Rules)) (venue, resource uuid.UUID) {
	t.Helper()
	venue, resource = uuid.New(), uuid.New()
	rules := policy.Default()
	for _, f := range change {
		f(&rules)
	}
	version := uuid.New()
	n.Exec(`INSERT INTO venues (id, tenant_id, code, name, time_zone, layout_days, created_at) VALUES ($1, $2, $3, $4, 'Europe/Berlin', 14, clock_timestamp())`,
		venue, n.Tenant, "annex"+venue.String()[:4], n.canary+" annex")
	n.Exec(`INSERT INTO policy_versions (id, tenant_id, venue_id, number, status, rules, digest, created_at) VALUES ($1, $2, $3, 1, 'DRAFT', $4, $5, clock_timestamp())`,
		version, n.Tenant, venue, string(rules.MarshalCanonical()), rules.Digest())
	n.Exec(`UPDATE policy_versions SET status = 'ACTIVE', activated_at = clock_timestamp(), version = version + 1 WHERE id = $1`, version)
	n.Exec(`INSERT INTO resources (id, tenant_id, venue_id, name, kind, capacity, min_party, max_party, created_at) VALUES ($1, $2, $3, $4, 'EXCLUSIVE', 1, 1, 4, clock_timestamp())`,
		resource, n.Tenant, venue, n.canary+" table")
	return venue, resource
}

// in limits a key to a venue.
func in(venue uuid.UUID) func(*auth.IssueSpec) {
	return func(s *auth.IssueSpec) { s.VenueIDs = []uuid.UUID{venue} }
}

// venueID is the public id of the tenant's first venue.
func (n *tenant) venueID() string { return ref.Encode(ref.Venue, n.Venue) }

// evening adds a table with one slot tomorrow and returns the slot's public id.
func (n *tenant) evening() string { return ref.Encode(ref.Slot, n.Evening()) }

// at adds a table with one slot of an hour that starts so long from now.
func (n *tenant) at(in time.Duration) string {
	return ref.Encode(ref.Slot, n.Slot(n.Table(), in, time.Hour))
}

// pool adds a pooled resource with one slot tomorrow.
func (n *tenant) pool(capacity int) string {
	return ref.Encode(ref.Slot, n.Slot(n.Resource(inventory.Pooled, capacity, 1, capacity), 30*time.Hour, 2*time.Hour))
}

// times are a slot's start and end.
func (n *tenant) times(slot string) (from, to time.Time) {
	id, _ := ref.Decode(ref.Slot, slot)
	n.Scan(`SELECT starts_at, ends_at FROM slots WHERE id = $1`, []any{id}, &from, &to)
	return from.UTC(), to.UTC()
}

// rewind moves a deadline of the thing with this public id into the past.
func (n *tenant) rewind(table, column, id string) {
	parsed, ok := ref.Parse(id)
	require.True(n.program.t, ok, id)
	n.Rewind(table, column, parsed.ID)
}

// lapse lets the time of an offer be over, with its hold's and its entry's.
func (n *tenant) lapse(offer gjson.Result) {
	n.rewind("offers", "expires_at", offer.Get("id").String())
	n.rewind("reservations", "expires_at", offer.Get("hold.id").String())
	n.rewind("waitlist_entries", "offer_expires_at", offer.Get("entry.id").String())
}

// begin lets a reservation have begun so long ago, past all triggers, as a clock that went on would.
func (n *tenant) begin(reservation string, ago time.Duration) {
	n.program.t.Helper()
	id, _ := ref.Decode(ref.Reservation, reservation)
	admin := pgtest.Admin(n.program.t, n.DB)
	tx, err := admin.Begin()
	require.NoError(n.program.t, err)
	defer func() { _ = tx.Rollback() }()
	for _, statement := range []string{
		`SET LOCAL session_replication_role = replica`,
		`CREATE TEMP TABLE shift ON COMMIT DROP AS SELECT id, starts_at - clock_timestamp() + interval '` + ago.String() + `' AS by FROM reservations WHERE id = '` + id.String() + `'`,
		`UPDATE slots s SET starts_at = s.starts_at - shift.by, ends_at = s.ends_at - shift.by FROM shift, allocations a WHERE a.reservation_id = shift.id AND a.slot_id = s.id`,
		`UPDATE reservations r SET starts_at = r.starts_at - shift.by, ends_at = r.ends_at - shift.by FROM shift WHERE r.id = shift.id`,
	} {
		_, err := tx.Exec(statement)
		require.NoError(n.program.t, err, statement)
	}
	require.NoError(n.program.t, tx.Commit())
}
