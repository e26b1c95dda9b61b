package oracle_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
)

// settled begins 400 days in which the clocks of every zone here have long been decided on. The script has its zone data from
// Node.js, of another version than the calendar's; about days to come the two may rightly disagree.
var settled = calendar.NewDate(2022, time.September, 1)

// asked are the zones and times that both are asked about: every way in which clocks have changed.
var asked = []struct {
	first calendar.Date
	zones []string
}{
	{settled, []string{
		"Africa/Cairo", "Africa/Casablanca", "Africa/El_Aaiun", "Africa/Juba", "America/Asuncion", "America/Caracas",
		"America/Chihuahua", "America/Goose_Bay", "America/Havana", "America/New_York", "America/Nuuk", "America/Ojinaga",
		"America/Phoenix", "America/Santiago", "America/Sao_Paulo", "America/Scoresbysund", "America/St_Johns",
		"America/Tijuana", "Antarctica/Casey", "Antarctica/Troll", "Asia/Amman", "Asia/Beirut", "Asia/Calcutta",
		"Asia/Damascus", "Asia/Gaza", "Asia/Jerusalem", "Asia/Kathmandu", "Asia/Seoul", "Asia/Tehran", "Atlantic/Azores",
		"Australia/Adelaide", "Australia/Lord_Howe", "Australia/Sydney", "Europe/Berlin", "Europe/Chisinau", "Europe/Dublin",
		"Europe/London", "Europe/Moscow", "Pacific/Apia", "Pacific/Auckland", "Pacific/Chatham", "Pacific/Easter",
		"Pacific/Fiji", "Pacific/Kiritimati", "Pacific/Norfolk", "UTC", "Etc/GMT+12",
	}},
	{calendar.NewDate(2011, time.June, 1), []string{"Pacific/Apia", "Pacific/Fakaofo"}},          // 30 December left out
	{calendar.NewDate(2010, time.March, 1), []string{"America/St_Johns"}},                        // back over midnight
	{calendar.NewDate(2015, time.May, 1), []string{"Asia/Pyongyang", "America/Caracas"}},         // by half an hour, without a season
	{calendar.NewDate(2018, time.January, 1), []string{"Africa/Sao_Tome", "America/Sao_Paulo"}},  // forward at midnight, away and back
	{calendar.NewDate(1993, time.January, 1), []string{"Pacific/Kwajalein", "America/New_York"}}, // 21 August left out
}

func TestTheOracleAgrees(t *testing.T) {
	var questions []question
	for _, a := range asked {
		last := a.first.AddDays(399)
		for i, name := range a.zones {
			rules := plans(t, calendar.ClockChanges(zone(t, name), a.first, last), a.first, uint64(i))
			questions = append(questions, question{Zone: name, First: a.first, Last: last, Rules: rules})
		}
	}
	answers, tzdata := ask(t, questions)
	total := 0
	for i, q := range questions {
		t.Run(q.Zone+" from "+q.First.String(), func(t *testing.T) {
			loc := zone(t, q.Zone)
			data := fmt.Sprintf("zone data: ours %s, the oracle's %s", calendar.TzdataVersion(), tzdata)
			require.Equal(t, answers[i].Changes, changesOf(calendar.ClockChanges(loc, q.First, q.Last)), data)
			for k, r := range q.Rules {
				got := spansOf(calendar.Expand(loc, r.Windows, r.Exceptions, q.First, q.Last))
				agree(t, answers[i].Spans[k], got, r.name+"; "+data)
				total += len(got)
			}
		})
	}
	require.Greater(t, total, 500*len(questions), "there is something to agree on")
}

// agree shows the first slots that differ: of thousands, all would be too many to read.
func agree(t *testing.T, want, got []span, about string) {
	t.Helper()
	if slices.Equal(want, got) {
		return
	}
	at := 0
	for at < min(len(want), len(got)) && want[at] == got[at] {
		at++
	}
	few := func(list []span) []span { return list[min(at, len(list)):min(at+3, len(list))] }
	require.Equal(t, few(want), few(got), "from slot %d on (seconds of Unix time), %s", at, about)
}

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := calendar.ValidateZone(name)
	require.NoError(t, err)
	return loc
}

func spansOf(list []calendar.Span) []span {
	spans := make([]span, len(list))
	for i, s := range list {
		spans[i] = span{s.StartsAt.Unix(), s.EndsAt.Unix(), 0}
		if s.WalkInOnly {
			spans[i][2] = 1
		}
	}
	return spans
}

func changesOf(list []calendar.ClockChange) []change {
	changes := make([]change, len(list))
	for i, c := range list {
		changes[i] = change{c.At.Unix(), int64(c.Before), int64(c.After)}
	}
	return changes
}
