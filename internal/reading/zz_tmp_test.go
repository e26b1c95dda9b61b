package reading_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/reading"
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
	timeit := func(name string, fn func() int) {
		fn()
		s := time.Now()
		n := 0
		for range 5 {
			n = fn()
		}
		fmt.Println(name, n, time.Since(s)/5)
	}

	measure := func(label string) {
		for _, n := range []int{1, 100, 1000} {
			rows, err := adm.Query(`SELECT id::text FROM slots WHERE starts_at > now() + interval '20 days' ORDER BY starts_at,id LIMIT $1`, n)
			require.NoError(t, err)
			var sl []uuid.UUID
			for rows.Next() {
				var s string
				rows.Scan(&s)
				sl = append(sl, uuid.MustParse(s))
			}
			rows.Close()
			timeit(fmt.Sprint(label, " ", n), func() (c int) { return len(queue(t, h, sl, 8, 0)) })
			timeit(fmt.Sprint(label, " offset 208 ", n), func() (c int) { return len(queue(t, h, sl, 200, 208)) })
		}
		day := calendar.DateOf(time.UTC, h.now)
		for _, party := range []int{2, 7} {
		for _, un := range []bool{false, true} {
			for _, off := range []int{0, 20} {
				timeit(fmt.Sprint(label, " availability party ", party, " unbookable ", un, " from ", off), func() int {
					c, err := h.reader.Availability(t.Context(), h.staff, reading.AvailabilityQuery{VenueID: venue, From: day.AddDays(off), To: day.AddDays(59), PartySize: party, IncludeUnbookable: un}, whole)
					if err != nil { fmt.Println(err) }
					return len(c.Nodes)
				})
			}
		}
		}
	}
	ex(`UPDATE waitlist_entries SET party_size = 2, version = version + 1`)
	ex(`VACUUM ANALYZE waitlist_entries`)
	measure("short match")
	ex(`UPDATE waitlist_entries SET from_at = now() - interval '1 day', to_at = now() + interval '80 days', version = version + 1`)
	ex(`VACUUM ANALYZE waitlist_entries`)
	measure("long match")
	ex(`UPDATE waitlist_entries SET party_size = 9, version = version + 1`)
	ex(`VACUUM ANALYZE waitlist_entries`)
	measure("long nomatch")
}
