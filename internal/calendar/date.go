package calendar

import (
	"cmp"
	"fmt"
	"time"
)

const secondsPerDay = 24 * 60 * 60

// Date is a day of the calendar as people write it, without a zone: which instants it covers depends on the place. The zero
// Date is no date. Dates compare with == and serve as map keys.
type Date struct {
	year  int
	month time.Month
	day   int
}

// NewDate makes the date of year, month and day; values out of range roll over, as in time.Date.
func NewDate(year int, month time.Month, day int) Date {
	y, m, d := time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Date()
	return Date{year: y, month: m, day: d}
}

// DateOf is the date that the wall clock of loc shows at an instant.
func DateOf(loc *time.Location, at time.Time) Date {
	y, m, d := at.In(loc).Date()
	return Date{year: y, month: m, day: d}
}

// ParseDate reads YYYY-MM-DD. Any other form, a day that is not in the calendar and the year 0000 are errors.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || t.Year() < 1 {
		return Date{}, fmt.Errorf("date %q is not a day written as YYYY-MM-DD", s)
	}
	return NewDate(t.Date()), nil
}

// String writes YYYY-MM-DD.
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.year, int(d.month), d.day) }

// IsZero reports whether d is no date.
func (d Date) IsZero() bool { return d == Date{} }

// Date gives the parts of d.
func (d Date) Date() (year int, month time.Month, day int) { return d.year, d.month, d.day }

// AddDays is the date n days later, or earlier when n is negative.
func (d Date) AddDays(n int) Date { return NewDate(d.year, d.month, d.day+n) }

// DaysUntil counts the midnights from d to other; it is negative when other is earlier.
func (d Date) DaysUntil(other Date) int {
	return int((other.midnight() - d.midnight()) / secondsPerDay)
}

// Weekday is the ISO number of the weekday, Monday 1 to Sunday 7, as Window.Weekdays counts.
func (d Date) Weekday() int {
	return (int(time.Date(d.year, d.month, d.day, 0, 0, 0, 0, time.UTC).Weekday())+6)%7 + 1
}

// Compare is -1 when d is earlier than other, 0 when equal, +1 when later.
func (d Date) Compare(other Date) int {
	return cmp.Or(cmp.Compare(d.year, other.year), cmp.Compare(d.month, other.month), cmp.Compare(d.day, other.day))
}

// Before reports whether d is earlier than other.
func (d Date) Before(other Date) bool { return d.Compare(other) < 0 }

// After reports whether d is later than other.
func (d Date) After(other Date) bool { return d.Compare(other) > 0 }

// MarshalText writes YYYY-MM-DD. The zero Date is an error, so that "no date" is never stored as a day.
func (d Date) MarshalText() ([]byte, error) {
	if d.IsZero() {
		return nil, fmt.Errorf("the zero date has no text form")
	}
	return []byte(d.String()), nil
}

// UnmarshalText reads what ParseDate reads.
func (d *Date) UnmarshalText(text []byte) error {
	parsed, err := ParseDate(string(text))
	if err != nil {
		return err
	}
	*d = parsed
	return nil
}

// midnight is the wall-clock reading at which the date begins.
func (d Date) midnight() wall {
	return wall(time.Date(d.year, d.month, d.day, 0, 0, 0, 0, time.UTC).Unix())
}
