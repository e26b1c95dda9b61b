package app_test

import (
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/ref"
)

// errand plants an intent of a customer's for a slot, with an attempt that nobody knows the outcome of and that nothing will
// be asked about: no worker touches it.
func (n *tenant) errand(owner actor.Actor, slot string) (intent, attempt string) {
	n.program.t.Helper()
	id, try := uuid.New(), uuid.New()
	place, ok := ref.Decode(ref.Slot, slot)
	require.True(n.program.t, ok, slot)
	n.Exec(`INSERT INTO intents (id, tenant_id, venue_id, customer_id, kind, party_size, expires_at, next_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, 'requestReservation', 2, clock_timestamp() + interval '1 hour', clock_timestamp() + interval '1 year', clock_timestamp(), clock_timestamp())`, id, n.Tenant, n.Venue, *owner.CustomerID)
	n.Exec(`INSERT INTO intent_slots (id, tenant_id, intent_id, slot_id, place) VALUES (gen_random_uuid(), $1, $2, $3, 0)`, n.Tenant, id, place)
	n.Exec(`INSERT INTO attempts (id, tenant_id, venue_id, customer_id, intent_id, number, provider, action, reference, target, started_at, epoch, updated_at)
		VALUES ($1, $2, $3, $4, $5, 1, 'house', 'BOOK', $1::uuid::text, $6, clock_timestamp(), 1, clock_timestamp())`, try, n.Tenant, n.Venue, *owner.CustomerID, id, slot)
	n.Exec(`UPDATE attempts SET status = 'RUNNING', version = version + 1 WHERE id = $1`, try)
	n.Exec(`UPDATE attempts SET status = 'UNKNOWN', version = version + 1, doubt_at = clock_timestamp(), failure = $2 WHERE id = $1`, try, n.canary+" no answer")
	n.Exec(`UPDATE intents SET status = 'RESERVING', version = version + 1 WHERE id = $1`, id)
	return ref.Encode(ref.Intent, id), ref.Encode(ref.Attempt, try)
}

// toJoin is the input of prepareAction for a place in the queue, so many hours from now.
func (n *tenant) toJoin(in time.Duration) vars {
	from := time.Now().Add(in)
	return vars{"action": vars{"joinWaitlist": vars{"venueId": n.venueID(), "partySize": 2, "from": from.Format(time.RFC3339), "to": from.Add(3 * hour).Format(time.RFC3339)}}}
}

// prepare prepares a place in the queue.
func (n *tenant) prepare(c client, in time.Duration) gjson.Result {
	c.t.Helper()
	return c.commit("prepareAction", n.toJoin(in)).Get("approval")
}

// onApproval names an approval at the version that was read.
func onApproval(a gjson.Result) vars {
	return vars{"approvalId": a.Get("id").String(), "expectedVersion": a.Get("version").Int()}
}

// accept sends a mutation that a worker must take on.
func (c client) accept(name string, input vars) gjson.Result {
	c.t.Helper()
	p := c.give(name, input)
	require.Equal(c.t, "ACCEPTED", p.Get("outcome").String(), "%s with %v: %s", name, input, p.Raw)
	require.True(c.t, none(p.Get("problem")), p.Raw)
	return p
}

// intentIn waits until an intent is in a state.
func (c client) intentIn(state, id string) gjson.Result {
	c.t.Helper()
	var found gjson.Result
	eventually(c.t, id+" in "+state, func() bool {
		found = c.read("intent", intentFields, id)
		return found.Get("status").String() == state
	})
	return found
}
