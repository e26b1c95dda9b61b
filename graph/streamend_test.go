package graph_test

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

func TestStreamsThatEnd(t *testing.T) {
	watch := `subscription { offerChanged(venueId: "` + venue + `") { cursor } }`
	t.Run("an unusable venue is REFERENCE_NOT_FOUND", func(t *testing.T) {
		d := newDoor(t)
		require.Equal(t, "REFERENCE_NOT_FOUND", d.watch(`subscription { offerChanged(venueId: "`+ref.Encode(ref.Venue, uuid.New())+`") { kind } }`).refused())
		require.Equal(t, "REFERENCE_NOT_FOUND", d.watch(`subscription { availabilityChanged(venueId: "x", date: "2026-08-03") { kind } }`).refused())
	})
	t.Run("nobody hears nothing", func(t *testing.T) {
		d := newDoor(t)
		d.actor = nil
		require.Equal(t, "UNAUTHENTICATED", d.watch(watch).refused())
	})
	t.Run("a cursor of another log is PAYLOAD_INVALID", func(t *testing.T) {
		d := newDoor(t)
		d.stream.err = problem.NewInvalid("after", "give a cursor of this venue's stream, or none")
		require.Equal(t, "PAYLOAD_INVALID", d.watch(watch).refused())
	})
	t.Run("a subscriber that the feed lets go is told to resume", func(t *testing.T) {
		d := newDoor(t)
		w := d.watch(watch)
		d.stream.messages <- opening(feed.Snapshot)
		w.event("offerChanged")
		close(d.stream.messages)
		require.Equal(t, "UNAVAILABLE", w.refused())
		require.Empty(t, d.log.all())
	})
	t.Run("an event that cannot be read ends the stream, and the log says which", func(t *testing.T) {
		d := newDoor(t)
		w := d.watch(watch)
		broken := change(8, ref.Offer, venueID, 1, nil, waitlist.Offer{})
		broken.Event.Data = json.RawMessage(`{"version": "one"}`)
		d.stream.messages <- broken
		require.Equal(t, "INTERNAL", w.refused())
		require.Len(t, d.log.all(), 1)
		require.Contains(t, d.log.all()[0], "read event 8 of venue "+venueID.String())
	})
	t.Run("a panic in the stream's own goroutine ends the stream and not the program", func(t *testing.T) {
		d := newDoor(t)
		w := d.watch(watch)
		d.stream.messages <- feed.Message{Kind: feed.Change} // without its event
		require.Equal(t, "INTERNAL", w.refused())
		require.Len(t, d.log.all(), 1)
		require.Contains(t, d.log.all()[0], "stack")
	})
}
