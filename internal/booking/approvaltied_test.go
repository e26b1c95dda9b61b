package booking_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/ref"
)

// TestCarryingOutWhereAnOutsideSystemHasASay: the person is told of it before the yes, and what comes of the yes is an intent
// that knows its approval.
func TestCarryingOutWhereAnOutsideSystemHasASay(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	before := confirmed(t, h, h.Guest("Untied"), 2, h.Evening())
	h.Tie("upstream", housetest.Usual())
	guest := h.Guest("Ahn")
	agent := agentOf(h, guest)

	// carried prepares, approves and carries out, and lets the worker do its part.
	carried := func(t *testing.T, id uuid.UUID) (made uuid.UUID) {
		t.Helper()
		require.Equal(t, true, preview(t, h, id)["provider"])
		housetest.Must(t)(h.Desk.ApproveAction(ctx, guest, onto(h, id, 1), "test"))
		made = accepted(t)(carrying(h, agent, id))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM approvals a JOIN intents i ON i.approval_id = a.id WHERE a.id = $1 AND a.status = 'CONSUMED' AND a.intent_id = $2 AND a.result IS NULL AND i.id = $2`, id, made))
		h.Work(t, u)
		h.Work(t, u) // and what is left to be undone
		require.Equal(t, "SUCCEEDED", status(h, "intents", made))
		again, err := carrying(h, guest, id)
		require.Equal(t, made, accepted(t)(again, err))
		require.True(t, again.Replayed, "and it is the same, however far it got")
		return made
	}
	booked := reservationOf(h, carried(t, prepared(t, h, agent, seats(2, h.Evening()))))
	require.Equal(t, "CONFIRMED", status(h, "reservations", booked))
	version := func() int { return h.Count(`SELECT version FROM reservations WHERE id = $1`, booked) }
	to := h.Evening()
	carried(t, prepared(t, h, agent, movingTo(booked, version(), to)))
	require.Equal(t, to, slotUnder(h, booked))
	require.Equal(t, []string{ref.Encode(ref.Slot, to)}, u.Standing())
	carried(t, prepared(t, h, agent, givingUp(booked, version())))
	require.Equal(t, "CANCELLED", status(h, "reservations", booked))
	require.Empty(t, u.Standing())

	entry := join(t, h, guest, 2, h.Evening())
	catchUp(t, h)
	carried(t, prepared(t, h, agent, accepting(openOffer(t, h, entry), 1)))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM offers WHERE entry_id = $1 AND status = 'ACCEPTED' AND source = 'AGENT'`, entry))

	old := prepared(t, h, h.Staff, givingUp(before, 2))
	require.Equal(t, false, preview(t, h, old)["provider"], "it knows nothing of what was booked before it came")
	housetest.Must(t)(h.Desk.ApproveAction(ctx, h.Staff, onto(h, old, 1), "test"))
	housetest.Must(t)(carrying(h, h.Staff, old))
	catchUp(t, h)
	sound(t, h)
}
