package reading_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	commands "github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/layout"
	"github.com/slotq/slotq/internal/opening"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

// daily opens every day, with a slot an hour.
func daily(opens, closes string) []commands.OpeningWindow {
	return []commands.OpeningWindow{{Weekdays: []int{1, 2, 3, 4, 5, 6, 7}, Opens: opens, Closes: closes, SlotLength: time.Hour}}
}

// ruled sets a house's rules, and lets the slots follow.
func ruled(t *testing.T, h *housetest.House, windows []commands.OpeningWindow, resources ...uuid.UUID) {
	t.Helper()
	in := commands.SetOpeningHours{VenueID: ref.Encode(ref.Venue, h.Venue), Windows: windows, ExpectedVersion: h.Count(`SELECT version FROM venues WHERE id = $1`, h.Venue), Key: h.Key()}
	for _, id := range resources {
		in.ResourceIDs = append(in.ResourceIDs, ref.Encode(ref.Resource, id))
	}
	housetest.Must(t)(h.Desk.SetOpeningHours(context.Background(), h.Admin, in, "test"))
	_, err := layout.New(h.DB).Follow(context.Background(), h.Tenant, h.Venue)
	require.NoError(t, err)
}

// taken holds a slot of a resource that starts at an hour of the venue's day, two days from its today.
func taken(t *testing.T, h *housetest.House, resource uuid.UUID, hour int) (slot uuid.UUID) {
	t.Helper()
	h.Scan(`SELECT id FROM slots WHERE resource_id = $1 AND starts_at AT TIME ZONE 'Asia/Seoul' = date_trunc('day', clock_timestamp() AT TIME ZONE 'Asia/Seoul') + interval '2 days' + $2 * interval '1 hour'`,
		[]any{resource, hour}, &slot)
	housetest.Must(t)(h.Desk.HoldSlot(context.Background(), h.Guest("Guest"), commands.HoldSlot{SlotIDs: []string{ref.Encode(ref.Slot, slot)}, PartySize: 2, Key: h.Key()}, "test"))
	return slot
}

func idsOf(slots []reading.Slot) (ids []uuid.UUID) {
	for _, s := range slots {
		ids = append(ids, s.ID)
	}
	return ids
}

func TestOpeningRules(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	own := h.Table()
	reader := reading.New(store.NewReads(h.DB))
	other, foreign := h.SecondVenue(), housetest.In(t, h.DB)
	ruled(t, h, daily("18:00", "20:00"))
	ruled(t, h, daily("12:00", "13:00"), own)
	housetest.Must(t)(h.Desk.SetHolidays(t.Context(), h.Admin, commands.SetHolidays{VenueID: ref.Encode(ref.Venue, h.Venue), ExpectedVersion: h.Count(`SELECT version FROM venues WHERE id = $1`, h.Venue), Key: h.Key()}, "test"))

	found, err := reader.OpeningRulesOfVenues(t.Context(), h.Admin, []uuid.UUID{h.Venue, other.Venue, foreign.Venue, uuid.New()})
	require.NoError(t, err)
	require.Len(t, found, 2)
	require.Equal(t, reading.OpeningRules{Sets: []reading.OpeningSet{}}, found[other.Venue])
	rules := found[h.Venue]
	require.Equal(t, []any{3, 2, calendar.TzdataVersion()}, []any{rules.Number, rules.LaidOutNumber, rules.Tzdata})
	require.Len(t, rules.Sets, 2)
	require.Nil(t, rules.Sets[0].ResourceID)
	require.Equal(t, own, *rules.Sets[1].ResourceID)
	require.Equal(t, "12:00", rules.Sets[1].Windows[0].Opens.String())

	local := h.Admin
	local.VenueIDs = []uuid.UUID{other.Venue}
	found, err = reader.OpeningRulesOfVenues(t.Context(), local, []uuid.UUID{h.Venue})
	require.NoError(t, err)
	require.Empty(t, found)
}

func TestOpeningPreviewAndReview(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table, idle := h.Table(), h.Table()
	reader := reading.New(store.NewReads(h.DB))
	ruled(t, h, daily("18:00", "22:00"))
	booked, kept, unsold := taken(t, h, table, 18), taken(t, h, table, 20), taken(t, h, idle, 18)
	h.Exec(`UPDATE resources SET active = false, version = version + 1 WHERE id = $1`, idle)
	draft := func(opens, closes string, resources ...string) opening.Draft {
		d, err := commands.ReadOpening(daily(opens, closes), nil)
		require.NoError(t, err)
		d.Resources, _, err = commands.ReadOpeningResources(resources)
		require.NoError(t, err)
		return d
	}
	slots := h.Count(`SELECT count(*) FROM slots`)
	preview, err := reader.OpeningPreview(t.Context(), h.Admin, h.Venue, draft("20:00", "22:00"), 7)
	require.NoError(t, err)

	t.Run("a preview tells what would follow and what would be left over, and changes nothing", func(t *testing.T) {
		require.Equal(t, []uuid.UUID{booked}, idsOf(preview.Stranded))
		require.GreaterOrEqual(t, preview.Total, 7*2)
		require.LessOrEqual(t, preview.Total, 8*2)
		require.Len(t, preview.Slots, preview.Total)
		for _, s := range preview.Slots {
			require.Equal(t, table, s.ResourceID)
		}
		require.Equal(t, slots, h.Count(`SELECT count(*) FROM slots`))
	})
	t.Run("rules of a resource alone", func(t *testing.T) {
		preview, err := reader.OpeningPreview(t.Context(), h.Admin, h.Venue, draft("10:00", "11:00", ref.Encode(ref.Resource, table)), 7)
		require.NoError(t, err)
		require.Equal(t, []uuid.UUID{booked, kept}, idsOf(preview.Stranded))
	})
	t.Run("two thousand slots are shown at most", func(t *testing.T) {
		d, err := commands.ReadOpening([]commands.OpeningWindow{{Weekdays: []int{1, 2, 3, 4, 5, 6, 7}, Opens: "00:00", Closes: "00:00", SlotLength: 15 * time.Minute}}, nil)
		require.NoError(t, err)
		preview, err := reader.OpeningPreview(t.Context(), h.Admin, h.Venue, d, 62)
		require.NoError(t, err)
		require.Len(t, preview.Slots, 2000)
		require.Greater(t, preview.Total, 62*96-1)
	})
	t.Run("what can't be", func(t *testing.T) {
		for _, days := range []int{0, 63} {
			_, err := reader.OpeningPreview(t.Context(), h.Admin, h.Venue, draft("20:00", "22:00"), days)
			require.ErrorContains(t, err, "days")
		}
		_, err := reader.OpeningPreview(t.Context(), h.Admin, uuid.New(), draft("20:00", "22:00"), 7)
		require.ErrorIs(t, err, problem.ErrNotFound)
		_, err = reader.OpeningPreview(t.Context(), h.Admin, h.Venue, draft("20:00", "22:00", ref.Encode(ref.Resource, h.SecondVenue().Table())), 7)
		require.ErrorIs(t, err, problem.ErrNotFound)
		h.Resource(inventory.Pooled, 10, 1, 4)
		tight := draft("20:00", "22:00")
		tight.Windows[0].Every = 30 * time.Minute
		_, err = reader.OpeningPreview(t.Context(), h.Admin, h.Venue, tight, 7)
		require.ErrorContains(t, err, "windows.0.every")
	})

	ruled(t, h, daily("20:00", "22:00"))
	t.Run("what was said to be left over then is", func(t *testing.T) {
		page, err := reader.SlotsForReview(t.Context(), h.Staff, h.Venue, reading.Page{First: 10})
		require.NoError(t, err)
		require.Equal(t, []uuid.UUID{booked}, idsOf(page.Nodes))
		require.Equal(t, inventory.Withdrawn, page.Nodes[0].Slot.State)
		require.Contains(t, page.Nodes[0].Blockers(), problem.ResourceClosed)
		require.NotContains(t, idsOf(page.Nodes), unsold, "what isn't sold isn't laid out")
	})
	t.Run("page by page, each once", func(t *testing.T) {
		ruled(t, h, daily("10:00", "11:00"))
		first, err := reader.SlotsForReview(t.Context(), h.Staff, h.Venue, reading.Page{First: 1})
		require.NoError(t, err)
		require.True(t, first.HasNext)
		second, err := reader.SlotsForReview(t.Context(), h.Staff, h.Venue, reading.Page{First: 1, After: first.Cursors[0]})
		require.NoError(t, err)
		require.False(t, second.HasNext)
		require.Equal(t, []uuid.UUID{booked, kept}, append(idsOf(first.Nodes), idsOf(second.Nodes)...))
		local := h.Staff
		local.VenueIDs = []uuid.UUID{uuid.New()}
		_, err = reader.SlotsForReview(t.Context(), local, h.Venue, reading.Page{First: 1})
		require.ErrorIs(t, err, problem.ErrNotFound)
	})
}

func TestClockChangesOfAVenue(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	reader := reading.New(store.NewReads(h.DB))
	berlin := h.SecondVenue()
	table, own := berlin.Table(), berlin.Table()
	ruled(t, berlin, daily("01:00", "04:00"))
	ruled(t, berlin, daily("18:00", "20:00"), own)
	changes, err := reader.ClockChanges(t.Context(), h.Staff, berlin.Venue, 400)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(changes), 2)
	seen := map[reading.ClockEffect]int{}
	for _, c := range changes {
		require.Equal(t, 3600, max(c.OffsetAfter-c.OffsetBefore, c.OffsetBefore-c.OffsetAfter))
		for _, touched := range c.Touched {
			seen[touched.Effect]++
			require.Equal(t, table, touched.ResourceID, "in the evening nothing happens")
			require.Equal(t, "02:00", touched.WallClock)
		}
		want := reading.Doubled
		if c.OffsetAfter > c.OffsetBefore {
			want = reading.Lost
		}
		require.Equal(t, []reading.TouchedSlot{{ResourceID: table, WallClock: "02:00", Effect: want}}, c.Touched)
	}
	require.Len(t, seen, 2)

	changes, err = reader.ClockChanges(t.Context(), h.Staff, h.Venue, 400)
	require.NoError(t, err)
	require.Equal(t, []reading.ClockChange{}, changes, "Seoul's clock doesn't change")
	for _, days := range []int{0, 401} {
		_, err := reader.ClockChanges(t.Context(), h.Staff, h.Venue, days)
		require.ErrorContains(t, err, "days")
	}
	_, err = reader.ClockChanges(t.Context(), h.Staff, uuid.New(), 400)
	require.ErrorIs(t, err, problem.ErrNotFound)
}

func TestHolidaysOfAVenue(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	reader := reading.New(store.NewReads(h.DB))
	day := func(text string) calendar.Date {
		d, err := calendar.ParseDate(text)
		require.NoError(t, err)
		return d
	}
	of := func(from, to string) reading.HolidayCalendar {
		c, err := reader.Holidays(t.Context(), h.Staff, h.Venue, day(from), day(to))
		require.NoError(t, err)
		return c
	}
	set := func(version int, closed bool) {
		korea := "KR"
		housetest.Must(t)(h.Desk.SetHolidays(t.Context(), h.Admin, commands.SetHolidays{VenueID: ref.Encode(ref.Venue, h.Venue), Region: &korea, Closed: closed, ExpectedVersion: version, Key: h.Key()}, "test"))
	}
	none := of("2027-03-01", "2027-03-01")
	require.Nil(t, none.Region)
	require.Empty(t, none.Days)
	set(1, false)
	known := of("2027-03-01", "2027-03-01")
	require.Equal(t, "KR", *known.Region)
	require.Len(t, known.Days, 1)
	require.Equal(t, day("2027-03-01"), known.Days[0].Date)
	require.NotEmpty(t, known.Days[0].LocalName)
	require.False(t, known.Days[0].Closed)
	set(2, true)
	require.True(t, of("2027-03-01", "2027-03-01").Days[0].Closed)
	h.Exec(`INSERT INTO opening_exceptions (id, tenant_id, venue_id, date, closed) VALUES ($1, $2, $3, '2027-03-01', false)`, uuid.New(), h.Tenant, h.Venue)
	require.False(t, of("2027-03-01", "2027-03-01").Days[0].Closed, "the venue has an exception")
	late := of("2199-01-01", "2199-12-31")
	require.Empty(t, late.Days)
	require.True(t, late.CoveredTo.Before(day("2199-01-01")), "and it is said how far anybody knows")
	for _, to := range []string{"2027-02-28", "2028-04-04"} {
		_, err := reader.Holidays(t.Context(), h.Staff, h.Venue, day("2027-03-01"), day(to))
		require.ErrorContains(t, err, "to:")
	}
	_, err := reader.Holidays(t.Context(), h.Staff, uuid.New(), day("2027-03-01"), day("2027-03-01"))
	require.ErrorIs(t, err, problem.ErrNotFound)
}
