package calendar

import "fmt"

const minutesPerDay = 24 * 60

// ClockTime is a wall-clock time of day to the minute, 00:00 to 23:59. The zero value is midnight.
type ClockTime struct{ minutes int }

// ParseClockTime reads HH:MM with two digits each, 00:00 to 23:59. Midnight as a close is 00:00; 24:00 is an error.
func ParseClockTime(s string) (ClockTime, error) {
	if len(s) == 5 && s[2] == ':' {
		hour, okHour := twoDigits(s[:2])
		minute, okMinute := twoDigits(s[3:])
		if okHour && okMinute && hour < 24 && minute < 60 {
			return ClockTime{minutes: hour*60 + minute}, nil
		}
	}
	return ClockTime{}, fmt.Errorf("clock time %q is not a time of day written as HH:MM", s)
}

func twoDigits(s string) (int, bool) {
	tens, ones := s[0]-'0', s[1]-'0'
	return int(tens)*10 + int(ones), tens <= 9 && ones <= 9
}

// String writes HH:MM.
func (c ClockTime) String() string { return fmt.Sprintf("%02d:%02d", c.minutes/60, c.minutes%60) }

// MarshalText writes HH:MM.
func (c ClockTime) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what ParseClockTime reads.
func (c *ClockTime) UnmarshalText(text []byte) error {
	parsed, err := ParseClockTime(string(text))
	if err != nil {
		return err
	}
	*c = parsed
	return nil
}
