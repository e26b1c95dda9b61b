package feed_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

func TestTopic(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	n := startHouse(t, h, feed.Options{})
	ann, bob := h.Guest("Ann"), h.Guest("Bob")
	start := feed.EncodeCursor(h.Tenant, h.Venue, 0)

	w := begin(t, h)
	slot := w.state(fact{uuid.New(), 2})
	hers := w.stateOf(ref.Offer, event.OfferMade, fact{uuid.New(), 1}, ann.CustomerID)
	his := w.stateOf(ref.Offer, event.OfferMade, fact{uuid.New(), 1}, bob.CustomerID)
	again := w.stateOf(ref.Offer, event.OfferAccepted, fact{hers.id, 2}, ann.CustomerID)
	end := w.state(fact{uuid.New(), 2})
	w.commit()

	t.Run("an empty one is everything of the venue", func(t *testing.T) {
		changes(t, subscribe(t, h, n, feed.Topic{}, start), slot, hers, his, again, end)
	})
	t.Run("it may be one kind of thing", func(t *testing.T) {
		changes(t, subscribe(t, h, n, feed.Topic{Entity: ref.Offer}, start), hers, his, again)
	})
	t.Run("or one thing", func(t *testing.T) {
		changes(t, subscribe(t, h, n, feed.Topic{Entity: ref.Offer, ID: &hers.id}, start), hers, again)
	})
	t.Run("or what fits a condition", func(t *testing.T) {
		second := func(e *event.Numbered) bool { return e.Version == 2 }
		changes(t, subscribe(t, h, n, feed.Topic{Match: second}, start), slot, again, end)
	})
	t.Run("a customer is never shown another's, whatever the topic says", func(t *testing.T) {
		messages, err := n.Subscribe(t.Context(), ann, feed.Topic{Venue: h.Venue}, &start)
		require.NoError(t, err)
		t.Cleanup(messages.Close)
		changes(t, messages, slot, hers, again, end)
	})
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	other := housetest.In(t, h.DB)
	n := startHouse(t, h, feed.Options{MaxSubscribers: 1})

	t.Run("a venue that is not granted does not exist", func(t *testing.T) {
		limited := h.Staff
		limited.VenueIDs = []uuid.UUID{uuid.New()}
		_, err := n.Subscribe(t.Context(), limited, feed.Topic{Venue: h.Venue}, nil)
		require.ErrorIs(t, err, problem.ErrNotFound)
	})
	t.Run("nor does another tenant's, nor an unknown one", func(t *testing.T) {
		for _, venue := range []uuid.UUID{other.Venue, uuid.New()} {
			_, err := n.Subscribe(t.Context(), h.Staff, feed.Topic{Venue: venue}, nil)
			require.ErrorIs(t, err, problem.ErrNotFound)
		}
	})
	t.Run("a full hub says so", func(t *testing.T) {
		only := subscribe(t, h, n, feed.Topic{})
		nextIs(t, only, feed.Snapshot)
		require.Equal(t, feed.Stats{Subscribers: 1, Followed: 1}, counts(n))
		defer func() { require.Zero(t, counts(n)) }()
		defer only.Close()
		_, err := n.Subscribe(t.Context(), h.Staff, feed.Topic{Venue: h.Venue}, nil)
		require.ErrorIs(t, err, problem.ErrUnavailable)
	})
	t.Run("so does one that has ended", func(t *testing.T) {
		n.stop()
		_, err := n.Subscribe(t.Context(), h.Staff, feed.Topic{Venue: h.Venue}, nil)
		require.ErrorIs(t, err, problem.ErrUnavailable)
	})
}

// counts are a hub's figures but for its lag, which may be that of a round under way.
func counts(n *node) feed.Stats {
	s := n.Stats()
	s.Lag = 0
	return s
}
