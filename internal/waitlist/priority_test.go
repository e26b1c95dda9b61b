package waitlist_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/waitlist"
)

func TestDecidePriority(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 8, 3, 18, 0, 0, 0, time.UTC)
	past, future := at, at.Add(time.Microsecond)
	for _, c := range []struct {
		name     string
		entry    waitlist.Entry
		expected int
		want     problem.Code // "": it may
	}{
		{"one that waits", waitlist.Entry{Status: waitlist.Waiting, To: future}, 3, ""},
		{"one that is offered something", waitlist.Entry{Status: waitlist.Offered, To: future, OfferExpiresAt: &future}, 3, ""},
		{"one whose offer lapsed and that waits again", waitlist.Entry{Status: waitlist.Offered, To: future, OfferExpiresAt: &past, RequeuesOnLapse: true}, 3, ""},
		{"one whose offer lapsed", waitlist.Entry{Status: waitlist.Offered, To: future, OfferExpiresAt: &past}, 3, problem.IllegalTransition},
		{"one whose range is over", waitlist.Entry{Status: waitlist.Waiting, To: past}, 3, problem.IllegalTransition},
		{"fulfilled", waitlist.Entry{Status: waitlist.Fulfilled, To: future}, 3, problem.IllegalTransition},
		{"declined", waitlist.Entry{Status: waitlist.EntryDeclined, To: future}, 3, problem.IllegalTransition},
		{"expired", waitlist.Entry{Status: waitlist.EntryExpired, To: future}, 3, problem.IllegalTransition},
		{"cancelled", waitlist.Entry{Status: waitlist.EntryCancelled, To: future}, 3, problem.IllegalTransition},
		{"one that has changed", waitlist.Entry{Status: waitlist.Waiting, To: future}, 2, problem.VersionStale},
		{"one that nobody has seen yet", waitlist.Entry{Status: waitlist.Waiting, To: future}, 4, problem.VersionStale},
		{"stale beats illegal", waitlist.Entry{Status: waitlist.Fulfilled, To: future}, 2, problem.VersionStale},
	} {
		c.entry.Version = 3
		p := waitlist.DecidePriority(c.entry, c.expected, at)
		if c.want == "" {
			require.Nil(t, p, c.name)
			continue
		}
		require.NotNil(t, p, c.name)
		require.Equal(t, c.want, p.Code, c.name)
		require.Equal(t, 3, *p.CurrentVersion, c.name)
	}
}
