package calendarfeed_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/ical"
	"github.com/slotq/slotq/internal/ref"
)

func TestTheLifeOfAnEvent(t *testing.T) {
	t.Parallel()
	s := open(t)
	guest, table := s.Guest("Minji"), s.Table()
	first, second := s.Slot(table, 30*time.Hour, 2*time.Hour), s.Slot(table, 40*time.Hour, time.Hour)
	s.Exec(`UPDATE resources SET name = 'Window' WHERE id = $1`, table)
	path := s.resourceFeed(table, ical.Details)
	require.Empty(t, s.entries(path))

	id := s.hold(guest, 3, first)
	from, until := s.times(first)
	want := entry{summary: "Minji, party of 3", description: "Held", location: "Window, Main", status: "TENTATIVE", sequence: "1", start: from, end: until}
	require.Equal(t, map[string]entry{uid(id): want}, s.entries(path))

	s.must(s.Desk.ConfirmReservation(ctx, guest, s.on(id, 1), "test"))
	want.description, want.status, want.sequence = "Confirmed", "CONFIRMED", "2"
	require.Equal(t, map[string]entry{uid(id): want}, s.entries(path))

	move := booking.MoveReservation{ReservationID: ref.Encode(ref.Reservation, id), SlotIDs: []string{ref.Encode(ref.Slot, second)}, ExpectedVersion: 2, Key: s.Key()}
	s.must(s.Desk.MoveReservation(ctx, guest, move, "test"))
	want.sequence = "3"
	want.start, want.end = s.times(second)
	require.Equal(t, map[string]entry{uid(id): want}, s.entries(path), "the same event, later and at another time")

	s.must(s.Desk.CancelReservation(ctx, guest, s.on(id, 3), "CUSTOMER_REQUEST", "test"))
	want.description, want.status, want.sequence = "Cancelled", "CANCELLED", "4"
	require.Equal(t, map[string]entry{uid(id): want}, s.entries(path), "kept, so that programs take it out")

	s.Deadline("reservations", "updated_at", id, -61*24*time.Hour)
	require.Empty(t, s.entries(path), "and not for ever")
}

func TestAMoveElsewhereTakesTheEventOutOfTheCalendarItLeaves(t *testing.T) {
	t.Parallel()
	s := open(t)
	guest, here, there := s.Guest("Minji"), s.Table(), s.Table()
	old, fresh := s.Slot(here, 30*time.Hour, time.Hour), s.Slot(there, 31*time.Hour, time.Hour)
	left, entered, own := s.resourceFeed(here, ical.Busy), s.resourceFeed(there, ical.Busy), s.ownFeed(guest, ical.Busy)
	id := s.hold(guest, 2, old)
	s.must(s.Desk.ConfirmReservation(ctx, guest, s.on(id, 1), "test"))
	move := booking.MoveReservation{ReservationID: ref.Encode(ref.Reservation, id), SlotIDs: []string{ref.Encode(ref.Slot, fresh)}, ExpectedVersion: 2, Key: s.Key()}
	s.must(s.Desk.MoveReservation(ctx, guest, move, "test"))

	gone, stands := s.entries(left)[uid(id)], entry{summary: "Booked", status: "CONFIRMED", sequence: "3"}
	require.Equal(t, "CANCELLED", gone.status)
	require.Equal(t, "3", gone.sequence, "a program that knows version 2 must believe it")
	oldFrom, _ := s.times(old)
	require.Equal(t, oldFrom, gone.start)
	stands.start, stands.end = s.times(fresh)
	require.Equal(t, map[string]entry{uid(id): stands}, s.entries(entered))
	require.Equal(t, map[string]entry{uid(id): stands}, s.entries(own))
}

func TestHoldsThatLapsed(t *testing.T) {
	t.Parallel()
	s := open(t)
	guest, table := s.Guest("Minji"), s.Table()
	path, slot := s.resourceFeed(table, ical.Busy), s.Slot(table, 30*time.Hour, time.Hour)
	id := s.hold(guest, 2, slot)
	require.Len(t, s.entries(path), 1)
	s.RunOut(id)
	require.Empty(t, s.entries(path), "the time is free again, swept or not")
	did, err := s.Desk.LapseHold(ctx, s.Tenant, id)
	require.NoError(t, err)
	require.True(t, did)
	require.Empty(t, s.entries(path))
}

func TestEveryState(t *testing.T) {
	t.Parallel()
	s := open(t)
	guest, table := s.Guest("Minji"), s.Table()
	path := s.resourceFeed(table, ical.Details)
	shown := map[uuid.UUID][2]string{}
	for i, to := range [][]string{{}, {"CONFIRMED"}, {"CONFIRMED", "CHECKED_IN"}, {"CONFIRMED", "CHECKED_IN", "COMPLETED"}, {"CONFIRMED", "NO_SHOW"}, {"CANCELLED"}, {"EXPIRED"}} {
		id := s.hold(guest, 2, s.Slot(table, time.Duration(30+i)*time.Hour, time.Hour))
		s.advance(id, to...)
		shown[id] = [][2]string{
			{"TENTATIVE", "Held"}, {"CONFIRMED", "Confirmed"}, {"CONFIRMED", "Checked in"}, {"CONFIRMED", "Completed"}, {"CANCELLED", "No-show"}, {"CANCELLED", "Cancelled"}, {},
		}[i]
		if len(to) > 0 && to[0] == "EXPIRED" {
			delete(shown, id)
		}
	}
	got := map[uuid.UUID][2]string{}
	events := s.entries(path)
	for id := range shown {
		got[id] = [2]string{events[uid(id)].status, events[uid(id)].description}
	}
	require.Equal(t, shown, got)
	require.Len(t, events, len(shown))
}

func TestWhatIsWhose(t *testing.T) {
	t.Parallel()
	s := open(t)
	minji, jun := s.Guest("Minji"), s.Guest("Jun")
	table, other := s.Table(), s.Table()
	elsewhere := s.SecondVenue()
	away := elsewhere.Evening()
	one, both := s.hold(minji, 2, s.Slot(table, 30*time.Hour, time.Hour)), s.hold(jun, 2, s.Slot(table, 40*time.Hour, time.Hour), s.Slot(other, 40*time.Hour, 2*time.Hour))
	far := s.hold(minji, 2, away)

	keys := func(path string) (ids []string) {
		for id := range s.entries(path) {
			ids = append(ids, id)
		}
		return ids
	}
	require.ElementsMatch(t, []string{uid(one), uid(both)}, keys(s.resourceFeed(table, ical.Busy)))
	require.ElementsMatch(t, []string{uid(both)}, keys(s.resourceFeed(other, ical.Busy)))
	require.ElementsMatch(t, []string{uid(one)}, keys(s.ownFeed(minji, ical.Busy)), "not what the customer has in another venue")
	path, _ := s.issue(minji, booking.IssueCalendarFeed{VenueID: ref.Encode(ref.Venue, elsewhere.Venue)})
	require.ElementsMatch(t, []string{uid(far)}, keys(path))
	require.Contains(t, s.read(path).body, "X-WR-TIMEZONE:Europe/Berlin\r\n")

	hours := func(path string) time.Duration {
		e := s.entries(path)[uid(both)]
		return e.end.Sub(e.start)
	}
	require.Equal(t, time.Hour, hours(s.resourceFeed(table, ical.Busy)), "a resource's calendar knows its own slots")
	require.Equal(t, 2*time.Hour, hours(s.resourceFeed(other, ical.Busy)))
	require.Equal(t, 2*time.Hour, hours(s.ownFeed(jun, ical.Busy)))
}

func TestABookingOfJoinedTablesTakesTheTimeOfEach(t *testing.T) {
	t.Parallel()
	s := open(t)
	left, right, alone, joined := s.Table(), s.Table(), s.Table(), uuid.New()
	s.Exec(`INSERT INTO resources (id, tenant_id, venue_id, name, kind, capacity, min_party, max_party, combines, created_at)
		VALUES ($1, $2, $3, 'Long table', 'EXCLUSIVE', 1, 4, 8, ARRAY[$4, $5]::uuid[], clock_timestamp())`, joined, s.Tenant, s.Venue, left, right)
	id := s.hold(s.Guest("Minji"), 6, s.Slot(joined, 30*time.Hour, time.Hour))
	for resource, shown := range map[uuid.UUID]int{left: 1, right: 1, joined: 1, alone: 0} {
		events := s.entries(s.resourceFeed(resource, ical.Details))
		require.Len(t, events, shown)
		if shown > 0 {
			require.Equal(t, "Long table, Main", events[uid(id)].location)
		}
	}
}
