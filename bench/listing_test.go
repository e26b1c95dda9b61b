package bench_test

import (
	"context"
	"database/sql"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/store"
)

// A month of slots: five a day and resource, a fifth of them booked.
const (
	days   = 30
	perDay = 5
	first  = 100 // slots a page
)

// restaurant is a venue with so many tables and their month.
func restaurant(t testing.TB, tables int) *housetest.House {
	t.Helper()
	h := housetest.New(t)
	for range tables {
		h.Resource(inventory.Exclusive, 1, 1, 4)
	}
	h.Exec(`INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, capacity)
		SELECT gen_random_uuid(), r.tenant_id, r.venue_id, r.id, at, at + interval '2 hours', r.capacity
		FROM resources r, generate_series(date_trunc('day', now()) + interval '1 day', date_trunc('day', now()) + $1 * interval '1 day', '1 day') d, LATERAL (SELECT d + k * interval '2 hours' AS at FROM generate_series(1, $2) k) AS hours`, days, perDay)
	h.Exec(`WITH booked AS (
			INSERT INTO reservations (id, tenant_id, venue_id, customer_id, party_size, status, expires_at, policy_version_id, starts_at, ends_at, note, created_at, updated_at)
			SELECT gen_random_uuid(), s.tenant_id, s.venue_id, $1, 2, 'HELD', now() + interval '1 day', $2, s.starts_at, s.ends_at, s.id::text, now(), now()
			FROM slots s WHERE hashtext(s.id::text) % 5 = 0 RETURNING id, tenant_id, note
		), kept AS (
			INSERT INTO allocations (id, tenant_id, reservation_id, slot_id, units, created_at)
			SELECT gen_random_uuid(), tenant_id, id, note::uuid, 1, now() FROM booked RETURNING slot_id
		) UPDATE slots SET taken = 1 WHERE id IN (SELECT slot_id FROM kept)`, *h.Guest("Somebody").CustomerID, h.Policy)
	require.NoError(t, h.DB.InOwner(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `ANALYZE`)
		return err
	}))
	return h
}

// month lists all of a month that can be booked, page by page.
func month(ctx context.Context, t testing.TB, r *reading.Reader, by actor.Actor, venue uuid.UUID) (slots, pages int) {
	today := calendar.DateOf(time.UTC, time.Now())
	query := reading.AvailabilityQuery{VenueID: venue, From: today, To: today.AddDays(days + 1), PartySize: 2}
	for page := (reading.Page{First: first}); ; pages++ {
		c, err := r.Availability(ctx, by, query, page)
		require.NoError(t, err)
		if slots += len(c.Nodes); !c.HasNext {
			return slots, pages + 1
		}
		page.After = c.Cursors[len(c.Cursors)-1]
	}
}

// plainly asks the database itself for the same pages: what is free, in the same order, by the same kind of cursor.
const plainly = `
	SELECT s.id, s.starts_at, s.ends_at, s.capacity - s.taken, r.name FROM slots s JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id
	WHERE s.tenant_id = $1 AND s.venue_id = $2 AND s.starts_at >= $3 AND s.starts_at < $4 AND (s.starts_at, s.id) > ($5, $6)
	  AND r.active AND 2 BETWEEN r.min_party AND r.max_party AND s.taken < s.capacity
	ORDER BY s.starts_at, s.id LIMIT $7`

func plainMonth(ctx context.Context, t testing.TB, db *postgres.DB, h *housetest.House) (slots int) {
	var last uuid.UUID
	now := time.Now()
	for at := now; ; {
		n := 0
		require.NoError(t, db.ReadTenant(ctx, h.Tenant, func(ctx context.Context, tx *sql.Tx) error {
			rows, err := tx.QueryContext(ctx, plainly, h.Tenant, h.Venue, now, now.AddDate(0, 0, days+2), at, last, first)
			if err != nil {
				return err
			}
			defer rows.Close()
			for n = 0; rows.Next(); n++ {
				var ends time.Time
				var left int
				var name string
				if err := rows.Scan(&last, &at, &ends, &left, &name); err != nil {
					return err
				}
			}
			return rows.Err()
		}))
		if slots += n; n < first {
			return slots
		}
	}
}

func TestAListingCostsTheSameForAnyNumberOfResources(t *testing.T) {
	t.Parallel()
	each := func(tables int) int {
		h := restaurant(t, tables)
		wire, db := housetest.NewWire(t, h.DB)
		_, pages := month(t.Context(), t, reading.New(store.NewReads(db)), h.Staff, h.Venue)
		return (len(wire.Statements()) + pages - 1) / pages
	}
	few, many := each(4), each(40)
	require.Equal(t, few, many, "statements a page")
	require.LessOrEqual(t, many, 8)
}

// BenchmarkListingAMonth says how long a month of a venue with 200 resources takes, and the plain query beside it.
func BenchmarkListingAMonth(b *testing.B) {
	h := restaurant(b, 200)
	reader := reading.New(store.NewReads(h.DB))
	slots, pages := month(b.Context(), b, reader, h.Staff, h.Venue)
	require.Equal(b, plainMonth(b.Context(), b, h.DB, h), slots, "both list the same")
	b.Run("slotq", func(b *testing.B) {
		for b.Loop() {
			month(b.Context(), b, reader, h.Staff, h.Venue)
		}
		b.ReportMetric(float64(pages), "pages")
		b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N)/float64(pages), "ms/page")
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			plainMonth(b.Context(), b, h.DB, h)
		}
		b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N)/float64(pages), "ms/page")
	})
}

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
