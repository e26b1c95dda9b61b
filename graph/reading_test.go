package graph_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

func TestPages(t *testing.T) {
	list := func(arguments string) string {
		return `{ reservations(venueId: "` + venue + `"` + arguments + `) { nodes { id } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`
	}
	t.Run("a page is 50 unless the client says otherwise", func(t *testing.T) {
		d := newDoor(t)
		for arguments, want := range map[string]int{"": 50, ", first: null": 50, ", first: 7": 7, ", first: 100": 100} {
			d.read(list(arguments))
			require.Equal(t, reading.Page{First: want}, d.reader.page)
		}
	})
	t.Run("sizes out of bounds and broken cursors are PAYLOAD_INVALID", func(t *testing.T) {
		d := newDoor(t)
		for arguments, field := range map[string]string{", first: 0": "first", ", first: 101": "first", ", first: -1": "first", `, after: ""`: "after"} {
			require.Equal(t, field, d.refuse("PAYLOAD_INVALID", list(arguments)).Errors[0].Extensions.Field)
		}
	})
	t.Run("edges pair rows with their cursors", func(t *testing.T) {
		d := newDoor(t)
		a, b := uuid.New(), uuid.New()
		d.reader.listed = reading.Connection[reservation.Reservation]{Nodes: []reservation.Reservation{{ID: a}, {ID: b}}, Cursors: []string{"ca", "cb"}, HasNext: true}
		first, second := map[string]any{"id": ref.Encode(ref.Reservation, a)}, map[string]any{"id": ref.Encode(ref.Reservation, b)}
		require.Equal(t, map[string]any{
			"nodes":    []any{first, second},
			"edges":    []any{map[string]any{"cursor": "ca", "node": first}, map[string]any{"cursor": "cb", "node": second}},
			"pageInfo": map[string]any{"hasNextPage": true, "hasPreviousPage": false, "startCursor": "ca", "endCursor": "cb"},
		}, d.read(list(`, after: "c"`))["reservations"])
	})
	t.Run("an empty page has no cursors", func(t *testing.T) {
		got := newDoor(t).read(list(""))["reservations"].(map[string]any)
		require.Equal(t, []any{}, got["nodes"])
		require.Equal(t, map[string]any{"hasNextPage": false, "hasPreviousPage": false, "startCursor": nil, "endCursor": nil}, got["pageInfo"])
	})
	t.Run("conditions reach the reader as they were given", func(t *testing.T) {
		d := newDoor(t)
		resource := uuid.New()
		d.read(list(`, filter: {statuses: [HELD, NO_SHOW], from: "2026-08-03T00:00:00Z", resourceId: "` + ref.Encode(ref.Resource, resource) + `"}`))
		from := time.Date(2026, 8, 3, 0, 0, 0, 0, time.UTC)
		require.Equal(t, reading.ReservationFilter{Statuses: []reservation.Status{reservation.Held, reservation.NoShow}, From: &from, ResourceID: &resource}, d.reader.filter)
		d.read(list(`, filter: {statuses: []}`))
		require.NotNil(t, d.reader.filter.Statuses, "no status at all is not any status")
		d.refuse("REFERENCE_NOT_FOUND", list(`, filter: {resourceId: "rs_x"}`))
	})
	t.Run("availability asks for civil dates and a party", func(t *testing.T) {
		d := newDoor(t)
		d.read(`{ availability(venueId: "` + venue + `", from: "2026-08-03", to: "2026-08-04", partySize: 0, includeUnbookable: true) { nodes { id } } }`)
		require.Equal(t, "2026-08-03 2026-08-04 0 true", fmt.Sprint(d.reader.query.From, d.reader.query.To, d.reader.query.PartySize, d.reader.query.IncludeUnbookable))
		require.Equal(t, venueID, d.reader.query.VenueID)
	})
}

func TestNodes(t *testing.T) {
	d := newDoor(t)
	id := uuid.New()
	d.reader.tenant = &inventory.Tenant{ID: d.actor.TenantID, Name: "House"}
	d.reader.resources = map[uuid.UUID]inventory.Resource{id: {ID: id}}
	d.reader.slots = map[uuid.UUID]reading.Slot{id: {Slot: inventory.Slot{ID: id}}}
	d.reader.reservations = map[uuid.UUID]reservation.Reservation{id: {ID: id}}
	d.reader.entries = map[uuid.UUID]waitlist.Entry{id: {ID: id}}
	d.reader.offers = map[uuid.UUID]waitlist.Offer{id: {ID: id}}
	d.reader.policies = map[uuid.UUID]policy.Version{id: {ID: id}}
	d.reader.intents = map[uuid.UUID]intent.Intent{id: {ID: id}}
	d.reader.attempts = map[uuid.UUID]intent.Attempt{id: {ID: id}}
	d.reader.approvals = map[uuid.UUID]approval.Approval{id: {ID: id}}
	named := map[string]string{
		"Tenant": ref.Encode(ref.Tenant, d.actor.TenantID), "Venue": venue, "Resource": ref.Encode(ref.Resource, id), "Slot": ref.Encode(ref.Slot, id),
		"Reservation": ref.Encode(ref.Reservation, id), "WaitlistEntry": ref.Encode(ref.Entry, id), "Offer": ref.Encode(ref.Offer, id),
		"PolicyVersion": ref.Encode(ref.PolicyVersion, id), "Intent": ref.Encode(ref.Intent, id), "Attempt": ref.Encode(ref.Attempt, id),
		"Approval": ref.Encode(ref.Approval, id),
	}
	for kind, id := range named {
		t.Run("a "+kind+" is read by its id", func(t *testing.T) {
			require.Equal(t, map[string]any{"__typename": kind, "id": id}, d.read(`query($id: ID!) { node(id: $id) { __typename id } }`, fmt.Sprintf(`{"id": %q}`, id))["node"])
		})
	}
	t.Run("what is unusable or unseen answers null in its place", func(t *testing.T) {
		ids := []string{"x", named["Offer"], ref.Encode(ref.Customer, id), ref.Encode(ref.Offer, uuid.New()), ref.Encode(ref.Tenant, uuid.New()), named["Venue"]}
		got := d.read(`query($ids: [ID!]!) { nodes(ids: $ids) { id } }`, `{"ids": ["`+strings.Join(ids, `", "`)+`"]}`)["nodes"]
		require.Equal(t, []any{nil, map[string]any{"id": named["Offer"]}, nil, nil, nil, map[string]any{"id": venue}}, got)
	})
	t.Run("a hundred ids are read in one batch, and more are refused", func(t *testing.T) {
		before := d.reader.times("offersByID")
		hundred := strings.Repeat(`"`+named["Offer"]+`",`, 100)
		require.Len(t, d.read(`{ nodes(ids: [` + hundred + `]) { id } }`)["nodes"], 100)
		require.Equal(t, 1, d.reader.times("offersByID")-before)
		require.Equal(t, "ids", d.refuse("PAYLOAD_INVALID", `{ nodes(ids: [`+hundred+`"x"]) { id } }`).Errors[0].Extensions.Field)
	})
	t.Run("single roots answer null for unusable ids", func(t *testing.T) {
		for _, root := range []string{"venue", "reservation", "waitlistEntry", "offer", "intent", "approval"} {
			require.Nil(t, d.read(`{ ` + root + `(id: "nonsense") { id } }`)[root])
			require.Nil(t, d.read(`{ ` + root + `(id: "` + ref.Encode(ref.Customer, id) + `") { id } }`)[root])
		}
	})
}

func TestViewer(t *testing.T) {
	d := newDoor(t).as(actor.Agent)
	d.reader.tenant = &inventory.Tenant{ID: d.actor.TenantID, Code: "house", Name: "House"}
	require.Equal(t, map[string]any{
		"id": ref.Encode(ref.Principal, d.actor.PrincipalID), "displayName": "Somi", "role": "AGENT", "tenant": map[string]any{"code": "house"},
		"capabilities": []any{"session:read", "inventory:read", "policy:read", "reservation:read", "waitlist:read", "offer:read",
			"intent:read", "approval:read", "approval:prepare"},
	}, d.read(`{ viewer { id displayName role capabilities tenant { code } } }`)["viewer"])
}

func TestReservationFields(t *testing.T) {
	d := newDoor(t)
	terms, owner, slot := uuid.New(), uuid.New(), uuid.New()
	email := "kim@example.com"
	expires := d.reader.now.Add(time.Minute)
	d.reader.policies = map[uuid.UUID]policy.Version{terms: {ID: terms, Number: 2, Status: policy.Active, Rules: policy.Default()}}
	d.reader.customers = map[uuid.UUID]customer.Customer{owner: {ID: owner, Name: "Kim", Email: &email}}
	d.reader.slots = map[uuid.UUID]reading.Slot{slot: {Slot: inventory.Slot{ID: slot, ResourceID: slot, Capacity: 1, Version: 1},
		Standing: inventory.Standing{Slot: inventory.Slot{ID: slot, Capacity: 1, Version: 1}, Resource: inventory.Resource{ID: slot, Name: "T1", Kind: inventory.Exclusive, MinParty: 2, MaxParty: 4}}, Party: 2, Now: d.reader.now}}
	d.reader.slotIDs = map[uuid.UUID][]uuid.UUID{}
	d.reader.listed = reading.Connection[reservation.Reservation]{}
	for range 50 {
		id := uuid.New()
		d.reader.slotIDs[id] = []uuid.UUID{slot}
		d.reader.listed.Cursors = append(d.reader.listed.Cursors, "c")
		d.reader.listed.Nodes = append(d.reader.listed.Nodes, reservation.Reservation{
			ID: id, VenueID: venueID, CustomerID: owner, PolicyVersionID: terms, Status: reservation.Held, Version: 1, ExpiresAt: &expires, StartsAt: d.reader.now.Add(time.Hour)})
	}
	got := d.read(`{ reservations(venueId: "` + venue + `") { nodes {
		id status expiresAt viewerCommands venue { name } customer { id name email phone }
		slots { id remaining bookable blockers resource { name } } policyVersion { number rules { holdTtl waitlistWeights { factor weight } } }
	} } }`)["reservations"].(map[string]any)["nodes"].([]any)

	t.Run("a reservation shows what hangs on it", func(t *testing.T) {
		require.Len(t, got, 50)
		one := got[0].(map[string]any)
		require.Equal(t, []any{"confirmReservation", "extendHold", "moveReservation", "cancelReservation"}, one["viewerCommands"])
		require.Equal(t, map[string]any{"id": ref.Encode(ref.Customer, owner), "name": "Kim", "email": email, "phone": nil}, one["customer"])
		require.Equal(t, map[string]any{"name": "Main"}, one["venue"])
		require.Equal(t, []any{map[string]any{
			"id": ref.Encode(ref.Slot, slot), "remaining": 1.0, "bookable": false, "resource": map[string]any{"name": "T1"},
			"blockers": []any{string(problem.ResourceClosed), string(problem.OutsideBookingWindow)},
		}}, one["slots"])
		rules := one["policyVersion"].(map[string]any)["rules"].(map[string]any)
		require.Equal(t, "PT5M", rules["holdTtl"])
		require.Len(t, rules["waitlistWeights"], 5)
	})
	t.Run("fifty of them are read in few batches, whatever the machine is doing", func(t *testing.T) {
		require.Equal(t, 1, d.reader.times("now"))
		for _, what := range []string{"venuesByID", "customersByID", "slotsOf", "policiesByID"} {
			require.Positive(t, d.reader.times(what), what)
			require.Less(t, d.reader.times(what), 10, what)
		}
	})
	t.Run("a customer that cannot be found is an error and never a nameless one", func(t *testing.T) {
		d.reader.customers = nil
		d.reader.listed.Nodes, d.reader.listed.Cursors = d.reader.listed.Nodes[:1], d.reader.listed.Cursors[:1]
		d.refuse("INTERNAL", `{ reservations(venueId: "`+venue+`") { nodes { customer { name } } } }`)
	})
}

func TestWaitlistFields(t *testing.T) {
	d := newDoor(t)
	id, offer, resource, skipped, selection, terms := uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New()
	d.reader.positions = map[uuid.UUID]int{id: 3}
	d.reader.policies = map[uuid.UUID]policy.Version{terms: {ID: terms, Number: 1}}
	d.reader.selections = map[uuid.UUID]waitlist.Selection{selection: {ID: selection, EntryID: uuid.New(), PolicyVersionID: terms, PolicyDigest: "d", Considered: 2,
		Skipped: []waitlist.Skipped{{EntryID: skipped, Position: 1, Code: problem.CapacityExceeded}}}}
	entry := func(status waitlist.EntryStatus) map[string]any {
		d.reader.entries = map[uuid.UUID]waitlist.Entry{id: {ID: id, VenueID: venueID, Status: status, ResourceID: &resource, OfferID: &offer}}
		return d.read(`{ waitlistEntry(id: "` + ref.Encode(ref.Entry, id) + `") { status position resourceId offer { id } } }`)["waitlistEntry"].(map[string]any)
	}
	t.Run("only an entry that waits has a position", func(t *testing.T) {
		require.Equal(t, 3.0, entry(waitlist.Waiting)["position"])
		require.Nil(t, entry(waitlist.Offered)["position"])
	})
	t.Run("an entry names its resource and its latest offer", func(t *testing.T) {
		d.reader.offers = map[uuid.UUID]waitlist.Offer{offer: {ID: offer}}
		got := entry(waitlist.Fulfilled)
		require.Equal(t, ref.Encode(ref.Resource, resource), got["resourceId"])
		require.Equal(t, map[string]any{"id": ref.Encode(ref.Offer, offer)}, got["offer"])
	})

	decided, source, reason, by, program := d.reader.now, "PHONE", "NOT_REACHABLE", "STAFF Somi", "SlotQ"
	expires := decided.Add(time.Minute)
	hold := uuid.New()
	d.reader.reservations = map[uuid.UUID]reservation.Reservation{hold: {ID: hold}}
	for name, c := range map[string]struct {
		offer waitlist.Offer
		want  map[string]any
	}{
		"an open offer is not decided": {waitlist.Offer{Status: waitlist.OfferOpen}, map[string]any{"state": "NONE"}},
		"an accepted offer says where the yes came from and what it became": {
			waitlist.Offer{Status: waitlist.OfferAccepted, DecidedAt: &decided, DecidedBy: &by, Source: &source},
			map[string]any{"state": "ACCEPTED", "decidedAt": decided, "decidedBy": by, "source": source, "reservation": map[string]any{"id": ref.Encode(ref.Reservation, hold)}}},
		"a declined offer says why": {
			waitlist.Offer{Status: waitlist.OfferDeclined, DecidedAt: &decided, DecidedBy: &by, ReasonCode: &reason},
			map[string]any{"state": "DECLINED", "decidedAt": decided, "decidedBy": by, "reasonCode": reason}},
		"an offer that lapsed was decided by time, before anybody recorded it": {
			waitlist.Offer{Status: waitlist.OfferExpired}, map[string]any{"state": "EXPIRED", "decidedAt": expires}},
		"and after": {waitlist.Offer{Status: waitlist.OfferExpired, DecidedAt: &decided, DecidedBy: &program}, map[string]any{"state": "EXPIRED", "decidedAt": expires}},
		"an offer that was withdrawn says by whom": {
			waitlist.Offer{Status: waitlist.OfferWithdrawn, DecidedAt: &decided, DecidedBy: &by}, map[string]any{"state": "WITHDRAWN", "decidedAt": decided, "decidedBy": by}},
	} {
		t.Run(name, func(t *testing.T) {
			c.offer.ID, c.offer.ExpiresAt, c.offer.ReservationID = offer, expires, hold
			d.reader.offers = map[uuid.UUID]waitlist.Offer{offer: c.offer}
			got := d.read(`{ offer(id: "` + ref.Encode(ref.Offer, offer) + `") { decision { state decidedAt decidedBy source reasonCode reservation { id } } } }`)["offer"].(map[string]any)["decision"]
			want := map[string]any{"decidedAt": nil, "decidedBy": nil, "source": nil, "reasonCode": nil, "reservation": nil}
			for field, value := range c.want {
				if at, isTime := value.(time.Time); isTime {
					value = at.Format("2006-01-02T15:04:05.000000Z")
				}
				want[field] = value
			}
			require.Equal(t, want, got)
		})
	}
	t.Run("a selection names whom it passed over, and nobody where the chosen is not to be seen", func(t *testing.T) {
		d.reader.offers = map[uuid.UUID]waitlist.Offer{offer: {ID: offer, SelectionID: selection}}
		got := d.read(`{ offer(id: "` + ref.Encode(ref.Offer, offer) + `") { selection { policyVersion { number } policyDigest chosen { id } considered skipped { entryId position code } override reason } } }`)
		require.Equal(t, map[string]any{
			"policyVersion": map[string]any{"number": 1.0}, "policyDigest": "d", "chosen": nil, "considered": 2.0, "override": false, "reason": nil,
			"skipped": []any{map[string]any{"entryId": ref.Encode(ref.Entry, skipped), "position": 1.0, "code": "CAPACITY_EXCEEDED"}},
		}, got["offer"].(map[string]any)["selection"])
	})
}
