package scalar_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/graph/scalar"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

func written(m graphql.Marshaler) string {
	var text bytes.Buffer
	m.MarshalGQL(&text)
	return text.String()
}

func requireInvalid(t *testing.T, err error) {
	t.Helper()
	var invalid *problem.Invalid
	require.ErrorAs(t, err, &invalid)
	require.Empty(t, invalid.Field)
}

func TestInt(t *testing.T) {
	for name, v := range map[string]any{
		"a literal": int64(7), "a variable": json.Number("7"), "a default": 7, "a text of digits": "7", "a float of JSON": 7.0,
	} {
		t.Run(name+" is read", func(t *testing.T) {
			n, err := scalar.UnmarshalInt(v)
			require.NoError(t, err)
			require.Equal(t, 7, n)
		})
	}
	t.Run("the bounds of 32 bits are read", func(t *testing.T) {
		for _, bound := range []int{-2147483648, 2147483647} {
			n, err := scalar.UnmarshalInt(int64(bound))
			require.NoError(t, err)
			require.Equal(t, bound, n)
		}
	})
	for name, v := range map[string]any{
		"one more than 32 bits": int64(2147483648), "one less": json.Number("-2147483649"), "more than 64 bits": json.Number("99999999999999999999"),
		"a fraction": 7.5, "a fraction in a variable": json.Number("7.0"), "a word": "seven", "a boolean": true, "nothing": nil, "infinity": 1e300,
	} {
		t.Run(name+" is refused", func(t *testing.T) {
			_, err := scalar.UnmarshalInt(v)
			requireInvalid(t, err)
		})
	}
	require.Equal(t, "-5", written(scalar.MarshalInt(-5)))
}

func TestString(t *testing.T) {
	t.Run("a text is read as it is", func(t *testing.T) {
		s, err := scalar.UnmarshalString(" 김 소미\n")
		require.NoError(t, err)
		require.Equal(t, " 김 소미\n", s)
		require.Equal(t, `"\"quoted\""`, written(scalar.MarshalString(`"quoted"`)))
	})
	for name, v := range map[string]any{"a number": json.Number("5"), "a zero character": "a\x00b", "broken UTF-8": "a\xffb", "nothing": nil} {
		t.Run(name+" is refused", func(t *testing.T) {
			_, err := scalar.UnmarshalString(v)
			requireInvalid(t, err)
		})
	}
}

func TestIdempotencyKey(t *testing.T) {
	for name, key := range map[string]string{"16 characters": "0123456789abcdef", "128 characters": strings.Repeat("~", 128)} {
		t.Run(name+" are read", func(t *testing.T) {
			read, err := scalar.UnmarshalIdempotencyKey(key)
			require.NoError(t, err)
			require.Equal(t, key, read)
			require.Equal(t, `"`+key+`"`, written(scalar.MarshalIdempotencyKey(key)))
		})
	}
	for name, v := range map[string]any{
		"15 characters": "0123456789abcde", "129 characters": strings.Repeat("~", 129), "a blank": "0123456789 abcdef",
		"a newline": "0123456789abcdef\n", "full-width digits": "0123456789abcdef０", "a number": json.Number("1234567890123456"), "nothing": nil,
	} {
		t.Run(name+" is refused", func(t *testing.T) {
			_, err := scalar.UnmarshalIdempotencyKey(v)
			require.ErrorIs(t, err, problem.ErrInvalidKey)
		})
	}
}

func TestDateTime(t *testing.T) {
	t.Run("any offset is read, and UTC is written in microseconds", func(t *testing.T) {
		at, err := scalar.UnmarshalDateTime("2026-08-03T03:30:00.123456789+09:00")
		require.NoError(t, err)
		require.Equal(t, time.Date(2026, 8, 2, 18, 30, 0, 123456000, time.UTC), at)
		require.Equal(t, `"2026-08-02T18:30:00.123456Z"`, written(scalar.MarshalDateTime(at.In(time.FixedZone("", 3600)))))
	})
	t.Run("whole seconds are written as long as all others", func(t *testing.T) {
		require.Equal(t, `"2026-08-02T18:30:00.000000Z"`, written(scalar.MarshalDateTime(time.Date(2026, 8, 2, 18, 30, 0, 0, time.UTC))))
	})
	for name, v := range map[string]any{
		"no offset": "2026-08-03T18:30:00", "a date": "2026-08-03", "the 30th of February": "2026-02-30T00:00:00Z", "a number": json.Number("1"),
		"a year before the first": "0001-01-01T00:00:00+01:00", "the year 0": "0000-05-01T00:00:00Z", "nothing": nil,
	} {
		t.Run(name+" is refused", func(t *testing.T) {
			_, err := scalar.UnmarshalDateTime(v)
			requireInvalid(t, err)
		})
	}
}

func TestDateAndDuration(t *testing.T) {
	t.Run("a date reads back as written", func(t *testing.T) {
		d, err := scalar.UnmarshalDate("2024-02-29")
		require.NoError(t, err)
		require.Equal(t, `"2024-02-29"`, written(scalar.MarshalDate(d)))
	})
	t.Run("a span reads back as written", func(t *testing.T) {
		d, err := scalar.UnmarshalDuration("PT1H30M")
		require.NoError(t, err)
		require.Equal(t, 90*time.Minute, d)
		require.Equal(t, `"PT1H30M"`, written(scalar.MarshalDuration(d)))
	})
	t.Run("what is no date is refused", func(t *testing.T) {
		for _, v := range []any{"2025-02-29", "2026-8-3", "", json.Number("20260803"), nil} {
			_, err := scalar.UnmarshalDate(v)
			requireInvalid(t, err)
		}
	})
	t.Run("what is no span of fixed length is refused", func(t *testing.T) {
		for _, v := range []any{"P1M", "-PT5M", "5 minutes", "", nil} {
			_, err := scalar.UnmarshalDuration(v)
			requireInvalid(t, err)
		}
	})
}

func TestEnums(t *testing.T) {
	read := map[string]func(any) (string, error){
		"reservation status": as(scalar.UnmarshalReservationStatus), "entry status": as(scalar.UnmarshalWaitlistEntryStatus),
		"offer status": as(scalar.UnmarshalOfferStatus), "source": as(scalar.UnmarshalConfirmationSource),
		"intent status": as(scalar.UnmarshalIntentStatus), "resolution": as(scalar.UnmarshalAttemptResolution), "approval status": as(scalar.UnmarshalApprovalStatus),
	}
	values := map[string][]string{
		"reservation status": texts(reservation.Values()), "entry status": texts(waitlist.EntryValues()),
		"offer status": texts(waitlist.OfferValues()), "source": texts(waitlist.SourceValues()),
		"intent status": texts(intent.StatusValues()), "resolution": texts(intent.Resolutions()), "approval status": texts(approval.StatusValues()),
	}
	for name, unmarshal := range read {
		t.Run("a "+name+" is read in capitals only", func(t *testing.T) {
			for _, value := range values[name] {
				got, err := unmarshal(value)
				require.NoError(t, err)
				require.Equal(t, value, got)
				_, err = unmarshal(strings.ToLower(value))
				requireInvalid(t, err)
			}
			for _, v := range []any{"", "ELSE", json.Number("1"), nil} {
				_, err := unmarshal(v)
				requireInvalid(t, err)
			}
		})
	}
	require.Equal(t, `"CHECKED_IN"`, written(scalar.MarshalReservationStatus(reservation.CheckedIn)))
	require.Equal(t, `"OFFERED"`, written(scalar.MarshalWaitlistEntryStatus(waitlist.Offered)))
	require.Equal(t, `"WITHDRAWN"`, written(scalar.MarshalOfferStatus(waitlist.OfferWithdrawn)))
	require.Equal(t, `"FRONT_DESK"`, written(scalar.MarshalConfirmationSource(waitlist.FrontDesk)))
	require.Equal(t, `"WAITING_FOR_SEAT"`, written(scalar.MarshalIntentStatus(intent.WaitingForSeat)))
	require.Equal(t, `"CANCELLED"`, written(scalar.MarshalAttemptResolution(intent.ResolveCancelled)))
	require.Equal(t, `"CONSUMED"`, written(scalar.MarshalApprovalStatus(approval.Consumed)))
}

func TestJSON(t *testing.T) {
	require.Equal(t, `{"words":"A \"7\""}`, written(scalar.MarshalJSON(json.RawMessage(`{"words":"A \"7\""}`))))
	require.Equal(t, `null`, written(scalar.MarshalJSON(nil)))
	_, err := scalar.UnmarshalJSON(map[string]any{})
	require.Error(t, err, "it only goes out")
}

func as[T ~string](unmarshal func(any) (T, error)) func(any) (string, error) {
	return func(v any) (string, error) {
		value, err := unmarshal(v)
		return string(value), err
	}
}

func texts[T ~string](values []T) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = string(v)
	}
	return all
}
