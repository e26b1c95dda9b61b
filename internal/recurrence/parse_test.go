package recurrence_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/recurrence"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, canonical := range map[string]string{
		"FREQ=DAILY;COUNT=2":                                  "FREQ=DAILY;COUNT=2",
		"FREQ=WEEKLY;UNTIL=20261231":                          "FREQ=WEEKLY;UNTIL=20261231",
		"FREQ=MONTHLY;COUNT=53":                               "FREQ=MONTHLY;COUNT=53",
		"FREQ=MONTHLY;UNTIL=20280229":                         "FREQ=MONTHLY;UNTIL=20280229",
		"FREQ=WEEKLY;INTERVAL=52;COUNT=3":                     "FREQ=WEEKLY;INTERVAL=52;COUNT=3",
		"FREQ=WEEKLY;INTERVAL=1;COUNT=10":                     "FREQ=WEEKLY;COUNT=10",
		"FREQ=WEEKLY;BYDAY=SU,MO,FR;COUNT=10":                 "FREQ=WEEKLY;BYDAY=MO,FR,SU;COUNT=10",
		"FREQ=MONTHLY;BYDAY=-1FR,+3WE,1TU,-5MO,1MO;COUNT=10":  "FREQ=MONTHLY;BYDAY=1MO,1TU,3WE,-5MO,-1FR;COUNT=10",
		"FREQ=MONTHLY;BYMONTHDAY=-1,31,+15,1;COUNT=10":        "FREQ=MONTHLY;BYMONTHDAY=1,15,31,-1;COUNT=10",
		"COUNT=010;BYDAY=02TU;FREQ=MONTHLY":                   "FREQ=MONTHLY;BYDAY=2TU;COUNT=10",
		" rrule:freq=weekly;byday=tu;until=20261231\n":        "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261231",
		"RRULE:FREQ=DAILY;INTERVAL=3;COUNT=4;WKST=SU":         "FREQ=DAILY;INTERVAL=3;COUNT=4",
		"FREQ=WEEKLY;WKST=SU;BYDAY=MO,SU;COUNT=4":             "FREQ=WEEKLY;BYDAY=MO,SU;COUNT=4",
		"FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=SU;COUNT=4":     "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;COUNT=4",
		"FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=MO,SU;COUNT=4":  "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU;COUNT=4",
		"FREQ=WEEKLY;WKST=MO;INTERVAL=2;BYDAY=MO,SU;COUNT=4":  "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;COUNT=4",
		"FREQ=MONTHLY;BYDAY=1MO,1TU,1WE,1TH,1FR,5SU;COUNT=20": "FREQ=MONTHLY;BYDAY=1MO,1TU,1WE,1TH,1FR,5SU;COUNT=20",
	} {
		rule, err := recurrence.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, canonical, rule.String(), text)
	}
}

func TestParseTakesEveryDayOfAMonth(t *testing.T) {
	t.Parallel()
	var all []string
	for _, nth := range []string{"1", "2", "3", "4", "5", "-5", "-4", "-3", "-2", "-1"} {
		for _, weekday := range []string{"MO", "TU", "WE", "TH", "FR", "SA", "SU"} {
			all = append(all, nth+weekday)
		}
	}
	text := "FREQ=MONTHLY;INTERVAL=52;BYDAY=" + strings.Join(all, ",") + ";COUNT=53"
	rule, err := recurrence.Parse("RRULE:" + text)
	require.NoError(t, err, "the longest rule that there is fits")
	require.Equal(t, text, rule.String())
}

func TestRefusedRules(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, part, reason string }{
		{"", "", "FREQ=WEEKLY"},
		{"RRULE:", "", "FREQ=WEEKLY"},
		{"every Tuesday", "", `"EVERY TUESDAY"`},
		{"FREQ=DAILY;COUNT=2;", "", `""`},
		{"FREQ=DAILY;=2;COUNT=2", "", `"=2"`},
		{"FREQ=DAILY;COUNT=", "", `"COUNT="`},
		{"FREQ=DAILY;COUNT=2\nEXDATE:20260101", "", "one line"},
		{"FREQ=MONTHLY;BYDAY=2ſU;COUNT=2", "", "ASCII"},
		{"FREQ=DAILY;COUNT=2;" + strings.Repeat("X", 500), "", "500"},

		{"COUNT=2", "FREQ", "must be given"},
		{"FREQ=YEARLY;COUNT=2", "FREQ", "YEARLY"},
		{"FREQ=HOURLY;COUNT=2", "FREQ", "HOURLY"},
		{"FREQ=MINUTELY;COUNT=2", "FREQ", "MINUTELY"},
		{"FREQ=SECONDLY;COUNT=2", "FREQ", "SECONDLY"},
		{"FREQ=DAILY,WEEKLY;COUNT=2", "FREQ", "DAILY,WEEKLY"},
		{"FREQ=DAILY;FREQ=WEEKLY;COUNT=2", "FREQ", "twice"},

		{"FREQ=DAILY", "COUNT", "must end"},
		{"FREQ=DAILY;COUNT=2;UNTIL=20261231", "UNTIL", "not both"},
		{"FREQ=DAILY;COUNT=1", "COUNT", "2 to 53"},
		{"FREQ=DAILY;COUNT=0", "COUNT", "2 to 53"},
		{"FREQ=DAILY;COUNT=54", "COUNT", "2 to 53"},
		{"FREQ=DAILY;COUNT=-2", "COUNT", "2 to 53"},
		{"FREQ=DAILY;COUNT=+2", "COUNT", "2 to 53"},
		{"FREQ=DAILY;COUNT=2.0", "COUNT", "2 to 53"},
		{"FREQ=DAILY;COUNT=99999999999999999999", "COUNT", "2 to 53"},
		{"FREQ=DAILY;COUNT=10=10", "COUNT", "2 to 53"},
		{"FREQ=DAILY;INTERVAL=0;COUNT=2", "INTERVAL", "1 to 52"},
		{"FREQ=DAILY;INTERVAL=53;COUNT=2", "INTERVAL", "1 to 52"},
		{"FREQ=DAILY;INTERVAL=-1;COUNT=2", "INTERVAL", "1 to 52"},

		{"FREQ=DAILY;UNTIL=20261231T000000Z", "UNTIL", "without a time of day"},
		{"FREQ=DAILY;UNTIL=2026-12-31", "UNTIL", "such as 20261231"},
		{"FREQ=DAILY;UNTIL=20260229", "UNTIL", "calendar"},
		{"FREQ=DAILY;UNTIL=00001231", "UNTIL", "calendar"},
		{"FREQ=WEEKLY;WKST=1;COUNT=2", "WKST", "weekday"},
		{"FREQ=WEEKLY;WKST=MO,TU;COUNT=2", "WKST", "weekday"},

		{"FREQ=DAILY;BYDAY=MO;COUNT=2", "BYDAY", "FREQ=WEEKLY"},
		{"FREQ=WEEKLY;BYDAY=1MO;COUNT=2", "BYDAY", "FREQ=MONTHLY"},
		{"FREQ=WEEKLY;BYDAY=XX;COUNT=2", "BYDAY", `"XX"`},
		{"FREQ=WEEKLY;BYDAY=MO,;COUNT=2", "BYDAY", `""`},
		{"FREQ=WEEKLY;BYDAY=MO, TU;COUNT=2", "BYDAY", `" TU"`},
		{"FREQ=WEEKLY;BYDAY=MO,TU,MO;COUNT=2", "BYDAY", "MO is named twice"},
		{"FREQ=MONTHLY;BYDAY=MO;COUNT=2", "BYDAY", "1MO or -1MO"},
		{"FREQ=MONTHLY;BYDAY=0MO;COUNT=2", "BYDAY", `"0MO"`},
		{"FREQ=MONTHLY;BYDAY=6MO;COUNT=2", "BYDAY", `"6MO"`},
		{"FREQ=MONTHLY;BYDAY=-6MO;COUNT=2", "BYDAY", `"-6MO"`},
		{"FREQ=MONTHLY;BYDAY=--1MO;COUNT=2", "BYDAY", `"--1MO"`},
		{"FREQ=MONTHLY;BYDAY=2TU,+2TU;COUNT=2", "BYDAY", "2TU is named twice"},
		{"FREQ=DAILY;BYMONTHDAY=1;COUNT=2", "BYMONTHDAY", "MONTHLY"},
		{"FREQ=WEEKLY;BYMONTHDAY=1;COUNT=2", "BYMONTHDAY", "MONTHLY"},
		{"FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=2FR;COUNT=2", "BYMONTHDAY", "not both"},
		{"FREQ=MONTHLY;BYMONTHDAY=0;COUNT=2", "BYMONTHDAY", `"0"`},
		{"FREQ=MONTHLY;BYMONTHDAY=32;COUNT=2", "BYMONTHDAY", `"32"`},
		{"FREQ=MONTHLY;BYMONTHDAY=-2;COUNT=2", "BYMONTHDAY", `"-2"`},
		{"FREQ=MONTHLY;BYMONTHDAY=+-1;COUNT=2", "BYMONTHDAY", `"+-1"`},
		{"FREQ=MONTHLY;BYMONTHDAY=5,05;COUNT=2", "BYMONTHDAY", "5 is named twice"},

		{"FREQ=DAILY;BYHOUR=9;COUNT=2", "BYHOUR", "time of day"},
		{"FREQ=DAILY;BYMINUTE=9;COUNT=2", "BYMINUTE", "time of day"},
		{"FREQ=DAILY;BYSECOND=9;COUNT=2", "BYSECOND", "time of day"},
		{"FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU;COUNT=2", "BYSETPOS", "-1FR"},
		{"FREQ=MONTHLY;BYMONTH=3;COUNT=2", "BYMONTH", "INTERVAL"},
		{"FREQ=DAILY;BYWEEKNO=3;COUNT=2", "BYWEEKNO", "weeks"},
		{"FREQ=DAILY;BYYEARDAY=3;COUNT=2", "BYYEARDAY", "days of the year"},
		{"DTSTART=20260101;FREQ=DAILY;COUNT=2", "DTSTART", "apart"},
		{"FREQ=DAILY;COUNT=2;EXDATE=20260101", "EXDATE", "apart"},
		{"FREQ=DAILY;COUNT=2;RDATE=20260101", "RDATE", "apart"},
		{"FREQ=DAILY;COUNT=2;BYEASTER=1", "BYEASTER", "no part"},
		{"FREQ=DAILY;COUNT=2;RSCALE=HEBREW", "RSCALE", "no part"},
		{"FREQ =DAILY;COUNT=2", "FREQ ", "no part"},
	} {
		rule, err := recurrence.Parse(c.text)
		var refusal *recurrence.Refusal
		require.ErrorAs(t, err, &refusal, c.text)
		require.Equal(t, c.part, refusal.Part, c.text)
		require.Contains(t, refusal.Reason, c.reason, c.text)
		require.Contains(t, err.Error(), c.part, "the message alone says which part")
		require.Equal(t, recurrence.Rule{}, rule, c.text)
	}
}
