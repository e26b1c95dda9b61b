package policy_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/policy"
)

// firstFields is what version 1 of a venue's rules says, without the end.
const firstFields = `{"holdTtl":"PT5M","offerTtl":"PT15M","approvalTtl":"PT5M","leadTime":"PT0S","bookingHorizon":"P60D",` +
	`"cancellationCutoff":"PT2H","checkInOpens":"PT30M","noShowGrace":"PT15M","maxActiveReservationsPerCustomer":20,` +
	`"waitlistFit":"STRICT_FIFO","skipLimit":3,"onOfferLapse":"REMOVE","autoPromote":true,"waitlistWeights":[` +
	`{"factor":"PRIORITY","weight":0},{"factor":"RECOVERY_CREDIT","weight":0},{"factor":"BENEFIT","weight":0},` +
	`{"factor":"WAITING_AGE","weight":0},{"factor":"SLOT_FIT","weight":0}]`

const versionOne = firstFields + `}`

// anOldVersion was written when rules had no buffers, turn times, pacing, channels and requests.
const anOldVersion = `{"holdTtl":"PT5M","offerTtl":"PT15M","approvalTtl":"PT5M","leadTime":"PT1H30M","bookingHorizon":"P60D",` +
	`"cancellationCutoff":"PT2H","checkInOpens":"PT30M","noShowGrace":"PT15M","maxActiveReservationsPerCustomer":20,` +
	`"waitlistFit":"BEST_FIT_WITH_SKIP_LIMIT","skipLimit":3,"onOfferLapse":"REQUEUE_AT_END","autoPromote":false,"waitlistWeights":[` +
	`{"factor":"PRIORITY","weight":250},{"factor":"RECOVERY_CREDIT","weight":0},{"factor":"BENEFIT","weight":0},` +
	`{"factor":"WAITING_AGE","weight":1},{"factor":"SLOT_FIT","weight":0}]}`

// withEverything is what the later fields look like, after the earlier ones.
const withEverything = `,"bufferBefore":"PT10M","bufferAfter":"PT15M",` +
	`"turnTimes":[{"fromPartySize":1,"duration":"PT1H30M"},{"fromPartySize":5,"duration":"PT2H30M"}],` +
	`"pacingParties":4,"pacingCovers":16,"channels":[{"channel":"STAFF","leadTime":"PT0S","bookingHorizon":"P400D"},` +
	`{"channel":"AGENT","cancellationCutoff":"P1D"}],"confirmation":"REQUEST","requestTtl":"PT6H","autoNoShow":true}`

// full is every field, the later ones with values of their own.
const full = firstFields + withEverything

func everything() policy.Rules {
	return rules(func(r *policy.Rules) {
		r.BufferBefore, r.BufferAfter = 10*time.Minute, 15*time.Minute
		r.TurnTimes = []policy.TurnTime{{FromPartySize: 1, Duration: 90 * time.Minute}, {FromPartySize: 5, Duration: 150 * time.Minute}}
		r.PacingParties, r.PacingCovers = new(4), new(16)
		r.Channels = []policy.ChannelRule{
			{Channel: policy.FrontDesk, LeadTime: new(time.Duration(0)), BookingHorizon: new(400 * day)},
			{Channel: policy.ByAgent, CancellationCutoff: new(day)},
		}
		r.Confirmation, r.RequestTTL, r.AutoNoShow = policy.Request, 6*time.Hour, true
	})
}

func TestCanonicalForm(t *testing.T) {
	t.Run("version 1 reads as the design has it", func(t *testing.T) {
		require.Equal(t, versionOne, string(policy.Default().MarshalCanonical()))
	})
	t.Run("its digest never changes, for decisions are pinned to it", func(t *testing.T) {
		require.Equal(t, "4b78e86645db8e5e41ed24c3d48c0dc1ecd05f21b307cb4b7c8c87e01b38d949", policy.Default().Digest())
	})
	t.Run("rules from before the later fields keep their bytes and their digest", func(t *testing.T) {
		r, err := policy.Parse([]byte(anOldVersion))
		require.NoError(t, err)
		require.Equal(t, anOldVersion, string(r.MarshalCanonical()))
		require.Equal(t, "24ea724050c571ce8495d4f3fc6810cff4218230d41d1f4e7417a50e4786ba33", r.Digest())
	})
	t.Run("later fields follow where they say something", func(t *testing.T) {
		require.Equal(t, full, string(everything().MarshalCanonical()))
	})
	t.Run("order and absence of weights make no difference", func(t *testing.T) {
		shuffled := rules(func(r *policy.Rules) { slices.Reverse(r.WaitlistWeights) })
		absent := rules(func(r *policy.Rules) { r.WaitlistWeights = nil })
		require.Equal(t, policy.Default().Digest(), shuffled.Digest())
		require.Equal(t, policy.Default().Digest(), absent.Digest())
	})
	t.Run("order of turn times and channels makes no difference, and writing leaves the lists as they are", func(t *testing.T) {
		shuffled := everything()
		slices.Reverse(shuffled.TurnTimes)
		slices.Reverse(shuffled.Channels)
		require.Equal(t, everything().Digest(), shuffled.Digest())
		require.Equal(t, 5, shuffled.TurnTimes[0].FromPartySize)
		require.Equal(t, policy.ByAgent, shuffled.Channels[0].Channel)
	})
	t.Run("empty lists and channels that change nothing say nothing", func(t *testing.T) {
		empty := rules(func(r *policy.Rules) { r.TurnTimes, r.Channels = []policy.TurnTime{}, []policy.ChannelRule{} })
		idle := rules(func(r *policy.Rules) {
			r.Channels = []policy.ChannelRule{{Channel: policy.ByAgent}, {Channel: policy.Guest}}
		})
		require.Equal(t, versionOne, string(empty.MarshalCanonical()))
		require.Equal(t, versionOne, string(idle.MarshalCanonical()))
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

func TestValidRulesReadBackAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRules(t, "rules")
		require.Empty(t, r.Validate())
		got, err := policy.Parse(r.MarshalCanonical())
		require.NoError(t, err)
		require.Equal(t, r, got)
		require.Equal(t, r.Digest(), got.Digest())
	})
}

func TestTheSameInAnotherOrderHasTheSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRules(t, "rules")
		shuffled := r
		shuffled.WaitlistWeights = rapid.Permutation(r.WaitlistWeights).Draw(t, "weights")
		shuffled.TurnTimes = rapid.Permutation(r.TurnTimes).Draw(t, "turn times")
		shuffled.Channels = rapid.Permutation(r.Channels).Draw(t, "channels")
		require.Equal(t, string(r.MarshalCanonical()), string(shuffled.MarshalCanonical()))
	})
}
