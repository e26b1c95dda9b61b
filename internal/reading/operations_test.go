package reading_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	commands "github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/store"
)

// TestLateAndRequested: the filters keep what the rows say of themselves, in every state, before and after each moment.
func TestLateAndRequested(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	for _, status := range append(reservation.Values(), "") {
		for _, start := range []time.Duration{-time.Hour, 24 * time.Hour} {
			for _, life := range []time.Duration{-time.Second, time.Hour} {
				for _, asked := range []bool{false, true} {
					id := h.book(booking{status: status, expiresAt: h.now.Add(life)}, h.slot(h.table(venue), h.now.Add(start)))
					if asked {
						h.exec(`UPDATE reservations SET requested_at = $2, version = version + 1 WHERE id = $1`, id, h.now)
					}
				}
			}
		}
	}
	all, err := h.reader.Reservations(t.Context(), h.staff, venue, reading.ReservationFilter{}, whole)
	require.NoError(t, err)
	list := func(f reading.ReservationFilter) map[uuid.UUID]bool {
		c, err := h.reader.Reservations(t.Context(), h.staff, venue, f, whole)
		require.NoError(t, err)
		ids := map[uuid.UUID]bool{}
		for _, r := range c.Nodes {
			ids[r.ID] = true
		}
		return ids
	}
	for _, wanted := range []bool{true, false} {
		late, requested := map[uuid.UUID]bool{}, map[uuid.UUID]bool{}
		for _, r := range all.Nodes {
			if r.Late(h.now) == wanted {
				late[r.ID] = true
			}
			if r.Requested(h.now) == wanted {
				requested[r.ID] = true
			}
		}
		require.NotEmpty(t, late)
		require.NotEmpty(t, requested)
		require.Equal(t, late, list(reading.ReservationFilter{Late: &wanted}))
		require.Equal(t, requested, list(reading.ReservationFilter{Requested: &wanted}))
	}
}

func TestArrivals(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	berlin, err := calendar.ValidateZone("Europe/Berlin")
	require.NoError(t, err)
	date := calendar.DateOf(berlin, h.now).AddDays(3)
	from, until := calendar.DayBounds(berlin, date)
	five, twenty := 5, 20
	venue := h.venue("Europe/Berlin", func(r *policy.Rules) { r.PacingParties, r.PacingCovers = &five, &twenty })
	free := h.venue("Europe/Berlin")
	noon := from.Add(12 * time.Hour)

	at := func(venue uuid.UUID, start time.Time, b booking) uuid.UUID {
		return h.book(b, h.slot(h.room(venue, 9), start))
	}
	at(venue, noon, booking{party: 2, status: reservation.Confirmed})
	over := h.slot(h.room(venue, 9), noon.Add(14*time.Minute))
	id := h.book(booking{party: 3}, over)
	h.exec(`UPDATE reservations SET override_reason = 'a feast', override_codes = 'PACING_EXCEEDED', version = version + 1 WHERE id = $1`, id)
	at(venue, noon.Add(5*time.Minute), booking{party: 4, status: reservation.CheckedIn})
	at(venue, noon, booking{party: 9, expiresAt: h.now.Add(-time.Second)}) // a lapsed hold never comes
	at(venue, noon, booking{party: 9, status: reservation.Cancelled})
	at(venue, from, booking{party: 1, status: reservation.Confirmed})
	at(venue, from.Add(-time.Microsecond), booking{party: 1, status: reservation.Confirmed}) // the evening before
	at(venue, until, booking{party: 1, status: reservation.Confirmed})                       // the day after
	h.slot(h.table(venue), noon.Add(time.Hour))
	at(free, noon, booking{party: 2, status: reservation.Confirmed})
	h.slot(h.table(free), noon.Add(time.Hour))

	quarter := func(start time.Time, w reading.ArrivalWindow) reading.ArrivalWindow {
		w.From, w.Until = start, start.Add(15*time.Minute)
		return w
	}
	limited := func(start time.Time, parties, covers int) reading.ArrivalWindow {
		return quarter(start, reading.ArrivalWindow{Parties: parties, Covers: covers, MostParties: &five, MostCovers: &twenty})
	}
	busy := limited(noon, 3, 9)
	busy.OverriddenParties, busy.OverriddenCovers = 1, 3

	got, err := h.reader.Arrivals(t.Context(), h.staff, venue, date)
	require.NoError(t, err)
	require.Equal(t, []reading.ArrivalWindow{limited(from, 1, 1), busy, limited(noon.Add(time.Hour), 0, 0)}, got)
	got, err = h.reader.Arrivals(t.Context(), h.staff, free, date)
	require.NoError(t, err)
	require.Equal(t, []reading.ArrivalWindow{quarter(noon, reading.ArrivalWindow{Parties: 1, Covers: 2})}, got, "where nobody limits arrivals, only who comes is listed")
	got, err = h.reader.Arrivals(t.Context(), h.staff, free, date.AddDays(20))
	require.NoError(t, err)
	require.Equal(t, []reading.ArrivalWindow{}, got)
	_, err = h.reader.Arrivals(t.Context(), h.only(free), venue, date)
	require.ErrorIs(t, err, problem.ErrNotFound)
	_, err = h.neighbour().reader.Arrivals(t.Context(), h.neighbour().staff, venue, date)
	require.ErrorIs(t, err, problem.ErrNotFound)
}

// TestSeriesPreview: what is shown is what then happens.
func TestSeriesPreview(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer = 5 })
	reader := reading.New(store.NewReads(h.DB))
	table, room := h.Table(), h.Resource(inventory.Pooled, 4, 1, 4)
	var seats, tables []uuid.UUID
	var now time.Time
	h.Scan(`SELECT clock_timestamp()`, nil, &now)
	for k := range 7 {
		at := now.Add(time.Duration(30+24*k) * time.Hour)
		tables, seats = append(tables, slotAt(h, table, at)), append(seats, slotAt(h, room, at))
	}
	guest := h.Guest("Regular")
	hold := func(party int, slots ...uuid.UUID) {
		var texts []string
		for _, s := range slots {
			texts = append(texts, ref.Encode(ref.Slot, s))
		}
		housetest.Must(t)(h.Desk.HoldSlot(t.Context(), h.Staff, commands.HoldSlot{SlotIDs: texts, PartySize: party, Key: h.Key()}, "test"))
	}
	hold(2, tables[1])
	hold(3, seats[2])

	for _, c := range []struct {
		name string
		by   actor.Actor
		in   reading.SeriesQuery
		want [][]problem.Code
	}{
		{"a table that is taken once", h.Staff, reading.SeriesQuery{SlotIDs: tables[:1], Rule: "FREQ=DAILY;COUNT=3", PartySize: 2}, codes("", "SLOT_OCCUPIED", "")},
		{"places that are short once, and a date without any", h.Staff, reading.SeriesQuery{SlotIDs: seats[:1], Rule: "FREQ=DAILY;COUNT=8", PartySize: 2},
			codes("", "", "CAPACITY_EXCEEDED", "", "", "", "", "RESOURCE_CLOSED")},
		{"dates that want the same places", h.Staff, reading.SeriesQuery{SlotIDs: seats[4:6], Rule: "FREQ=DAILY;COUNT=2", PartySize: 3}, codes("", "CAPACITY_EXCEEDED")},
		{"as many as the customer may have", guest, reading.SeriesQuery{SlotIDs: seats[:1], Rule: "FREQ=DAILY;COUNT=7", PartySize: 1},
			codes("", "", "", "", "", "POLICY_FORBIDS", "POLICY_FORBIDS")},
	} {
		t.Run(c.name, func(t *testing.T) {
			shown, err := reader.SeriesPreview(t.Context(), c.by, c.in)
			require.NoError(t, err)
			var blockers [][]problem.Code
			var failures []reservation.SeriesFailure
			for _, o := range shown {
				blockers = append(blockers, o.Blockers)
				if len(o.Blockers) > 0 {
					failures = append(failures, reservation.SeriesFailure{Date: o.Date, Code: o.Blockers[0]})
				}
				for _, s := range o.Slots {
					require.LessOrEqual(t, s.Slot.Taken, 3, "slots are shown as they stand")
				}
			}
			require.Equal(t, c.want, blockers)

			var texts []string
			for _, s := range c.in.SlotIDs {
				texts = append(texts, ref.Encode(ref.Slot, s))
			}
			some := false
			in := commands.BookSeries{SlotIDs: texts, Rule: c.in.Rule, PartySize: c.in.PartySize, AllOrNothing: &some, Key: h.Key()}
			r := housetest.Must(t)(h.Desk.BookSeries(t.Context(), c.by, in, "test"))
			made := housetest.ID(t, r, ref.Series)
			found, err := reader.SeriesByID(t.Context(), c.by, []uuid.UUID{made})
			require.NoError(t, err)
			require.ElementsMatch(t, failures, found[made].Failures)

			of, err := reader.ReservationsOfSeries(t.Context(), c.by, []uuid.UUID{made, uuid.New()})
			require.NoError(t, err)
			require.Len(t, of, 1)
			require.Len(t, of[made], len(shown)-len(failures))
			for i, row := range of[made] {
				require.Equal(t, made, *row.SeriesID)
				require.True(t, i == 0 || of[made][i-1].StartsAt.Before(row.StartsAt))
			}
			for _, nobody := range []actor.Actor{h.Guest("Other"), housetest.In(t, h.DB).Staff} {
				found, err = reader.SeriesByID(t.Context(), nobody, []uuid.UUID{made})
				require.NoError(t, err)
				require.Empty(t, found)
				of, err = reader.ReservationsOfSeries(t.Context(), nobody, []uuid.UUID{made})
				require.NoError(t, err)
				require.Empty(t, of)
			}
			for _, row := range rowsOf(t, reader, c.by, made) {
				on := commands.ReservationCommand{ReservationID: ref.Encode(ref.Reservation, row.ID), ExpectedVersion: row.Version, Key: h.Key()}
				housetest.Must(t)(h.Desk.CancelReservation(t.Context(), h.Staff, on, "OTHER", "test"))
			}
		})
	}
	t.Run("what can't be asked", func(t *testing.T) {
		var bad *problem.Invalid
		_, err := reader.SeriesPreview(t.Context(), h.Staff, reading.SeriesQuery{SlotIDs: tables[:1], Rule: "FREQ=YEARLY;COUNT=3", PartySize: 2})
		require.ErrorAs(t, err, &bad)
		_, err = reader.SeriesPreview(t.Context(), h.Staff, reading.SeriesQuery{SlotIDs: []uuid.UUID{tables[0], tables[0]}, Rule: "FREQ=DAILY;COUNT=3", PartySize: 2})
		require.ErrorAs(t, err, &bad)
		_, err = reader.SeriesPreview(t.Context(), housetest.In(t, h.DB).Staff, reading.SeriesQuery{SlotIDs: tables[:1], Rule: "FREQ=DAILY;COUNT=3", PartySize: 2})
		require.ErrorIs(t, err, problem.ErrNotFound)
	})
}

// slotAt is a slot of an hour, at the very moment: those of one time of day must not lie an instant apart.
func slotAt(h *housetest.House, resource uuid.UUID, at time.Time) uuid.UUID {
	id := uuid.New()
	h.Exec(`INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, capacity)
		SELECT $1, $2, venue_id, id, $4, $4::timestamptz + interval '1 hour', capacity FROM resources WHERE id = $3`, id, h.Tenant, resource, at)
	return id
}

func rowsOf(t *testing.T, reader *reading.Reader, by actor.Actor, series uuid.UUID) []reservation.Reservation {
	t.Helper()
	of, err := reader.ReservationsOfSeries(t.Context(), by, []uuid.UUID{series})
	require.NoError(t, err)
	return of[series]
}

// codes are one code, or none, a date.
func codes(each ...problem.Code) (all [][]problem.Code) {
	for _, c := range each {
		if c == "" {
			all = append(all, []problem.Code{})
		} else {
			all = append(all, []problem.Code{c})
		}
	}
	return all
}
