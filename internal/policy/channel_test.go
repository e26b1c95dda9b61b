package policy_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
)

// bookable and cancellable are what a channel may do under some rules.
func bookable(r policy.Rules, c policy.Channel) func(now, startsAt time.Time) bool {
	return func(now, startsAt time.Time) bool { return r.BookableBy(c, now, startsAt) }
}

func cancellable(r policy.Rules, c policy.Channel) func(now, startsAt time.Time) bool {
	return func(now, startsAt time.Time) bool { return r.MayCancelBy(c, now, startsAt) }
}

func TestBookableBy(t *testing.T) {
	plain := policy.Default()
	led := rules(func(r *policy.Rules) { r.LeadTime, r.BookingHorizon = time.Hour, 30*day })
	own := led
	own.Channels = []policy.ChannelRule{
		{Channel: policy.FrontDesk, LeadTime: new(time.Duration(0)), BookingHorizon: new(400 * day)},
		{Channel: policy.ByAgent, LeadTime: new(3 * time.Hour)},
	}
	far := led
	far.Channels = []policy.ChannelRule{{Channel: policy.Guest, BookingHorizon: new(90 * day), CancellationCutoff: new(time.Hour)}}
	for _, c := range policy.ChannelValues() {
		requireEdges(t, []window{
			{"a slot is bookable by " + string(c) + " when it starts", bookable(plain, c), [][]edge{
				around("now", now, false, false, true),
				around("at the horizon", now.Add(60*day), true, true, false),
			}},
			{"with a lead time a slot is bookable by " + string(c) + " when it starts", bookable(led, c), [][]edge{
				around("now", now, false, false, false),
				around("at the end of the lead time", now.Add(time.Hour), false, true, true),
				around("at the horizon", now.Add(30*day), true, true, false),
			}},
		})
	}
	requireEdges(t, []window{
		{"a guest without times of its own may book what starts", bookable(own, policy.Guest), [][]edge{
			around("now", now, false, false, false),
			around("at the end of the general lead time", now.Add(time.Hour), false, true, true),
			around("at the general horizon", now.Add(30*day), true, true, false),
		}},
		{"the front desk with both of its own may book what starts", bookable(own, policy.FrontDesk), [][]edge{
			around("now", now, false, false, true),
			around("at the end of the general lead time", now.Add(time.Hour), true, true, true),
			around("at the general horizon", now.Add(30*day), true, true, true),
			around("at its own horizon", now.Add(400*day), true, true, false),
		}},
		{"an agent with a lead time of its own may book what starts", bookable(own, policy.ByAgent), [][]edge{
			around("at the end of the general lead time", now.Add(time.Hour), false, false, false),
			around("at the end of its own", now.Add(3*time.Hour), false, true, true),
			around("at the general horizon", now.Add(30*day), true, true, false),
		}},
		{"a guest with a horizon of its own may book what starts", bookable(far, policy.Guest), [][]edge{
			around("at the end of the general lead time", now.Add(time.Hour), false, true, true),
			around("at its own horizon", now.Add(90*day), true, true, false),
		}},
		{"an agent may book, where only guests have a horizon, what starts", bookable(far, policy.ByAgent), [][]edge{
			around("at the general horizon", now.Add(30*day), true, true, false),
		}},
	})
	t.Run("the window is the same times", func(t *testing.T) {
		first, last := own.Window(now, policy.FrontDesk)
		require.Equal(t, now, first)
		require.Equal(t, now.Add(400*day), last)
		first, last = own.Window(now, policy.ByAgent)
		require.Equal(t, now.Add(3*time.Hour), first)
		require.Equal(t, now.Add(30*day), last)
	})
}

func TestMayCancelBy(t *testing.T) {
	plain := policy.Default()
	strict := rules(func(r *policy.Rules) { r.CancellationCutoff = 0 })
	own := rules(func(r *policy.Rules) {
		r.Channels = []policy.ChannelRule{
			{Channel: policy.Guest, CancellationCutoff: new(day)},
			{Channel: policy.FrontDesk, CancellationCutoff: new(time.Duration(0))},
			{Channel: policy.ByAgent, LeadTime: new(3 * day)},
		}
	})
	never := [][]edge{around("at the general cut-off", now.Add(2*time.Hour), true, true, true), around("now", now, true, true, true)}
	requireEdges(t, []window{
		{"a guest may cancel when the start is", cancellable(plain, policy.Guest), [][]edge{
			around("at the cut-off", now.Add(2*time.Hour), false, false, true),
			around("now", now, false, false, false),
		}},
		{"without a cut-off a guest may cancel when the start is", cancellable(strict, policy.Guest), [][]edge{
			around("now", now, false, false, true),
		}},
		{"the general cut-off doesn't bind the front desk when the start is", cancellable(plain, policy.FrontDesk), never},
		{"the general cut-off binds an agent as it binds guests, when the start is", cancellable(plain, policy.ByAgent), [][]edge{
			around("at the general cut-off", now.Add(2*time.Hour), false, false, true),
		}},
		{"another time of its own leaves an agent the general cut-off when the start is", cancellable(own, policy.ByAgent), [][]edge{
			around("at the general cut-off", now.Add(2*time.Hour), false, false, true),
		}},
		{"a guest's own cut-off holds instead of the general one when the start is", cancellable(own, policy.Guest), [][]edge{
			around("at the general cut-off", now.Add(2*time.Hour), false, false, false),
			around("at its own", now.Add(day), false, false, true),
		}},
		{"a cut-off of no time binds the front desk when the start is", cancellable(own, policy.FrontDesk), [][]edge{
			around("now", now, false, false, true),
		}},
	})
}

func TestWindowsAreElapsedTime(t *testing.T) {
	newYork, err := time.LoadLocation("America/New_York")
	require.NoError(t, err)
	r := rules(func(r *policy.Rules) { r.LeadTime = 7 * day })
	asked := time.Date(2023, 10, 29, 10, 30, 0, 0, newYork)
	t.Run("a week's notice over the clock change ends an hour earlier on the wall", func(t *testing.T) {
		require.True(t, r.BookableBy(policy.Guest, asked, time.Date(2023, 11, 5, 9, 30, 0, 0, newYork)))
		require.False(t, r.BookableBy(policy.Guest, asked, time.Date(2023, 11, 5, 9, 30, 0, 0, newYork).Add(-tick)))
	})
	t.Run("slots after it keep their hours", func(t *testing.T) {
		require.True(t, r.BookableBy(policy.Guest, asked, time.Date(2023, 11, 6, 9, 0, 0, 0, newYork)))
	})
}
