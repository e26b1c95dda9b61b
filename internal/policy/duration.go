package policy

import (
	"fmt"
	"strings"
	"time"

	"github.com/sosodev/duration"
)

// FormatDuration writes a duration in ISO 8601: whole days as P60D, everything else in hours, minutes and seconds as
// PT1H30M; nothing as PT0S. Each duration has one form.
func FormatDuration(d time.Duration) string {
	if d > 0 && d%day == 0 {
		return fmt.Sprintf("P%dD", d/day)
	}
	return duration.Format(d)
}

// ParseDuration reads an ISO 8601 duration of days, hours, minutes and seconds. Years and months, which have no fixed
// length, and negative durations are refused.
func ParseDuration(s string) (time.Duration, error) {
	parsed, err := duration.Parse(s)
	if err != nil {
		return 0, fmt.Errorf("%q is not an ISO 8601 duration", s)
	}
	if parsed.Negative || strings.HasPrefix(s, "-") || parsed.Years != 0 || parsed.Months != 0 {
		return 0, fmt.Errorf("%q is not a length of days, hours, minutes and seconds", s)
	}
	return parsed.ToTimeDuration(), nil
}
