package scalar_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/graph/scalar"
)

// FuzzScalars looks for a text that a scalar takes and can't stand by: what was read is written, and what was written reads as
// the same again. What is not taken leaves nothing behind.
func FuzzScalars(f *testing.F) {
	for _, s := range []string{
		"", "7", "-2147483648", "2147483648", "0x7", "1e3", "+1", "2026-08-03", "2026-02-29", "0000-01-01", "2026-8-3",
		"2026-08-03T18:30:00Z", "2026-08-03T18:30:00.123456789+09:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "2026-08-03T24:00:00Z",
		"2026-06-30T23:59:60Z", "PT5M", "P1DT1H30M", "PT0S", "P", "PT", "-PT5M", "P106751D", "PT9999999999999S", "PT0.5S", "0123456789abcdef", "text\x00", "\xff", "\"\\</script>\u2028",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		stands(t, text, scalar.UnmarshalInt, scalar.MarshalInt)
		stands(t, text, scalar.UnmarshalString, scalar.MarshalString)
		stands(t, text, scalar.UnmarshalIdempotencyKey, scalar.MarshalIdempotencyKey)
		stands(t, text, scalar.UnmarshalDate, scalar.MarshalDate)
		stands(t, text, scalar.UnmarshalDuration, scalar.MarshalDuration)
		if at := stands(t, text, scalar.UnmarshalDateTime, scalar.MarshalDateTime); at != nil {
			require.Equal(t, time.UTC, at.Location())
			require.Zero(t, at.Nanosecond()%1000, "finer than the database keeps")
			require.Len(t, written(scalar.MarshalDateTime(*at)), len(`"2006-01-02T15:04:05.000000Z"`), "so that texts sort as times do")
		}
		if s, err := scalar.UnmarshalString(text); err == nil {
			require.Equal(t, text, s)
			require.False(t, strings.ContainsRune(s, 0) || !utf8.ValidString(s))
		}
	})
}

// stands reads a text and demands that it may be written and read as often as one likes; nil when it isn't taken.
func stands[T comparable](t *testing.T, text string, read func(any) (T, error), write func(T) graphql.Marshaler) *T {
	t.Helper()
	var none T
	first, err := read(text)
	if err != nil {
		require.Equal(t, none, first)
		return nil
	}
	out := written(write(first))
	var value any
	require.NoError(t, json.Unmarshal([]byte(out), &value), "what is written is JSON: %s", out)
	second, err := read(value)
	require.NoError(t, err, "what is written can be read: %s", out)
	require.Equal(t, first, second)
	require.Equal(t, out, written(write(second)))
	return &first
}

// FuzzInt looks for a number that isn't what was meant: 32 bits, or a refusal.
func FuzzInt(f *testing.F) {
	for _, n := range []float64{0, 7, 7.5, 2147483647, 2147483648, -2147483649, 1e18, 1e19, 1e300, 0.1} {
		f.Add(n)
	}
	f.Fuzz(func(t *testing.T, n float64) {
		got, err := scalar.UnmarshalInt(n)
		want := n == float64(int32(n)) && n >= -2147483648 && n <= 2147483647
		require.Equal(t, want, err == nil, "%v", n)
		if want {
			require.Equal(t, int(n), got) //nolint:testifylint // a whole number
		}
	})
}
