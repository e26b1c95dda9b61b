package layout_test

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/layout"
)

// inDays is a civil date of the house, so many days from its today.
func inDays(h *housetest.House, days int) calendar.Date {
	var now time.Time
	h.Scan(`SELECT clock_timestamp()`, nil, &now)
	seoul, err := calendar.ValidateZone("Asia/Seoul")
	if err != nil {
		panic(err)
	}
	return calendar.DateOf(seoul, now).AddDays(days)
}

func except(h *housetest.House, resource any, date calendar.Date, closed bool) {
	h.Exec(`INSERT INTO opening_exceptions (id, tenant_id, venue_id, resource_id, date, closed) VALUES ($1, $2, $3, $4, $5, $6)`,
		uuid.New(), h.Tenant, h.Venue, resource, date.String(), closed)
}

func exceptWindow(h *housetest.House, resource any, date calendar.Date, opens, closes, length int) {
	h.Exec(`INSERT INTO opening_windows (id, tenant_id, venue_id, resource_id, exception_date, weekdays, opens_minute, closes_minute, slot_minutes) VALUES ($1, $2, $3, $4, $5, 0, $6, $7, $8)`,
		uuid.New(), h.Tenant, h.Venue, resource, date.String(), opens, closes, length)
}

// hours are the civil times at which the slots of a resource on a date start and end.
func hours(h *housetest.House, resource uuid.UUID, date calendar.Date) []string {
	var all []string
	err := h.DB.ReadTenant(context.Background(), h.Tenant, func(ctx context.Context, tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT to_char(starts_at AT TIME ZONE 'Asia/Seoul', 'HH24:MI') || '-' || to_char(ends_at AT TIME ZONE 'Asia/Seoul', 'HH24:MI')
			FROM slots WHERE resource_id = $1 AND to_char(starts_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD') = $2 ORDER BY starts_at`, resource, date.String())
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var text string
			if err := rows.Scan(&text); err != nil {
				return err
			}
			all = append(all, text)
		}
		return rows.Err()
	})
	if err != nil {
		panic(err)
	}
	return all
}

func TestRules(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	plain, own := h.Table(), h.Table()
	room := h.Resource(inventory.Pooled, 20, 1, 8)
	window(h, nil, everyDay, 18*60, 22*60, 120)
	window(h, own, everyDay, 9*60, 10*60, 30)
	closed, short, mine := inDays(h, 3), inDays(h, 5), inDays(h, 7)
	except(h, nil, closed, true)
	except(h, nil, short, false)
	exceptWindow(h, nil, short, 12*60, 14*60, 60)
	except(h, nil, mine, true)
	except(h, own, mine, false)
	exceptWindow(h, own, mine, 20*60, 21*60, 60)
	added, err := layout.New(h.DB).Extend(t.Context(), h.Tenant, h.Venue)
	require.NoError(t, err)
	require.Equal(t, h.Count(`SELECT count(*) FROM slots`), added)

	t.Run("the venue's windows apply to a resource that has none", func(t *testing.T) {
		require.Equal(t, []string{"18:00-20:00", "20:00-22:00"}, hours(h, plain, inDays(h, 2)))
		require.Equal(t, []string{"18:00-20:00", "20:00-22:00"}, hours(h, room, inDays(h, 2)))
	})
	t.Run("a resource's own windows stand in their place", func(t *testing.T) {
		require.Equal(t, []string{"09:00-09:30", "09:30-10:00"}, hours(h, own, inDays(h, 2)))
	})
	t.Run("a venue's exception owns its date for every resource", func(t *testing.T) {
		for _, resource := range []uuid.UUID{plain, own, room} {
			require.Empty(t, hours(h, resource, closed))
			require.Equal(t, []string{"12:00-13:00", "13:00-14:00"}, hours(h, resource, short))
		}
	})
	t.Run("a resource's exception stands in place of the venue's", func(t *testing.T) {
		require.Empty(t, hours(h, plain, mine))
		require.Equal(t, []string{"20:00-21:00"}, hours(h, own, mine))
	})
	t.Run("slots reach as many days ahead as the venue says, the last day included", func(t *testing.T) {
		require.Len(t, hours(h, plain, inDays(h, 14)), 2)
		require.Empty(t, hours(h, plain, inDays(h, 15)))
	})
	t.Run("a slot has its resource's capacity", func(t *testing.T) {
		require.Zero(t, h.Count(`SELECT count(*) FROM slots s JOIN resources r ON r.id = s.resource_id WHERE s.capacity <> r.capacity OR s.taken <> 0 OR s.version <> 1`))
	})
	t.Run("what is longer ahead follows when the venue says so", func(t *testing.T) {
		h.Exec(`UPDATE venues SET layout_days = 15, version = version + 1 WHERE id = $1`, h.Venue)
		more, err := layout.New(h.DB).Extend(t.Context(), h.Tenant, h.Venue)
		require.NoError(t, err)
		require.Equal(t, 2+2+2, more)
		require.Len(t, hours(h, plain, inDays(h, 15)), 2)
	})
}

func TestManySlots(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	for range 4 {
		h.Table()
	}
	window(h, nil, everyDay, 0, 0, 60) // round the clock: more than one part
	l := layout.New(h.DB)

	t.Run("two that lay out the same venue at once add each slot once", func(t *testing.T) {
		var all sync.WaitGroup
		added, errs := make([]int, 4), make([]error, 4)
		for i := range added {
			all.Go(func() { added[i], errs[i] = l.Extend(context.Background(), h.Tenant, h.Venue) })
		}
		all.Wait()
		total := 0
		for i := range added {
			require.NoError(t, errs[i])
			total += added[i]
		}
		require.GreaterOrEqual(t, total, 4*14*24, "in the last hour of a day nothing of it is left")
		require.Equal(t, h.Count(`SELECT count(*) FROM slots`), total)
	})
	t.Run("each part notes its vacancy, over exactly what was added", func(t *testing.T) {
		require.GreaterOrEqual(t, h.Count(`SELECT count(*) FROM vacancies WHERE cause = 'slot.added' AND slot_id IS NULL`), 2)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM (SELECT min(from_at) f, max(to_at) t FROM vacancies) v, (SELECT min(starts_at) f, max(ends_at) t FROM slots) s WHERE v.f = s.f AND v.t = s.t`))
	})
	t.Run("a run that adds nothing notes nothing", func(t *testing.T) {
		before := h.Count(`SELECT count(*) FROM vacancies`)
		added, err := l.Extend(context.Background(), h.Tenant, h.Venue)
		require.NoError(t, err)
		require.Zero(t, added)
		require.Equal(t, before, h.Count(`SELECT count(*) FROM vacancies`))
	})
}

func TestFailures(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	h.Table()
	window(h, nil, everyDay, 18*60, 22*60, 120)
	broken := housetest.In(t, h.DB)
	broken.Table()
	window(broken, nil, everyDay, 18*60, 22*60, 120)
	broken.Exec(`UPDATE venues SET time_zone = 'Mars/Olympus', version = version + 1 WHERE id = $1`, broken.Venue)
	l := layout.New(h.DB)

	t.Run("an unknown venue, and a venue of another tenant, is an error that names it", func(t *testing.T) {
		unknown := uuid.New()
		_, err := l.Extend(t.Context(), h.Tenant, unknown)
		require.ErrorContains(t, err, unknown.String())
		_, err = l.Extend(t.Context(), h.Tenant, broken.Venue)
		require.ErrorIs(t, err, sql.ErrNoRows)
	})
	t.Run("a venue that fails stops no other, and its error comes back", func(t *testing.T) {
		added, err := l.ExtendAll(t.Context())
		require.ErrorContains(t, err, broken.Venue.String())
		require.ErrorContains(t, err, "Mars/Olympus")
		require.Equal(t, h.Count(`SELECT count(*) FROM slots`), added)
		require.Positive(t, added)
	})
	t.Run("a date that is none closes nothing silently", func(t *testing.T) {
		h.Exec(`INSERT INTO opening_exceptions (id, tenant_id, venue_id, date, closed) VALUES ($1, $2, $3, '2026-2-30', true)`, uuid.New(), h.Tenant, h.Venue)
		_, err := l.Extend(t.Context(), h.Tenant, h.Venue)
		require.ErrorContains(t, err, fmt.Sprintf("%q", "2026-2-30"))
	})
}
