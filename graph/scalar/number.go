package scalar

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/99designs/gqlgen/graphql"

	"github.com/slotq/slotq/internal/problem"
)

// MarshalInt writes a number.
func MarshalInt(n int) graphql.Marshaler { return graphql.MarshalInt(n) }

// UnmarshalInt reads a whole number of 32 bits, also one that came as text in a variable. The contract's Int has no other,
// and what were let through here would overflow in a column.
func UnmarshalInt(v any) (int, error) {
	var n int64
	var err error
	switch v := v.(type) {
	case int:
		n = int64(v)
	case int32:
		n = int64(v)
	case int64:
		n = v
	case float64: // how JSON reads a number when nobody asks otherwise
		if n = int64(v); float64(n) != v {
			return 0, problem.NewInvalid("", "must be a whole number")
		}
	case json.Number:
		n, err = strconv.ParseInt(string(v), 10, 64)
	case string:
		n, err = strconv.ParseInt(v, 10, 64)
	default:
		return 0, problem.NewInvalid("", "must be a whole number")
	}
	if err != nil || n < math.MinInt32 || n > math.MaxInt32 {
		return 0, problem.NewInvalid("", "must be a whole number from %d to %d", math.MinInt32, math.MaxInt32)
	}
	return int(n), nil
}
