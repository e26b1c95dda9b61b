package graph_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

var occurred = time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)

func opening(kind feed.Kind) feed.Message {
	return feed.Message{Kind: kind, Cursor: "c0", OccurredAt: occurred}
}

// change is a message as the feed makes it of an event.
func change(position int64, entity ref.Kind, id uuid.UUID, version int, owner *uuid.UUID, data any) feed.Message {
	return feed.Message{Kind: feed.Change, Cursor: fmt.Sprintf("c%d", position), OccurredAt: occurred, Event: &event.Numbered{
		Event: event.New(venueID, "test", entity, id, version, owner, data, occurred), TenantID: uuid.New(), Position: position,
	}}
}

// watcher reads one stream over server-sent events.
type watcher struct {
	t      testing.TB
	lines  *bufio.Scanner
	status int
	header http.Header
}

// watch starts a stream and waits until the feed has been asked, or has refused.
func (d *door) watch(query string) *watcher {
	d.t.Helper()
	return d.listen(http.MethodPost, query)
}

func (d *door) listen(method, query string) *watcher {
	d.t.Helper()
	server := httptest.NewServer(d.handler())
	d.t.Cleanup(server.Close)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	d.t.Cleanup(cancel)
	body, err := json.Marshal(map[string]string{"query": query})
	require.NoError(d.t, err)
	at := server.URL
	if method == http.MethodGet {
		at, body = at+"?query="+url.QueryEscape(query), nil
	}
	r, err := http.NewRequestWithContext(ctx, method, at, strings.NewReader(string(body)))
	require.NoError(d.t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	response, err := server.Client().Do(r)
	require.NoError(d.t, err)
	d.t.Cleanup(func() { _ = response.Body.Close() })
	return &watcher{t: d.t, lines: bufio.NewScanner(response.Body), status: response.StatusCode, header: response.Header}
}

// next is the next response of the stream; ok is false at its end.
func (w *watcher) next() (got answer, ok bool) {
	w.t.Helper()
	for w.lines.Scan() {
		switch line := w.lines.Text(); {
		case line == "event: complete":
			return got, false
		case strings.HasPrefix(line, "data: "):
			require.NoError(w.t, json.Unmarshal([]byte(strings.TrimPrefix(line, "data: ")), &got))
			return got, true
		}
	}
	require.Fail(w.t, "the stream broke", w.lines.Err())
	return got, false
}

// event is the root field of the next response, which must be there and without errors.
func (w *watcher) event(root string) map[string]any {
	w.t.Helper()
	got, ok := w.next()
	require.True(w.t, ok, "the stream has ended")
	require.Empty(w.t, got.Errors)
	return got.Data[root].(map[string]any)
}

func (w *watcher) ends() {
	w.t.Helper()
	got, ok := w.next()
	require.False(w.t, ok, got)
}

// refused is the code with which a stream was refused.
func (w *watcher) refused() string {
	w.t.Helper()
	got, ok := w.next()
	require.True(w.t, ok)
	require.Len(w.t, got.Errors, 1)
	require.NotEmpty(w.t, got.Errors[0].Extensions.CorrelationID)
	w.ends()
	return got.Errors[0].Extensions.Code
}

func TestStreamOfReservations(t *testing.T) {
	watch := `subscription { reservationChanged(venueId: "` + venue + `") { kind cursor occurredAt reservation { id status version partySize expiresAt venue { name } } } }`
	owner, other := uuid.New(), uuid.New()
	expires := occurred.Add(time.Minute)
	row := func(owner uuid.UUID, version int) feed.Message {
		id := uuid.New()
		return change(int64(version), ref.Reservation, id, version, &owner, reservation.Reservation{
			ID: id, VenueID: venueID, CustomerID: owner, PartySize: 2, Status: reservation.Held, Version: version, ExpiresAt: &expires})
	}
	t.Run("a snapshot is bare and a change shows the row as of the event, its edges as of now", func(t *testing.T) {
		d := newDoor(t)
		w := d.watch(watch)
		d.stream.messages <- opening(feed.Snapshot)
		require.Equal(t, map[string]any{"kind": "SNAPSHOT", "cursor": "c0", "occurredAt": "2026-08-03T09:00:00.000000Z", "reservation": nil}, w.event("reservationChanged"))
		m := row(owner, 7)
		d.stream.messages <- m
		require.Equal(t, map[string]any{"kind": "CHANGE", "cursor": "c7", "occurredAt": "2026-08-03T09:00:00.000000Z", "reservation": map[string]any{
			"id": ref.Encode(ref.Reservation, m.Event.EntityID), "status": "HELD", "version": 7.0, "partySize": 2.0,
			"expiresAt": "2026-08-03T09:01:00.000000Z", "venue": map[string]any{"name": "Main"},
		}}, w.event("reservationChanged"))
		d.stream.messages <- opening(feed.Resync)
		require.Equal(t, "RESYNC", w.event("reservationChanged")["kind"])
		topic := <-d.stream.topics
		require.Equal(t, venueID, topic.Venue)
		require.Equal(t, ref.Reservation, topic.Entity)
		require.Nil(t, topic.Match, "staff hear everything")
	})
	t.Run("what a guest wrote is not in the log; it is read beside the event", func(t *testing.T) {
		d := newDoor(t)
		w := d.watch(`subscription { reservationChanged(venueId: "` + venue + `") { reservation { note } } }`)
		m, silent := row(owner, 7), row(owner, 8)
		d.reader.reservations = map[uuid.UUID]reservation.Reservation{m.Event.EntityID: {Note: "by the window"}, silent.Event.EntityID: {}}
		d.stream.messages <- m
		require.Equal(t, map[string]any{"reservation": map[string]any{"note": "by the window"}}, w.event("reservationChanged"))
		d.stream.messages <- silent
		require.Equal(t, map[string]any{"reservation": map[string]any{"note": nil}}, w.event("reservationChanged"))
	})
	t.Run("each event reads anew", func(t *testing.T) {
		d := newDoor(t)
		w := d.watch(watch)
		<-d.stream.topics // the look whether there is such a venue is over
		before := d.reader.times("venuesByID")
		for version := 1; version <= 3; version++ {
			d.stream.messages <- row(owner, version)
			w.event("reservationChanged")
			require.Equal(t, before+version, d.reader.times("venuesByID"))
		}
	})
	t.Run("customers and agents hear only of their own", func(t *testing.T) {
		for _, role := range []actor.Role{actor.Customer, actor.Agent} {
			d := newDoor(t).as(role)
			d.actor.CustomerID = &owner
			w := d.watch(watch)
			d.stream.messages <- row(other, 1)
			d.stream.messages <- change(2, ref.Reservation, other, 2, nil, reservation.Reservation{})
			d.stream.messages <- row(owner, 3)
			require.Equal(t, "c3", w.event("reservationChanged")["cursor"])
		}
	})
	t.Run("a cursor goes to the feed", func(t *testing.T) {
		d := newDoor(t)
		w := d.watch(`subscription { reservationChanged(venueId: "` + venue + `", after: "c5") { cursor } }`)
		d.stream.messages <- row(owner, 6)
		require.Equal(t, "c6", w.event("reservationChanged")["cursor"])
		require.Equal(t, "c5", *d.stream.after)
	})
}

func TestStreamOfOffers(t *testing.T) {
	d := newDoor(t)
	offer, entry := uuid.New(), uuid.New()
	d.reader.entries = map[uuid.UUID]waitlist.Entry{entry: {ID: entry, Status: waitlist.Fulfilled, Version: 3}}
	w := d.watch(`subscription { offerChanged(venueId: "` + venue + `") { kind offer { id status version entry { status version } } } }`)
	d.stream.messages <- change(1, ref.Offer, offer, 1, &entry, waitlist.Offer{ID: offer, EntryID: entry, Status: waitlist.OfferOpen, Version: 1})
	require.Equal(t, map[string]any{"kind": "CHANGE", "offer": map[string]any{
		"id": ref.Encode(ref.Offer, offer), "status": "OFFERED", "version": 1.0, "entry": map[string]any{"status": "FULFILLED", "version": 3.0},
	}}, w.event("offerChanged"))
}

func TestStreamOfOneEntry(t *testing.T) {
	id := uuid.New()
	watch := `subscription { waitlistEntryChanged(id: "` + ref.Encode(ref.Entry, id) + `") { kind cursor waitlistEntry { status version } } }`
	at := func(version int, status waitlist.EntryStatus) waitlist.Entry {
		return waitlist.Entry{ID: id, VenueID: venueID, Status: status, Version: version}
	}
	changed := func(position int64, version int, status waitlist.EntryStatus) feed.Message {
		return change(position, ref.Entry, id, version, &id, at(version, status))
	}
	shown := func(version float64, status string) map[string]any {
		return map[string]any{"version": version, "status": status}
	}
	t.Run("the snapshot carries the entry, and then versions only rise", func(t *testing.T) {
		d := newDoor(t)
		d.reader.entries = map[uuid.UUID]waitlist.Entry{id: at(3, waitlist.Offered)}
		w := d.watch(watch)
		d.stream.messages <- opening(feed.Snapshot)
		require.Equal(t, shown(3, "OFFERED"), w.event("waitlistEntryChanged")["waitlistEntry"])
		d.stream.messages <- changed(1, 2, waitlist.Waiting) // the snapshot was read after these
		d.stream.messages <- changed(2, 3, waitlist.Offered)
		d.stream.messages <- changed(3, 4, waitlist.Fulfilled)
		got := w.event("waitlistEntryChanged")
		require.Equal(t, shown(4, "FULFILLED"), got["waitlistEntry"])
		require.Equal(t, "c3", got["cursor"])
		topic := <-d.stream.topics
		require.Equal(t, id, *topic.ID)
		require.Equal(t, venueID, topic.Venue)
	})
	t.Run("a resync brings the entry along", func(t *testing.T) {
		d := newDoor(t)
		d.reader.entries = map[uuid.UUID]waitlist.Entry{id: at(5, waitlist.Waiting)}
		w := d.watch(watch)
		d.stream.messages <- changed(1, 4, waitlist.Offered)
		require.Equal(t, shown(4, "OFFERED"), w.event("waitlistEntryChanged")["waitlistEntry"])
		d.stream.messages <- opening(feed.Resync)
		require.Equal(t, shown(5, "WAITING"), w.event("waitlistEntryChanged")["waitlistEntry"])
		d.stream.messages <- changed(2, 5, waitlist.Waiting)
		d.stream.messages <- changed(3, 6, waitlist.EntryCancelled)
		require.Equal(t, shown(6, "CANCELLED"), w.event("waitlistEntryChanged")["waitlistEntry"])
	})
	t.Run("an entry that is not there is REFERENCE_NOT_FOUND", func(t *testing.T) {
		d := newDoor(t)
		require.Equal(t, "REFERENCE_NOT_FOUND", d.watch(watch).refused())
		require.Equal(t, "REFERENCE_NOT_FOUND", d.watch(`subscription { waitlistEntryChanged(id: "we_x") { kind } }`).refused())
	})
}

func TestStreamOfOneIntent(t *testing.T) {
	id, owner := uuid.New(), uuid.New()
	watch := `subscription { intentChanged(id: "` + ref.Encode(ref.Intent, id) + `") { kind cursor intent { status version slots { id } attempts { status } } } }`
	slot := uuid.New()
	at := func(version int, status intent.Status) intent.Intent {
		return intent.Intent{ID: id, VenueID: venueID, CustomerID: owner, Kind: intent.RequestReservation, Status: status, Version: version, Slots: []uuid.UUID{slot}}
	}
	changed := func(position int64, version int, status intent.Status) feed.Message {
		return change(position, ref.Intent, id, version, &owner, at(version, status))
	}
	t.Run("the snapshot carries the intent, a change shows it as of then with its attempts as of now", func(t *testing.T) {
		d := newDoor(t)
		d.reader.intents = map[uuid.UUID]intent.Intent{id: at(2, intent.Reserving)}
		d.reader.slots = map[uuid.UUID]reading.Slot{slot: {Slot: inventory.Slot{ID: slot}}}
		d.reader.attemptsOf = map[uuid.UUID][]intent.Attempt{id: {{Status: intent.Running}}}
		w := d.watch(watch)
		d.stream.messages <- opening(feed.Snapshot)
		shown := func(version float64, status string) map[string]any {
			return map[string]any{"version": version, "status": status, "slots": []any{map[string]any{"id": ref.Encode(ref.Slot, slot)}}, "attempts": []any{map[string]any{"status": "RUNNING"}}}
		}
		require.Equal(t, shown(2, "RESERVING"), w.event("intentChanged")["intent"])
		d.stream.messages <- changed(1, 2, intent.Reserving) // the snapshot was read after this
		d.stream.messages <- changed(2, 3, intent.Reserving)
		d.stream.messages <- changed(3, 4, intent.Succeeded)
		require.Equal(t, shown(3, "RESERVING"), w.event("intentChanged")["intent"])
		got := w.event("intentChanged")
		require.Equal(t, shown(4, "SUCCEEDED"), got["intent"])
		require.Equal(t, "c3", got["cursor"])
		topic := <-d.stream.topics
		require.Equal(t, []any{venueID, ref.Intent, id}, []any{topic.Venue, topic.Entity, *topic.ID})
	})
	t.Run("a cursor goes to the feed, and a resync brings the intent along", func(t *testing.T) {
		d := newDoor(t).as(actor.Customer)
		d.actor.CustomerID = &owner
		d.reader.intents = map[uuid.UUID]intent.Intent{id: at(7, intent.Expired)}
		w := d.watch(strings.Replace(watch, `")`, `", after: "c5")`, 1))
		d.stream.messages <- changed(6, 6, intent.WaitingForSeat)
		require.Equal(t, "c6", w.event("intentChanged")["cursor"])
		require.Equal(t, "c5", *d.stream.after)
		d.stream.messages <- opening(feed.Resync)
		require.Equal(t, "EXPIRED", w.event("intentChanged")["intent"].(map[string]any)["status"])
	})
	t.Run("an intent that is not there is REFERENCE_NOT_FOUND", func(t *testing.T) {
		d := newDoor(t)
		require.Equal(t, "REFERENCE_NOT_FOUND", d.watch(watch).refused())
		require.Equal(t, "REFERENCE_NOT_FOUND", d.watch(`subscription { intentChanged(id: "`+venue+`") { kind } }`).refused())
	})
}

func TestStreamOfOneApproval(t *testing.T) {
	id, owner := uuid.New(), uuid.New()
	watch := `subscription { approvalChanged(id: "` + ref.Encode(ref.Approval, id) + `") { kind approval { status version preview venue { name } } } }`
	at := func(version int, status approval.Status) approval.Approval {
		return approval.Approval{ID: id, VenueID: venueID, OwnerID: owner, CustomerID: &owner, Status: status, Version: version, Preview: json.RawMessage(`{"words":"Move"}`)}
	}
	shown := func(version float64, status string) map[string]any {
		return map[string]any{"version": version, "status": status, "preview": map[string]any{"words": "Move"}, "venue": map[string]any{"name": "Main"}}
	}
	d := newDoor(t).as(actor.Agent)
	d.actor.CustomerID = &owner
	d.reader.approvals = map[uuid.UUID]approval.Approval{id: at(1, approval.Pending)}
	w := d.watch(watch)
	d.stream.messages <- opening(feed.Snapshot)
	require.Equal(t, shown(1, "PENDING"), w.event("approvalChanged")["approval"])
	d.stream.messages <- change(1, ref.Approval, id, 1, &owner, at(1, approval.Pending))
	d.stream.messages <- change(2, ref.Approval, id, 2, &owner, at(2, approval.Approved))
	require.Equal(t, shown(2, "APPROVED"), w.event("approvalChanged")["approval"])
	topic := <-d.stream.topics
	require.Equal(t, []any{venueID, ref.Approval, id}, []any{topic.Venue, topic.Entity, *topic.ID})

	none := newDoor(t)
	require.Equal(t, "REFERENCE_NOT_FOUND", none.watch(watch).refused())
}

func TestStreamOfSlots(t *testing.T) {
	id := uuid.New()
	watch := `subscription { availabilityChanged(venueId: "` + venue + `", date: "2026-08-03") { kind slot { id version capacity remaining bookable resource { name } } } }`
	row := func(version, taken int, startsAt time.Time) inventory.Slot {
		return inventory.Slot{ID: id, VenueID: venueID, ResourceID: id, Version: version, Capacity: 4, Taken: taken, StartsAt: startsAt}
	}
	noon := time.Date(2026, 8, 3, 3, 0, 0, 0, time.UTC) // in Seoul
	now := func(slot inventory.Slot) reading.Slot {
		return reading.Slot{Slot: slot, Standing: inventory.Standing{Slot: slot, Resource: inventory.Resource{ID: id, Name: "Hall", Kind: inventory.Pooled, Active: true, MinParty: 1, MaxParty: 4}, Lapsed: 1}, Party: 1, Now: noon}
	}
	t.Run("a slot's own fields are as of the event, how it can be booked as of now", func(t *testing.T) {
		d := newDoor(t)
		d.reader.slots = map[uuid.UUID]reading.Slot{id: now(row(9, 4, noon))}
		w := d.watch(watch)
		d.stream.messages <- opening(feed.Snapshot)
		require.Nil(t, w.event("availabilityChanged")["slot"])
		d.stream.messages <- change(1, ref.Slot, id, 8, nil, row(8, 3, noon))
		require.Equal(t, map[string]any{"id": ref.Encode(ref.Slot, id), "version": 8.0, "capacity": 4.0, "remaining": 1.0, "bookable": false, "resource": map[string]any{"name": "Hall"}},
			w.event("availabilityChanged")["slot"])
	})
	t.Run("at the current version a lapsed hold counts as free", func(t *testing.T) {
		d := newDoor(t)
		d.reader.slots = map[uuid.UUID]reading.Slot{id: now(row(9, 4, noon))}
		w := d.watch(watch)
		d.stream.messages <- change(1, ref.Slot, id, 9, nil, row(9, 4, noon))
		require.Equal(t, 1.0, w.event("availabilityChanged")["slot"].(map[string]any)["remaining"])
	})
	t.Run("only the slots of the civil date are heard of, by customers as well", func(t *testing.T) {
		d := newDoor(t).as(actor.Customer)
		d.reader.slots = map[uuid.UUID]reading.Slot{id: now(row(9, 0, noon))}
		w := d.watch(watch)
		midnight := time.Date(2026, 8, 2, 15, 0, 0, 0, time.UTC)
		for i, at := range []time.Time{midnight.Add(-time.Microsecond), midnight.Add(24 * time.Hour), midnight, midnight.Add(24*time.Hour - time.Microsecond)} {
			d.stream.messages <- change(int64(i), ref.Slot, id, i, nil, row(i, 0, at))
		}
		require.Equal(t, 2.0, w.event("availabilityChanged")["slot"].(map[string]any)["version"])
		require.Equal(t, 3.0, w.event("availabilityChanged")["slot"].(map[string]any)["version"])
	})
}
