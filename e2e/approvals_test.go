package e2e

import (
	"encoding/base64"
	"encoding/hex"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

const (
	approvalFields = `{ id actionType targetKey status version preview argsDigest expiresAt decidedBy intent { id } }`
	prepare        = `mutation($i: PrepareActionInput!) { prepareAction(input: $i) { outcome replayed problem { code } approval ` + approvalFields + ` } }`
	approve        = `mutation($i: ApprovalCommandInput!) { approveAction(input: $i) { outcome problem { code } approval ` + approvalFields + ` } }`
	reject         = `mutation($i: ApprovalCommandInput!) { rejectAction(input: $i) { outcome problem { code } approval ` + approvalFields + ` } }`
	carryOut       = `mutation($i: ApprovalCommandInput!) { confirmAction(input: $i) { outcome replayed problem { code } approval ` + approvalFields + ` intent { id } result { id } } }`
	approvalNow    = `query($id: ID!) { approval(id: $id) ` + approvalFields + ` }`
	approvalMoves  = `subscription($id: ID!) { approvalChanged(id: $id) { kind approval ` + approvalFields + ` } }`
)

// prepared is an approval of a request for a seat.
func (l *reading) prepared(by client, seat gjson.Result) gjson.Result {
	l.t.Helper()
	answer := by.do(prepare, vars{"i": vars{"action": vars{"requestReservation": vars{"slotIds": []string{id(seat)}, "partySize": 1}}, "idempotencyKey": key()}}).Get("prepareAction")
	require.Equal(l.t, "COMMITTED", answer.Get("outcome").String(), "%s", answer.Raw)
	return answer.Get("approval")
}

// at is a command on an approval at the version that was read.
func at(a gjson.Result) vars {
	return vars{"i": vars{"approvalId": id(a), "expectedVersion": a.Get("version").Int(), "idempotencyKey": key()}}
}

// approved is the same approval with its owner's yes.
func (l *reading) approved(a gjson.Result) gjson.Result {
	l.t.Helper()
	answer := l.ava.do(approve, at(a)).Get("approveAction")
	require.Equal(l.t, "APPROVED", answer.Get("approval.status").String(), "%s", answer.Raw)
	return answer.Get("approval")
}

func (l *reading) standing(a gjson.Result) string {
	l.t.Helper()
	return l.staff.do(approvalNow, vars{"id": id(a)}).Get("approval.status").String()
}

// refused sends a command that must be refused for a reason.
func refused(t testing.TB, by client, command, root string, v vars, code string) {
	t.Helper()
	answer := by.do(command, v).Get(root)
	require.Equal(t, "REJECTED", answer.Get("outcome").String(), "%s", answer.Raw)
	require.Equal(t, code, answer.Get("problem.code").String(), "%s", answer.Raw)
}

// TestApprovals: an agent prepares, a person approves, and it is done once, at the city's booking system.
func TestApprovals(t *testing.T) {
	t.Parallel()
	data := furnished(t)
	_, m := demo(t, data)
	l := openReading(t, data, m)
	seats := l.seats(12)

	t.Run("from the agent's preparation to the seat", func(t *testing.T) {
		l := l.within(t)
		a := l.prepared(l.agent, seats[0])
		require.Equal(t, "PENDING", a.Get("status").String())
		require.Equal(t, "requestReservation", a.Get("actionType").String())
		require.NotEmpty(t, a.Get("preview").Raw)
		require.Empty(t, l.city.of(id(seats[0])))
		require.True(t, l.ava.do(slotNow, vars{"s": id(seats[0])}).Get("node.bookable").Bool(), "what is prepared takes nothing")

		refused(t, l.agent, carryOut, "confirmAction", at(a), "APPROVAL_REQUIRED")
		for _, command := range []string{approve, reject} {
			forbidden, err := l.agent.try(command, at(a))
			require.NoError(t, err)
			require.Equal(t, "FORBIDDEN", forbidden.Get("errors.0.extensions.code").String(), "%s", forbidden.Raw)
		}
		for name, stranger := range map[string]client{"another customer": l.jung, "staff of another tenant": m.client(t, "hanok", "staff"), "an agent of another tenant": m.client(t, "hanok", "agent")} {
			require.False(t, stranger.do(approvalNow, vars{"id": id(a)}).Get("approval.id").Exists(), name)
			refused(t, stranger, carryOut, "confirmAction", at(a), "REFERENCE_NOT_FOUND")
		}
		refused(t, l.jung, approve, "approveAction", at(a), "REFERENCE_NOT_FOUND")
		require.Equal(t, "PENDING", l.standing(a))

		watch := l.agent.subscribe(approvalMoves, vars{"id": id(a)})
		require.Equal(t, "PENDING", watch.next("approvalChanged").Get("approval.status").String())
		yes := l.approved(a)
		require.Equal(t, a.Get("expiresAt").String(), yes.Get("expiresAt").String(), "a yes doesn't make it last longer")
		require.Equal(t, a.Get("argsDigest").String(), yes.Get("argsDigest").String())
		require.Equal(t, "APPROVED", watch.next("approvalChanged").Get("approval.status").String())
		refused(t, l.agent, carryOut, "confirmAction", at(a), "VERSION_STALE")

		done := l.agent.do(carryOut, at(yes)).Get("confirmAction")
		require.Equal(t, "ACCEPTED", done.Get("outcome").String(), "%s", done.Raw)
		require.Equal(t, "CONSUMED", watch.next("approvalChanged").Get("approval.status").String())
		i := l.ends(l.ava, done.Get("intent.id").String(), "SUCCEEDED")
		require.Equal(t, "CONFIRMED", i.Get("reservation.status").String())
		require.Equal(t, []string{"BOOKED"}, l.city.of(id(seats[0])))
		require.Len(t, l.ava.do(reservationIs, vars{"id": i.Get("reservation.id").String()}).Get("reservation.slots").Array(), 1, "it is the customer's")

		again := l.ava.do(carryOut, at(yes)).Get("confirmAction")
		require.True(t, again.Get("replayed").Bool(), "%s", again.Raw)
		require.Equal(t, id(i), again.Get("intent.id").String())
		refused(t, l.staff, carryOut, "confirmAction", at(done.Get("approval")), "APPROVAL_CONSUMED")
		refused(t, l.ava, approve, "approveAction", at(done.Get("approval")), "APPROVAL_CONSUMED")
	})

	t.Run("prepared twice for one target and once for another: one is superseded, two wait", func(t *testing.T) {
		l := l.within(t)
		first, second, other := l.prepared(l.agent, seats[1]), l.prepared(l.agent, seats[1]), l.prepared(l.agent, seats[2])
		require.Equal(t, []string{"SUPERSEDED", "PENDING", "PENDING"}, []string{l.standing(first), l.standing(second), l.standing(other)})
		refused(t, l.ava, approve, "approveAction", at(first), "APPROVAL_SUPERSEDED")
		refused(t, l.agent, carryOut, "confirmAction", at(first), "APPROVAL_SUPERSEDED")
		require.Equal(t, []string{"SUPERSEDED", "PENDING", "PENDING"}, []string{l.standing(first), l.standing(second), l.standing(other)})
	})

	t.Run("on the web the newest of the owner's counts", func(t *testing.T) {
		l := l.within(t)
		first, second := l.prepared(l.ava, seats[3]), l.prepared(l.ava, seats[4])
		others := l.prepared(l.jung, seats[3])
		require.Equal(t, []string{"SUPERSEDED", "PENDING", "PENDING"}, []string{l.standing(first), l.standing(second), l.standing(others)})
	})

	t.Run("twenty confirmations at once are one intent", func(t *testing.T) {
		l := l.within(t)
		yes := l.approved(l.prepared(l.agent, seats[5]))
		var all sync.WaitGroup
		var mu sync.Mutex
		intents, replayed := map[string]int{}, 0
		for k := range 20 {
			by := l.agent
			if k%2 == 0 {
				by = l.ava
			}
			all.Go(func() {
				answer, err := by.try(carryOut, at(yes))
				said := answer.Get("data.confirmAction")
				mu.Lock()
				defer mu.Unlock()
				if err != nil || said.Get("outcome").String() != "ACCEPTED" {
					t.Errorf("%v %s", err, answer.Raw)
				}
				intents[said.Get("intent.id").String()]++
				if said.Get("replayed").Bool() {
					replayed++
				}
			})
		}
		all.Wait()
		require.Len(t, intents, 1)
		require.Equal(t, 19, replayed)
		for intent := range intents {
			l.ends(l.ava, intent, "SUCCEEDED")
		}
		require.Equal(t, []string{"BOOKED"}, l.city.of(id(seats[5])))
	})

	t.Run("what a person rejected is not done", func(t *testing.T) {
		l := l.within(t)
		a := l.prepared(l.agent, seats[6])
		no := l.staff.do(reject, at(a)).Get("rejectAction")
		require.Equal(t, "REJECTED", no.Get("approval.status").String(), "%s", no.Raw)
		require.NotEmpty(t, no.Get("approval.decidedBy").String())
		refused(t, l.agent, carryOut, "confirmAction", at(no.Get("approval")), "ILLEGAL_TRANSITION")
		refused(t, l.ava, approve, "approveAction", at(no.Get("approval")), "ILLEGAL_TRANSITION")
	})

	t.Run("what was approved in time and is confirmed too late is not done", func(t *testing.T) {
		l := l.within(t)
		pending, yes := l.prepared(l.agent, seats[7]), l.approved(l.prepared(l.agent, seats[8]))
		lapse(t, data, pending)
		lapse(t, data, yes)
		require.Equal(t, "EXPIRED", l.standing(pending))
		refused(t, l.ava, approve, "approveAction", at(pending), "APPROVAL_EXPIRED")
		refused(t, l.agent, carryOut, "confirmAction", at(yes), "APPROVAL_EXPIRED")
		require.Equal(t, "EXPIRED", l.standing(yes))
		require.Empty(t, l.city.of(id(seats[8])))
	})

	t.Run("a seat that is gone leaves the yes as it is", func(t *testing.T) {
		l := l.within(t)
		booked := l.booked(l.ava, seats[9])
		answer := l.agent.do(prepare, vars{"i": vars{"action": vars{"moveReservation": vars{
			"reservationId": id(booked), "slotIds": []string{id(seats[10])}, "expectedVersion": booked.Get("version").Int()}}, "idempotencyKey": key()}}).Get("prepareAction")
		yes := l.approved(answer.Get("approval"))
		held := l.jung.do(holdSlot, vars{"i": vars{"slotIds": []string{id(seats[10])}, "partySize": 1, "idempotencyKey": key()}}).Get("holdSlot")
		require.Equal(t, "COMMITTED", held.Get("outcome").String(), "%s", held.Raw)
		refused(t, l.agent, carryOut, "confirmAction", at(yes), "SLOT_OCCUPIED")
		require.Equal(t, "APPROVED", l.standing(yes))

		freed := l.jung.do(cancel, vars{"i": vars{"reservationId": held.Get("reservation.id").String(), "expectedVersion": held.Get("reservation.version").Int(), "reasonCode": "OTHER", "idempotencyKey": key()}}).Get("cancelReservation")
		require.Equal(t, "COMMITTED", freed.Get("outcome").String(), "%s", freed.Raw)
		done := l.agent.do(carryOut, at(yes)).Get("confirmAction")
		require.Equal(t, "ACCEPTED", done.Get("outcome").String(), "%s", done.Raw)
		l.ends(l.ava, done.Get("intent.id").String(), "SUCCEEDED")
		require.Equal(t, []string{"BOOKED"}, l.city.of(id(seats[10])))
		require.Eventually(t, func() bool { return len(l.city.of(id(seats[9]))) == 1 && l.city.of(id(seats[9]))[0] == "CANCELLED" }, patience, pace)
	})

	l.sound()
}

// lapse lets an approval's time be over since a moment ago, which nobody but the superuser of the database can.
func lapse(t testing.TB, data string, a gjson.Result) {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(id(a)[3:])
	require.NoError(t, err)
	tx, err := underneath(t, data).Begin()
	require.NoError(t, err)
	_, err = tx.Exec(`SET LOCAL session_replication_role = replica`)
	require.NoError(t, err)
	_, err = tx.Exec(`UPDATE approvals SET expires_at = coalesce(decided_at, created_at) + interval '1 microsecond' WHERE id = $1`, hex.EncodeToString(raw))
	require.NoError(t, err)
	require.NoError(t, tx.Commit())
}
