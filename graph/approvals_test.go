package graph_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

func TestPrepareAction(t *testing.T) {
	prepare := `mutation($a: ActionInput!) { prepareAction(input: {action: $a, idempotencyKey: ` + key + `}) { outcome approval { id } } }`
	from, to := time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC), time.Date(2026, 8, 3, 11, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		given string
		want  booking.Action
	}{
		"a request": {`{"requestReservation": {"slotIds": ["a"], "partySize": 2, "waitForSeat": true}}`,
			booking.Action{RequestReservation: &booking.RequestReservationAction{SlotIDs: []string{"a"}, PartySize: 2, WaitForSeat: true}}},
		"a request that doesn't wait": {`{"requestReservation": {"slotIds": ["a"], "partySize": 2}}`,
			booking.Action{RequestReservation: &booking.RequestReservationAction{SlotIDs: []string{"a"}, PartySize: 2}}},
		"a cancellation": {`{"cancelReservation": {"reservationId": "r", "expectedVersion": 3, "reasonCode": "DUPLICATE"}}`,
			booking.Action{CancelReservation: &booking.CancelReservationAction{ReservationID: "r", ExpectedVersion: 3, ReasonCode: "DUPLICATE"}}},
		"a move": {`{"moveReservation": {"reservationId": "r", "slotIds": ["a", "b"], "expectedVersion": 3}}`,
			booking.Action{MoveReservation: &booking.MoveReservationAction{ReservationID: "r", SlotIDs: []string{"a", "b"}, ExpectedVersion: 3}}},
		"a wish": {`{"joinWaitlist": {"venueId": "v", "partySize": 2, "from": "2026-08-03T18:00:00+09:00", "to": "2026-08-03T11:00:00Z"}}`,
			booking.Action{JoinWaitlist: &booking.JoinWaitlistAction{VenueID: "v", PartySize: 2, From: from, To: to}}},
		"a yes to an offer": {`{"confirmOffer": {"offerId": "o", "expectedVersion": 1}}`,
			booking.Action{ConfirmOffer: &booking.ConfirmOfferAction{OfferID: "o", ExpectedVersion: 1}}},
	} {
		t.Run(name+" reaches the desk as it was given", func(t *testing.T) {
			d := newDoor(t).as(actor.Agent)
			d.desk.result.Outcome = command.Committed
			d.read(prepare, `{"a": `+c.given+`}`)
			require.Equal(t, booking.PrepareAction{Action: c.want, Key: "test-key-00000001"}, d.desk.in)
		})
	}
	request, offer := `"requestReservation": {"slotIds": ["a"], "partySize": 2}`, `"confirmOffer": {"offerId": "o", "expectedVersion": 1}`
	for name, given := range map[string]string{
		"no action": `{}`, "nothing for an action": `{"confirmOffer": null}`, "two actions": `{` + request + `, ` + offer + `}`, "a reason in small letters": `{"cancelReservation": {"reservationId": "r", "expectedVersion": 3, "reasonCode": "other"}}`,
	} {
		t.Run(name+" in variables is PAYLOAD_INVALID", func(t *testing.T) {
			d := newDoor(t)
			d.refuse("PAYLOAD_INVALID", prepare, `{"a": `+given+`}`)
			require.Nil(t, d.desk.in)
		})
	}
	for name, given := range map[string]string{
		"no action": `{}`, "nothing for an action": `{confirmOffer: null}`, "two actions": `{requestReservation: {slotIds: ["a"], partySize: 2}, confirmOffer: {offerId: "o", expectedVersion: 1}}`,
	} {
		t.Run(name+" in a document is PAYLOAD_INVALID", func(t *testing.T) {
			d := newDoor(t)
			d.refuse("PAYLOAD_INVALID", `mutation { prepareAction(input: {action: `+given+`, idempotencyKey: `+key+`}) { outcome } }`)
			require.Nil(t, d.desk.in)
		})
	}
}

func TestApprovalCommands(t *testing.T) {
	id, job, row, entry, offer, slot := uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New()
	public := ref.Encode(ref.Approval, id)
	at := func(d *door, more ...ref.Ref) *door {
		d.desk.result = command.Result{Outcome: command.Committed, Refs: append([]ref.Ref{{Kind: ref.Approval, ID: id}}, more...)}
		d.reader.approvals = map[uuid.UUID]approval.Approval{id: {ID: id, Status: approval.Approved, Version: 2}}
		d.reader.intents = map[uuid.UUID]intent.Intent{job: {ID: job, Status: intent.Requested}}
		d.reader.reservations = map[uuid.UUID]reservation.Reservation{row: {ID: row}}
		d.reader.entries = map[uuid.UUID]waitlist.Entry{entry: {ID: entry}}
		d.reader.offers = map[uuid.UUID]waitlist.Offer{offer: {ID: offer}}
		return d
	}
	send := func(name, shows string) string {
		return `mutation { ` + name + `(input: {approvalId: "` + public + `", expectedVersion: 2, idempotencyKey: ` + key + `}) { outcome problem { code } approval { id status version } ` + shows + ` } }`
	}
	shown := map[string]any{"id": public, "status": "APPROVED", "version": 2.0}
	for _, name := range []string{"approveAction", "rejectAction", "confirmAction"} {
		t.Run(name+" names an approval and the version that was read", func(t *testing.T) {
			d := at(newDoor(t))
			require.Equal(t, shown, d.read(send(name, ""))[name].(map[string]any)["approval"])
			require.Equal(t, booking.ApprovalCommand{ApprovalID: public, ExpectedVersion: 2, Key: "test-key-00000001"}, d.desk.in)
			require.Equal(t, name, d.desk.reason)
		})
	}
	t.Run("an agent decides nothing, and confirms", func(t *testing.T) {
		d := at(newDoor(t).as(actor.Agent))
		for _, name := range []string{"approveAction", "rejectAction"} {
			d.refuse("FORBIDDEN", send(name, ""))
			require.Nil(t, d.desk.in)
		}
		d.read(send("confirmAction", ""))
		require.NotNil(t, d.desk.in)
	})
	for name, c := range map[string]struct {
		refs   []ref.Ref
		job    any
		result any
	}{
		"nothing":                       {nil, nil, nil},
		"an intent alone":               {[]ref.Ref{{Kind: ref.Intent, ID: job}}, map[string]any{"id": ref.Encode(ref.Intent, job)}, nil},
		"an intent about a reservation": {[]ref.Ref{{Kind: ref.Intent, ID: job}, {Kind: ref.Slot, ID: slot}, {Kind: ref.Reservation, ID: row}}, map[string]any{"id": ref.Encode(ref.Intent, job)}, map[string]any{"__typename": "Reservation", "id": ref.Encode(ref.Reservation, row)}},
		"a reservation, and an entry":   {[]ref.Ref{{Kind: ref.Reservation, ID: row}, {Kind: ref.Entry, ID: entry}}, nil, map[string]any{"__typename": "Reservation", "id": ref.Encode(ref.Reservation, row)}},
		"a waitlist entry":              {[]ref.Ref{{Kind: ref.Entry, ID: entry}}, nil, map[string]any{"__typename": "WaitlistEntry", "id": ref.Encode(ref.Entry, entry)}},
		"an offer":                      {[]ref.Ref{{Kind: ref.Offer, ID: offer}}, nil, map[string]any{"__typename": "Offer", "id": ref.Encode(ref.Offer, offer)}},
		"something that can't be seen":  {[]ref.Ref{{Kind: ref.Entry, ID: row}}, nil, nil},
		"slots, which came of nothing":  {[]ref.Ref{{Kind: ref.Slot, ID: slot}}, nil, nil},
	} {
		t.Run("what came of it may be "+name, func(t *testing.T) {
			got := at(newDoor(t), c.refs...).read(send("confirmAction", "intent { id } result { __typename id }"))["confirmAction"].(map[string]any)
			require.Equal(t, c.job, got["intent"])
			require.Equal(t, c.result, got["result"])
			require.Equal(t, shown, got["approval"])
		})
	}
	t.Run("a refusal brings the approval as it stands", func(t *testing.T) {
		d := at(newDoor(t))
		d.desk.result.Outcome, d.desk.result.Problem = command.Rejected, problem.New(problem.ApprovalRequired, "Nobody has said yes.")
		got := d.read(send("confirmAction", ""))["confirmAction"].(map[string]any)
		require.Equal(t, map[string]any{"outcome": "REJECTED", "problem": map[string]any{"code": "APPROVAL_REQUIRED"}, "approval": shown}, got)
	})
}

func TestApprovalFields(t *testing.T) {
	d := newDoor(t)
	id, job := uuid.New(), uuid.New()
	by := "CUSTOMER Kim"
	full := approval.Approval{ID: id, VenueID: venueID, Action: "moveReservation", TargetKey: "rv_x", Status: approval.Consumed, Version: 3, Preview: json.RawMessage(`{"words":"To \"7\" pm","data":{"slots":[1,2]}}`),
		Arguments: json.RawMessage(`{"secret":true}`), ArgsDigest: "d1", ExpiresAt: occurred, DecidedBy: &by, DecidedAt: &occurred, CreatedAt: occurred, IntentID: &job}
	d.reader.approvals = map[uuid.UUID]approval.Approval{id: full}
	d.reader.intents = map[uuid.UUID]intent.Intent{job: {ID: job}}
	fields := `{ id actionType targetKey status version preview argsDigest expiresAt decidedBy decidedAt createdAt venue { name } intent { id } }`
	ask := `{ approval(id: "` + ref.Encode(ref.Approval, id) + `") ` + fields + ` }`
	t.Run("an approval shows what it would do as it was written down", func(t *testing.T) {
		const when = "2026-08-03T09:00:00.000000Z"
		require.Equal(t, map[string]any{
			"id": ref.Encode(ref.Approval, id), "actionType": "moveReservation", "targetKey": "rv_x", "status": "CONSUMED", "version": 3.0, "argsDigest": "d1",
			"preview": map[string]any{"words": `To "7" pm`, "data": map[string]any{"slots": []any{1.0, 2.0}}}, "expiresAt": when, "decidedBy": by, "decidedAt": when, "createdAt": when,
			"venue": map[string]any{"name": "Main"}, "intent": map[string]any{"id": ref.Encode(ref.Intent, job)},
		}, d.read(ask)["approval"])
	})
	t.Run("one that waits has nobody to name", func(t *testing.T) {
		d.reader.approvals = map[uuid.UUID]approval.Approval{id: {ID: id, VenueID: venueID, Status: approval.Pending, Preview: json.RawMessage(`{}`)}}
		got := d.read(ask)["approval"].(map[string]any)
		for _, field := range []string{"decidedBy", "decidedAt", "intent"} {
			require.Nil(t, got[field], field)
		}
	})
	t.Run("statuses reach the reader as they were given", func(t *testing.T) {
		for arguments, want := range map[string][]approval.Status{"": nil, "(filter: {})": nil, "(filter: {statuses: []})": {}, "(filter: {statuses: [PENDING, CONSUMED]})": {approval.Pending, approval.Consumed}} {
			d.read(`{ approvals` + arguments + ` { nodes { id } } }`)
			require.Equal(t, want, d.reader.states, arguments)
		}
		d.refuse("PAYLOAD_INVALID", `query($s: [ApprovalStatus!]) { approvals(filter: {statuses: $s}) { nodes { id } } }`, `{"s": ["pending"]}`)
	})
	t.Run("fifty of them are read in few batches", func(t *testing.T) {
		before := d.reader.times("intentsByID")
		for range 50 {
			d.reader.prepared.Nodes, d.reader.prepared.Cursors = append(d.reader.prepared.Nodes, full), append(d.reader.prepared.Cursors, "c")
		}
		require.Len(t, d.read(`{ approvals { nodes ` + fields + ` } }`)["approvals"].(map[string]any)["nodes"], 50)
		require.Less(t, d.reader.times("intentsByID")-before, 10)
	})
}
