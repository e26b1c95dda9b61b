package ical_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/ical"
)

// texts are what people write, and what every reader must then see. "" means: as written.
var texts = []struct{ name, written, seen string }{
	{name: "plain", written: "Dinner for two"},
	{name: "separators", written: "a;b,c:d;;,,;"},
	{name: "backslashes", written: `C:\temp\new \\ \, \; ends in \`},
	{name: "escapes that are meant to the letter", written: `\n is not a line break, \N neither, \\n too`},
	{name: "line breaks", written: "first\nsecond\n\nfourth\n"},
	{name: "only a line break", written: "\n"},
	{name: "quotes", written: `"quoted" 'single' “curly” "`},
	{name: "markup and angles", written: "<b>bold</b> <script>alert(1)</script> a > b < c"},
	{name: "an address", written: "https://slotq.example/r?a=1&b=2;c=3,4"},
	{name: "tabs and blanks", written: "\tone\ttwo  three   \t "},
	{name: "Korean", written: "창가 자리, 두 분; 저녁 7시 예약입니다"},
	{name: "right to left", written: "שולחן ליד החלון, مرحبا"},
	{name: "emoji with joiners", written: "👨‍👩‍👧‍👦🏳️‍🌈🇰🇷👍🏽"},
	{name: "composed and decomposed stay apart", written: "\u00e9 e\u0301"},
	{name: "200 octets", written: strings.Repeat("x", 200)},
	{name: "200 octets of words", written: strings.Repeat("word ", 40)},
	{name: "200 blanks between letters", written: "a" + strings.Repeat(" ", 200) + "b"},
	{name: "long Korean", written: strings.Repeat("예약", 100)},
	{name: "long emoji, off by one octet", written: "x" + strings.Repeat("🎉", 60)},
	{name: "long emoji, off by two", written: "xx" + strings.Repeat("🎉", 60)},
	{name: "long emoji, off by three", written: "xxx" + strings.Repeat("🎉", 60)},
	{name: "long and full of escapes", written: strings.Repeat(`\;,`+"\n", 60)},
	{name: "an injected event", written: "x\nEND:VEVENT\nBEGIN:VEVENT\nUID:evil"},
	{name: "an injected event, by carriage returns", written: "x\r\nEND:VEVENT\rBEGIN:VEVENT", seen: "x\nEND:VEVENT\nBEGIN:VEVENT"},
	{name: "other line breaks", written: "a\vb\fc\u0085d\u2028e\u2029f", seen: "a\nb\nc\nd\ne\nf"},
	{name: "control characters", written: "a\x00b\x07c\x1bd\x7fe\u009bf", seen: "abcdef"},
	{name: "no UTF-8", written: "a\xffb\xe2\x80", seen: "a\ufffdb\ufffd"},
	{name: "no UTF-8, long", written: strings.Repeat("\xe2\x80x", 80), seen: strings.Repeat("\ufffdx", 80)},
}

// TestASecondParserReadsTheSame renders every text in every place where a text may stand, and texts of a thousand mixed
// letters besides, and lets a parser that shares nothing with the library say what it reads.
func TestASecondParserReadsTheSame(t *testing.T) {
	t.Parallel()
	cases := texts
	for n := range 300 {
		cases = append(cases, struct{ name, written, seen string }{name: fmt.Sprintf("mixed %d", n), written: mixed(uint64(n))})
	}
	feed := ical.Feed{Name: `Bistro; 창가, \ "back"` + "\nroom", TimeZone: "Asia/Seoul"}
	for n, c := range cases {
		event := dinner()
		event.UID, event.Sequence = fmt.Sprintf("%d;%s", n, c.written), n
		event.Summary, event.Description, event.Location = "S"+c.written, c.written, c.written+"L"
		feed.Events = append(feed.Events, event)
	}

	properties, events := readBack(t, ical.Render(feed, now))
	require.Equal(t, map[string]any{
		"version": "2.0", "prodid": "-//SlotQ//Bookings//EN", "method": "PUBLISH", "name": feed.Name, "x-wr-calname": feed.Name,
		"x-wr-timezone": "Asia/Seoul", "refresh-interval": "PT1H", "x-published-ttl": "PT1H",
	}, properties)
	require.Len(t, events, len(cases))
	for n, c := range cases {
		seen := c.seen
		if seen == "" {
			seen = c.written
		}
		require.Equal(t, map[string]any{
			"uid": fmt.Sprintf("%d;%s", n, seen), "summary": "S" + seen, "description": seen, "location": seen + "L",
			"sequence": float64(n), "status": "CONFIRMED", "transp": "OPAQUE", "dtstamp": "2026-08-03T09:30:15Z",
			"dtstart": "2026-08-07T10:00:00Z", "dtend": "2026-08-07T11:30:00Z", "last-modified": "2026-08-01T00:00:00Z",
		}, events[n], c.name)
	}
}

// mixed is a text of letters that mean something to somebody, and pass as they are.
func mixed(seed uint64) string {
	random := rand.New(rand.NewPCG(seed, 5545))
	letters := []rune("\\\\\\;;,,\n\n\t  :\"'<>=nNabcxyz가나é🎉\u200d\u00a0")
	mixture := make([]rune, 1+random.IntN(1000))
	for i := range mixture {
		mixture[i] = letters[random.IntN(len(letters))]
	}
	return string(mixture)
}

// component is a component of jCal: its name, its properties and its components.
type component [3]json.RawMessage

// readBack gives the values that the second parser finds, of the calendar and of each of its events.
func readBack(t *testing.T, feed []byte) (properties map[string]any, events []map[string]any) {
	t.Helper()
	const folder = "secondparser"
	if _, err := os.Stat(folder + "/node_modules"); err != nil {
		install := exec.CommandContext(t.Context(), "npm", "ci")
		install.Dir = folder
		said, err := install.CombinedOutput()
		require.NoError(t, err, "this test needs Node.js 20 with npm: %s", said)
	}
	read := exec.CommandContext(t.Context(), "node", "read.mjs")
	read.Dir = folder
	read.Stdin = bytes.NewReader(feed)
	var problems bytes.Buffer
	read.Stderr = &problems
	raw, err := read.Output()
	require.NoError(t, err, "this test needs Node.js 20: %s", problems.String())

	var calendar component
	require.NoError(t, json.Unmarshal(raw, &calendar))
	var inside []component
	require.NoError(t, json.Unmarshal(calendar[2], &inside))
	for _, c := range inside {
		require.JSONEq(t, `"vevent"`, string(c[0]))
		events = append(events, c.values(t))
	}
	return calendar.values(t), events
}

// values are the properties of a component, each of which it may have once.
func (c component) values(t *testing.T) map[string]any {
	t.Helper()
	var properties [][]any // name, parameters, type, value
	require.NoError(t, json.Unmarshal(c[1], &properties))
	values := map[string]any{}
	for _, p := range properties {
		require.Len(t, p, 4, "one value each")
		name, isText := p[0].(string)
		require.True(t, isText)
		require.NotContains(t, values, name)
		values[name] = p[3]
	}
	return values
}
