package policy_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
)

// fieldsOf takes an object apart.
func fieldsOf(t *testing.T, raw string) map[string]json.RawMessage {
	t.Helper()
	var given map[string]json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(raw), &given))
	return given
}

func parse(t *testing.T, fields map[string]json.RawMessage) (policy.Rules, error) {
	t.Helper()
	text, err := json.Marshal(fields)
	require.NoError(t, err)
	return policy.Parse(text)
}

func TestParse(t *testing.T) {
	t.Run("what was written reads back", func(t *testing.T) {
		for name, change := range everyChange() {
			r := rules(change)
			got, err := policy.Parse(r.MarshalCanonical())
			require.NoError(t, err, name)
			require.Equal(t, r, got, name)
		}
	})
	t.Run("order, white space and the spelling of durations make no difference", func(t *testing.T) {
		var loose map[string]any
		require.NoError(t, json.Unmarshal([]byte(full), &loose))
		loose["bookingHorizon"], loose["bufferBefore"] = "PT1440H", "PT600S"
		for _, list := range []string{"waitlistWeights", "turnTimes", "channels"} {
			slices.Reverse(loose[list].([]any))
		}
		text, err := json.MarshalIndent(loose, "", "  ")
		require.NoError(t, err)
		got, err := policy.Parse(text)
		require.NoError(t, err)
		require.Equal(t, everything(), got)
	})
	t.Run("each field that was always there is needed", func(t *testing.T) {
		given := fieldsOf(t, versionOne)
		require.Len(t, given, len(firstChanges()))
		for name, value := range given {
			delete(given, name)
			_, err := parse(t, given)
			require.EqualError(t, err, "read rules: "+name+" is missing")
			given[name] = value
		}
	})
	t.Run("each field that came later is the default's where it is missing", func(t *testing.T) {
		given, always := fieldsOf(t, full), fieldsOf(t, versionOne)
		require.Len(t, given, len(everyChange()))
		missing := 0
		for name, value := range given {
			if _, found := always[name]; found {
				continue
			}
			delete(given, name)
			got, err := parse(t, given)
			require.NoError(t, err, name)
			changes := everything().Diff(got)
			require.Len(t, changes, 1, name)
			require.Equal(t, name, changes[0].Field)
			require.Contains(t, policy.Default().Diff(everything()), policy.Change{Field: name, From: changes[0].To, To: changes[0].From})
			given[name] = value
			missing++
		}
		require.Equal(t, len(laterChanges()), missing)
	})
	t.Run("a later field may say what the default says, and is not written again", func(t *testing.T) {
		got, err := policy.Parse([]byte(firstFields + `,"bufferBefore":"PT0S","turnTimes":[],"channels":[{"channel":"GUEST"}],` +
			`"confirmation":"INSTANT","requestTtl":"PT24H","autoNoShow":false}`))
		require.NoError(t, err)
		require.Equal(t, versionOne, string(got.MarshalCanonical()))
	})
	t.Run("null is no value of any field", func(t *testing.T) {
		given := fieldsOf(t, full)
		for name, value := range given {
			given[name] = json.RawMessage("null")
			_, err := parse(t, given)
			require.EqualError(t, err, "read rules: "+name+" is missing")
			given[name] = value
		}
	})
	for _, s := range []string{"", "null", "[]", `"x"`, "{}", "{"} {
		t.Run("\""+s+"\" is refused", func(t *testing.T) {
			_, err := policy.Parse([]byte(s))
			require.ErrorContains(t, err, "read rules: ")
		})
	}
}

func TestParseRefuses(t *testing.T) {
	require.Equal(t, full, string(everything().MarshalCanonical()))
	for _, c := range []struct{ name, old, new, want string }{
		{"an unknown field", `{"holdTtl"`, `{"holdTtls":1,"holdTtl"`, "holdTtls is unknown"},
		{"a field in another case", `"holdTtl"`, `"HoldTTL"`, "holdTtl is missing"},
		{"a later field in another case", `"pacingCovers"`, `"PacingCovers"`, "PacingCovers is unknown"},
		{"something after the end", `true}`, `true}x`, "invalid character"},
		{"a second object", `true}`, `true}{}`, "invalid character"},
		{"a number as duration", `"PT5M"`, `300`, "holdTtl: "},
		{"a duration in months", `"P60D"`, `"P2M"`, "bookingHorizon: "},
		{"a broken number", `20`, `20.5`, "maxActiveReservationsPerCustomer: "},
		{"text for a switch", `"autoPromote":true`, `"autoPromote":"true"`, "autoPromote: "},
		{"an unknown fit", `STRICT_FIFO`, `strict_fifo`, "waitlistFit is unknown"},
		{"an unknown lapse", `REMOVE`, ``, "onOfferLapse is unknown"},
		{"a factor too few", `{"factor":"PRIORITY","weight":0},`, ``, "waitlistWeights: factor PRIORITY is missing"},
		{"a factor twice", `BENEFIT`, `PRIORITY`, `waitlistWeights: factor "PRIORITY" is listed twice or unknown`},
		{"an unknown factor", `BENEFIT`, `LUCK`, `waitlistWeights: factor "LUCK" is listed twice or unknown`},
		{"a weight left out", `"PRIORITY","weight":0`, `"PRIORITY"`, "waitlistWeights: weight is missing"},
		{"a weight with more to it", `"PRIORITY","weight":0`, `"PRIORITY","weight":0,"x":1`, "waitlistWeights: x is unknown"},
		{"a weight too large", `"PRIORITY","weight":0`, `"PRIORITY","weight":10001`, "waitlistWeights each factor once"},
		{"a hold of no time", `"holdTtl":"PT5M"`, `"holdTtl":"PT0S"`, "holdTtl must be"},
		{"a buffer that is a number", `"bufferAfter":"PT15M"`, `"bufferAfter":900`, "bufferAfter: "},
		{"a turn time without its size", `"fromPartySize":1,`, ``, "turnTimes: fromPartySize is missing"},
		{"a turn time without its duration", `"fromPartySize":1,"duration":"PT1H30M"`, `"fromPartySize":1`, "turnTimes: duration is missing"},
		{"a turn time with more to it", `"fromPartySize":1,`, `"fromPartySize":1,"x":1,`, "turnTimes: x is unknown"},
		{"a turn time that is none", `[{"fromPartySize":1,`, `[null,{"fromPartySize":1,`, "turnTimes: fromPartySize is missing"},
		{"a size twice", `"fromPartySize":5`, `"fromPartySize":1`, "turnTimes each fromPartySize once"},
		{"half a party", `"pacingParties":4`, `"pacingParties":4.5`, "pacingParties: "},
		{"no parties at all", `"pacingParties":4`, `"pacingParties":0`, "pacingParties must be"},
		{"a channel without a name", `"channel":"STAFF",`, ``, "channels: channel is missing"},
		{"a channel twice", `"channel":"AGENT"`, `"channel":"STAFF"`, `channels: channel "STAFF" is listed twice or unknown`},
		{"an unknown channel", `"channel":"AGENT"`, `"channel":"PHONE"`, `channels: channel "PHONE" is listed twice or unknown`},
		{"an unknown channel that changes nothing", `{"channel":"AGENT","cancellationCutoff":"P1D"}`, `{"channel":"PHONE"}`, `channels: channel "PHONE" is listed twice or unknown`},
		{"a channel's time that is null", `"leadTime":"PT0S","bookingHorizon":"P400D"`, `"leadTime":null`, "channels: leadTime is missing"},
		{"a channel with more to it", `"channel":"AGENT",`, `"channel":"AGENT","holdTtl":"PT5M",`, "channels: holdTtl is unknown"},
		{"a channel's horizon too far", `P400D`, `P401D`, "channels STAFF: bookingHorizon must be"},
		{"an unknown confirmation", `"REQUEST"`, `"LATER"`, "confirmation is unknown"},
		{"text for a later switch", `"autoNoShow":true`, `"autoNoShow":"true"`, "autoNoShow: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Contains(t, full, c.old)
			got, err := policy.Parse([]byte(strings.Replace(full, c.old, c.new, 1)))
			require.ErrorContains(t, err, "read rules: ")
			require.ErrorContains(t, err, c.want)
			require.Zero(t, got)
		})
	}
}
