package policy_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
)

func TestArrivalWindow(t *testing.T) {
	for _, c := range []struct {
		name     string
		startsAt time.Time
		want     time.Time
	}{
		{"the quarter begins with its first moment", at(19, 0), at(19, 0)},
		{"a tick before belongs to the one before", at(19, 0).Add(-tick), at(18, 45)},
		{"a tick after belongs to it", at(19, 0).Add(tick), at(19, 0)},
		{"its last moment belongs to it", at(19, 15).Add(-tick), at(19, 0)},
		{"and the next begins", at(19, 15), at(19, 15)},
		{"the day begins with one", at(0, 0), at(0, 0)},
		{"and ends with another", at(0, 0).Add(-tick), at(0, 0).Add(-15 * time.Minute)},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, span(c.want, c.want.Add(15*time.Minute)), policy.ArrivalWindow(c.startsAt))
		})
	}
	for _, name := range []string{
		"UTC", "Asia/Seoul", "Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kolkata", "Asia/Kathmandu",
		"Asia/Tehran", "Australia/Adelaide", "Australia/Eucla", "Australia/Lord_Howe", "Pacific/Chatham", "Pacific/Marquesas",
	} {
		t.Run("a quarter of UTC is one of the clock of "+name, func(t *testing.T) {
			zone, err := time.LoadLocation(name)
			require.NoError(t, err)
			for month := time.January; month <= time.December; month++ { // both sides of the clock changes
				starts := time.Date(2026, month, 3, 19, 7, 30, 0, zone)
				window := policy.ArrivalWindow(starts)
				require.True(t, window.From.Equal(time.Date(2026, month, 3, 19, 0, 0, 0, zone)), "%s", window.From.In(zone))
				require.True(t, window.Until.Equal(time.Date(2026, month, 3, 19, 15, 0, 0, zone)), "%s", window.Until.In(zone))
				require.Equal(t, policy.ArrivalWindow(starts.UTC()), window, "the zone in which a start is written makes no difference")
			}
		})
	}
}

func TestMayArrive(t *testing.T) {
	unlimited := policy.Default()
	fourParties := rules(func(r *policy.Rules) { r.PacingParties = new(4) })
	tenCovers := rules(func(r *policy.Rules) { r.PacingCovers = new(10) })
	both := rules(func(r *policy.Rules) { r.PacingParties, r.PacingCovers = new(4), new(10) })
	require.False(t, unlimited.Paced())
	require.True(t, fourParties.Paced())
	require.True(t, tenCovers.Paced())
	require.True(t, both.Paced())
	for _, c := range []struct {
		name                   string
		r                      policy.Rules
		party, parties, covers int
		want                   bool
	}{
		{"without limits anybody may arrive", unlimited, 10000, 10000, 10000, true},
		{"the fourth of four parties", fourParties, 1, 3, 1000, true},
		{"the fifth party", fourParties, 1, 4, 4, false},
		{"a party when there are more than allowed already", fourParties, 1, 9, 9, false},
		{"the people who fill the ten", tenCovers, 4, 1000, 6, true},
		{"one more than ten people", tenCovers, 5, 2, 6, false},
		{"ten people at once", tenCovers, 10, 0, 0, true},
		{"eleven people at once", tenCovers, 11, 0, 0, false},
		{"one person on top of ten", tenCovers, 1, 2, 10, false},
		{"within both limits", both, 4, 3, 6, true},
		{"too many parties, though not people", both, 1, 4, 4, false},
		{"too many people, though not parties", both, 5, 3, 6, false},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, c.r.MayArrive(c.party, c.parties, c.covers)) })
	}
}
