package policy

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"time"
)

// isoForm is the part of ISO 8601 that has one length everywhere: weeks, days of 24 hours, and smaller, with a fraction
// of seconds only. It is read here because the usual libraries count in floating point and take "P" and "PT1M1H" as well:
// a rule that people are bound by is not guessed.
var isoForm = regexp.MustCompile(`^P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,12})(?:\.(\d{1,9}))?S)?)?$`)

// ParseDuration reads an ISO 8601 duration such as PT5M, P60D or P1DT12H. Years and months have no fixed length and are
// errors, as are negative durations, empty ones ("P", "PT") and those of more than 292 years.
func ParseDuration(s string) (time.Duration, error) {
	part := isoForm.FindStringSubmatch(s)
	if part == nil || strings.HasSuffix(s, "P") || strings.HasSuffix(s, "T") {
		return 0, fmt.Errorf("duration %q is not weeks, days, hours, minutes and seconds as in ISO 8601, such as PT5M", s)
	}
	total := new(big.Int)
	for i, unit := range map[int]time.Duration{1: 7 * day, 2: day, 3: time.Hour, 4: time.Minute, 5: time.Second} {
		total.Add(total, times(part[i], unit))
	}
	if fraction := part[6]; fraction != "" {
		total.Add(total, times((fraction + "00000000")[:9], time.Nanosecond))
	}
	if !total.IsInt64() {
		return 0, fmt.Errorf("duration %q is too long", s)
	}
	return time.Duration(total.Int64()), nil
}

func times(digits string, unit time.Duration) *big.Int {
	count := new(big.Int)
	if digits != "" {
		count.SetString(digits, 10)
	}
	return count.Mul(count, big.NewInt(int64(unit)))
}

// FormatDuration writes the one canonical form of a duration: days of 24 hours, then hours, minutes and seconds, each only
// where it is not zero, without weeks: P60D, P1DT12H, PT1H30M, PT0.25S. Zero is PT0S. A negative duration has a leading
// minus, which ParseDuration does not take back.
func FormatDuration(d time.Duration) string {
	if d == 0 {
		return "PT0S"
	}
	var b strings.Builder
	left := uint64(d)
	if d < 0 {
		b.WriteByte('-')
		left = -left
	}
	b.WriteByte('P')
	left = unitTo(&b, left, day, "D")
	if left > 0 {
		b.WriteByte('T')
	}
	left = unitTo(&b, left, time.Hour, "H")
	left = unitTo(&b, left, time.Minute, "M")
	secondsTo(&b, left)
	return b.String()
}

// unitTo writes how many units there are, if any, and gives back what is left.
func unitTo(b *strings.Builder, left uint64, unit time.Duration, letter string) uint64 {
	if count := left / uint64(unit); count > 0 {
		fmt.Fprintf(b, "%d%s", count, letter)
	}
	return left % uint64(unit)
}

func secondsTo(b *strings.Builder, left uint64) {
	if left == 0 {
		return
	}
	fmt.Fprintf(b, "%d", left/uint64(time.Second))
	if fraction := left % uint64(time.Second); fraction > 0 {
		b.WriteString("." + strings.TrimRight(fmt.Sprintf("%09d", fraction), "0"))
	}
	b.WriteByte('S')
}
