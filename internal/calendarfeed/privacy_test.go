package calendarfeed_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/ical"
)

func TestHowMuchIsTold(t *testing.T) {
	t.Parallel()
	s := open(t)
	table := s.Table()
	s.Exec(`UPDATE resources SET name = 'Window; "best", upstairs' WHERE id = $1`, table)
	guest := s.Guest("Kim; Minji\nBEGIN:VEVENT")
	s.Exec(`UPDATE customers SET email = 'minji@example.org', phone = '+82212345678' WHERE id = $1`, *guest.CustomerID)
	id := s.hold(guest, 4, s.Slot(table, 30*time.Hour, time.Hour)) // with a note about walnuts
	flat := func(path string) string { return strings.ReplaceAll(s.read(path).body, "\r\n ", "") }

	t.Run("BUSY tells that the time is taken", func(t *testing.T) {
		for _, path := range []string{s.resourceFeed(table, ical.Busy), s.ownFeed(guest, ical.Busy)} {
			body := flat(path)
			require.Contains(t, body, "SUMMARY:Booked\r\n")
			for _, secret := range []string{"Minji", "Kim", "party", "minji@", "12345678", "walnuts", "DESCRIPTION", "LOCATION"} {
				require.NotContains(t, body, secret)
			}
		}
	})
	t.Run("DETAILS tells who comes, and not how to reach them", func(t *testing.T) {
		path := s.resourceFeed(table, ical.Details)
		e := s.entries(path)[uid(id)]
		require.Equal(t, "Kim; Minji\nBEGIN:VEVENT, party of 4", e.summary, "a name is a text and nothing else")
		require.Equal(t, `Window; "best", upstairs, Main`, e.location)
		require.Contains(t, flat(path), `X-WR-CALNAME:Window\; "best"\, upstairs\, Main`)
		for _, secret := range []string{"minji@", "12345678", "walnuts"} {
			require.NotContains(t, flat(path), secret)
		}
	})
	t.Run("people's own calendar tells where they go", func(t *testing.T) {
		path := s.ownFeed(guest, ical.Details)
		require.Equal(t, "Main, party of 4", s.entries(path)[uid(id)].summary)
		require.Contains(t, flat(path), "X-WR-CALNAME:Main\r\n")
		require.Contains(t, flat(path), "X-WR-TIMEZONE:Asia/Seoul\r\n")
		for _, secret := range []string{"Minji", "minji@", "12345678", "walnuts"} {
			require.NotContains(t, flat(path), secret)
		}
	})
}
