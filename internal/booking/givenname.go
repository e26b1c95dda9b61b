package booking

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/slotq/slotq/internal/problem"
)

// givenName is a name as it is kept: without blanks around it and in one Unicode form, since two spellings that look alike
// would be two names. It has 1 to 200 letters, something to see among them, and no control characters.
func givenName(name string) (string, error) { return givenNameAs("name", name) }

// givenNameAs is givenName for a field that is called otherwise.
func givenNameAs(field, name string) (string, error) {
	name = norm.NFC.String(strings.TrimSpace(name))
	if n := utf8.RuneCountInString(name); n < 1 || n > 200 || strings.ContainsFunc(name, unicode.IsControl) || !strings.ContainsFunc(name, unicode.IsGraphic) {
		return "", problem.NewInvalid(field, "give a name of 1 to 200 characters, without control characters")
	}
	return name, nil
}

// givenReason is a reason as it is kept.
func givenReason(reason string) (string, error) {
	return strings.TrimSpace(reason), checkReason(reason)
}
