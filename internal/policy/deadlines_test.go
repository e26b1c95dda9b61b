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

func TestDeadlines(t *testing.T) {
	r := rules(func(r *policy.Rules) {
		r.HoldTTL, r.OfferTTL, r.RequestTTL = 5*time.Minute, 15*time.Minute, 3*time.Hour
	})
	for _, c := range []struct {
		name     string
		deadline func(from, firstStart time.Time) time.Time
		ttl      time.Duration
	}{
		{"a hold", r.HoldExpiresAt, 5 * time.Minute},
		{"an extended hold", r.ExtendedExpiresAt, 5 * time.Minute},
		{"an offer", r.OfferExpiresAt, 15 * time.Minute},
		{"a request", r.RequestExpiresAt, 3 * time.Hour},
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

// edge is a start, and whether something is allowed then.
type edge struct {
	name     string
	startsAt time.Time
	want     bool
}

// around is the three starts about an instant.
func around(what string, at time.Time, before, exactly, after bool) []edge {
	return []edge{
		{what + ", a tick before", at.Add(-tick), before},
		{what + ", exactly", at, exactly},
		{what + ", a tick after", at.Add(tick), after},
	}
}

// window is a rule about now and a start, with its edges.
type window struct {
	name  string
	is    func(now, startsAt time.Time) bool
	edges [][]edge
}

func requireEdges(t *testing.T, windows []window) {
	t.Helper()
	for _, w := range windows {
		for _, edges := range w.edges {
			for _, e := range edges {
				t.Run(w.name+" "+e.name, func(t *testing.T) { require.Equal(t, e.want, w.is(now, e.startsAt)) })
			}
		}
	}
}

func TestWindows(t *testing.T) {
	plain := policy.Default()
	strict := rules(func(r *policy.Rules) { r.CheckInOpens, r.NoShowGrace = 0, 0 })
	requireEdges(t, []window{
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
	})
}
