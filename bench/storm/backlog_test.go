package main

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/invariant"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

func TestABacklog(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	h := housetest.New(t)
	r := &rig{db: pgtest.Admin(t, h.DB), own: h.DB}
	_, err := r.db.ExecContext(ctx, `UPDATE tenants SET code = $1 WHERE id = $2`, neighbour, h.Tenant)
	require.NoError(t, err)

	last, err := r.pile(ctx, 1, 2345, ref.Encode(ref.Venue, h.Venue))
	require.NoError(t, err)
	require.Equal(t, 2345, h.Count(`SELECT count(*) FROM events WHERE position IS NULL AND id <= $1`, last))
	numbered := make(chan error, 1)
	go func() { numbered <- r.numbered(ctx, last) }()

	log := store.NewFeedLog(h.DB)
	for more := true; more; {
		require.Empty(t, numbered, "some have no number yet")
		_, more, err = log.Number(ctx, h.Tenant)
		require.NoError(t, err)
	}
	require.NoError(t, <-numbered)
	report, err := invariant.VerifyQuiet(ctx, h.DB)
	require.NoError(t, err)
	require.Empty(t, report.Violations, "events about slots that are gone break no promise, and their order can be checked")

	s := &storm{rig: r, out: t.Output()}
	s.log = newLog()
	require.NoError(t, s.forget(ctx))
	require.Zero(t, h.Count(`SELECT count(*) FROM events`))
	report, err = invariant.VerifyQuiet(ctx, h.DB)
	require.NoError(t, err)
	require.Empty(t, report.Violations)
}

func TestARoundWithABacklogLastsUntilItIsWorkedOff(t *testing.T) {
	over := func(until context.Context) bool {
		select {
		case <-until.Done():
			return true
		case <-time.After(20 * time.Second):
			return false
		}
	}
	t.Run("and not only as long as it is", func(t *testing.T) {
		r := &round{length: time.Nanosecond, backlog: newBacklog(1)}
		until, calm := r.blowing(t.Context())
		defer calm()
		require.NoError(t, until.Err())
		r.backlog.end()
		r.backlog.end()
		require.True(t, over(until))
	})
	t.Run("and as long as it is", func(t *testing.T) {
		r := &round{length: time.Hour, backlog: newBacklog(1)}
		until, calm := r.blowing(t.Context())
		r.backlog.end()
		require.NoError(t, until.Err())
		calm()
		require.True(t, over(until))
	})
	t.Run("one without lasts as long as it is", func(t *testing.T) {
		until, calm := (&round{length: time.Nanosecond}).blowing(t.Context())
		defer calm()
		require.True(t, over(until))
	})
}

func TestLateness(t *testing.T) {
	at := time.Now()
	s := &storm{watchers: []*watcher{
		{hearings: []hearing{{at, 3 * time.Millisecond}, {at.Add(time.Second), 2 * time.Millisecond}}},
		{hearings: []hearing{{at.Add(-time.Minute), time.Hour}, {at.Add(time.Second), time.Millisecond}}},
	}}
	late := s.latenessBetween(at.Add(-time.Second), at.Add(time.Minute))
	require.Equal(t, lateness{time.Millisecond, 2 * time.Millisecond, 3 * time.Millisecond}, late)
	require.Equal(t, "watchers heard of 3 changes meanwhile, p50 2 ms, p99 3 ms and at most 3 ms after they happened", late.String())
	require.Equal(t, "watchers heard of no change meanwhile", s.latenessBetween(at.Add(time.Hour), at.Add(2*time.Hour)).String())
}
