package opening_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/opening"
)

var (
	seoul, _ = calendar.ValidateZone("Asia/Seoul")
	plain    = uuid.New()
	own      = uuid.New()
)

func clock(text string) calendar.ClockTime {
	c, err := calendar.ParseClockTime(text)
	if err != nil {
		panic(err)
	}
	return c
}

func date(text string) calendar.Date {
	d, err := calendar.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return d
}

// daily opens every day for one slot of an hour.
func daily(opens string) []calendar.Window {
	return []calendar.Window{hour(opens, 1, 2, 3, 4, 5, 6, 7)}
}

func hour(opens string, weekdays ...int) calendar.Window {
	at := clock(opens)
	return calendar.Window{Weekdays: weekdays, Opens: at, Closes: clock(at.String()[:2] + ":59"), SlotLength: 59 * time.Minute}
}

func closed(on string) calendar.Exception { return calendar.Exception{Date: date(on), Closed: true} }

func open(on, at string) calendar.Exception {
	return calendar.Exception{Date: date(on), Windows: []calendar.Window{hour(at)}}
}

// starts are the times of day at which slots of a resource start on a date.
func starts(r opening.Rules, resource uuid.UUID, on string) []string {
	times := []string{}
	for _, span := range r.Expand(seoul, date(on), date(on)).Of(resource) {
		times = append(times, span.StartsAt.In(seoul).Format("15:04"))
	}
	return times
}

func TestWhoseRulesHold(t *testing.T) {
	t.Parallel()
	korea := "KR"
	r := opening.Rules{
		HolidayRegion: &korea, ClosedOnHolidays: true,
		Sets: []opening.Set{
			{Windows: daily("09:00"), Exceptions: []calendar.Exception{closed("2027-05-03"), open("2027-05-04", "10:00"), open("2027-12-25", "11:00")}},
			{ResourceID: &own, Windows: daily("19:00"), Exceptions: []calendar.Exception{open("2027-05-03", "20:00"), open("2027-01-01", "21:00")}},
		},
	}
	for _, c := range []struct {
		name, on   string
		plain, own []string
	}{
		{"weekly windows: a resource's own in place of the venue's", "2027-05-06", []string{"09:00"}, []string{"19:00"}},
		{"an exception of the venue is for all", "2027-05-04", []string{"10:00"}, []string{"10:00"}},
		{"a resource's own in place of it", "2027-05-03", nil, []string{"20:00"}},
		{"a holiday closes all", "2027-03-01", nil, nil},
		{"but a date for which the venue has an exception", "2027-12-25", []string{"11:00"}, []string{"11:00"}},
		{"or the resource", "2027-01-01", nil, []string{"21:00"}},
		{"beyond what is known nothing closes", "2199-03-01", []string{"09:00"}, []string{"19:00"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, append([]string{}, c.plain...), starts(r, plain, c.on))
			require.Equal(t, append([]string{}, c.own...), starts(r, own, c.on))
		})
	}
	t.Run("what only knows holidays isn't closed on them", func(t *testing.T) {
		r.ClosedOnHolidays = false
		require.Equal(t, []string{"09:00"}, starts(r, plain, "2027-03-01"))
	})
}

func TestAHolidayTakesTheSpillOverOfTheEveningBefore(t *testing.T) {
	t.Parallel()
	korea := "KR"
	night := calendar.Window{Weekdays: []int{1, 2, 3, 4, 5, 6, 7}, Opens: clock("23:00"), Closes: clock("02:00"), SlotLength: time.Hour}
	r := opening.Rules{HolidayRegion: &korea, ClosedOnHolidays: true, Sets: []opening.Set{{Windows: []calendar.Window{night}}}}
	require.Equal(t, []string{"00:00", "01:00", "23:00"}, starts(r, plain, "2027-02-28"))
	require.Empty(t, starts(r, plain, "2027-03-01"), "the first of March is a holiday")
	require.Equal(t, []string{"23:00"}, starts(r, plain, "2027-03-02"))
}

func TestAVenueIsClosedOnItsHolidays(t *testing.T) {
	t.Parallel()
	korea := "KR"
	r := opening.Rules{HolidayRegion: &korea, ClosedOnHolidays: true, Sets: []opening.Set{{Exceptions: []calendar.Exception{open("2027-12-25", "11:00"), closed("2027-07-07")}}}}
	require.True(t, r.ClosedOn(date("2027-03-01")))
	require.False(t, r.ClosedOn(date("2027-12-25")), "its exception goes before")
	require.True(t, r.ClosedOn(date("2027-07-07")))
	require.False(t, r.ClosedOn(date("2027-03-02")))
	require.False(t, r.ClosedOn(date("2199-03-01")), "nobody knows")
	require.False(t, opening.Rules{ClosedOnHolidays: true}.ClosedOn(date("2027-03-01")))
}

func TestHolidaysBetween(t *testing.T) {
	t.Parallel()
	korea := "KR"
	r := opening.Rules{HolidayRegion: &korea}
	first, last := r.HolidaysCovered()
	require.NotEmpty(t, r.HolidaysBetween(first, last))
	require.Len(t, r.HolidaysBetween(first.AddDays(-500), last.AddDays(500)), len(r.HolidaysBetween(first, last)), "what isn't known is left out")
	require.Empty(t, r.HolidaysBetween(last.AddDays(1), last.AddDays(400)))
	require.Empty(t, r.HolidaysBetween(first.AddDays(1), first))
	require.Empty(t, opening.Rules{}.HolidaysBetween(first, last), "without a region there are none")
}

func TestNone(t *testing.T) {
	t.Parallel()
	korea := "KR"
	require.True(t, opening.Rules{}.None())
	require.True(t, opening.Rules{HolidayRegion: &korea}.None(), "to know holidays is no rule")
	require.False(t, opening.Rules{HolidayRegion: &korea, ClosedOnHolidays: true}.None())
	require.False(t, opening.Rules{Sets: []opening.Set{{Windows: daily("09:00")}}}.None())
}

func TestRulesAreKeptAsJSON(t *testing.T) {
	t.Parallel()
	korea := "KR"
	r := opening.Rules{HolidayRegion: &korea, Sets: []opening.Set{{Windows: daily("09:00")}, {ResourceID: &own, Exceptions: []calendar.Exception{closed("2027-05-03")}}}}
	raw, err := json.Marshal(r)
	require.NoError(t, err)
	var read opening.Rules
	require.NoError(t, json.Unmarshal(raw, &read))
	require.Equal(t, r, read)
}
