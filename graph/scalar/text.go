package scalar

import (
	"strings"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
)

// MarshalString writes a text.
func MarshalString(s string) graphql.Marshaler { return graphql.MarshalString(s) }

// UnmarshalString reads a text. A number or a boolean is not one, and neither is what the database can't keep: broken
// UTF-8 and the zero character.
func UnmarshalString(v any) (string, error) {
	s, ok := v.(string)
	if !ok || !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
		return "", problem.NewInvalid("", "must be a text without zero characters")
	}
	return s, nil
}

// MarshalIdempotencyKey writes a key.
func MarshalIdempotencyKey(key string) graphql.Marshaler { return graphql.MarshalString(key) }

// UnmarshalIdempotencyKey reads a key; problem.ErrInvalidKey for everything that can't be one.
func UnmarshalIdempotencyKey(v any) (string, error) {
	key, ok := v.(string)
	if !ok || !command.ValidKey(key) {
		return "", problem.ErrInvalidKey
	}
	return key, nil
}
