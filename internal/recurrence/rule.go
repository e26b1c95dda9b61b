package recurrence

import (
	"fmt"
	"strings"

	"github.com/slotq/slotq/internal/calendar"
)

// What a series may be, at most and at least.
const (
	MaxOccurrences = 53 // a year of weeks, and the day it began on once more
	MinOccurrences = 2  // once is no series
	MaxInterval    = 52
)

// Rule is on which dates a series repeats and when it ends. Parse makes it; the zero Rule is no rule and has no dates.
type Rule struct {
	frequency frequency
	interval  int
	days      []day // in the order of less, each once
	monthDays []int // ascending, the last day of the month at the end
	count     int   // 0 when until is given
	until     calendar.Date
	weekStart weekday // Monday where another would change nothing
}

// frequency is the step of a rule, in iCalendar's word.
type frequency string

const (
	daily   frequency = "DAILY"
	weekly  frequency = "WEEKLY"
	monthly frequency = "MONTHLY"
)

// lastDay is the last day of a month, as BYMONTHDAY counts.
const lastDay = -1

// String writes the one canonical text of the rule, which Parse takes back: parts in a fixed order, lists sorted, and
// nothing that changes no date. The zero Rule is "".
func (r Rule) String() string {
	if r.frequency == "" {
		return ""
	}
	parts := []string{"FREQ=" + string(r.frequency)}
	if r.interval > 1 {
		parts = append(parts, fmt.Sprintf("INTERVAL=%d", r.interval))
	}
	if len(r.days) > 0 {
		parts = append(parts, "BYDAY="+join(r.days))
	}
	if len(r.monthDays) > 0 {
		parts = append(parts, "BYMONTHDAY="+join(r.monthDays))
	}
	if r.weekStart != monday {
		parts = append(parts, "WKST="+r.weekStart.String())
	}
	if r.count > 0 {
		return strings.Join(append(parts, fmt.Sprintf("COUNT=%d", r.count)), ";")
	}
	return strings.Join(append(parts, "UNTIL="+strings.ReplaceAll(r.until.String(), "-", "")), ";")
}

// weekStartMatters reports whether the dates depend on where a week begins: only where weeks are left out and the days of
// one week could come to lie in two.
func (r Rule) weekStartMatters() bool {
	return r.frequency == weekly && r.interval > 1 && len(r.days) > 1
}

func join[T any](items []T) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = fmt.Sprint(item)
	}
	return strings.Join(texts, ",")
}
