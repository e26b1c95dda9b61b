package graph_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// told is an observer of errors, for streams are told of by goroutines of their own.
type told chan string

func (told) Operation(ctx context.Context, _, _ string) (context.Context, func()) {
	return ctx, func() {}
}

func (t told) Error(code string) { t <- code }

func (t told) all() (codes []string) {
	for len(t) > 0 {
		codes = append(codes, <-t)
	}
	return codes
}

func TestErrorsOfStreamsAreObserved(t *testing.T) {
	watch := `subscription { offerChanged(venueId: "` + venue + `") { cursor } }`
	observed := func(t *testing.T) (*door, told) {
		d, seen := newDoor(t), make(told, 10)
		d.options.Observer = seen
		return d, seen
	}
	t.Run("one that is refused at its opening, once", func(t *testing.T) {
		d, seen := observed(t)
		require.Equal(t, "REFERENCE_NOT_FOUND", d.watch(`subscription { offerChanged(venueId: "x") { cursor } }`).refused())
		require.Equal(t, []string{"REFERENCE_NOT_FOUND"}, seen.all())
	})
	t.Run("one that is no stream, once", func(t *testing.T) {
		d, seen := observed(t)
		require.Equal(t, "GRAPHQL_VALIDATION_FAILED", d.watch(`subscription { offerChanged(venueId: "x") @skip(if: true) { cursor } }`).refused())
		require.Equal(t, []string{"GRAPHQL_VALIDATION_FAILED"}, seen.all())
	})
	t.Run("one that breaks off", func(t *testing.T) {
		d, seen := observed(t)
		w := d.watch(watch)
		close(d.stream.messages)
		require.Equal(t, "UNAVAILABLE", w.refused())
		require.Equal(t, []string{"UNAVAILABLE"}, seen.all())
	})
	t.Run("an event that can't be told, and one that is told in part", func(t *testing.T) {
		d, seen := observed(t)
		w := d.watch(watch)
		broken := change(8, ref.Offer, venueID, 1, nil, waitlist.Offer{})
		broken.Event.Data = json.RawMessage(`{"version": "one"}`)
		d.stream.messages <- broken
		require.Equal(t, "INTERNAL", w.refused())
		require.Equal(t, []string{"INTERNAL"}, seen.all())

		d, seen = observed(t)
		w = d.watch(`subscription { offerChanged(venueId: "` + venue + `") { cursor offer { entry { status } } } }`)
		d.stream.messages <- change(8, ref.Offer, venueID, 1, nil, waitlist.Offer{ID: venueID, VenueID: venueID})
		got, _ := w.next()
		require.Len(t, got.Errors, 1)
		require.Equal(t, []string{got.Errors[0].Extensions.Code}, seen.all())
	})
	t.Run("and nothing of one that is well", func(t *testing.T) {
		d, seen := observed(t)
		w := d.watch(watch)
		d.stream.messages <- opening(feed.Snapshot)
		w.event("offerChanged")
		require.Empty(t, seen.all())
	})
}
