package policy_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/policy"
)

func TestDiff(t *testing.T) {
	const unweighted = `[{"factor":"PRIORITY","weight":0},{"factor":"RECOVERY_CREDIT","weight":0},{"factor":"BENEFIT","weight":0},` +
		`{"factor":"WAITING_AGE","weight":0},{"factor":"SLOT_FIT","weight":0}]`
	const fitting = `[{"factor":"PRIORITY","weight":0},{"factor":"RECOVERY_CREDIT","weight":0},{"factor":"BENEFIT","weight":0},` +
		`{"factor":"WAITING_AGE","weight":0},{"factor":"SLOT_FIT","weight":1}]`
	want := map[string]policy.Change{
		"HoldTTL":                          {Field: "holdTtl", From: "PT5M", To: "PT5M1S"},
		"OfferTTL":                         {Field: "offerTtl", From: "PT15M", To: "PT15M1S"},
		"ApprovalTTL":                      {Field: "approvalTtl", From: "PT5M", To: "PT5M1S"},
		"LeadTime":                         {Field: "leadTime", From: "PT0S", To: "PT1S"},
		"BookingHorizon":                   {Field: "bookingHorizon", From: "P60D", To: "P60DT1S"},
		"CancellationCutoff":               {Field: "cancellationCutoff", From: "PT2H", To: "PT2H1S"},
		"CheckInOpens":                     {Field: "checkInOpens", From: "PT30M", To: "PT30M1S"},
		"NoShowGrace":                      {Field: "noShowGrace", From: "PT15M", To: "PT15M1S"},
		"WaitlistFit":                      {Field: "waitlistFit", From: "STRICT_FIFO", To: "BEST_FIT_WITH_SKIP_LIMIT"},
		"SkipLimit":                        {Field: "skipLimit", From: "3", To: "4"},
		"OnOfferLapse":                     {Field: "onOfferLapse", From: "REMOVE", To: "REQUEUE_AT_END"},
		"AutoPromote":                      {Field: "autoPromote", From: "true", To: "false"},
		"WaitlistWeights":                  {Field: "waitlistWeights", From: unweighted, To: fitting},
		"MaxActiveReservationsPerCustomer": {Field: "maxActiveReservationsPerCustomer", From: "20", To: "21"},
		"BufferBefore":                     {Field: "bufferBefore", From: "PT0S", To: "PT1S"},
		"BufferAfter":                      {Field: "bufferAfter", From: "PT0S", To: "PT1S"},
		"TurnTimes":                        {Field: "turnTimes", From: "[]", To: `[{"fromPartySize":1,"duration":"PT1M"}]`},
		"PacingParties":                    {Field: "pacingParties", From: "null", To: "1"},
		"PacingCovers":                     {Field: "pacingCovers", From: "null", To: "1"},
		"Channels":                         {Field: "channels", From: "[]", To: `[{"channel":"GUEST","leadTime":"PT0S"}]`},
		"Confirmation":                     {Field: "confirmation", From: "INSTANT", To: "REQUEST"},
		"RequestTTL":                       {Field: "requestTtl", From: "P1D", To: "P1DT1S"},
		"AutoNoShow":                       {Field: "autoNoShow", From: "false", To: "true"},
	}
	for name, change := range everyChange() {
		t.Run(name+" alone is one change, and back", func(t *testing.T) {
			there := want[name]
			require.Equal(t, []policy.Change{there}, policy.Default().Diff(rules(change)))
			require.Equal(t, []policy.Change{{Field: there.Field, From: there.To, To: there.From}}, rules(change).Diff(policy.Default()))
		})
	}
	t.Run("changes are told in the order of the contract", func(t *testing.T) {
		all := rules(func(r *policy.Rules) {
			for _, change := range everyChange() {
				change(r)
			}
		})
		var order []string
		for _, c := range policy.Default().Diff(all) {
			order = append(order, c.Field)
		}
		require.Equal(t, []string{
			"holdTtl", "offerTtl", "approvalTtl", "leadTime", "bookingHorizon", "cancellationCutoff", "checkInOpens", "noShowGrace",
			"maxActiveReservationsPerCustomer", "waitlistFit", "skipLimit", "onOfferLapse", "autoPromote", "waitlistWeights",
			"bufferBefore", "bufferAfter", "turnTimes", "pacingParties", "pacingCovers", "channels", "confirmation", "requestTtl", "autoNoShow",
		}, order)
	})
	t.Run("the same said otherwise is no change", func(t *testing.T) {
		same := rules(func(r *policy.Rules) {
			r.WaitlistWeights, r.Channels = nil, []policy.ChannelRule{{Channel: policy.FrontDesk}}
		})
		require.Empty(t, policy.Default().Diff(same))
	})
}

func TestNothingChangesWhereTheDigestsAgree(t *testing.T) {
	names := rapid.SliceOfDistinct(rapid.SampledFrom([]string{"HoldTTL", "Channels", "TurnTimes", "PacingCovers", "RequestTTL"}), rapid.ID)
	rapid.Check(t, func(t *rapid.T) {
		changed := func(some []string) policy.Rules {
			return rules(func(r *policy.Rules) {
				for _, name := range some {
					everyChange()[name](r)
				}
			})
		}
		from, to := changed(names.Draw(t, "from")), changed(names.Draw(t, "to"))
		changes := from.Diff(to)
		require.Equal(t, from.Digest() == to.Digest(), len(changes) == 0)
		for _, c := range changes {
			require.NotEqual(t, c.From, c.To)
		}
	})
}
