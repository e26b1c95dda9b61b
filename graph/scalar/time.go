package scalar

import (
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// instant is how times are written: RFC 3339 in microseconds, as the database keeps them, always with the same length so
// that texts sort as times do.
const instant = "2006-01-02T15:04:05.000000Z"

// The database keeps, and RFC 3339 can write, no times outside these years.
const firstYear, lastYear = 1, 9999

// MarshalDateTime writes an instant in UTC with a Z.
func MarshalDateTime(t time.Time) graphql.Marshaler {
	return graphql.MarshalString(t.UTC().Format(instant))
}

// UnmarshalDateTime reads an RFC 3339 instant with any offset, and drops what is finer than a microsecond.
func UnmarshalDateTime(v any) (time.Time, error) {
	s, _ := v.(string)
	t, err := time.Parse(time.RFC3339Nano, s)
	if t = t.UTC().Truncate(time.Microsecond); err != nil || t.Year() < firstYear || t.Year() > lastYear {
		return time.Time{}, problem.NewInvalid("", "must be an RFC 3339 instant such as 2026-08-03T18:30:00Z")
	}
	return t, nil
}

// MarshalDate writes a civil date.
func MarshalDate(d calendar.Date) graphql.Marshaler { return graphql.MarshalString(d.String()) }

// UnmarshalDate reads a civil date of the calendar, YYYY-MM-DD.
func UnmarshalDate(v any) (calendar.Date, error) {
	s, _ := v.(string)
	d, err := calendar.ParseDate(s)
	if err != nil {
		return calendar.Date{}, problem.NewInvalid("", "must be a day of the calendar written as YYYY-MM-DD")
	}
	return d, nil
}

// MarshalDuration writes a span of time in ISO 8601.
func MarshalDuration(d time.Duration) graphql.Marshaler {
	return graphql.MarshalString(policy.FormatDuration(d))
}

// UnmarshalDuration reads an ISO 8601 span of days, hours, minutes and seconds.
func UnmarshalDuration(v any) (time.Duration, error) {
	s, _ := v.(string)
	d, err := policy.ParseDuration(s)
	if err != nil {
		return 0, problem.NewInvalid("", "must be a span such as PT5M, of days, hours, minutes and seconds")
	}
	return d, nil
}
