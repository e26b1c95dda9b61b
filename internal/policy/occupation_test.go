package policy_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/policy"
)

// at is a time of one day.
func at(hour, minute int) time.Time { return time.Date(2026, 8, 3, hour, minute, 0, 0, time.UTC) }

func TestOccupies(t *testing.T) {
	plain := policy.Default()
	after := rules(func(r *policy.Rules) { r.BufferAfter = 30 * time.Minute })
	before := rules(func(r *policy.Rules) { r.BufferBefore = 30 * time.Minute })
	both := rules(func(r *policy.Rules) { r.BufferBefore, r.BufferAfter = 10*time.Minute, 20*time.Minute })
	turning := rules(func(r *policy.Rules) {
		r.BufferAfter = 15 * time.Minute
		r.TurnTimes = []policy.TurnTime{{FromPartySize: 5, Duration: 150 * time.Minute}, {FromPartySize: 3, Duration: 90 * time.Minute}}
	})
	for _, c := range []struct {
		name        string
		r           policy.Rules
		first, then policy.Span // two bookings, by two people each
		want        bool
	}{
		{"without buffers 18 to 19 and 19 to 20 both fit", plain, span(at(18, 0), at(19, 0)), span(at(19, 0), at(20, 0)), false},
		{"a tick in common is too much", plain, span(at(18, 0), at(19, 0).Add(tick)), span(at(19, 0), at(20, 0)), true},
		{"one within the other", plain, span(at(18, 0), at(20, 0)), span(at(18, 30), at(19, 0)), true},
		{"the same twice", plain, span(at(18, 0), at(19, 0)), span(at(18, 0), at(19, 0)), true},
		{"9:30 is within half an hour after 9:15", after, span(at(8, 15), at(9, 15)), span(at(9, 30), at(10, 30)), true},
		{"a tick before the buffer ends", after, span(at(8, 15), at(9, 15)), span(at(9, 45).Add(-tick), at(10, 30)), true},
		{"where the buffer ends", after, span(at(8, 15), at(9, 15)), span(at(9, 45), at(10, 30)), false},
		{"within the buffer before the later one", before, span(at(8, 15), at(9, 15)), span(at(9, 45).Add(-tick), at(10, 30)), true},
		{"where the buffer before begins", before, span(at(8, 15), at(9, 15)), span(at(9, 45), at(10, 30)), false},
		{"one's buffer after and the other's before are not shared", both, span(at(8, 0), at(9, 0)), span(at(9, 30).Add(-tick), at(10, 0)), true},
		{"one after the other they fit", both, span(at(8, 0), at(9, 0)), span(at(9, 30), at(10, 0)), false},
		{"two people have no turn time here", turning, span(at(18, 0), at(19, 0)), span(at(19, 15), at(20, 0)), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			one, two := c.r.Occupies(c.first.From, c.first.Until, 2), c.r.Occupies(c.then.From, c.then.Until, 2)
			require.Equal(t, c.want, one.Meets(two))
			require.Equal(t, c.want, two.Meets(one), "whoever came first")
		})
	}
	for party, until := range map[int]time.Time{
		0: at(19, 15), 1: at(19, 15), 2: at(19, 15), 3: at(19, 45), 4: at(19, 45), 5: at(20, 45), 6: at(20, 45), 100: at(20, 45),
	} {
		t.Run("a party of "+strconv.Itoa(party)+" stays for its turn and the buffer", func(t *testing.T) {
			require.Equal(t, span(at(18, 0), until), turning.Occupies(at(18, 0), at(19, 0), party))
		})
	}
	t.Run("a turn time doesn't shorten a booking", func(t *testing.T) {
		require.Equal(t, span(at(18, 0), at(23, 15)), turning.Occupies(at(18, 0), at(23, 0), 5))
		require.Equal(t, span(at(18, 0), at(20, 45)), turning.Occupies(at(18, 0), at(20, 30), 5))
	})
	t.Run("a larger party may be given less time", func(t *testing.T) {
		r := rules(func(r *policy.Rules) {
			r.TurnTimes = []policy.TurnTime{{FromPartySize: 1, Duration: 3 * time.Hour}, {FromPartySize: 8, Duration: 2 * time.Hour}}
			slices.Reverse(r.TurnTimes)
		})
		require.Equal(t, span(at(18, 0), at(21, 0)), r.Occupies(at(18, 0), at(19, 0), 7))
		require.Equal(t, span(at(18, 0), at(20, 0)), r.Occupies(at(18, 0), at(19, 0), 8))
	})
}

func span(from, until time.Time) policy.Span { return policy.Span{From: from, Until: until} }

func TestSpansMeetWhereTheyHaveAMomentInCommon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		minute := rapid.IntRange(0, 6)
		a, b := span(at(0, minute.Draw(t, "a from")), at(0, minute.Draw(t, "a until"))), span(at(0, minute.Draw(t, "b from")), at(0, minute.Draw(t, "b until")))
		common := false
		for m := range 6 {
			common = common || within(a, at(0, m)) && within(b, at(0, m))
		}
		require.Equal(t, common, a.Meets(b))
		require.Equal(t, common, b.Meets(a))
	})
}

func within(s policy.Span, moment time.Time) bool {
	return !moment.Before(s.From) && moment.Before(s.Until)
}
