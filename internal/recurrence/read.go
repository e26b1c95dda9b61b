package recurrence

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/slotq/slotq/internal/calendar"
)

func (r *Rule) readFrequency(value string) error {
	switch f := frequency(value); f {
	case daily, weekly, monthly:
		r.frequency = f
		return nil
	}
	return refuse("FREQ", "%q is not DAILY, WEEKLY or MONTHLY", value)
}

func (r *Rule) readInterval(value string) (err error) {
	r.interval, err = number("INTERVAL", value, 1, MaxInterval)
	return err
}

func (r *Rule) readCount(value string) (err error) {
	r.count, err = number("COUNT", value, MinOccurrences, MaxOccurrences)
	return err
}

var digits = regexp.MustCompile(`^[0-9]{1,9}$`)

func number(part, value string, from, to int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || !digits.MatchString(value) || n < from || n > to {
		return 0, refuse(part, "%q is not a number from %d to %d", value, from, to)
	}
	return n, nil
}

var untilForm = regexp.MustCompile(`^([0-9]{4})([0-9]{2})([0-9]{2})$`)

// readUntil takes a date only. An instant would make the last date depend on a zone, and the rule has none.
func (r *Rule) readUntil(value string) error {
	parts := untilForm.FindStringSubmatch(value)
	if parts == nil {
		return refuse("UNTIL", "%q is not a date such as 20261231, without a time of day", value)
	}
	until, err := calendar.ParseDate(strings.Join(parts[1:], "-"))
	if err != nil {
		return refuse("UNTIL", "%q is not a day of the calendar", value)
	}
	r.until = until
	return nil
}

func (r *Rule) readWeekStart(value string) error {
	w, known := parseWeekday(value)
	if !known {
		return refuse("WKST", "%q is not a weekday: MO, TU, WE, TH, FR, SA or SU", value)
	}
	r.weekStart = w
	return nil
}

func (r *Rule) readDays(value string) error {
	for text := range strings.SplitSeq(value, ",") {
		d, known := parseDay(text)
		switch {
		case !known:
			return refuse("BYDAY", "%q is not a weekday such as MO, nor one of a month such as 2TU or -1FR", text)
		case r.frequency == daily:
			return refuse("BYDAY", "goes with WEEKLY or MONTHLY; for some days of each week use FREQ=WEEKLY")
		case r.frequency == weekly && d.nth != 0:
			return refuse("BYDAY", "a week has one %s; %s goes with FREQ=MONTHLY", d.weekday, text)
		case r.frequency == monthly && d.nth == 0:
			return refuse("BYDAY", "say which %s of the month, such as 1%s or -1%s", d.weekday, d.weekday, d.weekday)
		case slices.Contains(r.days, d):
			return refuse("BYDAY", "%s is named twice", d)
		}
		r.days = append(r.days, d)
	}
	slices.SortFunc(r.days, byPlace)
	return nil
}

func (r *Rule) readMonthDays(value string) error {
	if r.frequency != monthly {
		return refuse("BYMONTHDAY", "goes with FREQ=MONTHLY only")
	}
	if len(r.days) > 0 {
		return refuse("BYMONTHDAY", "give BYDAY or BYMONTHDAY, not both")
	}
	for text := range strings.SplitSeq(value, ",") {
		n, err := number("BYMONTHDAY", strings.TrimPrefix(text, "+"), 1, 31)
		if text == strconv.Itoa(lastDay) {
			n, err = lastDay, nil
		}
		switch {
		case err != nil:
			return refuse("BYMONTHDAY", "%q is not a day from 1 to 31, nor -1 for the last", text)
		case slices.Contains(r.monthDays, n):
			return refuse("BYMONTHDAY", "%d is named twice", n)
		}
		r.monthDays = append(r.monthDays, n)
	}
	slices.SortFunc(r.monthDays, func(a, b int) int { return byPlace(day{nth: a}, day{nth: b}) })
	return nil
}
