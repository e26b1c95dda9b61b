package booking

import (
	"strings"

	"github.com/slotq/slotq/internal/naming"
	"github.com/slotq/slotq/internal/problem"
)

// givenName is a name as it is kept.
func givenName(name string) (string, error) { return givenNameAs("name", name) }

// givenNameAs is givenName for a field that is called otherwise.
func givenNameAs(field, name string) (string, error) {
	name, ok := naming.Given(name)
	if !ok {
		return "", problem.NewInvalid(field, "give a name of 1 to %d characters, without control characters", naming.Longest)
	}
	return name, nil
}

// givenReason is a reason as it is kept.
func givenReason(reason string) (string, error) {
	return strings.TrimSpace(reason), checkReason(reason)
}
