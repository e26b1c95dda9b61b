package booking

import (
	"unicode/utf8"

	"github.com/slotq/slotq/internal/problem"
)

// noted is the words for the venue's staff; they are refused when there are too many.
func noted(note *string) (string, error) {
	switch {
	case note == nil:
		return "", nil
	case utf8.RuneCountInString(*note) > 2000:
		return "", problem.NewInvalid("note", "keep the note within 2000 characters")
	}
	return *note, nil
}
