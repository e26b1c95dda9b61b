package booking_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// onlooker writes down what it is told.
type onlooker struct {
	mu   sync.Mutex
	told []string
}

func (o *onlooker) note(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.told = append(o.told, text)
}

func (o *onlooker) Command(ctx context.Context, operation, correlationID string) (context.Context, func(command.Result, error)) {
	o.note("begin " + operation + " " + correlationID)
	return ctx, func(r command.Result, err error) {
		text := "end " + operation + " " + string(r.Outcome)
		if r.Replayed {
			text += " replayed"
		}
		if err != nil {
			text += "error"
		}
		o.note(text)
	}
}

func (o *onlooker) Routine(ctx context.Context, operation string) (context.Context, func(bool, error)) {
	return ctx, func(did bool, err error) {
		if did && err == nil {
			o.note("did " + operation)
		}
	}
}

func (o *onlooker) Group(commands int, err error) {
	o.note(fmt.Sprintf("group of %d, %v", commands, err))
}

func TestObserved(t *testing.T) {
	t.Parallel()
	h, o := housetest.New(t), &onlooker{}
	h.Desk.Observed(o)
	slot, guest := h.Evening(), h.Guest("Ahn")
	input := booking.HoldSlot{SlotIDs: ids(slot), PartySize: 2, Key: h.Key()}
	r := housetest.Must(t)(h.Desk.HoldSlot(ctx, guest, input, "call-1"))
	housetest.Must(t)(h.Desk.HoldSlot(ctx, guest, input, "call-2"))
	_, err := hold(h, h.Guest("Bora"), 2, slot)
	require.NoError(t, err)
	_, err = h.Desk.HoldSlot(ctx, guest, booking.HoldSlot{SlotIDs: ids(slot), PartySize: 2, Key: "short"}, "call-3")
	require.ErrorIs(t, err, problem.ErrInvalidKey)
	h.Deadline("reservations", "expires_at", housetest.ID(t, r, ref.Reservation), -time.Minute)
	_, err = h.Desk.CatchUp(ctx, h.Tenant)
	require.NoError(t, err)
	require.Equal(t, []string{
		"begin holdSlot call-1", "end holdSlot COMMITTED", "begin holdSlot call-2", "end holdSlot COMMITTED replayed",
		"begin holdSlot test", "end holdSlot REJECTED", "begin holdSlot call-3", "end holdSlot error", "did lapseHold",
	}, o.told[:9])
}
