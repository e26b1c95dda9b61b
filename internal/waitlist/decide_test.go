package waitlist_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/waitlist"
)

const tick = time.Microsecond

var deadline = time.Date(2030, 5, 4, 18, 0, 0, 0, time.UTC)

func TestDecideOffer(t *testing.T) {
	t.Parallel()
	decide := func(s waitlist.OfferStatus, to waitlist.OfferStatus, version int, now time.Time) *problem.Problem {
		return waitlist.DecideOffer(waitlist.Offer{Status: s, Version: 4, ExpiresAt: deadline}, to, version, now)
	}
	before := deadline.Add(-tick)

	t.Run("an open offer at its version may be accepted, declined and withdrawn", func(t *testing.T) {
		for _, to := range []waitlist.OfferStatus{waitlist.OfferAccepted, waitlist.OfferDeclined, waitlist.OfferWithdrawn} {
			require.Nil(t, decide(waitlist.OfferOpen, to, 4, before))
		}
	})
	t.Run("a decided offer at its version is an illegal transition, long after its deadline too", func(t *testing.T) {
		for _, s := range []waitlist.OfferStatus{waitlist.OfferAccepted, waitlist.OfferDeclined, waitlist.OfferWithdrawn} {
			for _, to := range waitlist.OfferValues() {
				require.Equal(t, problem.IllegalTransition, decide(s, to, 4, deadline.Add(time.Hour)).Code)
			}
		}
	})
	t.Run("expired beats stale", func(t *testing.T) {
		for _, version := range []int{1, 4, 5} {
			require.Equal(t, problem.OfferExpired, decide(waitlist.OfferOpen, waitlist.OfferAccepted, version, deadline).Code)
			require.Equal(t, problem.OfferExpired, decide(waitlist.OfferExpired, waitlist.OfferAccepted, version, before).Code)
		}
	})
	t.Run("stale beats illegal, and says where the offer stands", func(t *testing.T) {
		p := decide(waitlist.OfferAccepted, waitlist.OfferAccepted, 3, before)
		require.Equal(t, problem.DecisionStale, p.Code)
		require.Equal(t, 4, *p.CurrentVersion)
	})
}

func TestAnOffersDeadlineIsExclusive(t *testing.T) {
	t.Parallel()
	open := waitlist.Offer{Status: waitlist.OfferOpen, ExpiresAt: deadline}
	require.Equal(t, waitlist.OfferOpen, open.Effective(deadline.Add(-tick)))
	require.Equal(t, waitlist.OfferExpired, open.Effective(deadline))
	require.Equal(t, waitlist.OfferExpired, open.Effective(deadline.Add(tick)))
	for _, s := range waitlist.OfferValues()[1:] {
		require.Equal(t, s, waitlist.Offer{Status: s, ExpiresAt: deadline}.Effective(deadline.Add(time.Hour)), "a decided offer stays what it is")
	}
}

func TestEntryAsTimeHasIt(t *testing.T) {
	t.Parallel()
	over := deadline.Add(3 * time.Hour) // the end of the range
	for _, c := range []struct {
		name     string
		status   waitlist.EntryStatus
		requeues bool
		now      time.Time
		want     waitlist.EntryStatus
	}{
		{"waiting just before its range ends", waitlist.Waiting, false, over.Add(-tick), waitlist.Waiting},
		{"expired when its range ends", waitlist.Waiting, false, over, waitlist.EntryExpired},
		{"expired after its range", waitlist.Waiting, true, over.Add(tick), waitlist.EntryExpired},
		{"offered just before the deadline", waitlist.Offered, false, deadline.Add(-tick), waitlist.Offered},
		{"expired at the offer's deadline", waitlist.Offered, false, deadline, waitlist.EntryExpired},
		{"waiting again at the deadline where the policy requeues", waitlist.Offered, true, deadline, waitlist.Waiting},
		{"but not once its range is over", waitlist.Offered, true, over, waitlist.EntryExpired},
		{"fulfilled for ever", waitlist.Fulfilled, false, over, waitlist.Fulfilled},
		{"declined for ever", waitlist.EntryDeclined, true, over, waitlist.EntryDeclined},
		{"cancelled for ever", waitlist.EntryCancelled, false, over, waitlist.EntryCancelled},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := waitlist.Entry{Status: c.status, RequeuesOnLapse: c.requeues, OfferExpiresAt: &deadline, From: deadline, To: over}
			require.Equal(t, c.want, e.Effective(c.now))
		})
	}
}

func TestDecideEntry(t *testing.T) {
	t.Parallel()
	entry := func(s waitlist.EntryStatus) waitlist.Entry {
		return waitlist.Entry{Status: s, Version: 2, OfferExpiresAt: &deadline, To: deadline.Add(time.Hour)}
	}
	now := deadline.Add(-tick)
	for _, from := range waitlist.EntryValues() {
		for _, to := range waitlist.EntryValues() {
			t.Run(fmt.Sprintf("%s to %s", from, to), func(t *testing.T) {
				p := waitlist.DecideEntry(entry(from), to, 2, now)
				if from.CanBecome(to) {
					require.Nil(t, p)
					return
				}
				require.Equal(t, problem.IllegalTransition, p.Code)
			})
		}
	}
	t.Run("stale beats illegal", func(t *testing.T) {
		require.Equal(t, problem.VersionStale, waitlist.DecideEntry(entry(waitlist.Fulfilled), waitlist.EntryCancelled, 1, now).Code)
	})
	t.Run("a lapsed entry can't leave", func(t *testing.T) {
		require.Equal(t, problem.IllegalTransition, waitlist.DecideEntry(entry(waitlist.Offered), waitlist.EntryCancelled, 2, deadline).Code)
	})
}

func TestCovers(t *testing.T) {
	t.Parallel()
	table, other := uuid.New(), uuid.New()
	from, to := deadline, deadline.Add(2*time.Hour)
	wish := func(resource *uuid.UUID) waitlist.Entry {
		return waitlist.Entry{From: from, To: to, ResourceID: resource}
	}
	require.True(t, wish(nil).Covers(table, from, to), "the whole range")
	require.True(t, wish(&table).Covers(table, from.Add(tick), to.Add(-tick)))
	require.False(t, wish(nil).Covers(table, from.Add(-tick), to), "begins too early")
	require.False(t, wish(nil).Covers(table, from, to.Add(tick)), "ends too late")
	require.False(t, wish(&other).Covers(table, from, to), "another resource")
}

func TestWhoMayNameASource(t *testing.T) {
	t.Parallel()
	for _, source := range waitlist.SourceValues() {
		require.Equal(t, source == waitlist.ByCustomer, source.MaySay(actor.Customer), source)
		require.Equal(t, source == waitlist.ThroughAgent, source.MaySay(actor.Agent), source)
		require.True(t, source.MaySay(actor.Staff))
		require.True(t, source.MaySay(actor.Admin))
	}
}
