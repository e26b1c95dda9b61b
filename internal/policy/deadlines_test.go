package policy_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
)

const (
	tick = time.Microsecond // the finest step of the database's clock
	day  = 24 * time.Hour
)

var now = time.Date(2026, 8, 3, 12, 0, 0, 123456000, time.UTC)

func rules(change func(*policy.Rules)) policy.Rules {
	r := policy.Default()
	change(&r)
	return r
}

func TestDeadlines(t *testing.T) {
	r := rules(func(r *policy.Rules) { r.HoldTTL, r.OfferTTL = 5*time.Minute, 15*time.Minute })
	for _, c := range []struct {
		name     string
		deadline func(from, firstStart time.Time) time.Time
		ttl      time.Duration
	}{
		{"a hold", r.HoldExpiresAt, 5 * time.Minute},
		{"an extended hold", r.ExtendedExpiresAt, 5 * time.Minute},
		{"an offer", r.OfferExpiresAt, 15 * time.Minute},
	} {
		full := now.Add(c.ttl)
		for _, e := range []struct {
			name        string
			start, want time.Time
		}{
			{"ends at the start that comes a tick sooner than its time", full.Add(-tick), full.Add(-tick)},
			{"ends with its time when the start comes at once", full, full},
			{"ends with its time when the start comes a tick later", full.Add(tick), full},
			{"ends with its time when the start is far", full.Add(30 * day), full},
			{"of a slot that starts now is never open", now, now},
			{"of a slot that has started is over before it began", now.Add(-tick), now.Add(-tick)},
		} {
			t.Run(c.name+" "+e.name, func(t *testing.T) {
				require.Equal(t, e.want, c.deadline(now, e.start))
			})
		}
	}
}

func TestWindows(t *testing.T) {
	type edge struct {
		name     string
		startsAt time.Time
		want     bool
	}
	around := func(what string, at time.Time, before, exactly, after bool) []edge {
		return []edge{
			{what + ", a tick before", at.Add(-tick), before},
			{what + ", exactly", at, exactly},
			{what + ", a tick after", at.Add(tick), after},
		}
	}
	plain := policy.Default()
	led := rules(func(r *policy.Rules) { r.LeadTime, r.BookingHorizon = time.Hour, 30*day })
	strict := rules(func(r *policy.Rules) { r.CancellationCutoff, r.CheckInOpens, r.NoShowGrace = 0, 0, 0 })
	for _, c := range []struct {
		name  string
		is    func(now, startsAt time.Time) bool
		edges [][]edge
	}{
		{"a slot is bookable when it starts", plain.Bookable, [][]edge{
			around("now", now, false, false, true),
			around("at the horizon", now.Add(60*day), true, true, false),
		}},
		{"with a lead time a slot is bookable when it starts", led.Bookable, [][]edge{
			around("now", now, false, false, false),
			around("at the end of the lead time", now.Add(time.Hour), false, true, true),
			around("at the horizon", now.Add(30*day), true, true, false),
		}},
		{"a customer may cancel when the start is", plain.MayCancel, [][]edge{
			around("at the cut-off", now.Add(2*time.Hour), false, false, true),
			around("now", now, false, false, false),
		}},
		{"without a cut-off a customer may cancel when the start is", strict.MayCancel, [][]edge{
			around("now", now, false, false, true),
		}},
		{"check-in is open when the start is", plain.CheckInOpen, [][]edge{
			around("so far that it opens now", now.Add(30*time.Minute), true, true, false),
			around("now", now, true, true, true),
		}},
		{"without an earlier check-in it is open when the start is", strict.CheckInOpen, [][]edge{
			around("now", now, true, true, false),
		}},
		{"a no-show may be marked when the start was", plain.NoShowAllowed, [][]edge{
			around("so long ago that the grace ends now", now.Add(-15*time.Minute), true, true, false),
			around("now", now, false, false, false),
		}},
		{"without grace a no-show may be marked when the start was", strict.NoShowAllowed, [][]edge{
			around("now", now, true, true, false),
		}},
	} {
		for _, edges := range c.edges {
			for _, e := range edges {
				t.Run(c.name+" "+e.name, func(t *testing.T) { require.Equal(t, e.want, c.is(now, e.startsAt)) })
			}
		}
	}
}

func TestWindowsAreElapsedTime(t *testing.T) {
	newYork, err := time.LoadLocation("America/New_York")
	require.NoError(t, err)
	r := rules(func(r *policy.Rules) { r.LeadTime = 7 * day })
	asked := time.Date(2023, 10, 29, 10, 30, 0, 0, newYork)
	t.Run("a week's notice over the clock change ends an hour earlier on the wall", func(t *testing.T) {
		require.True(t, r.Bookable(asked, time.Date(2023, 11, 5, 9, 30, 0, 0, newYork)))
		require.False(t, r.Bookable(asked, time.Date(2023, 11, 5, 9, 30, 0, 0, newYork).Add(-tick)))
	})
	t.Run("slots after it keep their hours", func(t *testing.T) {
		require.True(t, r.Bookable(asked, time.Date(2023, 11, 6, 9, 0, 0, 0, newYork)))
	})
}
