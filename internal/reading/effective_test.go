package reading_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

var whole = reading.Page{First: 100}

// Nothing in these tests is ever swept: only the clock has moved on.

func TestReservationsInTheStateOfNow(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	start := h.now.Add(24 * time.Hour)
	past := h.now.Add(-time.Second)

	want := map[uuid.UUID]reservation.Status{}
	for _, status := range append(reservation.Values(), "") {
		for _, expiresAt := range []time.Time{past, h.now.Add(time.Hour)} {
			id := h.book(booking{status: status, expiresAt: expiresAt}, h.slot(h.table(venue), start))
			switch {
			case (status == reservation.Held || status == "") && expiresAt.Equal(past):
				want[id] = reservation.Expired
			case status == "":
				want[id] = reservation.Held
			default:
				want[id] = status
			}
		}
	}

	t.Run("a list shows a lapsed hold as expired, and an old deadline of any other row means nothing", func(t *testing.T) {
		c, err := h.reader.Reservations(t.Context(), h.staff, venue, reading.ReservationFilter{}, whole)
		require.NoError(t, err)
		require.Equal(t, want, statuses(c.Nodes, func(r reservation.Reservation) (uuid.UUID, reservation.Status) { return r.ID, r.Status }))
	})
	t.Run("a batch shows the same", func(t *testing.T) {
		found, err := h.reader.ReservationsByID(t.Context(), h.staff, keys(want))
		require.NoError(t, err)
		require.Len(t, found, len(want))
		for id, r := range found {
			require.Equal(t, want[id], r.Status)
		}
	})
	t.Run("a filter asks for the state that is shown", func(t *testing.T) {
		for _, asked := range subsets(reservation.Values()) {
			c, err := h.reader.Reservations(t.Context(), h.staff, venue, reading.ReservationFilter{Statuses: asked}, whole)
			require.NoError(t, err)
			got := statuses(c.Nodes, func(r reservation.Reservation) (uuid.UUID, reservation.Status) { return r.ID, r.Status })
			require.Equal(t, among(want, asked), got, "asked for %v", asked)
		}
	})
}

func TestEntriesInTheStateOfNow(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	start := h.now.Add(-24 * time.Hour)
	past, future := h.now.Add(-time.Second), h.now.Add(time.Hour)

	want := map[uuid.UUID]waitlist.EntryStatus{}
	for _, to := range []time.Time{past, future} {
		waits := h.join(venue, wish{from: start, to: to})
		want[waits] = waitlist.Waiting
		if to.Equal(past) {
			want[waits] = waitlist.EntryExpired
		}
		for _, expiresAt := range []time.Time{past, future} {
			for _, requeues := range []bool{false, true} {
				entry := h.join(venue, wish{from: start, to: to})
				h.offer(entry, h.slot(h.table(venue), start), proposal{expiresAt: expiresAt, requeues: requeues})
				switch {
				case expiresAt.Equal(future):
					want[entry] = waitlist.Offered
				case requeues && to.Equal(future):
					want[entry] = waitlist.Waiting
				default:
					want[entry] = waitlist.EntryExpired
				}
			}
		}
		for _, over := range []waitlist.EntryStatus{waitlist.EntryCancelled, waitlist.EntryExpired} {
			entry := h.join(venue, wish{from: start, to: to})
			h.exec(`UPDATE waitlist_entries SET status = $1, version = 2 WHERE id = $2`, string(over), entry)
			want[entry] = over
		}
		for _, over := range []waitlist.EntryStatus{waitlist.Fulfilled, waitlist.EntryDeclined} {
			entry := h.join(venue, wish{from: start, to: to})
			h.offer(entry, h.slot(h.table(venue), start), proposal{expiresAt: past})
			h.exec(`UPDATE waitlist_entries SET status = $1, version = 3 WHERE id = $2`, string(over), entry)
			want[entry] = over
		}
	}
	of := func(e waitlist.Entry) (uuid.UUID, waitlist.EntryStatus) { return e.ID, e.Status }

	t.Run("a list shows what time has made of each entry", func(t *testing.T) {
		c, err := h.reader.Entries(t.Context(), h.staff, venue, nil, whole)
		require.NoError(t, err)
		require.Equal(t, want, statuses(c.Nodes, of))
	})
	t.Run("a batch shows the same", func(t *testing.T) {
		found, err := h.reader.EntriesByID(t.Context(), h.staff, keys(want))
		require.NoError(t, err)
		require.Len(t, found, len(want))
		for id, e := range found {
			require.Equal(t, want[id], e.Status)
		}
	})
	t.Run("a filter asks for the state that is shown", func(t *testing.T) {
		for _, asked := range subsets(waitlist.EntryValues()) {
			c, err := h.reader.Entries(t.Context(), h.staff, venue, asked, whole)
			require.NoError(t, err)
			require.Equal(t, among(want, asked), statuses(c.Nodes, of), "asked for %v", asked)
		}
	})
	t.Run("only entries that now wait have a position", func(t *testing.T) {
		positions, err := h.reader.Positions(t.Context(), h.staff, keys(want))
		require.NoError(t, err)
		require.ElementsMatch(t, keys(among(want, []waitlist.EntryStatus{waitlist.Waiting})), keys(positions))
	})
}

func TestOffersInTheStateOfNow(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	start := h.now.Add(24 * time.Hour)

	want := map[uuid.UUID]waitlist.OfferStatus{}
	for _, status := range append(waitlist.OfferValues()[1:], "") {
		for _, expiresAt := range []time.Time{h.now.Add(-time.Second), h.now.Add(time.Hour)} {
			entry := h.join(venue, wish{from: start, to: start.Add(time.Hour)})
			offer := h.offer(entry, h.slot(h.table(venue), start), proposal{expiresAt: expiresAt, status: status}).offer
			switch {
			case status != "":
				want[offer] = status
			case expiresAt.Before(h.now):
				want[offer] = waitlist.OfferExpired
			default:
				want[offer] = waitlist.OfferOpen
			}
		}
	}
	of := func(o waitlist.Offer) (uuid.UUID, waitlist.OfferStatus) { return o.ID, o.Status }

	t.Run("a list shows a lapsed offer as expired", func(t *testing.T) {
		c, err := h.reader.Offers(t.Context(), h.staff, venue, nil, whole)
		require.NoError(t, err)
		require.Equal(t, want, statuses(c.Nodes, of))
	})
	t.Run("a batch shows the same", func(t *testing.T) {
		found, err := h.reader.OffersByID(t.Context(), h.staff, keys(want))
		require.NoError(t, err)
		require.Len(t, found, len(want))
		for id, o := range found {
			require.Equal(t, want[id], o.Status)
		}
	})
	t.Run("a filter asks for the state that is shown", func(t *testing.T) {
		for _, asked := range subsets(waitlist.OfferValues()) {
			c, err := h.reader.Offers(t.Context(), h.staff, venue, asked, whole)
			require.NoError(t, err)
			require.Equal(t, among(want, asked), statuses(c.Nodes, of), "asked for %v", asked)
		}
	})
}

func TestReservationFilter(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	table, other := h.table(venue), h.table(venue)
	start := h.now.Add(24 * time.Hour)
	first := h.book(booking{}, h.slot(table, start))
	second := h.book(booking{}, h.slot(other, start), h.slot(table, start.Add(time.Hour)))
	third := h.book(booking{status: reservation.Cancelled}, h.slot(other, start.Add(2*time.Hour)))
	moved := h.book(booking{}, h.slot(table, start.Add(3*time.Hour)), h.slot(other, start.Add(3*time.Hour)))
	h.tx(func(exec func(string, ...any)) { // a move left the table behind
		exec(`UPDATE allocations a SET released_at = now(), superseded = true FROM slots s WHERE a.reservation_id = $1 AND s.id = a.slot_id AND s.resource_id = $2`, moved, table)
		exec(`UPDATE slots SET taken = 0, version = version + 1 WHERE resource_id = $1 AND starts_at = $2`, table, start.Add(3*time.Hour))
	})

	for _, c := range []struct {
		name   string
		filter reading.ReservationFilter
		want   []uuid.UUID
	}{
		{"without conditions all come", reading.ReservationFilter{}, []uuid.UUID{first, second, third, moved}},
		{"from is inclusive", reading.ReservationFilter{From: at(start.Add(2 * time.Hour))}, []uuid.UUID{third, moved}},
		{"to is exclusive", reading.ReservationFilter{To: at(start.Add(2 * time.Hour))}, []uuid.UUID{first, second}},
		{"the start of the first slot counts", reading.ReservationFilter{From: at(start.Add(time.Minute)), To: at(start.Add(90 * time.Minute))}, nil},
		{"a resource finds reservations with any slot of it, but not what was moved away", reading.ReservationFilter{ResourceID: &table}, []uuid.UUID{first, second}},
		{"and those that are over", reading.ReservationFilter{ResourceID: &other}, []uuid.UUID{second, third, moved}},
		{"all conditions must hold", reading.ReservationFilter{ResourceID: &other, Statuses: []reservation.Status{reservation.Held}, From: at(start)}, []uuid.UUID{second, moved}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ids(h.reader.Reservations(t.Context(), h.staff, venue, c.filter, whole))
			require.NoError(t, err)
			require.ElementsMatch(t, c.want, got.Nodes)
		})
	}
	t.Run("a resource that isn't the venue's can't be asked for", func(t *testing.T) {
		for _, resource := range []uuid.UUID{uuid.New(), h.table(h.venue("UTC"))} {
			_, err := h.reader.Reservations(t.Context(), h.staff, venue, reading.ReservationFilter{ResourceID: &resource}, whole)
			require.ErrorIs(t, err, problem.ErrNotFound)
		}
	})
	t.Run("the slots of a reservation come by start, without those a move left behind", func(t *testing.T) {
		slots, err := h.reader.SlotsOfReservations(t.Context(), h.staff, []uuid.UUID{first, second, third, moved, uuid.New()})
		require.NoError(t, err)
		require.Len(t, slots, 4)
		require.Len(t, slots[first], 1)
		require.Len(t, slots[third], 1, "what is over still says what it was")
		require.Len(t, slots[moved], 1)
		require.Len(t, slots[second], 2)
		require.True(t, slots[second][0].StartsAt.Before(slots[second][1].StartsAt))
		byID, err := h.reader.SlotsByID(t.Context(), h.staff, []uuid.UUID{slots[second][0].ID})
		require.NoError(t, err)
		require.Equal(t, byID[slots[second][0].ID].Blockers(), slots[second][0].Blockers(), "as they stand")
		counted, err := h.reader.CountedSlotsOfReservations(t.Context(), h.staff, []uuid.UUID{second})
		require.NoError(t, err)
		require.Equal(t, slots[second][1].Remaining(), counted[second][1].Remaining())
		plain, err := h.reader.PlainSlotsOfReservations(t.Context(), h.staff, []uuid.UUID{second})
		require.NoError(t, err)
		require.Equal(t, slots[second][1].Slot, plain[second][1].Slot)
	})
}

func statuses[T any, S any](nodes []T, of func(T) (uuid.UUID, S)) map[uuid.UUID]S {
	all := map[uuid.UUID]S{}
	for _, node := range nodes {
		id, status := of(node)
		all[id] = status
	}
	return all
}

// subsets are no state, each state alone, every pair, and all.
func subsets[S any](values []S) [][]S {
	sets := [][]S{{}, values}
	for i := range values {
		sets = append(sets, values[i:i+1])
		for j := range i {
			sets = append(sets, []S{values[i], values[j]})
		}
	}
	return sets
}

func among[S comparable](all map[uuid.UUID]S, states []S) map[uuid.UUID]S {
	some := map[uuid.UUID]S{}
	for id, state := range all {
		if slices.Contains(states, state) {
			some[id] = state
		}
	}
	return some
}

func keys[V any](m map[uuid.UUID]V) []uuid.UUID {
	var all []uuid.UUID
	for id := range m {
		all = append(all, id)
	}
	return all
}
