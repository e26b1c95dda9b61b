package layout_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/invariant"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/layout"
	"github.com/slotq/slotq/internal/opening"
)

// ruled forgets the rules of a house and sets others, as one change.
func ruled(h *housetest.House, rules func()) {
	h.Exec(`DELETE FROM opening_windows WHERE venue_id = $1`, h.Venue)
	h.Exec(`DELETE FROM opening_exceptions WHERE venue_id = $1`, h.Venue)
	rules()
	h.Exec(`UPDATE venues SET opening_number = opening_number + 1, version = version + 1 WHERE id = $1`, h.Venue)
	h.Exec(`INSERT INTO opening_revisions (id, tenant_id, venue_id, number, rules, made_by, created_at) SELECT $1, tenant_id, id, opening_number, '{}', 'test', clock_timestamp() FROM venues WHERE id = $2`, uuid.New(), h.Venue)
}

func follow(t *testing.T, h *housetest.House) layout.Done {
	t.Helper()
	done, err := layout.New(h.DB).Follow(t.Context(), h.Tenant, h.Venue)
	require.NoError(t, err)
	again, err := layout.New(h.DB).Follow(t.Context(), h.Tenant, h.Venue)
	require.NoError(t, err)
	require.Equal(t, layout.Done{Waiting: done.Waiting}, again, "a second run finds nothing to do")
	return done
}

// sound demands that every promise of the domain holds of what stands in the database.
func sound(t *testing.T, h *housetest.House) {
	t.Helper()
	report, err := invariant.VerifyQuiet(t.Context(), h.DB)
	require.NoError(t, err)
	require.Empty(t, report.Violations)
}

// slotAt is the slot of a resource that starts at a full hour of a civil date of the house.
func slotAt(h *housetest.House, resource uuid.UUID, date calendar.Date, hour int) (id uuid.UUID) {
	h.Scan(`SELECT id FROM slots WHERE resource_id = $1 AND starts_at AT TIME ZONE 'Asia/Seoul' = $2::date + $3 * interval '1 hour' ORDER BY state LIMIT 1`,
		[]any{resource, date.String(), hour}, &id)
	return id
}

func state(h *housetest.House, slot uuid.UUID) (state string) {
	h.Scan(`SELECT coalesce((SELECT state FROM slots WHERE id = $1), 'none')`, []any{slot}, &state)
	return state
}

func TestRulesThatChange(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table := h.Table()
	day := inDays(h, 3)
	evenings := func() { window(h, nil, everyDay, 18*60, 22*60, 120) }
	noons := func() { window(h, nil, everyDay, 12*60, 14*60, 60) }
	ruled(h, evenings)
	follow(t, h)
	booked, once, never := slotAt(h, table, day, 18), slotAt(h, table, day, 20), slotAt(h, table, inDays(h, 4), 18)
	reservation := hold(t, h, booked)
	cancel(t, h, hold(t, h, once))
	h.Exec(`DELETE FROM vacancies`)

	ruled(h, noons)
	done := follow(t, h)
	t.Run("a booked slot stays, withdrawn", func(t *testing.T) {
		require.Equal(t, "WITHDRAWN", state(h, booked))
		require.Equal(t, 1, done.Withdrawn)
	})
	t.Run("one with a past is retired, and one without is gone", func(t *testing.T) {
		require.Equal(t, "RETIRED", state(h, once))
		require.Equal(t, "none", state(h, never))
		require.Equal(t, 1, done.Retired)
	})
	t.Run("all else is as the rules say", func(t *testing.T) {
		require.Equal(t, h.Count(`SELECT count(*) FROM slots WHERE state = 'OPEN'`), h.Count(`SELECT count(*) FROM slots WHERE (starts_at AT TIME ZONE 'Asia/Seoul')::time IN ('12:00', '13:00')`))
		require.Equal(t, done.Added, h.Count(`SELECT count(*) FROM slots WHERE state = 'OPEN'`))
		require.Positive(t, done.Added)
	})
	t.Run("each change of a slot is told once, and that of the venue", func(t *testing.T) {
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM events e JOIN slots s ON s.id = e.entity_id AND s.version = e.entity_version
			WHERE e.kind = 'slot.withdrawn' AND e.data ->> 'state' = s.state AND e.data ->> 'resourceId' = $1`, table.String()))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM venues v JOIN events e ON e.venue_id = v.id AND (e.data ->> 'laidOutNumber')::int = v.laid_out_number
			WHERE e.kind = 'venue.slots_laid_out' AND v.laid_out_number = 2 AND v.opening_number = 2 AND v.tzdata = $1`, calendar.TzdataVersion()))
	})
	t.Run("what is booked and no longer on offer makes the table shared only if something overlaps it", func(t *testing.T) {
		require.Zero(t, h.Count(`SELECT count(*) FROM resources WHERE shared`))
	})

	h.Exec(`DELETE FROM vacancies`)
	ruled(h, evenings)
	done = follow(t, h)
	t.Run("back again, what is there still is on offer again", func(t *testing.T) {
		require.Equal(t, "OPEN", state(h, booked))
		require.Equal(t, "OPEN", state(h, once))
		require.Equal(t, 2, done.Reopened)
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM events WHERE kind = 'slot.reopened'`))
		require.Equal(t, 1, h.Count(`SELECT taken FROM slots WHERE id = $1`, booked))
	})
	t.Run("and whoever waits is looked at", func(t *testing.T) {
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM vacancies v JOIN slots s ON s.id = $1 WHERE v.from_at <= s.starts_at AND v.to_at >= s.ends_at`, once))
	})

	ruled(h, noons)
	follow(t, h)
	cancel(t, h, reservation)
	require.Equal(t, "WITHDRAWN", state(h, booked))
	done = follow(t, h)
	t.Run("a withdrawn slot that everybody has left is retired with the next run", func(t *testing.T) {
		require.Equal(t, "RETIRED", state(h, booked))
		require.Equal(t, layout.Done{Retired: 1}, done)
	})
	sound(t, h)
}

func TestNewSlotsBesideBookedOnes(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table, room, other := h.Table(), h.Resource(inventory.Pooled, 20, 1, 8), h.Table()
	day := inDays(h, 3)
	ruled(h, func() { window(h, nil, everyDay, 18*60, 22*60, 120) })
	follow(t, h)
	hold(t, h, slotAt(h, table, day, 18))
	inRoom := hold(t, h, slotAt(h, room, day, 18))

	ruled(h, func() { window(h, nil, everyDay, 19*60, 22*60, 60) })
	done := follow(t, h)
	t.Run("a table's are there beside them, and its time is shared", func(t *testing.T) {
		require.Equal(t, []string{"18:00-20:00", "19:00-20:00", "20:00-21:00", "21:00-22:00"}, hours(h, table, day))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM resources WHERE shared AND id = $1`, table))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM resources WHERE shared`))
		require.Equal(t, []string{"19:00-20:00", "20:00-21:00", "21:00-22:00"}, hours(h, other, day))
	})
	t.Run("a room's wait until they are free", func(t *testing.T) {
		require.Equal(t, []string{"18:00-20:00", "20:00-21:00", "21:00-22:00"}, hours(h, room, day))
		require.Equal(t, 1, done.Waiting)
		cancel(t, h, inRoom)
		require.Equal(t, layout.Done{Added: 1, Retired: 1}, follow(t, h))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM slots WHERE id = $1 AND state = 'OPEN'`, slotAt(h, room, day, 19)))
	})
	t.Run("what is shared stays shared", func(t *testing.T) {
		ruled(h, func() { window(h, nil, everyDay, 18*60, 22*60, 120) })
		follow(t, h)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM resources WHERE shared AND id = $1`, table))
	})
	sound(t, h)
}

func TestOverlappingWindows(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table := h.Table()
	ruled(h, func() {
		window(h, nil, everyDay, 23*60, 2*60, 60)
		h.Exec(`UPDATE opening_windows SET every_minutes = 30, walk_in_only = true`)
	})
	done := follow(t, h)
	require.Equal(t, []string{"00:00-01:00", "00:30-01:30", "01:00-02:00", "23:00-00:00", "23:30-00:30"}, hours(h, table, inDays(h, 5)), "over midnight, every half hour")
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM resources WHERE shared`))
	require.Equal(t, done.Added, h.Count(`SELECT count(*) FROM slots WHERE walk_in_only`))
	h.Exec(`UPDATE opening_windows SET walk_in_only = false`)
	require.Equal(t, layout.Done{Reopened: done.Added}, follow(t, h))
}

func TestHolidays(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table, own := h.Table(), h.Table()
	seoul := "KR"
	upcoming := opening.Rules{HolidayRegion: &seoul}.HolidaysBetween(inDays(h, 1), inDays(h, 200))
	day := upcoming[0].Date
	h.Exec(`UPDATE venues SET layout_days = $1, version = version + 1`, inDays(h, 0).DaysUntil(day)+1)
	ruled(h, func() {
		window(h, nil, everyDay, 18*60, 20*60, 120)
		except(h, own, day, false)
		exceptWindow(h, own, day, 12*60, 13*60, 60)
		h.Exec(`UPDATE venues SET holiday_region = 'KR', closed_on_holidays = true, version = version + 1`)
	})
	done := follow(t, h)
	require.Empty(t, hours(h, table, day), "closed")
	require.Equal(t, []string{"12:00-13:00"}, hours(h, own, day), "an exception goes before")
	h.Exec(`UPDATE venues SET closed_on_holidays = false, opening_number = opening_number + 1, version = version + 1`)
	again := follow(t, h)
	require.Equal(t, []string{"18:00-20:00"}, hours(h, table, day))
	require.Equal(t, []string{"12:00-13:00"}, hours(h, own, day))
	require.Positive(t, done.Added)
	require.Zero(t, again.Deleted)
}

func TestClockChangesAndZones(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table := h.Table()
	berlin, err := calendar.ValidateZone("Europe/Berlin")
	require.NoError(t, err)
	tomorrow := inDays(h, 1)
	next := calendar.ClockChanges(berlin, tomorrow, tomorrow.AddDays(300))[0]
	h.Exec(`UPDATE venues SET time_zone = 'Europe/Berlin', layout_days = $1, version = version + 1`, tomorrow.DaysUntil(next.Date)+3)
	ruled(h, func() { window(h, nil, everyDay, 0, 5*60, 60) })
	follow(t, h)
	from, until := calendar.DayBounds(berlin, next.Date)
	want := 6
	if next.Skips() {
		want = 4
	}
	require.Equal(t, want, h.Count(`SELECT count(*) FROM slots WHERE resource_id = $1 AND starts_at >= $2 AND starts_at < $3`, table, from, until), "%+v", next)

	all := h.Count(`SELECT count(*) FROM slots`)
	h.Exec(`UPDATE venues SET layout_days = 4, opening_number = opening_number + 1, version = version + 1`)
	require.Equal(t, layout.Done{}, follow(t, h), "what the rules ask for stays, though it is further ahead than slots now reach")
	require.Equal(t, all, h.Count(`SELECT count(*) FROM slots`))

	var booked uuid.UUID
	h.Scan(`SELECT id FROM slots WHERE starts_at > clock_timestamp() + interval '3 days' ORDER BY starts_at LIMIT 1`, nil, &booked)
	hold(t, h, booked)
	h.Exec(`UPDATE venues SET time_zone = 'Asia/Seoul', opening_number = opening_number + 1, version = version + 1`)
	follow(t, h)
	require.Equal(t, "WITHDRAWN", state(h, booked))
	require.Zero(t, h.Count(`SELECT count(*) FROM slots WHERE state = 'OPEN' AND (starts_at AT TIME ZONE 'Asia/Seoul')::time >= '05:00'`), "and goes from there too when they no longer do")
}

func TestAVenueWithoutRulesIsLeftAlone(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	slot := h.Evening()
	require.Equal(t, layout.Done{}, follow(t, h))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM venues WHERE version = 1 AND tzdata = ''`))
	h.Exec(`UPDATE venues SET opening_number = 1, version = version + 1`) // as a new resource does
	require.Equal(t, layout.Done{}, follow(t, h))
	require.Equal(t, "OPEN", state(h, slot))
	require.Equal(t, 1, h.Count(`SELECT laid_out_number FROM venues`), "and isn't outdated for ever")
	ruled(h, func() {})
	require.Equal(t, layout.Done{Deleted: 1}, follow(t, h), "closed is a rule")
}

func TestAResourceThatIsNotSoldKeepsItsSlots(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	slot := h.Evening()
	h.Exec(`UPDATE resources SET active = false, version = version + 1`)
	ruled(h, func() { window(h, nil, everyDay, 18*60, 20*60, 120) })
	require.Equal(t, layout.Done{}, follow(t, h))
	require.Equal(t, "OPEN", state(h, slot))
}

// What stops half way is finished by the next run, and only that marks the venue.
func TestARunThatIsCutShort(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	for range 4 {
		h.Table()
	}
	ruled(h, func() { window(h, nil, everyDay, 0, 0, 60) })
	ctx, crash := context.WithCancel(context.Background())
	var woken atomic.Int64
	l := layout.New(h.DB).Waking(func(tenant uuid.UUID) {
		require.Equal(t, h.Tenant, tenant)
		woken.Add(1)
		crash()
	})
	part, err := l.Follow(ctx, h.Tenant, h.Venue)
	require.ErrorIs(t, err, context.Canceled)
	require.Positive(t, part.Added)
	require.Equal(t, part.Added, h.Count(`SELECT count(*) FROM slots`))
	require.Equal(t, 0, h.Count(`SELECT laid_out_number FROM venues`))
	rest, err := l.Follow(context.Background(), h.Tenant, h.Venue)
	require.NoError(t, err)
	require.Positive(t, rest.Added)
	require.Equal(t, part.Added+rest.Added, h.Count(`SELECT count(*) FROM slots`))
	require.GreaterOrEqual(t, part.Added+rest.Added, 4*14*24)
	require.Equal(t, 1, h.Count(`SELECT laid_out_number FROM venues`))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE kind = 'venue.slots_laid_out'`))
}

// Rules that change under a layout: it begins again with the new ones, and what follows is theirs.
func TestRulesThatChangeMeanwhile(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	for range 4 {
		h.Table()
	}
	ruled(h, func() { window(h, nil, everyDay, 0, 0, 60) })
	changed := false
	l := layout.New(h.DB).Waking(func(uuid.UUID) {
		if !changed {
			changed = true
			ruled(h, func() { window(h, nil, everyDay, 18*60, 20*60, 120) })
		}
	})
	done, err := l.Follow(t.Context(), h.Tenant, h.Venue)
	require.NoError(t, err)
	require.Positive(t, done.Deleted)
	require.Zero(t, h.Count(`SELECT count(*) FROM slots WHERE (starts_at AT TIME ZONE 'Asia/Seoul')::time <> '18:00'`))
	require.Equal(t, 2, h.Count(`SELECT laid_out_number FROM venues`))
}

// A slot that is being booked while the rules drop it is either had, and stays, or gone before; never both.
func TestABookingInTheWay(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table := h.Table()
	ruled(h, func() { window(h, nil, everyDay, 18*60, 22*60, 120) })
	follow(t, h)
	slot := slotAt(h, table, inDays(h, 3), 18)
	ruled(h, func() {})

	locked, release, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() { ended <- h.DB.InTenant(context.Background(), h.Tenant, taking(slot, locked, release)) }()
	<-locked
	result := make(chan layout.Done, 1)
	go func() {
		done, err := layout.New(h.DB).Follow(context.Background(), h.Tenant, h.Venue)
		if err != nil {
			t.Error(err)
		}
		result <- done
	}()
	waitForLock(t, h)
	close(release)
	require.NoError(t, <-ended)
	done := <-result
	require.Equal(t, "RETIRED", state(h, slot), "its version shows that something happened to it")
	require.Equal(t, 1, done.Retired)
}
