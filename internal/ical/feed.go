package ical

import (
	"time"

	ics "github.com/arran4/golang-ical"
)

// refresh is how often a program is asked to fetch a feed. Most ask less often, whatever is said here.
const refresh = "PT1H"

const maker = "-//SlotQ//Bookings//EN"

// Feed is a calendar for others to read.
type Feed struct {
	Name     string
	TimeZone string // IANA; in which to show the calendar, if the program asks. Times don't depend on it. "" says nothing
	Events   []Event
}

// Render writes the feed: UTF-8, lines of at most 75 octets that end in CRLF, events in the order given, every time in UTC
// and cut to the second. Each event carries now as the moment at which it was written down, so that the same feed at the
// same moment is the same bytes.
func Render(feed Feed, now time.Time) []byte {
	cal := ics.NewCalendar()
	cal.SetProductId(maker)
	cal.SetMethod(ics.MethodPublish)
	if name := text(feed.Name); name != "" {
		cal.SetName(name) // as NAME for today's programs and as X-WR-CALNAME for the others
	}
	if zone := text(feed.TimeZone); zone != "" {
		cal.SetXWRTimezone(zone)
	}
	cal.SetRefreshInterval(refresh)
	cal.SetXPublishedTTL(refresh)
	for _, event := range feed.Events {
		cal.AddVEvent(event.component(now))
	}
	// The library would end lines as the machine does that it runs on.
	return []byte(cal.Serialize(ics.WithNewLineWindows))
}
