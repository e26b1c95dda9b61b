package calendar

import (
	"fmt"
	"strings"
	"time"
)

// wall is a reading of the wall clock, in seconds since it read 1970-01-01T00:00:00, as if no clock ever changed.
type wall int64

func (w wall) date() Date { return DateOf(time.UTC, w.onPaper()) }

// onPaper is the reading as a time in a world without zones.
func (w wall) onPaper() time.Time { return time.Unix(int64(w), 0).UTC() }

// Reading is a date and a time of day as a wall clock shows them. Around a clock change it may stand for no instant, or
// for two.
type Reading struct{ wall wall }

// Date is the date that the clock shows.
func (r Reading) Date() Date { return r.wall.date() }

const readingForm = "2006-01-02T15:04:05"

// String writes YYYY-MM-DDTHH:MM, with seconds only where they aren't zero, as at changes of long ago.
func (r Reading) String() string {
	return strings.TrimSuffix(r.wall.onPaper().Format(readingForm), ":00")
}

// MarshalText writes what String does.
func (r Reading) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (r *Reading) UnmarshalText(text []byte) error {
	form := readingForm
	if len(text) == len("2006-01-02T15:04") {
		form = "2006-01-02T15:04"
	}
	at, err := time.Parse(form, string(text))
	if err != nil {
		return fmt.Errorf("reading %q is not a wall clock's, written as YYYY-MM-DDTHH:MM", text)
	}
	r.wall = wall(at.Unix())
	return nil
}
