package recurrence

import (
	"fmt"
	"time"

	"github.com/teambition/rrule-go"

	"github.com/slotq/slotq/internal/calendar"
)

// Dates are the dates of a series that begins on first, ascending, each once, with first at the front: MinOccurrences to
// MaxOccurrences of them. A month without the day that is asked for has no date.
//
// It is refused when first is no date of the rule (the standard would add it as an odd one out), when UNTIL lets through
// too many dates or too few, and when the calendar ends, with the year 9999, before COUNT is reached. Every such error is a
// *Refusal.
func (r Rule) Dates(first calendar.Date) ([]calendar.Date, error) {
	switch {
	case r.frequency == "":
		return nil, refuse("FREQ", "there is no rule")
	case first.IsZero():
		return nil, refuse(FirstDate, "the first date must be given")
	case r.count == 0 && r.until.Before(first):
		return nil, refuse("UNTIL", "%s is before the first date, %s", r.until, first)
	}
	rule, err := rrule.NewRRule(r.option(first))
	if err != nil {
		return nil, fmt.Errorf("expanding %s: %w", r, err)
	}
	var dates []calendar.Date
	next := rule.Iterator()
	for at, more := next(); more; at, more = next() {
		date := calendar.NewDate(at.Date())
		if len(dates) == 0 && date != first {
			return nil, refuse(FirstDate, "the first date, %s, is not one of the rule's; the next that is: %s", first, date)
		}
		if len(dates) == MaxOccurrences {
			return nil, refuse("UNTIL", "a series has at most %d dates, the last one here would be %s; %s is too late", MaxOccurrences, dates[len(dates)-1], r.until)
		}
		dates = append(dates, date)
	}
	err = r.enough(dates, first)
	if err != nil {
		return nil, err
	}
	return dates, nil
}

func (r Rule) enough(dates []calendar.Date, first calendar.Date) error {
	switch {
	case len(dates) == 0:
		return refuse(FirstDate, "the first date, %s, is not one of the rule's, and none follows", first)
	case len(dates) < r.count:
		return refuse("COUNT", "the calendar ends after %d of %d dates", len(dates), r.count)
	case len(dates) < MinOccurrences:
		return refuse("UNTIL", "up to %s there is only the first date; a series has at least %d", r.until, MinOccurrences)
	}
	return nil
}

// option is the rule in the library's words, on noons in UTC. The library steps in instants, and where a zone changes its
// clocks it is known to repeat, lose or move occurrences; UTC has no changes, so that a day there is always a day. Noon,
// because the midnight that began the year 1 is Go's zero time, and the library takes that for no time at all.
func (r Rule) option(first calendar.Date) rrule.ROption {
	option := rrule.ROption{
		Freq:       map[frequency]rrule.Frequency{daily: rrule.DAILY, weekly: rrule.WEEKLY, monthly: rrule.MONTHLY}[r.frequency],
		Dtstart:    noon(first),
		Interval:   r.interval,
		Wkst:       libraryDays[r.weekStart-1],
		Bymonthday: r.monthDays,
		Count:      r.count,
		Until:      noon(r.until),
	}
	if r.count > 0 {
		// Left to itself the library stops after 290 years, however many dates it still owes.
		option.Until = noon(endOfTime)
	}
	for _, d := range r.days {
		option.Byweekday = append(option.Byweekday, d.option())
	}
	return option
}

// endOfTime is the last date that can be written.
var endOfTime = calendar.NewDate(9999, time.December, 31)

var libraryDays = []rrule.Weekday{rrule.MO, rrule.TU, rrule.WE, rrule.TH, rrule.FR, rrule.SA, rrule.SU}

func (d day) option() rrule.Weekday {
	weekday := libraryDays[d.weekday-1]
	if d.nth == 0 {
		return weekday
	}
	return weekday.Nth(d.nth)
}

func noon(d calendar.Date) time.Time {
	year, month, day := d.Date()
	return time.Date(year, month, day, 12, 0, 0, 0, time.UTC)
}
