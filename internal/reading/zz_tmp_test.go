package reading_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

func TestTmpVolume(t *testing.T) {
	h := newHouse(t)
	venue := h.venue("UTC")
	for range 200 {
		h.table(venue)
	}
	cust := h.customer()
	adm := pgtest.Admin(t, h.db)
	ex := func(q string, args ...any) {
		_, err := adm.Exec(q, args...)
		require.NoError(t, err)
	}
	ex(`SET session_replication_role = replica`)
	adm.SetMaxOpenConns(1)
	ex(`SET session_replication_role = replica`)
	ex(`INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, capacity) SELECT gen_random_uuid(), r.tenant_id, r.venue_id, r.id, date_trunc('day', now()) + d * interval '1 day' + hh * interval '1 hour', date_trunc('day', now()) + d * interval '1 day' + (hh+1) * interval '1 hour', 1 FROM resources r, generate_series(0,61) d, generate_series(8,19) hh`)
	ex(`INSERT INTO reservations (id, tenant_id, venue_id, customer_id, party_size, status, expires_at, policy_version_id, starts_at, ends_at, created_at, updated_at) SELECT s.id, s.tenant_id, s.venue_id, CASE WHEN random() < 0.001 THEN $1::uuid ELSE gen_random_uuid() END, 2, (ARRAY['HELD','CONFIRMED'])[1 + (random()<0.8)::int], now() + (random()-0.5)*interval '1 hour', gen_random_uuid(), s.starts_at, s.ends_at, now(), now() FROM slots s WHERE random() < 0.7`, cust)
	ex(`INSERT INTO allocations (id, tenant_id, reservation_id, slot_id, units, created_at) SELECT gen_random_uuid(), tenant_id, id, id, 1, now() FROM reservations`)
	ex(`UPDATE slots SET taken = 1 WHERE EXISTS (SELECT FROM reservations r WHERE r.id = slots.id)`)
	ex(`INSERT INTO waitlist_entries (id, tenant_id, venue_id, customer_id, party_size, from_at, to_at, joined_at, created_at, updated_at) SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), 9, now() + g * interval '8 minutes', now() + g * interval '8 minutes' + interval '3 hours', now() - g * interval '1 second', now(), now() FROM generate_series(1, 10000) g`, h.tenant, venue)
	ex(`ANALYZE`)
	day := calendar.DateOf(time.UTC, h.now)
	timeit := func(name string, fn func() int) {
		fn()
		s := time.Now()
		n := 0
		for range 5 {
			n = fn()
		}
		fmt.Println(name, n, time.Since(s)/5)
	}
	for _, party := range []int{2, 7} {
		for _, un := range []bool{false, true} {
			for _, off := range []int{0, 20} {
				timeit(fmt.Sprint("availability party ", party, " unbookable ", un, " from ", off), func() int {
					c := must(h.reader.Availability(t.Context(), h.staff, reading.AvailabilityQuery{VenueID: venue, From: day.AddDays(off), To: day.AddDays(59), PartySize: party, IncludeUnbookable: un}, whole))
					return len(c.Nodes)
				})
			}
		}
	}
	h.exec(`UPDATE waitlist_entries SET party_size = 2, version=version+1`)
	timeit("availability, parties of 2 wait", func() int {
		c := must(h.reader.Availability(t.Context(), h.staff, reading.AvailabilityQuery{VenueID: venue, From: day.AddDays(0), To: day.AddDays(59), PartySize: 2}, whole))
		return len(c.Nodes)
	})
	timeit("reservations", func() int { return len(must(h.reader.Reservations(t.Context(), h.staff, venue, reading.ReservationFilter{}, whole)).Nodes) })
	timeit("reservations from 30", func() int { return len(must(h.reader.Reservations(t.Context(), h.staff, venue, reading.ReservationFilter{From: at(h.now.Add(720 * time.Hour)), Statuses: []reservation.Status{reservation.Expired}}, whole)).Nodes) })
	var own []uuid.UUID
	timeit("reservations own", func() int { c := must(h.reader.Reservations(t.Context(), h.guest(cust), venue, reading.ReservationFilter{}, whole)); return len(c.Nodes) })
	es := must(h.reader.Entries(t.Context(), h.staff, venue, []waitlist.EntryStatus{waitlist.Waiting}, whole))
	for _, e := range es.Nodes {
		own = append(own, e.ID)
	}
	timeit("entries", func() int { return len(must(h.reader.Entries(t.Context(), h.staff, venue, []waitlist.EntryStatus{waitlist.Waiting}, whole)).Nodes) })
	own = nil
	rows, _ := adm.Query(`SELECT id::text FROM waitlist_entries ORDER BY joined_at DESC LIMIT 100`)
	for rows.Next() {
		var s string
		rows.Scan(&s)
		own = append(own, uuid.MustParse(s))
	}
	rows.Close()
	timeit("positions at the end", func() int { return len(must(h.reader.Positions(t.Context(), h.staff, own))) })
	own = nil
	rows, _ = adm.Query(`SELECT id::text FROM slots ORDER BY starts_at LIMIT 100 OFFSET 50000`)
	for rows.Next() {
		var s string
		rows.Scan(&s)
		own = append(own, uuid.MustParse(s))
	}
	rows.Close()
	timeit("slots by id", func() int { return len(must(h.reader.SlotsByID(t.Context(), h.staff, own))) })
	timeit("slotids", func() int { return len(must(h.reader.SlotIDsOfReservations(t.Context(), h.staff, own))) })
	timeit("reservations by id", func() int { return len(must(h.reader.ReservationsByID(t.Context(), h.staff, own))) })
	timeit("venues", func() int { return len(must(h.reader.Venues(t.Context(), h.staff, whole)).Nodes) })
}
