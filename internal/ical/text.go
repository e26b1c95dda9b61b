package ical

import (
	"strings"
	"unicode"
)

// lineBreaks are all the ways to break a line, made one. The library knows only the last of them as a break; a carriage
// return it would write as it stands, and some readers end a property at the others too.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// text makes a text one that iCalendar can carry; escaping and folding is then the library's. Control characters other than
// line breaks and tabs have no form there and are dropped. What isn't UTF-8 becomes the replacement character: a feed is
// UTF-8 as a whole, and the library, which counts by letters when it folds, would cut the letters behind it in two.
func text(s string) string {
	s = lineBreaks.Replace(strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s)
}
