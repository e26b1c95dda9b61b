package app_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
)

// apiIntents follows intents and prepared actions from the request to the end, as their people meet them at a venue of its
// own books.
func apiIntents(t *testing.T, p *program) {
	run := func(name string, part func(t *testing.T, n *tenant), change ...func(*policy.Rules)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			part(t, p.in(t).tenant(change...).in(t))
		})
	}
	run("a request is accepted at once and done by a worker", func(t *testing.T, n *tenant) {
		slot := n.evening()
		k := key()
		input := vars{"slotIds": []string{slot}, "partySize": 2, "idempotencyKey": k}
		asked := n.guest.accept("requestReservation", input).Get("intent")
		done := n.guest.intentIn("SUCCEEDED", asked.Get("id").String())
		require.Equal(t, `"requestReservation" 2 false`, done.Get("kind").Raw+" "+done.Get("partySize").Raw+" "+done.Get("waitForSeat").Raw)
		require.Equal(t, slot, done.Get("slots.0.id").String())
		require.Equal(t, "CONFIRMED", done.Get("reservation.status").String())
		require.True(t, none(done.Get("reservation.intent")), "nothing has it in hand any more")
		require.Equal(t, done.Get("attempts.0.id").String(), done.Get("completedBy.id").String())
		require.Equal(t, `1 "slotq" "BOOK" "SUCCEEDED"`, done.Get("attempts.0.number").Raw+" "+done.Get("attempts.0.provider").Raw+" "+done.Get("attempts.0.action").Raw+" "+done.Get("attempts.0.status").Raw)
		again := n.guest.accept("requestReservation", input)
		require.True(t, again.Get("replayed").Bool())
		require.Equal(t, "SUCCEEDED", again.Get("intent.status").String(), "read now")
		record := n.guest.ask(roots()["command"].document, vars{"key": k}).data("command")
		require.Equal(t, `"ACCEPTED" `+asked.Get("id").Raw, record.Get("outcome").Raw+" "+record.Get("result.id").Raw)
	})
	run("an intent that waits is watched to its end, and resumed from any step", func(t *testing.T, n *tenant) {
		slot := n.evening()
		taken := n.staff.confirmed(2, slot)
		id := n.guest.accept("requestReservation", vars{"slotIds": []string{slot}, "partySize": 2, "waitForSeat": true}).Get("intent.id").String()
		waits := n.guest.intentIn("WAITING_FOR_SEAT", id)
		s, agents := n.guest.follow("intentChanged", vars{"id": id}, ""), n.agent.follow("intentChanged", vars{"id": id}, "")
		begin := s.event("SNAPSHOT").Get("intent")
		require.Equal(t, waits.Get("version").Raw+` "WAITING_FOR_SEAT"`, begin.Get("version").Raw+" "+begin.Get("status").Raw)
		agents.event("SNAPSHOT")
		first := s.cursor
		n.staff.cancel(taken)
		var steps []string
		for version := begin.Get("version").Int() + 1; ; version++ {
			step := s.change()
			require.Equal(t, version, step.Get("version").Int(), "every version comes, in order")
			steps = append(steps, fmt.Sprint(id, " ", version, " ", step.Get("status").String()))
			if step.Get("status").String() == "SUCCEEDED" {
				break
			}
		}
		s.silent(t)
		require.Equal(t, steps, agents.changes(len(steps)), "an agent hears of its customer's")
		require.Equal(t, steps, n.staff.follow("intentChanged", vars{"id": id}, first).changes(len(steps)))
		require.Equal(t, "CONFIRMED", n.guest.read("intent", intentFields, id).Get("reservation.status").String())
	})
	run("what is called off is over, and stale versions are told", func(t *testing.T, n *tenant) {
		slot := n.evening()
		n.staff.confirmed(2, slot)
		id := n.guest.accept("requestReservation", vars{"slotIds": []string{slot}, "partySize": 2, "waitForSeat": true}).Get("intent.id").String()
		waits := n.guest.intentIn("WAITING_FOR_SEAT", id)
		version := waits.Get("version").Int()
		require.Equal(t, version, n.guest.refuse("VERSION_STALE", "cancelIntent", vars{"intentId": id, "expectedVersion": version + 1}).Get("problem.currentVersion").Int())
		n.other.refuse("REFERENCE_NOT_FOUND", "cancelIntent", vars{"intentId": id, "expectedVersion": version})
		over := n.guest.commit("cancelIntent", vars{"intentId": id, "expectedVersion": version}).Get("intent")
		require.Equal(t, "CANCELLED", over.Get("status").String())
		n.guest.refuse("ILLEGAL_TRANSITION", "retryIntent", vars{"intentId": id, "expectedVersion": over.Get("version").Int()})
	})
	run("a person settles an attempt that nobody knows the outcome of", func(t *testing.T, n *tenant) {
		id, attempt := n.errand(n.guestActor, n.evening())
		for _, name := range []string{"cancelIntent", "retryIntent"} {
			require.Equal(t, "UNKNOWN", n.guest.refuse("ATTEMPT_UNRESOLVED", name, vars{"intentId": id, "expectedVersion": 2}).Get("intent.attempts.0.status").String())
		}
		settled := n.staff.commit("resolveAttempt", vars{"attemptId": attempt, "expectedVersion": 3, "resolution": "CANCELLED", "reason": "they phoned"}).Get("intent.attempts.0")
		require.Equal(t, `"CANCELLED" "they phoned"`, settled.Get("status").Raw+" "+settled.Get("resolution").Raw)
		require.Contains(t, settled.Get("resolvedBy").String(), n.canary+" staff")
	})
	run("an agent prepares, a person says yes, and what comes of it is shown once and again", func(t *testing.T, n *tenant) {
		n.evening() // the queue needs something to wait for
		prepared := n.prepare(n.agent, 200*hour)
		require.Equal(t, `"PENDING" "joinWaitlist" 1`, prepared.Get("status").Raw+" "+prepared.Get("actionType").Raw+" "+prepared.Get("version").Raw)
		require.True(t, prepared.Get("preview").IsObject(), "data, and not a text of it: %s", prepared.Get("preview").Raw)
		s := n.agent.follow("approvalChanged", vars{"id": prepared.Get("id").String()}, "")
		require.Equal(t, "PENDING", s.event("SNAPSHOT").Get("approval.status").String())
		first := s.cursor
		n.agent.refuse("APPROVAL_REQUIRED", "confirmAction", onApproval(prepared))
		n.other.refuse("REFERENCE_NOT_FOUND", "approveAction", onApproval(prepared))
		approved := n.guest.commit("approveAction", onApproval(prepared)).Get("approval")
		require.Equal(t, prepared.Get("expiresAt").String(), approved.Get("expiresAt").String())
		require.Contains(t, approved.Get("decidedBy").String(), n.canary+" guest")
		done := n.agent.commit("confirmAction", onApproval(approved))
		require.Equal(t, "WaitlistEntry", done.Get("result.__typename").String())
		require.True(t, none(done.Get("intent")))
		again := n.agent.give("confirmAction", onApproval(approved))
		require.True(t, again.Get("replayed").Bool())
		require.Equal(t, done.Get("result.id").String(), again.Get("result.id").String())
		id := prepared.Get("id").String()
		want := []string{id + " 2 APPROVED", id + " 3 CONSUMED"}
		require.Equal(t, want, s.changes(2))
		s.silent(t)
		require.Equal(t, want, n.staff.follow("approvalChanged", vars{"id": id}, first).changes(2))
	})
	run("an action that a worker does leads to its intent", func(t *testing.T, n *tenant) {
		prepared := n.agent.commit("prepareAction", vars{"action": vars{"requestReservation": vars{"slotIds": []string{n.evening()}, "partySize": 2}}}).Get("approval")
		approved := n.staff.commit("approveAction", onApproval(prepared)).Get("approval")
		done := n.agent.accept("confirmAction", onApproval(approved))
		id := done.Get("intent.id").String()
		require.Equal(t, id, done.Get("approval.intent.id").String())
		n.agent.intentIn("SUCCEEDED", id)
	})
	run("one that is declined, and one whose time is over, come to nothing", func(t *testing.T, n *tenant) {
		n.evening()
		no := n.guest.commit("rejectAction", onApproval(n.prepare(n.agent, 200*hour))).Get("approval")
		require.Equal(t, "REJECTED", no.Get("status").String())
		n.agent.refuse("ILLEGAL_TRANSITION", "confirmAction", onApproval(no))
		late := n.prepare(n.agent, 300*hour)
		n.rewind("approvals", "created_at", late.Get("id").String()) // nothing ends before it begins
		n.rewind("approvals", "expires_at", late.Get("id").String())
		n.guest.refuse("APPROVAL_EXPIRED", "approveAction", onApproval(late))
		require.Equal(t, "EXPIRED", n.guest.read("approval", approvalFields, late.Get("id").String()).Get("status").String())
	})
}
