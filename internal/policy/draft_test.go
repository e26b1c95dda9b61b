package policy_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/policy"
)

// drafted is the draft that asks for some fields of wanted: all of them when none is named.
func drafted(wanted policy.Rules, only ...string) policy.RulesDraft {
	var d policy.RulesDraft
	draft, rules := reflect.ValueOf(&d).Elem(), reflect.ValueOf(wanted)
	for i := range draft.NumField() {
		name := draft.Type().Field(i).Name
		if len(only) > 0 && name != only[0] {
			continue
		}
		switch rule := rules.FieldByName(name); {
		case rule.Kind() == reflect.Pointer && rule.IsNil(): // no limit
			draft.Field(i).Set(reflect.ValueOf(new(0)))
		case rule.Kind() == reflect.Pointer:
			draft.Field(i).Set(rule)
		case rule.Kind() == reflect.Slice && rule.IsNil():
			draft.Field(i).Set(reflect.MakeSlice(rule.Type(), 0, 0))
		case rule.Kind() == reflect.Slice:
			draft.Field(i).Set(rule)
		default:
			given := reflect.New(rule.Type())
			given.Elem().Set(rule)
			draft.Field(i).Set(given)
		}
	}
	return d
}

func TestDraftOver(t *testing.T) {
	t.Run("a draft can ask for every rule", func(t *testing.T) {
		rule, draft := reflect.TypeFor[policy.Rules](), reflect.TypeFor[policy.RulesDraft]()
		require.Equal(t, rule.NumField(), draft.NumField())
		for i := range draft.NumField() {
			_, found := rule.FieldByName(draft.Field(i).Name)
			require.True(t, found, draft.Field(i).Name)
		}
	})
	t.Run("an empty draft keeps everything", func(t *testing.T) {
		require.Equal(t, everything(), policy.RulesDraft{}.Over(everything()))
		require.Equal(t, policy.Default(), policy.RulesDraft{}.Over(policy.Default()))
	})
	for name, change := range everyChange() {
		t.Run(name+" alone changes alone", func(t *testing.T) {
			wanted := rules(change)
			require.Equal(t, wanted, drafted(wanted, name).Over(policy.Default()))
		})
	}
	t.Run("zero takes a limit away", func(t *testing.T) {
		got := policy.RulesDraft{PacingParties: new(0), PacingCovers: new(0)}.Over(everything())
		require.Nil(t, got.PacingParties)
		require.Nil(t, got.PacingCovers)
	})
	t.Run("a limit below nothing is left for the check", func(t *testing.T) {
		got := policy.RulesDraft{PacingParties: new(-1), PacingCovers: new(-1)}.Over(policy.Default())
		require.Equal(t, []string{"pacingParties", "pacingCovers"}, named(got.Validate()))
	})
	t.Run("lists are replaced, and an empty one empties", func(t *testing.T) {
		turns, channels := everything().TurnTimes[1:], everything().Channels[1:]
		got := policy.RulesDraft{TurnTimes: turns, Channels: channels}.Over(everything())
		require.Equal(t, turns, got.TurnTimes)
		require.Equal(t, channels, got.Channels)
		got = policy.RulesDraft{TurnTimes: []policy.TurnTime{}, Channels: []policy.ChannelRule{}}.Over(everything())
		require.Empty(t, got.TurnTimes)
		require.Empty(t, got.Channels)
	})
	t.Run("what is wrong stays to be found", func(t *testing.T) {
		got := policy.RulesDraft{
			WaitlistWeights: []policy.FactorWeight{{Factor: policy.Benefit, Weight: 1}, {Factor: policy.Benefit, Weight: 2}},
			TurnTimes:       []policy.TurnTime{{}},
			Channels:        []policy.ChannelRule{{Channel: "PHONE"}},
		}.Over(policy.Default())
		require.Equal(t, []string{"waitlistWeights", "turnTimes", "channels"}, named(got.Validate()))
	})
}

func TestDraftedWeights(t *testing.T) {
	base := rules(func(r *policy.Rules) {
		for i := range r.WaitlistWeights {
			r.WaitlistWeights[i].Weight = 10 + i
		}
	})
	for _, c := range []struct {
		name  string
		given []policy.FactorWeight
		want  [5]int // by the order of the factors
	}{
		{"none", nil, [5]int{10, 11, 12, 13, 14}},
		{"an empty list", []policy.FactorWeight{}, [5]int{10, 11, 12, 13, 14}},
		{"one to zero", []policy.FactorWeight{{Factor: policy.Benefit}}, [5]int{10, 11, 0, 13, 14}},
		{"two, in another order", []policy.FactorWeight{{Factor: policy.SlotFit, Weight: 7}, {Factor: policy.Priority, Weight: 8}}, [5]int{8, 11, 12, 13, 7}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var want []policy.FactorWeight
			for i, f := range policy.FactorValues() {
				want = append(want, policy.FactorWeight{Factor: f, Weight: c.want[i]})
			}
			require.Equal(t, want, policy.RulesDraft{WaitlistWeights: c.given}.Over(base).WaitlistWeights)
		})
	}
	t.Run("a factor that is none is found", func(t *testing.T) {
		got := policy.RulesDraft{WaitlistWeights: []policy.FactorWeight{{Factor: "LUCK", Weight: 1}}}.Over(base)
		require.Equal(t, []string{"waitlistWeights"}, named(got.Validate()))
	})
}

func TestADraftOfEverythingForgetsTheBase(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, wanted := anyRules(t, "base"), anyRules(t, "wanted")
		before := base.Digest()
		require.Equal(t, wanted.Digest(), drafted(wanted).Over(base).Digest())
		require.Equal(t, before, base.Digest(), "the base stays what it was")
	})
}

func TestDraftedRulesShareNoListWithTheBase(t *testing.T) {
	base := everything()
	for name, touch := range map[string]func(policy.Rules){
		"weights":    func(r policy.Rules) { r.WaitlistWeights[0].Weight = 5 },
		"turn times": func(r policy.Rules) { r.TurnTimes[0].FromPartySize = 2 },
		"channels":   func(r policy.Rules) { r.Channels[0].Channel = policy.Guest },
	} {
		t.Run(name, func(t *testing.T) {
			touch(policy.RulesDraft{HoldTTL: &base.OfferTTL}.Over(base))
			require.Equal(t, everything(), base)
		})
	}
}
