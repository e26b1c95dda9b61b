package customer

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Search is a text by which staff look for a customer: a part of the name or of the e-mail address, in any case, or the last
// digits of a telephone number.
type Search struct {
	Text   string
	Digits string // empty when the text is no telephone number
}

// A search of one letter finds everybody, one that is longer than a name nobody.
const (
	ShortestSearch = 2
	LongestSearch  = 60
)

// SearchOf reads a search; ok is false when it is too short or too long. Blanks around it don't count, and a text is found
// however its letters are composed.
func SearchOf(text string) (s Search, ok bool) {
	s.Text = norm.NFC.String(strings.TrimSpace(text))
	if n := utf8.RuneCountInString(s.Text); n < ShortestSearch || n > LongestSearch {
		return Search{}, false
	}
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s.Text)
	if len(digits) >= ShortestSearch && strings.Trim(s.Text, "0123456789 +-./()") == "" {
		s.Digits = digits
	}
	return s, true
}
