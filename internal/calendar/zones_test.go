package calendar_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/calendar"
)

// oddZones are zones whose clocks change in every way known: by half an hour, at midnight, across midnight, by a whole day,
// in Ramadan, by rules that run for ever, and not at all.
var oddZones = []string{
	"Africa/Cairo", "Africa/Casablanca", "Africa/El_Aaiun", "Africa/Juba", "America/Asuncion", "America/Caracas",
	"America/Goose_Bay", "America/Havana", "America/New_York", "America/Nuuk", "America/Phoenix", "America/Santiago",
	"America/Sao_Paulo", "America/Scoresbysund", "America/St_Johns", "America/Tijuana", "Antarctica/Casey",
	"Antarctica/Troll", "Asia/Amman", "Asia/Beirut", "Asia/Calcutta", "Asia/Gaza", "Asia/Kathmandu", "Asia/Pyongyang",
	"Asia/Seoul", "Asia/Tehran", "Atlantic/Azores", "Australia/Lord_Howe", "Australia/Sydney", "Europe/Berlin",
	"Europe/Dublin", "Europe/London", "Europe/Moscow", "Pacific/Apia", "Pacific/Auckland", "Pacific/Chatham",
	"Pacific/Easter", "Pacific/Kiritimati", "Pacific/Kwajalein", "UTC", "Etc/GMT+12",
}

func zone(t require.TestingT, name string) *time.Location {
	loc, err := calendar.ValidateZone(name)
	require.NoError(t, err)
	return loc
}

func day(t require.TestingT, s string) calendar.Date {
	d, err := calendar.ParseDate(s)
	require.NoError(t, err)
	return d
}

func drawZone(t *rapid.T) *time.Location {
	return zone(t, rapid.SampledFrom(oddZones).Draw(t, "zone"))
}

// drawDate draws a date on which something is likely to happen: every second one is near a clock change of the zone.
func drawDate(t *rapid.T, loc *time.Location, fromYear int) calendar.Date {
	d := calendar.NewDate(rapid.IntRange(fromYear, 2060).Draw(t, "year"), 1, 1+rapid.IntRange(0, 365).Draw(t, "day"))
	if rapid.Bool().Draw(t, "near a change") {
		d = nextChange(loc, d).AddDays(rapid.IntRange(-2, 2).Draw(t, "days off"))
	}
	return d
}

// nextChange is the date of the next clock change within a year, found day by day; without one it is d itself.
func nextChange(loc *time.Location, d calendar.Date) calendar.Date {
	at, _ := calendar.DayBounds(loc, d)
	_, before := at.In(loc).Zone()
	for range 400 {
		at = at.Add(24 * time.Hour)
		if _, offset := at.In(loc).Zone(); offset != before {
			return calendar.DateOf(loc, at)
		}
	}
	return d
}

func TestValidateZone(t *testing.T) {
	for _, name := range []string{"Asia/Seoul", "Asia/Calcutta", "America/Argentina/Ushuaia", "UTC", "Etc/GMT+12", "US/Eastern", "EST5EDT"} {
		t.Run(name+" is a zone and keeps its name", func(t *testing.T) {
			loc, err := calendar.ValidateZone(name)
			require.NoError(t, err)
			require.Equal(t, name, loc.String())
		})
	}
	for _, name := range []string{
		"", "Local", "local", "Mars/Olympus", " Asia/Seoul", "Asia/Seoul ", "Asia//Seoul", "./Asia/Seoul", "/Asia/Seoul", "../Asia/Seoul",
		"Asia", "Asia/", "right/UTC", "posix/UTC", "posixrules", "localtime", "Factory", "zone.tab", "asia/seoul", "+09:00", "UTC+9", "Asia/Seoul\x00",
	} {
		t.Run("\""+name+"\" is refused and named", func(t *testing.T) {
			loc, err := calendar.ValidateZone(name)
			require.Nil(t, loc)
			require.ErrorContains(t, err, "time zone \"")
		})
	}
}
