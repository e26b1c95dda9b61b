package ical_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/ical"
)

// FuzzRender looks for texts that break out of the property in which they stand: a reader finds the one event there is, with
// the properties it has, whatever people wrote.
func FuzzRender(f *testing.F) {
	f.Add("Dinner", "for two", "Main", "Main hall", "Asia/Seoul")
	f.Add("END:VEVENT\r\nBEGIN:VEVENT", "a\nb", ";,\\", "", "")
	f.Add("\u2028UID:x", "\x00\x1b", "\xff\xfe", "\r", "\t")
	f.Fuzz(func(t *testing.T, summary, description, location, name, zone string) {
		event := dinner()
		event.Summary, event.Description, event.Location = "s"+summary, "d"+description, "l"+location
		out := ical.Render(ical.Feed{Name: name, TimeZone: zone, Events: []ical.Event{event}}, now)
		for line := range strings.SplitSeq(strings.TrimSuffix(string(out), "\r\n"), "\r\n") {
			require.True(t, utf8.ValidString(line) && len(line) <= 75, "%q", line)
			require.False(t, strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) && r != '\t' }), "%q", line)
		}
		cal, err := ics.ParseCalendar(bytes.NewReader(out))
		require.NoError(t, err)
		require.Len(t, cal.Events(), 1)
		read := cal.Events()[0]
		require.Equal(t, event.UID, read.Id())
		var names []string
		for _, p := range read.Properties {
			names = append(names, p.IANAToken)
		}
		require.Equal(t, []string{"UID", "DTSTAMP", "SEQUENCE", "DTSTART", "DTEND", "SUMMARY", "DESCRIPTION", "LOCATION", "STATUS", "TRANSP", "LAST-MODIFIED"}, names)
		require.Equal(t, byte('s'), read.GetProperty(ics.ComponentPropertySummary).Value[0])
	})
}
