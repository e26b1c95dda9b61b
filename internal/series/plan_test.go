package series_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/recurrence"
	"github.com/slotq/slotq/internal/series"
)

var table = uuid.New()

func rule(t *testing.T, text string) recurrence.Rule {
	t.Helper()
	r, err := recurrence.Parse(text)
	require.NoError(t, err)
	return r
}

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := calendar.ValidateZone(name)
	require.NoError(t, err)
	return loc
}

// between is a slot of the table from one instant to another, as RFC 3339 writes them.
func between(t *testing.T, from, until string) inventory.Slot {
	t.Helper()
	a, err := time.Parse(time.RFC3339, from)
	require.NoError(t, err)
	b, err := time.Parse(time.RFC3339, until)
	require.NoError(t, err)
	return inventory.Slot{ID: uuid.New(), ResourceID: table, StartsAt: a.UTC(), EndsAt: b.UTC()}
}

// matched are the starts that a plan finds, by date; "-" where it finds none.
func matched(t *testing.T, p series.Plan, found ...inventory.Slot) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, o := range p.Match(found) {
		text := "-"
		for i, s := range o.Slots {
			if i == 0 {
				text = ""
			}
			text += s.StartsAt.Format("15:04Z ")
		}
		all[o.Date.String()] = text
	}
	return all
}

func TestTheSameTimeOnTheWall(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")

	t.Run("before and after the clocks go forward", func(t *testing.T) {
		first := between(t, "2030-03-24T18:00:00Z", "2030-03-24T20:00:00Z") // 19:00 in winter
		p, err := series.NewPlan(berlin, []inventory.Slot{first}, rule(t, "FREQ=WEEKLY;COUNT=2"))
		require.NoError(t, err)
		summer := between(t, "2030-03-31T17:00:00Z", "2030-03-31T19:00:00Z")
		winter := between(t, "2030-03-31T18:00:00Z", "2030-03-31T20:00:00Z")
		require.Equal(t, map[string]string{"2030-03-24": "18:00Z ", "2030-03-31": "17:00Z "}, matched(t, p, winter, summer, first))
		require.Equal(t, "-", matched(t, p, winter, first)["2030-03-31"])
	})
	t.Run("a time that a clock change leaves out is none", func(t *testing.T) {
		first := between(t, "2030-03-30T01:30:00Z", "2030-03-30T04:30:00Z") // 02:30 on Saturday
		p, err := series.NewPlan(berlin, []inventory.Slot{first}, rule(t, "FREQ=DAILY;COUNT=2"))
		require.NoError(t, err)
		require.Equal(t, "-", matched(t, p, first, between(t, "2030-03-31T01:30:00Z", "2030-03-31T03:30:00Z"))["2030-03-31"])
	})
	t.Run("of a time that comes twice it is the earlier, unless the later was chosen", func(t *testing.T) {
		day := between(t, "2030-10-26T00:30:00Z", "2030-10-26T01:30:00Z") // 02:30
		early, late := between(t, "2030-10-27T00:30:00Z", "2030-10-27T01:30:00Z"), between(t, "2030-10-27T01:30:00Z", "2030-10-27T02:30:00Z")
		p, err := series.NewPlan(berlin, []inventory.Slot{day}, rule(t, "FREQ=DAILY;COUNT=2"))
		require.NoError(t, err)
		require.Equal(t, "00:30Z ", matched(t, p, late, early)["2030-10-27"])
		p, err = series.NewPlan(berlin, []inventory.Slot{late}, rule(t, "FREQ=DAILY;COUNT=2"))
		require.NoError(t, err)
		require.Equal(t, "01:30Z ", matched(t, p, early, late)["2030-10-27"])
	})
	t.Run("a slot over the change ends when the clock says so or lasts as long", func(t *testing.T) {
		first := between(t, "2030-03-29T23:00:00Z", "2030-03-30T03:00:00Z") // 00:00 to 04:00
		p, err := series.NewPlan(berlin, []inventory.Slot{first}, rule(t, "FREQ=DAILY;COUNT=2"))
		require.NoError(t, err)
		onWall, asLong := between(t, "2030-03-30T23:00:00Z", "2030-03-31T02:00:00Z"), between(t, "2030-03-30T23:00:00Z", "2030-03-31T03:00:00Z")
		short := between(t, "2030-03-30T23:00:00Z", "2030-03-31T00:00:00Z")
		second := func(found ...inventory.Slot) []inventory.Slot { return p.Match(found)[1].Slots }
		require.Equal(t, []inventory.Slot{onWall}, second(short, asLong, onWall))
		require.Equal(t, []inventory.Slot{asLong}, second(short, asLong))
		require.Empty(t, second(short))
	})
	t.Run("a date without one of its slots has none", func(t *testing.T) {
		evening := between(t, "2030-06-01T22:30:00Z", "2030-06-01T23:30:00Z") // 00:30 on the 2nd
		before := between(t, "2030-06-01T21:30:00Z", "2030-06-01T22:30:00Z")  // 23:30 on the 1st
		p, err := series.NewPlan(berlin, []inventory.Slot{evening, before}, rule(t, "FREQ=WEEKLY;COUNT=2"))
		require.NoError(t, err)
		a, b := between(t, "2030-06-08T21:30:00Z", "2030-06-08T22:30:00Z"), between(t, "2030-06-08T22:30:00Z", "2030-06-08T23:30:00Z")
		require.Equal(t, "21:30Z 22:30Z ", matched(t, p, b, a)["2030-06-08"], "the party comes on the first, at night")
		require.Equal(t, "-", matched(t, p, a)["2030-06-08"])
	})
}

// TestReaches: wherever a slot of the series can start, it is looked for.
func TestReaches(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Asia/Seoul", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "America/Santiago", "Pacific/Apia", "Africa/Casablanca", "Australia/Sydney", "Pacific/Kiritimati", "Pacific/Pago_Pago"} {
		loc := zone(t, name)
		for hour := range 24 {
			first := inventory.Slot{ResourceID: table, StartsAt: time.Date(2030, 1, 4, hour, 30, 0, 0, loc)}
			first.EndsAt = first.StartsAt.Add(time.Hour)
			p, err := series.NewPlan(loc, []inventory.Slot{first}, rule(t, "FREQ=WEEKLY;COUNT=53"))
			require.NoError(t, err)
			reaches := p.Reaches()
			require.Len(t, reaches, 53)
			for week := range 53 {
				at := time.Date(2030, 1, 4+7*week, hour, 30, 0, 0, loc)
				require.True(t, slices.ContainsFunc(reaches, func(r series.Reach) bool {
					return r.Resource == table && !at.Before(r.From) && at.Before(r.Until)
				}), "%s %s", name, at)
			}
		}
	}
}

func TestPlansThatCannotBe(t *testing.T) {
	t.Parallel()
	seoul := zone(t, "Asia/Seoul")
	first := between(t, "2030-05-01T10:00:00Z", "2030-05-01T11:00:00Z")
	for _, c := range []struct {
		slots int
		rule  string
		part  string
	}{
		{1, "FREQ=WEEKLY;BYDAY=MO;COUNT=3", recurrence.FirstDate}, // the first is a Wednesday
		{1, "FREQ=DAILY;UNTIL=20300430", "UNTIL"},
		{4, "FREQ=DAILY;COUNT=51", "COUNT"},
	} {
		_, err := series.NewPlan(seoul, slices.Repeat([]inventory.Slot{first}, c.slots), rule(t, c.rule))
		var refusal *recurrence.Refusal
		require.True(t, errors.As(err, &refusal), "%s: %v", c.rule, err)
		require.Equal(t, c.part, refusal.Part)
	}
	_, err := series.NewPlan(seoul, slices.Repeat([]inventory.Slot{first}, 4), rule(t, "FREQ=DAILY;COUNT=50"))
	require.NoError(t, err, "200 slots are just not too many")
}
