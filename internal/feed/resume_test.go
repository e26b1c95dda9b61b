package feed_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/store"
)

func TestSnapshot(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	facts(t, h, 3)
	n := startHouse(t, h, feed.Options{})

	t.Run("it covers what was committed before, numbered or not", func(t *testing.T) {
		messages := subscribe(t, h, n, feed.Topic{})
		opening := nextIs(t, messages, feed.Snapshot)
		require.Equal(t, feed.EncodeCursor(h.Tenant, h.Venue, 3), opening.Cursor)
		require.WithinDuration(t, time.Now(), opening.OccurredAt, time.Minute)
		after := facts(t, h, 2)
		n.Wake(h.Tenant)
		m := changes(t, messages, after...)
		require.Equal(t, feed.EncodeCursor(h.Tenant, h.Venue, 5), m.Cursor)
		require.JSONEq(t, `{"n": 1}`, string(m.Event.Data))
		require.Equal(t, h.Tenant, m.Event.TenantID)
		require.Equal(t, time.UTC, m.OccurredAt.Location())
	})

	t.Run("a venue without events begins at zero", func(t *testing.T) {
		empty := housetest.In(t, h.DB)
		messages := subscribe(t, empty, n, feed.Topic{})
		start := nextIs(t, messages, feed.Snapshot)
		require.Equal(t, feed.EncodeCursor(empty.Tenant, empty.Venue, 0), start.Cursor)
		first := facts(t, empty, 1)
		n.Wake(empty.Tenant)
		changes(t, messages, first...)
		changes(t, subscribe(t, empty, n, feed.Topic{}, start.Cursor), first...)
	})
}

func TestResume(t *testing.T) {
	t.Parallel()

	t.Run("across a restart nothing is missed and nothing comes twice", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		n := startHouse(t, h, feed.Options{})
		messages := subscribe(t, h, n, feed.Topic{})
		nextIs(t, messages, feed.Snapshot)
		seen := facts(t, h, 5)
		n.Wake(h.Tenant)
		last := changes(t, messages, seen[:3]...)
		n.stop()
		_, err := messages.Next(t.Context())
		require.ErrorIs(t, err, problem.ErrUnavailable)

		missed := facts(t, h, 1200) // nobody runs, nobody is woken
		again := startHouse(t, h, feed.Options{})
		resumed := subscribe(t, h, again, feed.Topic{}, last.Cursor)
		changes(t, resumed, seen[3:]...)
		changes(t, resumed, missed...)
		live := facts(t, h, 1)
		again.Wake(h.Tenant)
		changes(t, resumed, live...)
	})

	t.Run("a cursor on another node is as good", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		here, there := startHouse(t, h, feed.Options{}), otherNode(t, h, feed.Options{})
		messages := subscribe(t, h, here, feed.Topic{})
		start := nextIs(t, messages, feed.Snapshot)
		some := facts(t, h, 4)
		here.Wake(h.Tenant)
		changes(t, messages, some...)
		changes(t, subscribe(t, h, there, feed.Topic{}, start.Cursor), some...)
	})

	t.Run("events that are no part of the topic are passed over", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		n := startHouse(t, h, feed.Options{})
		start := nextIs(t, subscribe(t, h, n, feed.Topic{}), feed.Snapshot)
		all := facts(t, h, 50)
		n.Wake(h.Tenant)
		wanted := feed.Topic{ID: &all[20].id}
		m := changes(t, subscribe(t, h, n, wanted, start.Cursor), all[20])
		w := begin(t, h)
		next := w.state(fact{all[20].id, 2})
		w.commit()
		n.Wake(h.Tenant)
		changes(t, subscribe(t, h, n, wanted, m.Cursor), next)
	})
}

func TestResync(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	n := startHouse(t, h, feed.Options{})
	old := facts(t, h, 10)
	messages := subscribe(t, h, n, feed.Topic{}, feed.EncodeCursor(h.Tenant, h.Venue, 0))
	third := changes(t, messages, old[:3]...)
	changes(t, messages, old[3:]...)
	deleted, err := n.Trim(t.Context(), 0)
	require.NoError(t, err)
	require.EqualValues(t, 10, deleted)
	kept := facts(t, h, 2)
	n.Wake(h.Tenant)
	changes(t, messages, kept...)

	expectResync := func(t *testing.T, cursor string) {
		t.Helper()
		stream := subscribe(t, h, n, feed.Topic{}, cursor)
		head := h.Count(`SELECT last_position FROM event_logs`)
		m := nextIs(t, stream, feed.Resync)
		require.Equal(t, feed.EncodeCursor(h.Tenant, h.Venue, int64(head)), m.Cursor)
		live := facts(t, h, 1)
		n.Wake(h.Tenant)
		changes(t, stream, live...)
	}
	t.Run("a cursor older than the log begins anew at the head", func(t *testing.T) { expectResync(t, third.Cursor) })
	t.Run("so does one that lies beyond the head", func(t *testing.T) {
		expectResync(t, feed.EncodeCursor(h.Tenant, h.Venue, 1_000_000))
	})
	t.Run("the last trimmed position is still a place to go on from", func(t *testing.T) {
		changes(t, subscribe(t, h, n, feed.Topic{}, feed.EncodeCursor(h.Tenant, h.Venue, 10)), kept...)
	})
}

func TestTrim(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	log := store.NewFeedLog(h.DB)
	hub := feed.NewHub(log, feed.Options{})
	facts(t, h, 2500)
	for {
		_, more, err := log.Number(t.Context(), h.Tenant)
		require.NoError(t, err)
		if !more {
			break
		}
	}
	facts(t, h, 7) // not numbered

	t.Run("what is young enough stays", func(t *testing.T) {
		deleted, err := hub.Trim(t.Context(), time.Hour)
		require.NoError(t, err)
		require.Zero(t, deleted)
	})
	t.Run("what is old goes, batch after batch, and never what has no position", func(t *testing.T) {
		deleted, err := hub.Trim(t.Context(), 0)
		require.NoError(t, err)
		require.EqualValues(t, 2500, deleted)
		require.Equal(t, 7, h.Count(`SELECT count(*) FROM events`))
		require.Equal(t, 2500, h.Count(`SELECT trimmed_through FROM event_logs`))
	})
	t.Run("positions go on where they were", func(t *testing.T) {
		grown, _, err := log.Number(t.Context(), h.Tenant)
		require.NoError(t, err)
		require.Equal(t, feed.Growth{Count: 7, Head: 2507}, grown[h.Venue])
	})
}

// TestTrimHoldsUpNoWriter: what a trimming transaction locks, no writer of events needs; the numbering pass may wait for it.
func TestTrimHoldsUpNoWriter(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	n := startHouse(t, h, feed.Options{})
	messages := subscribe(t, h, n, feed.Topic{})
	nextIs(t, messages, feed.Snapshot)
	old := facts(t, h, 5)
	n.Wake(h.Tenant)
	changes(t, messages, old...)

	trim := begin(t, h)
	for _, statement := range []string{
		`DELETE FROM events WHERE tenant_id = $1 AND position <= 5`, `UPDATE event_logs SET trimmed_through = 5 WHERE tenant_id = $1`,
	} {
		_, err := trim.tx.Exec(statement, h.Tenant)
		require.NoError(t, err)
	}
	w := begin(t, h)
	_, err := w.tx.Exec(`SET LOCAL lock_timeout = '5s'`) // and not for ever
	require.NoError(t, err)
	written := w.state(fact{uuid.New(), 1})
	w.commit()
	trim.commit()
	n.Wake(h.Tenant)
	changes(t, messages, written)
}

func TestCursor(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	other := housetest.In(t, h.DB)
	n := startHouse(t, h, feed.Options{})
	good := feed.EncodeCursor(h.Tenant, h.Venue, 0)
	for name, cursor := range map[string]string{
		"another venue's":         feed.EncodeCursor(h.Tenant, uuid.New(), 0),
		"another tenant's":        feed.EncodeCursor(other.Tenant, h.Venue, 0),
		"empty":                   "",
		"cut short":               good[:len(good)-1],
		"longer":                  good + "A",
		"of another alphabet":     strings.Repeat("+", len(good)),
		"with one letter changed": "B" + good[1:],
		"with a line break":       good[:10] + "\n" + good[10:len(good)-1],
	} {
		t.Run("one that is "+name+" is malformed", func(t *testing.T) {
			_, err := n.Subscribe(t.Context(), h.Staff, feed.Topic{Venue: h.Venue}, &cursor)
			var invalid *problem.Invalid
			require.ErrorAs(t, err, &invalid)
			require.Equal(t, "after", invalid.Field)
		})
	}
}
