package graph_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/agenda"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

func (r *reader) ActionQueue(_ context.Context, _ actor.Actor, _ uuid.UUID, kinds []agenda.Kind, p reading.Page) (reading.ActionPage, error) {
	r.kinds = kinds
	return r.actions, r.list("actions", p)
}

func (r *reader) ActionNews(_ context.Context, _ actor.Actor, _ uuid.UUID, touch agenda.Touch) ([]agenda.News, error) {
	r.mu.Lock()
	r.touched = append(r.touched, touch)
	r.mu.Unlock()
	return r.news, r.count("news")
}

// item is an item as the reader gives it.
func item(m agenda.Matter, id uuid.UUID, version int) agenda.Item {
	return agenda.Fact{Matter: m, ID: id, Version: version, Since: occurred, Detail: string(agenda.Idle)}.Item(occurred)
}

func TestActionQueue(t *testing.T) {
	now := time.Now().UTC().Truncate(time.Microsecond)
	soon := now.Add(time.Hour)
	terms, attempt := uuid.New(), uuid.New()
	subjects := map[agenda.Matter]uuid.UUID{}
	d := newDoor(t)
	for _, m := range agenda.Matters() {
		subjects[m] = uuid.New()
		d.reader.actions.Nodes = append(d.reader.actions.Nodes, item(m, subjects[m], 2))
		d.reader.actions.Cursors = append(d.reader.actions.Cursors, "c")
	}
	d.reader.actions.ChangesAt = &soon
	offer := func(m agenda.Matter) waitlist.Offer {
		return waitlist.Offer{ID: subjects[m], VenueID: venueID, Status: waitlist.OfferOpen, Version: 2, ExpiresAt: soon}
	}
	d.reader.offers = map[uuid.UUID]waitlist.Offer{subjects[agenda.OpenOffer]: offer(agenda.OpenOffer), subjects[agenda.FailedNotice]: offer(agenda.FailedNotice)}
	d.reader.reservations = map[uuid.UUID]reservation.Reservation{
		subjects[agenda.LateParty]:        {ID: subjects[agenda.LateParty], VenueID: venueID, Status: reservation.Confirmed, StartsAt: now.Add(-time.Hour), PolicyVersionID: terms},
		subjects[agenda.StrandedBooking]:  {ID: subjects[agenda.StrandedBooking], VenueID: venueID, Status: reservation.Confirmed, StartsAt: now.Add(24 * time.Hour), PolicyVersionID: terms},
		subjects[agenda.RequestedBooking]: {ID: subjects[agenda.RequestedBooking], VenueID: venueID, Status: reservation.Held, RequestedAt: &now, ExpiresAt: &soon, StartsAt: soon, PolicyVersionID: terms},
	}
	d.reader.policies = map[uuid.UUID]policy.Version{terms: {ID: terms, Rules: policy.Default()}}
	d.reader.intents = map[uuid.UUID]intent.Intent{subjects[agenda.StuckIntent]: {ID: subjects[agenda.StuckIntent], VenueID: venueID, Status: intent.Reserving, Version: 2, ExpiresAt: soon}}
	d.reader.attemptsOf = map[uuid.UUID][]intent.Attempt{subjects[agenda.StuckIntent]: {{ID: attempt, Status: intent.AttemptFailed}}}
	d.reader.attempts = map[uuid.UUID]intent.Attempt{subjects[agenda.UnknownAttempt]: {ID: subjects[agenda.UnknownAttempt], VenueID: venueID, Status: intent.Unknown, Version: 2}}
	d.reader.approvals = map[uuid.UUID]approval.Approval{subjects[agenda.PendingApproval]: {ID: subjects[agenda.PendingApproval], VenueID: venueID, Status: approval.Pending, Version: 2, ExpiresAt: soon}}

	ask := `{ actionQueue(venueId: "` + venue + `", kinds: [CONFLICT, OFFER_EXPIRING], first: 9) { changesAt edges { cursor } nodes { id kind version since dueAt reason commands subject { __typename id } } } }`
	commands := func(found map[string]any) map[string][]any {
		all := map[string][]any{}
		for _, node := range found["actionQueue"].(map[string]any)["nodes"].([]any) {
			n := node.(map[string]any)
			all[n["id"].(string)] = n["commands"].([]any)
		}
		return all
	}
	id := func(m agenda.Matter) string { return m.ID(ref.Ref{Kind: m.Subject(), ID: subjects[m]}) }

	t.Run("every item has its subject and what may be done about it", func(t *testing.T) {
		found := d.read(ask)
		require.Equal(t, []agenda.Kind{agenda.Conflict, agenda.OfferExpiring}, d.reader.kinds)
		changes, err := time.Parse(time.RFC3339, found["actionQueue"].(map[string]any)["changesAt"].(string))
		require.NoError(t, err)
		require.True(t, soon.Equal(changes), changes)
		require.Equal(t, map[string][]any{
			id(agenda.OpenOffer):        {"confirmOffer", "declineOffer", "withdrawOffer"},
			id(agenda.FailedNotice):     {"confirmOffer", "declineOffer", "withdrawOffer"},
			id(agenda.UnknownAttempt):   {"resolveAttempt"},
			id(agenda.StuckIntent):      {"retryIntent", "cancelIntent"},
			id(agenda.LateParty):        {"moveReservation", "cancelReservation", "checkInReservation", "markNoShow"},
			id(agenda.StrandedBooking):  {"moveReservation", "cancelReservation"},
			id(agenda.RequestedBooking): {"confirmReservation", "moveReservation", "cancelReservation"},
			id(agenda.PendingApproval):  {"approveAction", "rejectAction"},
		}, commands(found))
		for _, node := range found["actionQueue"].(map[string]any)["nodes"].([]any) {
			subject := node.(map[string]any)["subject"].(map[string]any)
			require.Contains(t, node.(map[string]any)["id"], subject["id"])
		}
		for _, batch := range []string{"offersByID", "reservationsByID", "intentsByID", "attemptsByID", "approvalsByID", "policiesByID", "attemptsOf", "now"} {
			require.Equal(t, 1, d.reader.times(batch), batch)
		}
	})
	t.Run("a credential that may only look is offered nothing", func(t *testing.T) {
		d.actor.Scopes = []actor.Capability{actor.ActionRead, actor.OfferRead, actor.ReservationRead, actor.IntentRead, actor.ApprovalRead}
		defer func() { d.actor.Scopes = nil }()
		for id, open := range commands(d.read(ask)) {
			require.Empty(t, open, id)
		}
	})
	t.Run("a kind is written as it is, in capitals", func(t *testing.T) {
		d.refuse("PAYLOAD_INVALID", `query($k: [ActionItemKind!]) { actionQueue(venueId: "`+venue+`", kinds: $k) { changesAt } }`, `{"k": ["late_arrival"]}`)
		d.refuse("REFERENCE_NOT_FOUND", `{ actionQueue(venueId: "of_x") { changesAt } }`)
	})
	t.Run("customers and agents have no queue", func(t *testing.T) {
		for _, role := range []actor.Role{actor.Customer, actor.Agent} {
			newDoor(t).as(role).refuse("FORBIDDEN", `{ actionQueue(venueId: "`+venue+`") { changesAt } }`)
			newDoor(t).as(role).refuse("FORBIDDEN", `{ history(id: "`+venue+`") { nodes { id } } }`)
		}
	})
}

func TestStreamOfTheQueue(t *testing.T) {
	watch := `subscription { actionQueueChanged(venueId: "` + venue + `") { kind cursor item { id kind version } removedItemId } }`
	one, other := uuid.New(), uuid.New()
	offered := func(position int64) feed.Message {
		return change(position, ref.Offer, one, 1, &other, waitlist.Offer{ID: one})
	}
	shown := func(i agenda.Item) map[string]any {
		return map[string]any{"id": i.ID, "kind": string(i.Kind), "version": float64(i.Version)}
	}
	t.Run("it begins with no item, and tells what came and what went", func(t *testing.T) {
		d := newDoor(t)
		w := d.watch(watch)
		d.stream.messages <- opening(feed.Snapshot)
		require.Equal(t, map[string]any{"kind": "SNAPSHOT", "cursor": "c0", "item": nil, "removedItemId": nil}, w.event("actionQueueChanged"))
		came := item(agenda.OpenOffer, one, 1)
		d.reader.news = []agenda.News{{ID: came.ID, Item: &came}}
		d.stream.messages <- offered(1)
		require.Equal(t, map[string]any{"kind": "CHANGE", "cursor": "c1", "item": shown(came), "removedItemId": nil}, w.event("actionQueueChanged"))
		d.reader.news = []agenda.News{{ID: "open_of_x"}}
		d.stream.messages <- offered(2)
		require.Equal(t, map[string]any{"kind": "CHANGE", "cursor": "c2", "item": nil, "removedItemId": "open_of_x"}, w.event("actionQueueChanged"))
	})
	t.Run("what changes nothing is passed over in silence, and costs no look where none is needed", func(t *testing.T) {
		d := newDoor(t)
		w := d.watch(watch)
		d.stream.messages <- change(1, ref.Slot, one, 1, nil, nil)
		d.stream.messages <- change(2, ref.Entry, one, 1, &one, nil)
		d.stream.messages <- offered(3)
		d.stream.messages <- opening(feed.Resync)
		require.Equal(t, "RESYNC", w.event("actionQueueChanged")["kind"])
		require.Equal(t, 1, d.reader.times("news"))
		require.Equal(t, []agenda.Touch{{Subjects: []uuid.UUID{one}, Matters: []agenda.Matter{agenda.OpenOffer, agenda.FailedNotice}}}, d.reader.touched)
		require.Empty(t, d.log.all())
	})
	t.Run("of an event that speaks of several, only the last has its cursor", func(t *testing.T) {
		d := newDoor(t)
		w := d.watch(watch)
		first := item(agenda.FailedNotice, one, 1)
		d.reader.news = []agenda.News{{ID: first.ID, Item: &first}, {ID: "open_of_x"}, {ID: "late_rv_x"}}
		m := offered(7)
		d.stream.messages <- m
		before := feed.EncodeCursor(m.Event.TenantID, venueID, 6)
		require.Equal(t, map[string]any{"kind": "CHANGE", "cursor": before, "item": shown(first), "removedItemId": nil}, w.event("actionQueueChanged"))
		require.Equal(t, map[string]any{"kind": "CHANGE", "cursor": before, "item": nil, "removedItemId": "open_of_x"}, w.event("actionQueueChanged"))
		require.Equal(t, map[string]any{"kind": "CHANGE", "cursor": "c7", "item": nil, "removedItemId": "late_rv_x"}, w.event("actionQueueChanged"))
	})
	t.Run("of too many it tells none, and asks to read again", func(t *testing.T) {
		d := newDoor(t)
		w := d.watch(watch)
		for range 21 {
			d.reader.news = append(d.reader.news, agenda.News{ID: "stranded_" + uuid.NewString()})
		}
		d.stream.messages <- change(3, ref.Slot, one, 1, nil, nil)
		closed := change(4, ref.Slot, one, 1, nil, nil)
		closed.Event.Kind = event.SlotWithdrawn
		d.stream.messages <- closed
		require.Equal(t, map[string]any{"kind": "RESYNC", "cursor": "c4", "item": nil, "removedItemId": nil}, w.event("actionQueueChanged"))
	})
	t.Run("trouble on our side ends it, to be resumed", func(t *testing.T) {
		d := newDoor(t)
		w := d.watch(watch)
		d.stream.messages <- opening(feed.Snapshot)
		w.event("actionQueueChanged")
		d.reader.err = context.DeadlineExceeded
		d.stream.messages <- offered(1)
		require.Equal(t, "UNAVAILABLE", w.refused())
	})
	t.Run("an unusable venue is REFERENCE_NOT_FOUND", func(t *testing.T) {
		require.Equal(t, "REFERENCE_NOT_FOUND", newDoor(t).watch(`subscription { actionQueueChanged(venueId: "`+ref.Encode(ref.Venue, one)+`") { kind } }`).refused())
		require.Equal(t, "FORBIDDEN", newDoor(t).as(actor.Customer).watch(watch).refused())
	})
}
