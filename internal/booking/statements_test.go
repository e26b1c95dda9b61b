package booking_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/ref"
)

// TestStatements counts what passes the wire for one command, BEGIN and COMMIT among it. The numbers are bounds: fewer is
// better, more has to be argued for here. Whoever asks for a table reads whose its time is; whoever chooses among people reads
// what was granted to them.
func TestStatements(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	wire, pool := housetest.NewWire(t, h.DB)
	desk := deskOver(pool)
	guest := h.Guest("Ahn")
	count := func(t *testing.T, most int, act func() (command.Result, error)) command.Result {
		t.Helper()
		wire.Statements()
		r := housetest.Must(t)(act())
		passed := wire.Statements()
		t.Logf("%d statements", len(passed))
		require.LessOrEqual(t, len(passed), most, brief(passed))
		return r
	}
	holds := func(slots ...uuid.UUID) func() (command.Result, error) {
		in := ask(h.Key(), slots...)
		return func() (command.Result, error) { return desk.HoldSlot(ctx, guest, in, "test") }
	}
	housetest.Must(t)(holds(h.Evening())()) // the pool is warm

	// A life of the house before: none of it may show in the numbers.
	for range 10 {
		slot := h.Evening()
		cancel(t, h, guest, confirmed(t, h, guest, 2, slot), 2)
		join(t, h, h.Guest("Waits"), 2, slot)
	}
	catchUp(t, h)

	again := holds(h.Evening())
	var booked uuid.UUID
	t.Run("holdSlot", func(t *testing.T) { booked = housetest.ID(t, count(t, 16, again), ref.Reservation) })
	t.Run("holdSlot, replayed", func(t *testing.T) { count(t, 4, again) })
	t.Run("holdSlot of three", func(t *testing.T) { count(t, 18, holds(h.Evening(), h.Evening(), h.Evening())) })
	t.Run("confirmReservation", func(t *testing.T) {
		in := on(h, booked, 1)
		count(t, 13, func() (command.Result, error) { return desk.ConfirmReservation(ctx, guest, in, "test") })
	})
	t.Run("cancelReservation", func(t *testing.T) {
		in := on(h, booked, 2)
		count(t, 17, func() (command.Result, error) { return desk.CancelReservation(ctx, guest, in, "OTHER", "test") })
	})
	t.Run("confirmOffer", func(t *testing.T) {
		entry := join(t, h, h.Guest("Waits"), 2, h.Evening())
		catchUp(t, h)
		in := confirmOffer(h, openOffer(t, h, entry), 1)
		count(t, 16, func() (command.Result, error) { return desk.ConfirmOffer(ctx, h.Staff, in, "test") })
	})
	t.Run("offering a freed table to the next in line", func(t *testing.T) {
		slot := h.Evening()
		id := confirmed(t, h, h.Guest("Owner"), 2, slot)
		join(t, h, h.Guest("Waits"), 2, slot)
		catchUp(t, h)
		cancel(t, h, h.Staff, id, 2)
		wire.Statements()
		offers, err := desk.DrainVacancies(ctx, h.Tenant)
		require.NoError(t, err)
		require.Equal(t, 1, offers)
		passed := wire.Statements()
		t.Logf("%d statements", len(passed))
		require.LessOrEqual(t, len(passed), 40, brief(passed))
	})
	t.Run("what many left where nobody waits is one look", func(t *testing.T) {
		alone := housetest.In(t, h.DB)
		leave := func() {
			slot := alone.Evening()
			cancel(t, alone, alone.Staff, confirmed(t, alone, alone.Guest("Leaves"), 2, slot), 2)
		}
		passed := 0
		drain := func() (notes int) {
			wire.Statements()
			_, err := desk.DrainVacancies(ctx, alone.Tenant)
			require.NoError(t, err)
			passed = len(wire.Statements())
			alone.Scan(`SELECT count(*) FROM vacancies WHERE tenant_id = $1`, []any{alone.Tenant}, &notes)
			return notes
		}
		leave()
		require.Zero(t, drain())
		one := passed
		for range 5 {
			leave()
		}
		require.Zero(t, drain())
		require.Equal(t, one, passed)
		join(t, alone, alone.Guest("Waits"), 2, alone.Evening())
		leave()
		leave()
		require.Zero(t, drain())
		require.Greater(t, passed, one, "somebody waits: each is looked at")
	})
	t.Run("joinWaitlist", func(t *testing.T) {
		slot := h.Evening()
		in := booking.JoinWaitlist{VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: 2, Key: h.Key()}
		h.Scan(`SELECT starts_at, ends_at FROM slots WHERE id = $1`, []any{slot}, &in.From, &in.To)
		other := h.Guest("Joins")
		count(t, 15, func() (command.Result, error) { return desk.JoinWaitlist(ctx, other, in, "test") })
	})
}

// brief shows how each statement begins.
func brief(statements []string) string {
	var lines strings.Builder
	for i, s := range statements {
		fmt.Fprintf(&lines, "%2d %.70s\n", i+1, strings.Join(strings.Fields(s), " "))
	}
	return lines.String()
}
