package policy_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
)

func TestTurnTimesThatCanBe(t *testing.T) {
	turn := func(size int, d time.Duration) policy.TurnTime {
		return policy.TurnTime{FromPartySize: size, Duration: d}
	}
	many := func(n int) (all []policy.TurnTime) {
		for size := 1; size <= n; size++ {
			all = append(all, turn(size, time.Hour))
		}
		return all
	}
	for _, c := range []struct {
		name string
		list []policy.TurnTime
		want []string
	}{
		{"none", nil, nil},
		{"the smallest and the largest party", []policy.TurnTime{turn(10000, time.Hour), turn(1, time.Hour)}, nil},
		{"a party of nobody", []policy.TurnTime{turn(0, time.Hour)}, []string{"turnTimes"}},
		{"a party too large", []policy.TurnTime{turn(10001, time.Hour)}, []string{"turnTimes"}},
		{"a size twice", []policy.TurnTime{turn(2, time.Hour), turn(3, time.Hour), turn(2, time.Minute)}, []string{"turnTimes"}},
		{"the shortest and the longest turn", []policy.TurnTime{turn(1, time.Minute), turn(2, day)}, nil},
		{"a turn of no time", []policy.TurnTime{turn(1, 0)}, []string{"turnTimes"}},
		{"a turn a second too short", []policy.TurnTime{turn(1, time.Minute-time.Second)}, []string{"turnTimes"}},
		{"a turn with seconds", []policy.TurnTime{turn(1, time.Hour+time.Second)}, []string{"turnTimes"}},
		{"a turn a tick too long", []policy.TurnTime{turn(1, day+tick)}, []string{"turnTimes"}},
		{"a turn a minute too long", []policy.TurnTime{turn(1, day+time.Minute)}, []string{"turnTimes"}},
		{"many faults are told once", []policy.TurnTime{turn(0, 0), turn(0, 0)}, []string{"turnTimes"}},
		{"fifty sizes", many(50), nil},
		{"one more size", many(51), []string{"turnTimes"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, named(rules(func(r *policy.Rules) { r.TurnTimes = c.list }).Validate()))
		})
	}
}

func TestChannelTimesThatCanBe(t *testing.T) {
	const notice, horizon = "leadTime must be whole seconds from PT0S to P60D", "bookingHorizon must be whole seconds from PT1H to P400D"
	const cutoff, nothing = "cancellationCutoff must be whole seconds from PT0S to P60D", "leadTime must be shorter than bookingHorizon, or nothing could be booked"
	const once = "each channel once, and only GUEST, STAFF and AGENT"
	own := func(c policy.Channel, lead, far, cut *time.Duration) policy.ChannelRule {
		return policy.ChannelRule{Channel: c, LeadTime: lead, BookingHorizon: far, CancellationCutoff: cut}
	}
	led := func(lead time.Duration) []policy.ChannelRule {
		return []policy.ChannelRule{own(policy.Guest, new(lead), new(400*day), nil)}
	}
	far := func(horizon time.Duration) []policy.ChannelRule {
		return []policy.ChannelRule{own(policy.FrontDesk, nil, new(horizon), nil)}
	}
	cut := func(cutoff time.Duration) []policy.ChannelRule {
		return []policy.ChannelRule{own(policy.ByAgent, nil, nil, new(cutoff))}
	}
	for _, c := range []struct {
		name string
		list []policy.ChannelRule
		want string
	}{
		{"none", nil, ""},
		{"each channel, with nothing", []policy.ChannelRule{own(policy.ByAgent, nil, nil, nil), own(policy.Guest, nil, nil, nil), own(policy.FrontDesk, nil, nil, nil)}, ""},
		{"a channel twice", append(cut(0), led(0)[0], cut(0)[0]), once},
		{"a channel that is none", []policy.ChannelRule{own("PHONE", nil, nil, nil)}, once},
		{"the shortest notice", led(0), ""},
		{"the longest notice", led(60 * day), ""},
		{"a shorter notice than none", led(-time.Second), "GUEST: " + notice},
		{"a longer notice", led(60*day + time.Second), "GUEST: " + notice},
		{"a notice in ticks", led(tick), "GUEST: " + notice},
		{"the nearest horizon", far(time.Hour), ""},
		{"the furthest horizon", far(400 * day), ""},
		{"a nearer horizon", far(time.Hour - time.Second), "STAFF: " + horizon},
		{"a further horizon", far(400*day + time.Second), "STAFF: " + horizon},
		{"the shortest cut-off", cut(0), ""},
		{"the longest cut-off", cut(60 * day), ""},
		{"a shorter cut-off than none", cut(-time.Second), "AGENT: " + cutoff},
		{"a longer cut-off", cut(60*day + time.Second), "AGENT: " + cutoff},
		{"a notice as long as the channel's horizon", []policy.ChannelRule{own(policy.Guest, new(2*day), new(2*day), nil)}, "GUEST: " + nothing},
		{"a notice a second shorter", []policy.ChannelRule{own(policy.Guest, new(2*day-time.Second), new(2*day), nil)}, ""},
		{"the second channel is looked at too", append(led(0), far(0)...), "STAFF: " + horizon},
	} {
		t.Run(c.name, func(t *testing.T) {
			wrong := rules(func(r *policy.Rules) { r.Channels = c.list }).Validate()
			if c.want == "" {
				require.Empty(t, wrong)
				return
			}
			require.Equal(t, []policy.FieldProblem{{Field: "channels", Message: c.want}}, wrong)
		})
	}
	for _, c := range []struct {
		name string
		r    policy.Rules
		want []string
	}{
		{"a notice as long as the general horizon", rules(func(r *policy.Rules) {
			r.BookingHorizon = 3 * day
			r.Channels = []policy.ChannelRule{own(policy.ByAgent, new(3*day), nil, nil)}
		}), []string{"channels"}},
		{"a horizon as near as the general notice", rules(func(r *policy.Rules) {
			r.LeadTime = 3 * day
			r.Channels = []policy.ChannelRule{own(policy.ByAgent, nil, new(3*day), nil)}
		}), []string{"channels"}},
		{"general times that can't be are not told again for a channel that uses them", rules(func(r *policy.Rules) {
			r.LeadTime, r.BookingHorizon = 3*day, 3*day
			r.Channels = []policy.ChannelRule{own(policy.ByAgent, nil, nil, new(day))}
		}), []string{"leadTime"}},
		{"a general horizon that is none is not told again", rules(func(r *policy.Rules) {
			r.BookingHorizon = 0
			r.Channels = []policy.ChannelRule{own(policy.ByAgent, new(day), nil, nil)}
		}), []string{"bookingHorizon"}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, named(c.r.Validate())) })
	}
}
