package graph_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

func TestIntentCommands(t *testing.T) {
	id := uuid.New()
	public := ref.Encode(ref.Intent, id)
	accepted := command.Result{Outcome: command.Accepted, Refs: []ref.Ref{{Kind: ref.Intent, ID: id}}}
	at := func(d *door) *door {
		d.desk.result = accepted
		d.reader.intents = map[uuid.UUID]intent.Intent{id: {ID: id, Kind: intent.RequestReservation, Status: intent.Requested, Version: 1}}
		return d
	}
	shown := map[string]any{"id": public, "kind": "requestReservation", "status": "REQUESTED", "version": 1.0}

	t.Run("a request answers ACCEPTED with its intent", func(t *testing.T) {
		d := at(newDoor(t))
		got := d.read(`mutation { requestReservation(input: {slotIds: ["b", "a"], partySize: 2, waitForSeat: true, expiresAt: "2026-08-03T18:00:00+09:00", customer: {name: "Kim"}, idempotencyKey: ` + key + `}) {
			` + outcome + ` intent { id kind status version } } }`)["requestReservation"].(map[string]any)
		require.Equal(t, "ACCEPTED", got["outcome"])
		require.Equal(t, shown, got["intent"])
		until := time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)
		require.Equal(t, booking.RequestReservation{
			SlotIDs: []string{"b", "a"}, PartySize: 2, WaitForSeat: true, ExpiresAt: &until, Customer: &customer.Contact{Name: "Kim"}, Key: "test-key-00000001",
		}, d.desk.in)
	})
	t.Run("whoever says nothing of waiting doesn't wait", func(t *testing.T) {
		d := at(newDoor(t))
		for _, waits := range []string{"", "waitForSeat: null,", "waitForSeat: false,"} {
			d.read(`mutation { requestReservation(input: {slotIds: ["a"], partySize: 2, ` + waits + ` idempotencyKey: ` + key + `}) { outcome } }`)
			require.Equal(t, booking.RequestReservation{SlotIDs: []string{"a"}, PartySize: 2, Key: "test-key-00000001"}, d.desk.in)
		}
	})
	for _, name := range []string{"cancelIntent", "retryIntent"} {
		t.Run(name+" names an intent and the version that was read", func(t *testing.T) {
			d := at(newDoor(t))
			got := d.read(`mutation { ` + name + `(input: {intentId: "` + public + `", expectedVersion: 3, idempotencyKey: ` + key + `}) { intent { id kind status version } } }`)
			require.Equal(t, shown, got[name].(map[string]any)["intent"])
			require.Equal(t, booking.IntentCommand{IntentID: public, ExpectedVersion: 3, Key: "test-key-00000001"}, d.desk.in)
			require.Equal(t, name, d.desk.reason)
		})
	}
	t.Run("an attempt is settled with a reason, and its intent comes back", func(t *testing.T) {
		d := at(newDoor(t))
		attempt := uuid.New()
		d.desk.result.Refs = append(d.desk.result.Refs, ref.Ref{Kind: ref.Attempt, ID: attempt})
		got := d.read(`mutation { resolveAttempt(input: {attemptId: "` + ref.Encode(ref.Attempt, attempt) + `", expectedVersion: 4, resolution: SUCCEEDED, upstreamRef: "B-7", reason: "they phoned", idempotencyKey: ` + key + `}) { intent { id kind status version } } }`)
		require.Equal(t, shown, got["resolveAttempt"].(map[string]any)["intent"])
		theirs := "B-7"
		require.Equal(t, booking.ResolveAttempt{AttemptID: ref.Encode(ref.Attempt, attempt), ExpectedVersion: 4, Resolution: intent.ResolveSucceeded,
			UpstreamRef: &theirs, Reason: "they phoned", Key: "test-key-00000001"}, d.desk.in)
	})
	t.Run("a resolution is spelled as it is", func(t *testing.T) {
		d := newDoor(t)
		d.refuse("PAYLOAD_INVALID", `mutation($r: AttemptResolution!) { resolveAttempt(input: {attemptId: "x", expectedVersion: 4, resolution: $r, reason: "so", idempotencyKey: `+key+`}) { outcome } }`, `{"r": "failed"}`)
		require.Nil(t, d.desk.in)
	})
	t.Run("a command that goes on at a provider brings its intent along", func(t *testing.T) {
		d := at(newDoor(t))
		row, offer := uuid.New(), uuid.New()
		d.reader.reservations = map[uuid.UUID]reservation.Reservation{row: {ID: row, Status: reservation.Confirmed, Version: 3, IntentID: &id}}
		d.reader.offers = map[uuid.UUID]waitlist.Offer{offer: {ID: offer, Status: waitlist.OfferOpen, ReservationID: row, IntentID: &id}}
		d.desk.result.Refs = []ref.Ref{{Kind: ref.Reservation, ID: row}, {Kind: ref.Intent, ID: id}}
		got := d.read(`mutation { cancelReservation(input: {reservationId: "x", expectedVersion: 3, reasonCode: DUPLICATE, idempotencyKey: ` + key + `}) { outcome reservation { status intent { id } } intent { id kind status version } } }`)
		require.Equal(t, map[string]any{"outcome": "ACCEPTED", "intent": shown, "reservation": map[string]any{"status": "CONFIRMED", "intent": map[string]any{"id": public}}}, got["cancelReservation"])
		d.desk.result.Refs = []ref.Ref{{Kind: ref.Offer, ID: offer}, {Kind: ref.Intent, ID: id}}
		got = d.read(`mutation { confirmOffer(input: ` + literal(confirmInput()) + `) { outcome offer { status intent { id } } reservation { id } intent { id kind status version } } }`)
		require.Equal(t, map[string]any{"outcome": "ACCEPTED", "intent": shown, "reservation": nil, "offer": map[string]any{"status": "OFFERED", "intent": map[string]any{"id": public}}}, got["confirmOffer"])
	})
	t.Run("what is in nobody's hand says so", func(t *testing.T) {
		d := newDoor(t)
		row, offer := uuid.New(), uuid.New()
		d.reader.reservations = map[uuid.UUID]reservation.Reservation{row: {ID: row}}
		d.reader.offers = map[uuid.UUID]waitlist.Offer{offer: {ID: offer}}
		got := d.read(`{ reservation(id: "` + ref.Encode(ref.Reservation, row) + `") { intent { id } } offer(id: "` + ref.Encode(ref.Offer, offer) + `") { intent { id } } }`)
		require.Equal(t, map[string]any{"reservation": map[string]any{"intent": nil}, "offer": map[string]any{"intent": nil}}, got)
		require.Zero(t, d.reader.times("intentsByID"))
	})
}

const intentFields = `{ id kind status version partySize waitForSeat failure expiresAt createdAt updatedAt queuePosition venue { name } slots { id } reservation { id } offer { id }
	completedBy { id } attempts { id number provider action reference target status startedAt endedAt upstreamRef failure resolvedBy resolution compensation version } }`

func TestIntentFields(t *testing.T) {
	d := newDoor(t)
	id, row, offer, won, lost, early, late := uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New()
	theirs, by, reason, why := "B-7", "STAFF Somi", "they phoned", "no answer"
	full := intent.Intent{ID: id, VenueID: venueID, Kind: intent.ConfirmOffer, Status: intent.Succeeded, Version: 5, Slots: []uuid.UUID{early, late}, PartySize: 2, WaitForSeat: true,
		ReservationID: &row, OfferID: &offer, CompletedBy: &won, ExpiresAt: occurred, CreatedAt: occurred, UpdatedAt: occurred}
	tries := []intent.Attempt{
		{ID: lost, IntentID: id, Number: 1, Provider: "house", Action: intent.Book, Reference: "r1", Target: "a+b", Status: intent.Discarded, StartedAt: occurred, EndedAt: &occurred,
			Failure: &why, ResolvedBy: &by, Resolution: &reason, Compensation: intent.Undone, Version: 4},
		{ID: won, IntentID: id, Number: 2, Provider: "slotq", Action: intent.Cancel, Reference: "r2", Target: "a+b", Status: intent.AttemptSucceeded, StartedAt: occurred, UpstreamRef: &theirs, Version: 2},
	}
	d.reader.intents = map[uuid.UUID]intent.Intent{id: full}
	d.reader.attempts = map[uuid.UUID]intent.Attempt{won: tries[1]}
	d.reader.attemptsOf = map[uuid.UUID][]intent.Attempt{id: tries}
	d.reader.slots = map[uuid.UUID]reading.Slot{early: {Slot: inventory.Slot{ID: early}}, late: {Slot: inventory.Slot{ID: late}}}
	d.reader.reservations = map[uuid.UUID]reservation.Reservation{row: {ID: row}}
	d.reader.offers = map[uuid.UUID]waitlist.Offer{offer: {ID: offer}}
	d.reader.inLine = map[uuid.UUID]int{id: 3}
	ask := `{ intent(id: "` + ref.Encode(ref.Intent, id) + `") ` + intentFields + ` }`
	named := func(kind ref.Kind, id uuid.UUID) map[string]any { return map[string]any{"id": ref.Encode(kind, id)} }

	t.Run("an intent shows all there is to it", func(t *testing.T) {
		const when = "2026-08-03T09:00:00.000000Z"
		require.Equal(t, map[string]any{
			"id": ref.Encode(ref.Intent, id), "kind": "confirmOffer", "status": "SUCCEEDED", "version": 5.0, "partySize": 2.0, "waitForSeat": true, "failure": nil,
			"expiresAt": when, "createdAt": when, "updatedAt": when, "queuePosition": nil, "venue": map[string]any{"name": "Main"},
			"slots": []any{named(ref.Slot, early), named(ref.Slot, late)}, "reservation": named(ref.Reservation, row), "offer": named(ref.Offer, offer), "completedBy": named(ref.Attempt, won),
			"attempts": []any{
				map[string]any{"id": ref.Encode(ref.Attempt, lost), "number": 1.0, "provider": "house", "action": "BOOK", "reference": "r1", "target": "a+b", "status": "DISCARDED", "startedAt": when,
					"endedAt": when, "upstreamRef": nil, "failure": why, "resolvedBy": by, "resolution": reason, "compensation": "DONE", "version": 4.0},
				map[string]any{"id": ref.Encode(ref.Attempt, won), "number": 2.0, "provider": "slotq", "action": "CANCEL", "reference": "r2", "target": "a+b", "status": "SUCCEEDED", "startedAt": when,
					"endedAt": nil, "upstreamRef": theirs, "failure": nil, "resolvedBy": nil, "resolution": nil, "compensation": nil, "version": 2.0},
			},
		}, d.read(ask)["intent"])
	})
	t.Run("an intent that nothing was done for shows nothing of the kind", func(t *testing.T) {
		other := newDoor(t)
		other.reader.intents = map[uuid.UUID]intent.Intent{id: {ID: id, VenueID: venueID, Kind: intent.RequestReservation, Status: intent.WaitingForSeat, Version: 1}}
		got := other.read(ask)["intent"].(map[string]any)
		require.Equal(t, []any{}, got["attempts"])
		require.Equal(t, []any{}, got["slots"])
		for _, field := range []string{"reservation", "offer", "completedBy", "queuePosition"} {
			require.Nil(t, got[field], field)
		}
	})
	t.Run("only what may stand in line is asked for its place", func(t *testing.T) {
		for status, want := range map[intent.Status]any{intent.Requested: 3.0, intent.Reserving: 3.0, intent.WaitingForSeat: nil, intent.Expired: nil, intent.Succeeded: nil} {
			moved := full
			moved.Status = status
			d.reader.intents = map[uuid.UUID]intent.Intent{id: moved}
			require.Equal(t, want, d.read(ask)["intent"].(map[string]any)["queuePosition"], status)
		}
	})
	t.Run("fifty of them are read in few batches", func(t *testing.T) {
		crowd := newDoor(t)
		*crowd.reader = reader{now: crowd.reader.now, venues: crowd.reader.venues, slots: d.reader.slots, inLine: map[uuid.UUID]int{}, attemptsOf: map[uuid.UUID][]intent.Attempt{},
			attempts: d.reader.attempts, reservations: d.reader.reservations, offers: d.reader.offers}
		for range 50 {
			one := full
			one.ID, one.Status = uuid.New(), intent.Reserving
			crowd.reader.attemptsOf[one.ID] = tries
			crowd.reader.wanted.Nodes, crowd.reader.wanted.Cursors = append(crowd.reader.wanted.Nodes, one), append(crowd.reader.wanted.Cursors, "c")
		}
		got := crowd.read(`{ intents { nodes ` + intentFields + ` } }`)["intents"].(map[string]any)["nodes"].([]any)
		require.Len(t, got, 50)
		for _, what := range []string{"attemptsOf", "attemptsByID", "inLine", "plainSlotsByID", "venuesByID", "reservationsByID", "offersByID"} {
			require.Positive(t, crowd.reader.times(what), what)
			require.Less(t, crowd.reader.times(what), 25, "%s: a busy machine splits a batch, and never asks for each of the fifty", what)
		}
	})
}

func TestListOfIntents(t *testing.T) {
	d := newDoor(t)
	list := func(arguments string) string { return `{ intents` + arguments + ` { nodes { id } } }` }
	for arguments, want := range map[string]reading.IntentFilter{
		"":                          {},
		"(filter: null)":            {},
		"(filter: {})":              {},
		"(filter: {venueId: null})": {},
		"(filter: {statuses: []})":  {Statuses: []intent.Status{}},
		`(filter: {venueId: "` + venue + `", statuses: [REQUESTED, EXPIRED]})`: {VenueID: &venueID, Statuses: []intent.Status{intent.Requested, intent.Expired}},
	} {
		d.read(list(arguments))
		require.Equal(t, want, d.reader.narrow, arguments)
	}
	for _, id := range []string{"", "42", ref.Encode(ref.Intent, venueID), venue + "A"} {
		d.refuse("REFERENCE_NOT_FOUND", list(`(filter: {venueId: "`+id+`"})`))
	}
	require.Equal(t, "first", d.refuse("PAYLOAD_INVALID", list(`(first: 0)`)).Errors[0].Extensions.Field)
	d.refuse("PAYLOAD_INVALID", `query($s: [IntentStatus!]) { intents(filter: {statuses: $s}) { nodes { id } } }`, `{"s": ["requested"]}`)
}
