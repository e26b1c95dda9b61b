package layout_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/layout"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/ref"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func window(h *housetest.House, resource any, weekdays, opens, closes, length int) {
	h.Exec(`INSERT INTO opening_windows (id, tenant_id, venue_id, resource_id, weekdays, opens_minute, closes_minute, slot_minutes) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		uuid.New(), h.Tenant, h.Venue, resource, weekdays, opens, closes, length)
}

const everyDay = 127

func TestSlotsFollowFromTheRulesAndASecondRunAddsNothing(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	h.Table()
	own := h.Table()
	window(h, nil, everyDay, 18*60, 22*60, 120)
	window(h, own, everyDay, 22*60, 2*60, 60) // its own rule, past midnight
	l := layout.New(h.DB)
	added, err := l.Extend(context.Background(), h.Tenant, h.Venue)
	require.NoError(t, err)
	require.GreaterOrEqual(t, added, 14*2+14*4)
	again, err := l.ExtendAll(context.Background())
	require.NoError(t, err)
	require.Zero(t, again)
	require.Zero(t, h.Count(`SELECT count(*) FROM slots WHERE starts_at < clock_timestamp()`))
	require.Equal(t, 4, h.Count(`SELECT count(*) FROM slots WHERE resource_id = $1 AND (starts_at AT TIME ZONE 'Asia/Seoul')::time IN ('22:00', '23:00', '00:00', '01:00')
		AND starts_at >= (date_trunc('day', clock_timestamp() AT TIME ZONE 'Asia/Seoul') + interval '3 days') AT TIME ZONE 'Asia/Seoul'
		AND starts_at < (date_trunc('day', clock_timestamp() AT TIME ZONE 'Asia/Seoul') + interval '4 days') AT TIME ZONE 'Asia/Seoul'`, own))
}

func TestAnExceptionOwnsItsDateAndBookedSlotsStay(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table := h.Table()
	booked, free := h.Slot(table, 50*time.Hour, 90*time.Minute), h.Slot(table, 60*time.Hour, 90*time.Minute)
	hold(t, h, booked)
	window(h, nil, everyDay, 0, 0, 60) // round the clock
	var date string
	h.Scan(`SELECT to_char((clock_timestamp() AT TIME ZONE 'Asia/Seoul') + interval '5 days', 'YYYY-MM-DD')`, nil, &date)
	h.Exec(`INSERT INTO opening_exceptions (id, tenant_id, venue_id, date, closed) VALUES ($1, $2, $3, $4, true)`, uuid.New(), h.Tenant, h.Venue, date)
	_, err := layout.New(h.DB).Extend(context.Background(), h.Tenant, h.Venue)
	require.NoError(t, err)
	require.Zero(t, h.Count(`SELECT count(*) FROM slots WHERE to_char(starts_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD') = $1`, date))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM slots WHERE id = $1 AND state = 'WITHDRAWN' AND taken = 1`, booked))
	require.Zero(t, h.Count(`SELECT count(*) FROM slots WHERE id = $1`, free))
}

// hold takes a slot for a new guest, and gives the reservation.
func hold(t *testing.T, h *housetest.House, slot uuid.UUID) uuid.UUID {
	t.Helper()
	r := housetest.Must(t)(h.Desk.HoldSlot(context.Background(), h.Guest("Guest"), booking.HoldSlot{SlotIDs: []string{ref.Encode(ref.Slot, slot)}, PartySize: 2, Key: h.Key()}, "test"))
	return housetest.ID(t, r, ref.Reservation)
}

// cancel gives a reservation at version 1 back.
func cancel(t *testing.T, h *housetest.House, id uuid.UUID) {
	t.Helper()
	housetest.Must(t)(h.Desk.CancelReservation(context.Background(), h.Staff, booking.ReservationCommand{ReservationID: ref.Encode(ref.Reservation, id), ExpectedVersion: 1, Key: h.Key()}, "OTHER", "test"))
}

func TestNewSlotsAreOfferedToThoseWhoWait(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	h.Table()
	window(h, nil, everyDay, 18*60, 22*60, 120)
	entry := uuid.New()
	guest := h.Guest("Guest")
	h.Exec(`INSERT INTO waitlist_entries (id, tenant_id, venue_id, customer_id, party_size, from_at, to_at, joined_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, 2, clock_timestamp() + interval '2 days', clock_timestamp() + interval '4 days', clock_timestamp(), clock_timestamp(), clock_timestamp())`, entry, h.Tenant, h.Venue, guest.CustomerID)
	_, err := layout.New(h.DB).Extend(context.Background(), h.Tenant, h.Venue)
	require.NoError(t, err)
	_, err = h.Desk.CatchUp(context.Background(), h.Tenant)
	require.NoError(t, err)
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM waitlist_entries WHERE id = $1 AND status = 'OFFERED'`, entry))
}
