package booking_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// weekly is the slots of a resource at one time of the wall in a zone, on so many dates a week apart.
func weekly(t *testing.T, h *housetest.House, resource uuid.UUID, zone string, dates int) (slots []uuid.UUID) {
	t.Helper()
	loc, err := calendar.ValidateZone(zone)
	require.NoError(t, err)
	var now time.Time
	h.Scan(`SELECT clock_timestamp()`, nil, &now)
	y, m, d := now.In(loc).Date()
	for k := range dates {
		slots = append(slots, slotAt(h, resource, time.Date(y, m, d+2+7*k, 19, 0, 0, 0, loc), 2*time.Hour))
	}
	return slots
}

func slotAt(h *housetest.House, resource uuid.UUID, at time.Time, length time.Duration) uuid.UUID {
	id := uuid.New()
	h.Exec(`INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, capacity) SELECT $1, $2, venue_id, id, $4, $5, capacity FROM resources WHERE id = $3`,
		id, h.Tenant, resource, at, at.Add(length))
	return id
}

func recurring(h *housetest.House, rule string, slots ...uuid.UUID) booking.BookSeries {
	return booking.BookSeries{SlotIDs: ids(slots...), Rule: rule, PartySize: 2, Key: h.Key()}
}

func farAhead(r *policy.Rules) { r.BookingHorizon = 400 * 24 * time.Hour }

func failures(h *housetest.House, series uuid.UUID) (text string) {
	h.Scan(`SELECT failures::text FROM series WHERE id = $1`, []any{series}, &text)
	return text
}

func TestSeries(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, farAhead)
	some := func(in booking.BookSeries) booking.BookSeries { in.AllOrNothing = pointer(false); return in }
	total := func(slots []uuid.UUID) (n int) {
		for _, s := range slots {
			n += taken(h, s)
		}
		return n
	}

	t.Run("each date is a reservation of its own, confirmed at once", func(t *testing.T) {
		slots, guest := weekly(t, h, h.Table(), "Asia/Seoul", 4), h.Guest("Regular")
		in := recurring(h, "COUNT=4;FREQ=WEEKLY", slots[0])
		in.Note = pointer("by the window")
		r := housetest.Must(t)(h.Desk.BookSeries(ctx, guest, in, "test"))
		id := housetest.ID(t, r, ref.Series)
		require.Equal(t, "series.booked", kindsOf(h, id))
		require.Equal(t, 4, h.Count(`SELECT count(*) FROM reservations WHERE series_id = $1 AND status = 'CONFIRMED' AND version = 2 AND customer_id = $2 AND note = 'by the window'`, id, guest.CustomerID))
		require.Equal(t, 4, total(slots))
		require.Equal(t, "[]", failures(h, id))

		in.Rule = "RRULE:FREQ=WEEKLY;COUNT=4" // the same in other words
		again, err := h.Desk.BookSeries(ctx, guest, in, "test")
		require.NoError(t, err)
		require.True(t, again.Replayed)
		require.Equal(t, r.Refs, again.Refs)
		in.Rule = "FREQ=WEEKLY;COUNT=3"
		rejected(t, problem.IdempotencyMismatch)(h.Desk.BookSeries(ctx, guest, in, "test"))
	})
	t.Run("all or nothing: one date that is taken changes nothing", func(t *testing.T) {
		slots := weekly(t, h, h.Table(), "Asia/Seoul", 4)
		confirmed(t, h, h.Guest("First"), 2, slots[2])
		written := func() int {
			return h.Count(`SELECT (SELECT count(*) FROM series) + (SELECT count(*) FROM reservations) + (SELECT count(*) FROM customers) + (SELECT count(*) FROM events)`)
		}
		before := written()
		p := rejected(t, problem.SlotOccupied)(h.Desk.BookSeries(ctx, h.Staff, recurring(h, "FREQ=WEEKLY;COUNT=5", slots[0]), "test")).Problem
		require.Contains(t, p.Message, "2 of 5 dates")
		require.Contains(t, p.Message, "SLOT_OCCUPIED")
		require.Contains(t, p.Message, "RESOURCE_CLOSED", "the fifth date has no such slot")
		require.Equal(t, 1, total(slots))
		require.Equal(t, before, written())

		id := housetest.ID(t, housetest.Must(t)(h.Desk.BookSeries(ctx, h.Staff, some(recurring(h, "FREQ=WEEKLY;COUNT=5", slots[0])), "test")), ref.Series)
		require.Equal(t, 3, h.Count(`SELECT count(*) FROM reservations WHERE series_id = $1`, id))
		require.Equal(t, 2, h.Count(`SELECT jsonb_array_length(failures) FROM series WHERE id = $1`, id))
		require.Contains(t, failures(h, id), `"code": "SLOT_OCCUPIED"`)
		require.Equal(t, 4, total(slots))
		rejected(t, problem.SlotOccupied)(h.Desk.BookSeries(ctx, h.Staff, some(recurring(h, "FREQ=WEEKLY;COUNT=4", slots[0])), "test"))
	})
	t.Run("dates of one series stand in each other's way", func(t *testing.T) {
		table := h.Table()
		first := weekly(t, h, table, "Asia/Seoul", 3)
		rejected(t, problem.SlotOccupied)(h.Desk.BookSeries(ctx, h.Staff, recurring(h, "FREQ=WEEKLY;COUNT=2", first[0], first[1]), "test"))
		room := h.Resource(inventory.Pooled, 4, 1, 4)
		seats := weekly(t, h, room, "Asia/Seoul", 3)
		housetest.Must(t)(h.Desk.BookSeries(ctx, h.Staff, recurring(h, "FREQ=WEEKLY;COUNT=2", seats[0], seats[1]), "test"))
		require.Equal(t, []int{2, 4, 2}, []int{taken(h, seats[0]), taken(h, seats[1]), taken(h, seats[2])})
	})
	t.Run("a lapsed hold over two of the dates gives way once", func(t *testing.T) {
		slots := weekly(t, h, h.Table(), "Asia/Seoul", 2)
		lapsed := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Slow"), 2, slots...)), ref.Reservation)
		h.RunOut(lapsed)
		housetest.Must(t)(h.Desk.BookSeries(ctx, h.Staff, recurring(h, "FREQ=WEEKLY;COUNT=2", slots[0]), "test"))
		require.Equal(t, "EXPIRED", status(h, "reservations", lapsed))
		require.Equal(t, 2, total(slots))
	})
	t.Run("a double click books once", func(t *testing.T) {
		slots := weekly(t, h, h.Table(), "Asia/Seoul", 3)
		in := recurring(h, "FREQ=WEEKLY;COUNT=3", slots[0])
		results := together(t, 2, func(int) (command.Result, error) { return h.Desk.BookSeries(ctx, h.Staff, in, "test") })
		require.Equal(t, 2, tally(results)["COMMITTED"])
		require.Equal(t, 3, total(slots))
	})
	t.Run("two series and a hold want the same dates", func(t *testing.T) {
		slots := weekly(t, h, h.Table(), "Asia/Seoul", 3)
		guest := h.Guest("Single")
		results := together(t, 3, func(i int) (command.Result, error) {
			if i == 2 {
				return hold(h, guest, 2, slots[2])
			}
			return h.Desk.BookSeries(ctx, h.Staff, recurring(h, "FREQ=WEEKLY;COUNT=3", slots[0]), "test")
		})
		require.Equal(t, map[string]int{"COMMITTED": 1, "SLOT_OCCUPIED": 2}, tally(results))
	})
	t.Run("a rule that can't be", func(t *testing.T) {
		slots := weekly(t, h, h.Table(), "Asia/Seoul", 2)
		for rule, field := range map[string]string{
			"FREQ=WEEKLY": "rule", "FREQ=HOURLY;COUNT=2": "rule", "": "rule", "FREQ=DAILY;UNTIL=20000101": "rule",
			"FREQ=MONTHLY;BYMONTHDAY=31,1,2,3;COUNT=2;BYHOUR=3": "rule",
		} {
			invalid(t, field)(h.Desk.BookSeries(ctx, h.Staff, recurring(h, rule, slots[0]), "test"))
		}
		many := make([]uuid.UUID, 20)
		for i := range many {
			many[i] = slotAt(h, h.Table(), time.Now().Add(50*time.Hour).Truncate(time.Hour), time.Hour)
		}
		invalid(t, "rule")(h.Desk.BookSeries(ctx, h.Staff, recurring(h, "FREQ=DAILY;COUNT=11", many...), "test"))
	})
	t.Run("of venues that are one's own to see", func(t *testing.T) {
		slots := weekly(t, h, h.Table(), "Asia/Seoul", 2)
		foreign := housetest.In(t, h.DB)
		rejected(t, problem.ReferenceNotFound)(h.Desk.BookSeries(ctx, foreign.Staff, recurring(h, "FREQ=WEEKLY;COUNT=2", slots[0]), "test"))
		_, err := h.Desk.BookSeries(ctx, agentOf(h, h.Guest("Sends")), recurring(h, "FREQ=WEEKLY;COUNT=2", slots[0]), "test")
		require.ErrorIs(t, err, problem.ErrForbidden)
	})
	sound(t, h)
}

// TestSeriesOverAClockChange keeps the time on the wall.
func TestSeriesOverAClockChange(t *testing.T) {
	t.Parallel()
	h := housetest.New(t).SecondVenue(farAhead)
	const dates = 40 // weeks: at least one change lies between
	slots := weekly(t, h, h.Table(), "Europe/Berlin", dates)
	id := housetest.ID(t, housetest.Must(t)(h.Desk.BookSeries(ctx, h.Staff, recurring(h, "FREQ=WEEKLY;COUNT=40", slots[0]), "test")), ref.Series)
	require.Equal(t, dates, h.Count(`SELECT count(*) FROM reservations WHERE series_id = $1 AND (starts_at AT TIME ZONE 'Europe/Berlin')::time = '19:00'`, id))
	require.Equal(t, 2, h.Count(`SELECT count(DISTINCT (starts_at AT TIME ZONE 'UTC')::time) FROM reservations WHERE series_id = $1`, id), "which is two times of the world")
}

// TestSeriesWithinTheRules: what a customer may have, who arrives, and who confirms.
func TestSeriesWithinTheRules(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, farAhead, func(r *policy.Rules) {
		r.MaxActiveReservationsPerCustomer = 3
		r.PacingParties = pointer(1)
	})
	guest := h.Guest("Regular")
	slots := weekly(t, h, h.Table(), "Asia/Seoul", 4)
	rejected(t, problem.PolicyForbids)(h.Desk.BookSeries(ctx, guest, recurring(h, "FREQ=WEEKLY;COUNT=4", slots[0]), "test"))
	in := recurring(h, "FREQ=WEEKLY;COUNT=4", slots[0])
	in.AllOrNothing = pointer(false)
	id := housetest.ID(t, housetest.Must(t)(h.Desk.BookSeries(ctx, guest, in, "test")), ref.Series)
	require.Equal(t, 3, h.Count(`SELECT count(*) FROM reservations WHERE series_id = $1`, id))

	other := weekly(t, h, h.Table(), "Asia/Seoul", 4)
	rejected(t, problem.PacingExceeded)(h.Desk.BookSeries(ctx, h.Staff, recurring(h, "FREQ=WEEKLY;COUNT=4", other[0]), "test"))

	h.Activate(uuid.New(), 2, farAhead, confirmsItself)
	rejected(t, problem.PolicyForbids)(h.Desk.BookSeries(ctx, h.Guest("Asks"), recurring(h, "FREQ=WEEKLY;COUNT=2", other[0]), "test"))
	housetest.Must(t)(h.Desk.BookSeries(ctx, h.Staff, recurring(h, "FREQ=WEEKLY;COUNT=2", other[0]), "test"))
	h.Tie("upstream", housetest.Usual())
	rejected(t, problem.PolicyForbids)(h.Desk.BookSeries(ctx, h.Staff, recurring(h, "FREQ=WEEKLY;COUNT=2", other[2]), "test"))
	sound(t, h)
}
