package scalar

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/99designs/gqlgen/graphql"
)

// MarshalJSON writes a JSON value as it was stored; null for nothing at all.
func MarshalJSON(value json.RawMessage) graphql.Marshaler {
	if len(value) == 0 {
		return graphql.Null
	}
	return graphql.WriterFunc(func(w io.Writer) { _, _ = w.Write(value) })
}

// UnmarshalJSON takes nothing: the contract has no argument of the kind.
func UnmarshalJSON(any) (json.RawMessage, error) {
	return nil, errors.New("a JSON value only goes out")
}
