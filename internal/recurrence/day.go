package recurrence

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// weekday is an ISO number, Monday 1 to Sunday 7, as the calendar counts.
type weekday int

const monday weekday = 1

var weekdayNames = []string{"MO", "TU", "WE", "TH", "FR", "SA", "SU"}

func parseWeekday(name string) (weekday, bool) {
	at := slices.Index(weekdayNames, name)
	return weekday(at + 1), at >= 0
}

// String is the weekday's name in a rule.
func (w weekday) String() string { return weekdayNames[w-1] }

// day is an entry of BYDAY: a weekday, and in a month which one of them.
type day struct {
	nth     int // 1 to 5 from the start of the month, -1 to -5 from its end; 0 is each of them
	weekday weekday
}

var dayForm = regexp.MustCompile(`^([+-]?[0-9]{1,2})?([A-Z]{2})$`)

// parseDay reads MO, 2TU or -1FR. A place of 0, or past 5, is none that a month has.
func parseDay(text string) (day, bool) {
	parts := dayForm.FindStringSubmatch(text)
	if parts == nil {
		return day{}, false
	}
	w, known := parseWeekday(parts[2])
	if !known || parts[1] == "" {
		return day{weekday: w}, known
	}
	nth, err := strconv.Atoi(parts[1])
	return day{nth: nth, weekday: w}, err == nil && nth != 0 && -5 <= nth && nth <= 5
}

// String is the entry as BYDAY has it.
func (d day) String() string {
	if d.nth == 0 {
		return d.weekday.String()
	}
	return fmt.Sprintf("%d%s", d.nth, d.weekday)
}

// byPlace orders days as they come in a month: from its start, then those counted from its end.
func byPlace(a, b day) int {
	return cmp.Or(fromEnd(a.nth)-fromEnd(b.nth), cmp.Compare(a.nth, b.nth), cmp.Compare(a.weekday, b.weekday))
}

func fromEnd(nth int) int {
	if nth < 0 {
		return 1
	}
	return 0
}
