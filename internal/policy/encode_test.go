package policy_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/policy"
)

const versionOne = `{"holdTtl":"PT5M","offerTtl":"PT15M","approvalTtl":"PT5M","leadTime":"PT0S","bookingHorizon":"P60D",` +
	`"cancellationCutoff":"PT2H","checkInOpens":"PT30M","noShowGrace":"PT15M","maxActiveReservationsPerCustomer":20,` +
	`"waitlistFit":"STRICT_FIFO","skipLimit":3,"onOfferLapse":"REMOVE","autoPromote":true,"waitlistWeights":[` +
	`{"factor":"PRIORITY","weight":0},{"factor":"RECOVERY_CREDIT","weight":0},{"factor":"BENEFIT","weight":0},` +
	`{"factor":"WAITING_AGE","weight":0},{"factor":"SLOT_FIT","weight":0}]}`

func TestCanonicalForm(t *testing.T) {
	t.Run("version 1 reads as the design has it", func(t *testing.T) {
		require.Equal(t, versionOne, string(policy.Default().MarshalCanonical()))
	})
	t.Run("its digest never changes, for decisions are pinned to it", func(t *testing.T) {
		require.Equal(t, "4b78e86645db8e5e41ed24c3d48c0dc1ecd05f21b307cb4b7c8c87e01b38d949", policy.Default().Digest())
	})
	t.Run("order and absence of weights make no difference", func(t *testing.T) {
		shuffled := rules(func(r *policy.Rules) { slices.Reverse(r.WaitlistWeights) })
		absent := rules(func(r *policy.Rules) { r.WaitlistWeights = nil })
		require.Equal(t, policy.Default().Digest(), shuffled.Digest())
		require.Equal(t, policy.Default().Digest(), absent.Digest())
	})
	t.Run("every other change makes another digest", func(t *testing.T) {
		seen := map[string]string{policy.Default().Digest(): "the default"}
		for name, change := range everyChange() {
			digest := rules(change).Digest()
			require.NotContains(t, seen, digest, "%s is the same as %s", name, seen[digest])
			seen[digest] = name
		}
	})
}

// everyChange changes one field each; a field of Rules that is missing here fails the count below.
func everyChange() map[string]func(*policy.Rules) {
	return map[string]func(*policy.Rules){
		"HoldTTL":                          func(r *policy.Rules) { r.HoldTTL += time.Second },
		"OfferTTL":                         func(r *policy.Rules) { r.OfferTTL += time.Second },
		"ApprovalTTL":                      func(r *policy.Rules) { r.ApprovalTTL += time.Second },
		"LeadTime":                         func(r *policy.Rules) { r.LeadTime += time.Second },
		"BookingHorizon":                   func(r *policy.Rules) { r.BookingHorizon += time.Second },
		"CancellationCutoff":               func(r *policy.Rules) { r.CancellationCutoff += time.Second },
		"CheckInOpens":                     func(r *policy.Rules) { r.CheckInOpens += time.Second },
		"NoShowGrace":                      func(r *policy.Rules) { r.NoShowGrace += time.Second },
		"WaitlistFit":                      func(r *policy.Rules) { r.WaitlistFit = policy.BestFitWithSkipLimit },
		"SkipLimit":                        func(r *policy.Rules) { r.SkipLimit++ },
		"OnOfferLapse":                     func(r *policy.Rules) { r.OnOfferLapse = policy.RequeueAtEnd },
		"AutoPromote":                      func(r *policy.Rules) { r.AutoPromote = false },
		"WaitlistWeights":                  func(r *policy.Rules) { r.WaitlistWeights[4].Weight = 1 },
		"MaxActiveReservationsPerCustomer": func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer++ },
	}
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
		require.NoError(t, json.Unmarshal([]byte(versionOne), &loose))
		loose["bookingHorizon"] = "PT1440H"
		slices.Reverse(loose["waitlistWeights"].([]any))
		text, err := json.MarshalIndent(loose, "", "  ")
		require.NoError(t, err)
		got, err := policy.Parse(text)
		require.NoError(t, err)
		require.Equal(t, policy.Default(), got)
	})
	t.Run("each field is needed, and null is no value", func(t *testing.T) {
		var given map[string]json.RawMessage
		require.NoError(t, json.Unmarshal([]byte(versionOne), &given))
		require.Len(t, given, len(everyChange()))
		for name, value := range given {
			delete(given, name)
			text, err := json.Marshal(given)
			require.NoError(t, err)
			_, err = policy.Parse(text)
			require.EqualError(t, err, "read rules: "+name+" is missing")

			given[name] = json.RawMessage("null")
			text, err = json.Marshal(given)
			require.NoError(t, err)
			_, err = policy.Parse(text)
			require.EqualError(t, err, "read rules: "+name+" is missing")
			given[name] = value
		}
	})
	for _, c := range []struct{ name, old, new, want string }{
		{"an unknown field", `{"holdTtl"`, `{"holdTtls":1,"holdTtl"`, "holdTtls is unknown"},
		{"a field in another case", `"holdTtl"`, `"HoldTTL"`, "holdTtl is missing"},
		{"something after the end", `]}`, `]}x`, "invalid character"},
		{"a second object", `]}`, `]}{}`, "invalid character"},
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
	} {
		t.Run(c.name+" is refused", func(t *testing.T) {
			require.Contains(t, versionOne, c.old)
			got, err := policy.Parse([]byte(strings.Replace(versionOne, c.old, c.new, 1)))
			require.ErrorContains(t, err, "read rules: ")
			require.ErrorContains(t, err, c.want)
			require.Zero(t, got)
		})
	}
	for _, s := range []string{"", "null", "[]", `"x"`, "{}", "{"} {
		t.Run("\""+s+"\" is refused", func(t *testing.T) {
			_, err := policy.Parse([]byte(s))
			require.ErrorContains(t, err, "read rules: ")
		})
	}
}

func TestValidRulesReadBackAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seconds := func(name string, least, most time.Duration) time.Duration {
			return time.Duration(rapid.Int64Range(int64(least/time.Second), int64(most/time.Second)).Draw(t, name)) * time.Second
		}
		r := policy.Rules{
			HoldTTL: seconds("hold", time.Second, day), OfferTTL: seconds("offer", time.Second, 7*day), ApprovalTTL: seconds("approval", time.Second, day),
			BookingHorizon: seconds("horizon", 61*day, 400*day), LeadTime: seconds("lead", 0, 60*day), CancellationCutoff: seconds("cut-off", 0, 60*day),
			CheckInOpens: seconds("check-in", 0, day), NoShowGrace: seconds("grace", 0, day),
			MaxActiveReservationsPerCustomer: rapid.IntRange(1, 10000).Draw(t, "active"), SkipLimit: rapid.IntRange(0, 1000).Draw(t, "skips"),
			WaitlistFit:  rapid.SampledFrom(policy.FitValues()).Draw(t, "fit"),
			OnOfferLapse: rapid.SampledFrom(policy.LapseValues()).Draw(t, "lapse"), AutoPromote: rapid.Bool().Draw(t, "promote"),
		}
		for _, f := range policy.FactorValues() {
			r.WaitlistWeights = append(r.WaitlistWeights, policy.FactorWeight{Factor: f, Weight: rapid.IntRange(0, 10000).Draw(t, string(f))})
		}
		require.Empty(t, r.Validate())
		got, err := policy.Parse(r.MarshalCanonical())
		require.NoError(t, err)
		require.Equal(t, r, got)
		require.Equal(t, r.Digest(), got.Digest())
	})
}
