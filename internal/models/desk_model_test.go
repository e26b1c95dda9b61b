package models_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/invariant"
)

// TestBooking: holds over one slot or two, confirmed, extended, cancelled, moved and run out, in any order.
func TestBooking(t *testing.T) { compare(t, (*machine).bookings) }

// TestWaitlist: the same with people who wait, are offered what is free, and say yes, no or nothing.
func TestWaitlist(t *testing.T) { compare(t, (*machine).bookings, (*machine).waits) }

// compare lets the house and its model go the same random ways, and looks at every step whether they agree.
func compare(t *testing.T, acts ...func(*machine) map[string]func(*rapid.T)) {
	t.Parallel()
	h := housetest.New(t)
	clock := superuser(t, h)
	rapid.Check(t, func(r *rapid.T) {
		m := newMachine(h, clock)
		steps := map[string]func(*rapid.T){"": m.agree}
		for _, some := range acts {
			for name, step := range some(m) {
				steps[name] = step
			}
		}
		r.Repeat(steps)
	})
	_, err := h.Desk.CatchUp(ctx, h.Tenant)
	require.NoError(t, err)
	report, err := invariant.VerifyQuiet(ctx, h.DB)
	require.NoError(t, err)
	require.Empty(t, report.Violations)
}
