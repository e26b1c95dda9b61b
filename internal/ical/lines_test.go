package ical_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/ical"
)

// TestLines holds for any texts at all, also for bytes that are no text: what RFC 5545 asks of lines, and that a text never
// becomes a property of its own.
func TestLines(t *testing.T) {
	t.Parallel()
	hostile := rapid.SampledFrom([]string{
		"\r", "\n", "\r\n", "\t", "\x00", "\x1b", "\x7f", "\v", "\f", "\u0085", "\u2028", "\u2029", "\ufeff", "\u200d", "\xff", "\xe2\x80", "\xc2",
		`\`, `\n`, ";", ",", ":", `"`, "<", ">", " ", "  ", "가", "👨‍👩‍👧", "e\u0301", "BEGIN:VEVENT", "\r\nEND:VEVENT\r\n", strings.Repeat("x", 75), strings.Repeat(" ", 160),
	})
	anything := rapid.OneOf(
		rapid.String(),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		rapid.Map(rapid.SliceOfN(hostile, 0, 40), func(s []string) string { return strings.Join(s, "") }),
	)
	rapid.Check(t, func(t *rapid.T) {
		event := dinner()
		event.Summary, event.Description = "s"+anything.Draw(t, "summary"), "d"+anything.Draw(t, "description")
		event.Location, event.UID = "l"+anything.Draw(t, "location"), anything.Draw(t, "uid")
		feed := ical.Feed{Name: "n" + anything.Draw(t, "name"), TimeZone: "z" + anything.Draw(t, "zone"), Events: []ical.Event{event}}

		got := string(ical.Render(feed, now))
		require.Equal(t, got, string(ical.Render(feed, now)), "the same feed is the same bytes")
		body, ended := strings.CutSuffix(got, "\r\n")
		require.True(t, ended)
		var names []string
		for line := range strings.SplitSeq(body, "\r\n") {
			require.LessOrEqual(t, len(line), 75, "%q", line)
			require.NotEmpty(t, line)
			require.True(t, utf8.ValidString(line), "a letter is cut in two: %q", line)
			require.False(t, strings.ContainsFunc(line, func(r rune) bool { return r < ' ' && r != '\t' || r == '\x7f' }), "%q", line)
			if line[0] != ' ' {
				name, _, _ := strings.Cut(line, ":")
				names = append(names, name)
			}
		}
		require.Equal(t, []string{
			"BEGIN", "VERSION", "PRODID", "METHOD", "NAME", "X-WR-CALNAME", "X-WR-TIMEZONE", "REFRESH-INTERVAL;VALUE=DURATION", "X-PUBLISHED-TTL",
			"BEGIN", "UID", "DTSTAMP", "SEQUENCE", "DTSTART", "DTEND", "SUMMARY", "DESCRIPTION", "LOCATION", "STATUS", "TRANSP", "LAST-MODIFIED", "END", "END",
		}, names)
	})
}
