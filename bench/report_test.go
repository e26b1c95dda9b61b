package bench_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/store"
)

// A quarter of a year of a venue with 500 reservations a day, and as much again before it: 60 tables, each sold every half
// hour for two hours and five times booked, ten pairs of them, and a room with 200 parties; a hundred join the waitlist, of
// whom seventy are offered something.
const quarter = 92

var busyDays = []string{
	`INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, kind, capacity)
		SELECT gen_random_uuid(), r.tenant_id, r.venue_id, r.id, at, at + CASE r.kind WHEN 'POOLED' THEN interval '1 hour' ELSE interval '2 hours' END, r.kind, r.capacity
		FROM resources r, generate_series(date_trunc('day', now()) - interval '184 days', date_trunc('day', now()), interval '1 day') AS day,
		LATERAL generate_series(day + interval '2 hours', day + interval '12 hours', CASE r.kind WHEN 'POOLED' THEN interval '1 hour' ELSE interval '30 minutes' END) AS at`,
	`CREATE TEMP TABLE parties ON COMMIT DROP AS
		SELECT gen_random_uuid() AS id, s.id AS slot_id, s.tenant_id, s.venue_id, s.starts_at, s.ends_at, s.kind, abs(hashtext(s.id::text || n)) % 100 AS dice
		FROM slots s JOIN resources r ON r.id = s.resource_id AND r.combines IS NULL, LATERAL generate_series(1, CASE s.kind WHEN 'POOLED' THEN 18 ELSE 1 END) AS n
		WHERE s.kind = 'POOLED' OR extract(minute FROM s.starts_at) = 0 AND extract(hour FROM s.starts_at)::int % 2 = 0 AND extract(hour FROM s.starts_at) < 12`,
	`INSERT INTO reservations (id, tenant_id, venue_id, customer_id, party_size, status, expires_at, policy_version_id, starts_at, ends_at, confirmed_at, created_at, updated_at)
		SELECT p.id, p.tenant_id, p.venue_id, (SELECT id FROM customers LIMIT 1), 2,
		       CASE WHEN dice < 3 THEN 'EXPIRED' WHEN dice < 15 THEN 'CANCELLED' WHEN dice < 20 THEN 'NO_SHOW' ELSE 'COMPLETED' END, p.starts_at, v.id, p.starts_at, p.ends_at,
		       CASE WHEN dice >= 3 THEN p.starts_at - interval '3 days' END, p.starts_at - interval '3 days', p.starts_at
		FROM parties p, policy_versions v`,
	`INSERT INTO allocations (id, tenant_id, reservation_id, slot_id, units, occupies_from, occupies_until, released_at, created_at)
		SELECT gen_random_uuid(), tenant_id, id, slot_id, CASE kind WHEN 'POOLED' THEN 2 ELSE 1 END, CASE kind WHEN 'EXCLUSIVE' THEN starts_at END, CASE kind WHEN 'EXCLUSIVE' THEN ends_at END, ends_at, starts_at - interval '3 days' FROM parties`,
	`INSERT INTO waitlist_entries (id, tenant_id, venue_id, customer_id, party_size, from_at, to_at, status, joined_at, created_at, updated_at)
		SELECT gen_random_uuid(), tenant_id, venue_id, (SELECT id FROM customers LIMIT 1), 2, starts_at, ends_at, CASE WHEN dice < 60 THEN 'FULFILLED' ELSE 'EXPIRED' END,
		       starts_at - interval '1 day', starts_at - interval '1 day', starts_at FROM parties WHERE abs(hashtext(id::text)) % 5 = 0`,
	`INSERT INTO selections (id, tenant_id, venue_id, slot_id, entry_id, policy_version_id, policy_digest, considered, skipped, override, generation, freed_at, created_at)
		SELECT gen_random_uuid(), e.tenant_id, e.venue_id, gen_random_uuid(), e.id, v.id, '', 1, '[]', false, 1, e.created_at + interval '1 hour', e.created_at + interval '61 minutes'
		FROM waitlist_entries e, policy_versions v WHERE abs(hashtext(e.id::text)) % 10 < 7`,
	`INSERT INTO offers (id, tenant_id, venue_id, entry_id, customer_id, reservation_id, selection_id, status, expires_at, generation, decided_at, created_at, updated_at)
		SELECT gen_random_uuid(), e.tenant_id, e.venue_id, e.id, e.customer_id, gen_random_uuid(), x.id, CASE e.status WHEN 'FULFILLED' THEN 'ACCEPTED' ELSE 'EXPIRED' END, x.created_at + interval '15 minutes', 1, x.created_at + interval '5 minutes', x.created_at, x.created_at
		FROM waitlist_entries e JOIN selections x ON x.entry_id = e.id`,
	`ANALYZE`,
}

// BenchmarkReport says how long a report on a quarter of a year takes.
func BenchmarkReport(b *testing.B) {
	h := housetest.New(b)
	for range 30 {
		one, two := h.Table(), h.Table()
		if h.Count(`SELECT count(*) FROM resources WHERE combines IS NOT NULL`) < 10 {
			h.Joined(one, two)
		}
	}
	h.Resource(inventory.Pooled, 100, 1, 10)
	h.Guest("Somebody")
	tx, err := pgtest.Admin(b, h.DB).BeginTx(b.Context(), nil)
	require.NoError(b, err)
	_, err = tx.ExecContext(b.Context(), `SET LOCAL session_replication_role = replica`)
	require.NoError(b, err)
	for _, statement := range busyDays {
		_, err = tx.ExecContext(b.Context(), statement)
		require.NoError(b, err)
	}
	require.NoError(b, tx.Commit())

	reader := reading.New(store.NewReads(h.DB))
	seoul, err := calendar.ValidateZone("Asia/Seoul")
	require.NoError(b, err)
	last := calendar.DateOf(seoul, time.Now()).AddDays(-1)
	var report reading.Report
	for b.Loop() {
		report, err = reader.Report(b.Context(), h.Staff, h.Venue, last.AddDays(1-quarter), last)
		require.NoError(b, err)
	}
	var all reading.DayCounts
	for _, day := range report.Days {
		all.Reservations += day.Reservations
	}
	b.ReportMetric(float64(all.Reservations)/quarter, "reservations/day")
	b.ReportMetric(float64(report.Waits.Joined)/quarter, "entries/day")
	b.ReportMetric(float64(report.Offers.Made)/quarter, "offers/day")
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/report")
}
