package naming

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Longest is how many characters a name has at most.
const Longest = 200

// Given is a name as it is kept: without blanks around it and in one Unicode form, since two spellings that look alike would
// be two names. ok is false unless it has 1 to Longest characters, something to see among them, and none that steers.
func Given(text string) (name string, ok bool) {
	name = norm.NFC.String(strings.TrimSpace(text))
	n := utf8.RuneCountInString(name)
	return name, n >= 1 && n <= Longest && !strings.ContainsFunc(name, steers) && strings.ContainsFunc(name, unicode.IsGraphic)
}

// Shown makes a name of what somebody else calls a thing, for whom there is no refusal: what steers is left out, and what is
// too long is cut off. It is empty where nothing is left to see.
func Shown(text string) string {
	name := strings.Map(func(r rune) rune {
		if steers(r) {
			return -1
		}
		return r
	}, text)
	if all := []rune(norm.NFC.String(strings.TrimSpace(name))); len(all) > Longest {
		name = string(all[:Longest])
	}
	name, ok := Given(name)
	if !ok {
		return ""
	}
	return name
}

// steers reports whether a character moves what is written around it, rather than being seen: by it one name could look like
// another, or write over a terminal. Joiners aren't meant: scripts and emoji need them.
func steers(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}
