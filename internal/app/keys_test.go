package app_test

import (
	"context"
	"database/sql"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/ref"
)

func apiIdempotency(t *testing.T, p *program) {
	shared := p.tenant()
	run := func(name string, part func(t *testing.T, n *tenant)) {
		t.Run(name, func(t *testing.T) { part(t, shared.in(t)) })
	}
	hold := func(n *tenant) vars {
		return vars{"slotIds": []string{n.evening()}, "partySize": 2, "idempotencyKey": key()}
	}
	record := func(c client, k any) gjson.Result {
		c.t.Helper()
		return c.do(`query($k: IdempotencyKey!) { command(idempotencyKey: $k) { operation outcome createdAt completedAt problem { code message field retry currentVersion }
			result { id ... on Reservation { status } ... on WaitlistEntry { position } ... on Offer { deliveryState } } } }`, vars{"k": k}).Get("command")
	}
	run("a replay shows the same thing as it now is, under the correlation id of this call", func(t *testing.T, n *tenant) {
		input := hold(n)
		first := n.guest.commit("holdSlot", input)
		require.False(t, first.Get("replayed").Bool())
		n.guest.commit("confirmReservation", on(first.Get("reservation")))
		a := n.guest.try("holdSlot", input)
		again := a.data("holdSlot")
		require.Equal(t, "COMMITTED", again.Get("outcome").String())
		require.True(t, again.Get("replayed").Bool())
		require.True(t, none(again.Get("problem")))
		require.Equal(t, first.Get("reservation.id").String(), again.Get("reservation.id").String())
		require.Equal(t, "CONFIRMED", again.Get("reservation.status").String())
		require.EqualValues(t, 2, again.Get("reservation.version").Int())
		require.Equal(t, a.header.Get("X-Correlation-Id"), again.Get("correlationId").String())
		require.NotEqual(t, first.Get("correlationId").String(), again.Get("correlationId").String())
		r := record(n.guest, input["idempotencyKey"])
		require.Equal(t, `"holdSlot" "COMMITTED"`, r.Get("operation").Raw+" "+r.Get("outcome").Raw)
		require.Equal(t, first.Get("reservation.id").String(), r.Get("result.id").String())
		require.Equal(t, "CONFIRMED", r.Get("result.status").String(), "as it now stands")
		require.NotEmpty(t, r.Get("createdAt").String())
		require.GreaterOrEqual(t, r.Get("completedAt").String(), r.Get("createdAt").String())
	})
	run("a lapsed hold is replayed as lapsed, even where its place is free again", func(t *testing.T, n *tenant) {
		input := hold(n)
		first := n.guest.commit("holdSlot", input).Get("reservation.id").String()
		n.rewind("reservations", "expires_at", first)
		again := n.guest.commit("holdSlot", input)
		require.Equal(t, first, again.Get("reservation.id").String())
		require.Equal(t, "EXPIRED", again.Get("reservation.status").String())
	})
	run("what was refused is refused again, word for word, with the slot as it now is", func(t *testing.T, n *tenant) {
		input := hold(n)
		taken := n.other.confirmed(2, input["slotIds"].([]string)...)
		first := n.guest.refuse("SLOT_OCCUPIED", "holdSlot", input)
		require.False(t, first.Get("slots.0.bookable").Bool())
		n.other.cancel(taken)
		again := n.guest.give("holdSlot", input)
		require.True(t, again.Get("replayed").Bool())
		require.Equal(t, "REJECTED", again.Get("outcome").String())
		require.Equal(t, first.Get("problem").Raw, again.Get("problem").Raw)
		require.True(t, again.Get("slots.0.bookable").Bool(), "the slot is read now")
		r := record(n.guest, input["idempotencyKey"])
		require.Equal(t, first.Get("problem").Raw, r.Get("problem").Raw)
		require.Equal(t, "REJECTED", r.Get("outcome").String())
		require.True(t, none(r.Get("result")))
	})
	run("refusals for any other reason replay too", func(t *testing.T, n *tenant) {
		guest := n.newGuest()
		r := guest.hold(2, n.evening())
		for name, input := range map[string]vars{
			"VERSION_STALE": on(r).with(vars{"expectedVersion": 9}), "ILLEGAL_TRANSITION": on(r),
		} {
			input = input.with(vars{"idempotencyKey": key()})
			first := n.staff.refuse(name, "checkInReservation", input)
			again := n.staff.give("checkInReservation", input)
			require.True(t, again.Get("replayed").Bool())
			require.Equal(t, first.Get("problem").Raw, again.Get("problem").Raw)
			require.Equal(t, r.Get("id").String(), again.Get("reservation.id").String())
		}
	})
	run("an unusable reference, and what the client can mend, leave the key free", func(t *testing.T, n *tenant) {
		guest, good := n.newGuest(), hold(n)
		guest.refuse("REFERENCE_NOT_FOUND", "holdSlot", good.with(vars{"slotIds": []string{"42"}}))
		guest.refuse("REFERENCE_NOT_FOUND", "holdSlot", good.with(vars{"slotIds": []string{ref.Encode(ref.Slot, uuid.New())}}))
		guest.refuse("REFERENCE_NOT_FOUND", "cancelReservation", vars{"reservationId": "42", "expectedVersion": 1, "reasonCode": "OTHER", "idempotencyKey": good["idempotencyKey"]})
		guest.refuse("PARTY_TOO_LARGE", "holdSlot", good.with(vars{"partySize": 5}))
		guest.refuse("PARTY_TOO_SMALL", "holdSlot", good.with(vars{"partySize": 0}))
		require.True(t, none(record(guest, good["idempotencyKey"])), "nothing was kept")
		guest.try("holdSlot", good.with(vars{"slotIds": []string{}})).failed("PAYLOAD_INVALID")
		guest.try("markNoShow", vars{"reservationId": "x", "expectedVersion": 1, "idempotencyKey": good["idempotencyKey"]}).failed("FORBIDDEN")
		require.False(t, guest.commit("holdSlot", good).Get("replayed").Bool())
	})
	run("the same key for anything else is a mismatch, and the first result stands", func(t *testing.T, n *tenant) {
		guest, input := n.newGuest(), hold(n)
		k := input["idempotencyKey"]
		r := guest.commit("holdSlot", input).Get("reservation")
		for _, other := range []vars{{"partySize": 3}, {"note": "x"}, {"slotIds": []string{n.evening()}}, {"slotIds": append([]string{n.evening()}, input["slotIds"].([]string)...)}, {"customer": vars{"name": "Another"}}} {
			refused := guest.refuse("IDEMPOTENCY_MISMATCH", "holdSlot", input.with(other))
			require.Equal(t, `"FIX_INPUT" ["idempotencyKey"]`, refused.Get("problem.retry").Raw+" "+refused.Get("problem.field").Raw)
			require.True(t, none(refused.Get("reservation")))
		}
		for name, other := range map[string]vars{
			"extendHold": on(r), "confirmReservation": on(r), "cancelReservation": on(r).with(vars{"reasonCode": "OTHER"}),
			"joinWaitlist": n.wish(2, n.evening()), "leaveWaitlist": {"entryId": "42", "expectedVersion": 1},
			"declineOffer": {"offerId": "42", "expectedVersion": 1, "reasonCode": "OTHER"},
		} {
			guest.refuse("IDEMPOTENCY_MISMATCH", name, other.with(vars{"idempotencyKey": k}))
		}
		again := guest.commit("holdSlot", input)
		require.True(t, again.Get("replayed").Bool())
		require.Equal(t, r.Get("id").String(), again.Get("reservation.id").String())
		require.EqualValues(t, 1, again.Get("reservation.version").Int())
	})
	run("extendHold and confirmReservation take the same input and are not the same job", func(t *testing.T, n *tenant) {
		guest := n.newGuest()
		input := on(guest.hold(2, n.evening())).with(vars{"idempotencyKey": key()})
		guest.commit("extendHold", input)
		guest.refuse("IDEMPOTENCY_MISMATCH", "confirmReservation", input)
	})
	run("what means the same is the same input", func(t *testing.T, n *tenant) {
		guest, a, b := n.newGuest(), n.evening(), n.at(40*hour)
		k := key()
		input := `"partySize": 2, "idempotencyKey": "` + k + `"`
		post := func(input string) gjson.Result {
			t.Helper()
			raw := guest.post(`{"query": "mutation($input: HoldSlotInput!) { holdSlot(input: $input) { outcome replayed reservation { id customer { name } } } }", "variables": {"input": {` + input + `}}}`)
			require.Equal(t, "COMMITTED", raw.data("holdSlot.outcome").String(), raw.raw)
			return raw.data("holdSlot")
		}
		first := post(input + `, "slotIds": ["` + a + `", "` + b + `"], "customer": {"name": "Zoë Åström"}, "note": "caf\u00e9"`)
		require.False(t, first.Get("replayed").Bool())
		for _, same := range []string{
			`"slotIds": ["` + b + `", "` + a + `"], "note": "cafe\u0301", "customer": {"name": "Zoe\u0308 A\u030astro\u0308m"}, ` + input,
			`"customer": {"phone": null, "name": "Zoë Åström", "email": null}, "note": "café", "slotIds": ["` + b + `","` + a + `"], ` + input,
		} {
			again := post(same)
			require.True(t, again.Get("replayed").Bool(), same)
			require.Equal(t, first.Get("reservation.id").String(), again.Get("reservation.id").String())
		}
		joining := n.wish(2, n.at(70*hour)).with(vars{"idempotencyKey": key(), "from": "2026-12-24T18:00:00Z", "to": "2026-12-24T20:00:00Z"})
		from, to := time.Now().Add(80*hour).Truncate(time.Second), time.Now().Add(83*hour).Truncate(time.Second)
		seoul := time.FixedZone("", 9*3600)
		joining["from"], joining["to"] = from.UTC().Format(time.RFC3339), to.UTC().Format(time.RFC3339)
		guest.commit("joinWaitlist", joining)
		same := joining.with(vars{"from": from.In(seoul).Format(time.RFC3339), "to": to.In(seoul).Format("2006-01-02T15:04:05.000Z07:00"), "resourceId": nil, "customer": nil})
		require.True(t, guest.commit("joinWaitlist", same).Get("replayed").Bool())
		move := vars{"reservationId": first.Get("reservation.id").String(), "expectedVersion": 1, "slotIds": []string{b, a}, "idempotencyKey": key()}
		guest.commit("moveReservation", move)
		require.True(t, guest.commit("moveReservation", move.with(vars{"partySize": nil, "expectedVersion": "1", "slotIds": []string{a, b}})).Get("replayed").Bool())
	})
	run("many identical calls at once have one effect", func(t *testing.T, n *tenant) {
		input := hold(n)
		answers := make([]answer, 12)
		var all sync.WaitGroup
		for i := range answers {
			all.Go(func() { answers[i] = n.guest.try("holdSlot", input) })
		}
		all.Wait()
		var ids []string
		fresh := 0
		for _, a := range answers {
			p := a.data("holdSlot")
			require.Contains(t, []string{"COMMITTED", "IN_PROGRESS"}, p.Get("outcome").String(), a.raw)
			if p.Get("outcome").String() == "COMMITTED" {
				ids = append(ids, p.Get("reservation.id").String())
				if !p.Get("replayed").Bool() {
					fresh++
				}
			}
		}
		require.Equal(t, 1, fresh)
		for _, id := range ids {
			require.Equal(t, ids[0], id)
		}
		require.Equal(t, 1, n.Count(`SELECT count(*) FROM allocations a JOIN slots s ON s.id = a.slot_id WHERE s.id = $1`, uuidOf(input["slotIds"].([]string)[0])))
	})
	run("one key for two jobs at once does one of them", func(t *testing.T, n *tenant) {
		input := hold(n)
		outcomes := map[string]int{}
		for _, a := range n.together(6, func(i int) gjson.Result { return n.guest.give("holdSlot", input.with(vars{"partySize": 2 + i%2})) }) {
			outcomes[a.Get("outcome").String()+a.Get("problem.code").String()+a.Get("replayed").Raw]++
		}
		require.Equal(t, map[string]int{"COMMITTEDfalse": 1, "COMMITTEDtrue": 2, "REJECTEDIDEMPOTENCY_MISMATCHfalse": 3}, outcomes)
	})
	run("while the twin runs the answer is to wait", func(t *testing.T, n *tenant) {
		input := hold(n)
		lock := command.LockNumber(n.Tenant, n.guestActor.PrincipalID, command.KeyDigest(input["idempotencyKey"].(string)))
		n.locking(t, `SELECT pg_advisory_xact_lock($1)`, []any{lock}, func() {
			p := n.guest.give("holdSlot", input)
			require.Equal(t, "IN_PROGRESS", p.Get("outcome").String(), p.Raw)
			require.False(t, p.Get("replayed").Bool())
			require.True(t, none(p.Get("problem")))
			require.Positive(t, p.Get("retryAfterMs").Int())
			require.True(t, none(p.Get("reservation")))
			require.True(t, none(record(n.guest, input["idempotencyKey"])), "a running key is not yet known")
		})
		p := n.guest.commit("holdSlot", input)
		require.False(t, p.Get("replayed").Bool())
		require.True(t, none(p.Get("retryAfterMs")))
	})
	run("a lock that is not had in time is UNAVAILABLE, and the key stays free", func(t *testing.T, n *tenant) {
		input := hold(n)
		n.locking(t, `SELECT 1 FROM slots WHERE id = $1 FOR UPDATE`, []any{uuidOf(input["slotIds"].([]string)[0])}, func() {
			a := n.guest.try("holdSlot", input).failed("UNAVAILABLE")
			require.Positive(t, a.json().Get("errors.0.extensions.retryAfterMs").Int())
		})
		require.False(t, n.guest.commit("holdSlot", input).Get("replayed").Bool())
	})
	run("every mutation replays, and its record names what it made", func(t *testing.T, n *tenant) {
		guest := n.newGuest()
		twice := func(c client, name string, input vars) gjson.Result {
			t.Helper()
			input = input.with(vars{"idempotencyKey": key()})
			first, again := c.commit(name, input), c.commit(name, input)
			require.False(t, first.Get("replayed").Bool(), name)
			require.True(t, again.Get("replayed").Bool(), name)
			require.Equal(t, name, record(c, input["idempotencyKey"]).Get("operation").String())
			require.NotEmpty(t, record(c, input["idempotencyKey"]).Get("result.id").String(), name)
			for _, entity := range []string{"reservation", "entry", "offer"} {
				require.Equal(t, first.Get(entity+".id").Raw, again.Get(entity+".id").Raw, name)
			}
			return first
		}
		held := twice(guest, "holdSlot", vars{"slotIds": []string{n.evening()}, "partySize": 2}).Get("reservation")
		held = twice(guest, "extendHold", on(held)).Get("reservation")
		held = twice(guest, "confirmReservation", on(held)).Get("reservation")
		held = twice(guest, "moveReservation", on(held).with(vars{"slotIds": []string{n.at(15 * time.Minute)}})).Get("reservation")
		held = twice(n.staff, "checkInReservation", on(held)).Get("reservation")
		twice(n.staff, "completeReservation", on(held))
		late := guest.confirmed(2, n.evening())
		n.begin(late.Get("id").String(), 20*time.Minute)
		twice(n.staff, "markNoShow", on(late))
		gone := guest.confirmed(2, n.evening())
		twice(guest, "cancelReservation", on(gone).with(vars{"reasonCode": "CUSTOMER_REQUEST"}))
		taken := n.at(50 * hour)
		n.other.confirmed(2, taken)
		e := twice(guest, "joinWaitlist", n.wish(2, taken)).Get("entry")
		twice(guest, "leaveWaitlist", vars{"entryId": e.Get("id").String(), "expectedVersion": 1})
		for _, name := range []string{"confirmOffer", "declineOffer", "withdrawOffer"} {
			e := n.join(n.newGuest(), 2, taken)
			o := twice(n.staff, "offerToEntry", vars{"entryId": e.Get("id").String(), "slotIds": []string{n.at(55 * hour)}, "expectedVersion": 1, "reason": "a reason"}).Get("offer")
			more := map[string]vars{"confirmOffer": {"confirmationSource": "PHONE"}, "declineOffer": {"reasonCode": "OTHER"}, "withdrawOffer": {"reason": "a reason"}}[name]
			twice(n.staff, name, onOffer(o, more))
		}
	})
	run("a correlation id of the client's own goes through", func(t *testing.T, n *tenant) {
		header := map[string][]string{"Content-Type": {"application/json"}, "X-Correlation-Id": {"my-own.id_1"}}
		a := n.guest.send("POST", n.guest.at, body(mutations["holdSlot"], vars{"input": hold(n)}), header)
		require.Equal(t, "my-own.id_1", a.header.Get("X-Correlation-Id"))
		require.Equal(t, "my-own.id_1", a.data("holdSlot.correlationId").String())
		header["X-Correlation-Id"] = []string{"not one\tof those <script>"}
		a = n.guest.send("POST", n.guest.at, body(`{ nothing }`, nil), header)
		require.NotContains(t, a.header.Get("X-Correlation-Id"), "script")
		a.failed("GRAPHQL_VALIDATION_FAILED")
	})
}

func TestReplayAfterARestart(t *testing.T) {
	t.Parallel()
	p := start(t)
	n := p.tenant()
	input := vars{"slotIds": []string{n.evening()}, "partySize": 2, "idempotencyKey": key()}
	first := n.guest.commit("holdSlot", input)
	p.stop()
	p.run()
	again := p.as(n.guest.token).commit("holdSlot", input)
	require.True(t, again.Get("replayed").Bool())
	require.Equal(t, first.Get("reservation.id").String(), again.Get("reservation.id").String())
}

// locking runs something while a lock of the database is held.
func (n *tenant) locking(t testing.TB, query string, args []any, while func()) {
	t.Helper()
	require.NoError(t, n.DB.InTenant(context.Background(), n.Tenant, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, query, args...); err != nil {
			return err
		}
		while()
		return nil
	}))
}

// uuidOf is the number in a public id.
func uuidOf(id string) uuid.UUID {
	parsed, _ := ref.Parse(id)
	return parsed.ID
}
