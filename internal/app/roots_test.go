package app_test

import (
	"encoding/json"
	"maps"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/schema"
)

// unusable is how a root answers an id that its caller can't use.
type unusable int

const (
	asNull    unusable = iota // a nullable single root
	asError                   // a list root or a subscription
	asProblem                 // a mutation
)

// root is a root field with what an outsider needs to try it.
type root struct {
	document string
	good     func(w *world) vars // variables that it takes
	ids      map[string]ref.Kind // the variables that hold ids, by path
	unusable unusable
	denied   []string // the roles that have no capability for it
}

var (
	agents    = []string{"AGENT"}
	notStaff  = []string{"AGENT", "CUSTOMER"}
	venueFace = ` id code name timeZone version policy { id number } resources { nodes { id name } } `
	edgesOf   = func(fields string) string {
		return ` { edges { cursor node {` + fields + `} } nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } `
	}
	anything = ` __typename ... on Reservation {` + reservationFields + `} ... on Venue {` + venueFace + `} ... on Slot { sid: id startsAt resource { name } }
		... on WaitlistEntry { eid: id state: status customer { name } } ... on Offer { oid: id place: status entry { customer { name } } }
		... on Intent { iid: id now: status reservation { id } } ... on Attempt { aid: id try: status failure } ... on Approval { pid: id stage: status preview }
		... on Resource { id name } ... on Tenant { id code name } ... on PolicyVersion { id number }
		... on Area { id name } ... on Pause { id until } ... on Adjustment { id amount } ... on Series { id rule } ... on CalendarFeed { id privacy } ... on AuditEntry { id operation }
		... on ApiKey { kid: id keyName: name principalId } ... on Membership { mid: id issuer subject } `
)

// roots are all root fields of the contract; a test compares them with it.
func roots() map[string]root {
	single := func(name, fields string, kind ref.Kind) root {
		return root{document: `query($id: ID!) { ` + name + `(id: $id) {` + fields + `} }`, ids: map[string]ref.Kind{"id": kind},
			good: func(w *world) vars { return vars{"id": w.id(kind)} }}
	}
	list := func(name, fields string) root {
		return root{document: `query($venueId: ID!) { ` + name + `(venueId: $venueId)` + edgesOf(fields) + `}`, unusable: asError,
			ids: map[string]ref.Kind{"venueId": ref.Venue}, good: func(w *world) vars { return vars{"venueId": w.id(ref.Venue)} }}
	}
	stream := func(name, argument, fields string, kind ref.Kind) root {
		return root{document: `subscription($id: ID!) { ` + name + `(` + argument + `) { kind cursor occurredAt ` + fields + ` } }`, unusable: asError,
			ids: map[string]ref.Kind{"id": kind}, good: func(w *world) vars { return vars{"id": w.id(kind)} }}
	}
	act := func(name string, denied []string, ids map[string]ref.Kind, input func(w *world) vars) root {
		return root{document: mutations[name], ids: ids, unusable: asProblem, denied: denied,
			good: func(w *world) vars { return vars{"input": input(w).with(vars{"idempotencyKey": key()})} }}
	}
	onReservation := func(name string, denied []string) root {
		return act(name, denied, map[string]ref.Kind{"input.reservationId": ref.Reservation}, func(w *world) vars {
			return vars{"reservationId": w.id(ref.Reservation), "expectedVersion": 1}
		})
	}
	onAnOffer := func(name string, denied []string, more vars) root {
		return act(name, denied, map[string]ref.Kind{"input.offerId": ref.Offer}, func(w *world) vars {
			return vars{"offerId": w.id(ref.Offer), "expectedVersion": 1}.with(more)
		})
	}
	onIntent := func(name string) root {
		return act(name, agents, map[string]ref.Kind{"input.intentId": ref.Intent}, func(w *world) vars {
			return vars{"intentId": w.id(ref.Intent), "expectedVersion": 1}
		})
	}
	onAnApproval := func(name string, denied []string) root {
		return act(name, denied, map[string]ref.Kind{"input.approvalId": ref.Approval}, func(w *world) vars {
			return vars{"approvalId": w.id(ref.Approval), "expectedVersion": 1}
		})
	}
	notFor := func(roles []string, r root) root { r.denied = roles; return r }
	plain := func(document string) root {
		return root{document: document, good: func(*world) vars { return nil }}
	}
	all := map[string]root{
		"viewer":               plain(`{ viewer { id displayName role capabilities tenant { id code name } } }`),
		"serverTime":           plain(`{ serverTime }`),
		"node":                 single("node", anything, ref.Reservation),
		"venue":                single("venue", venueFace, ref.Venue),
		"reservation":          single("reservation", reservationFields, ref.Reservation),
		"waitlistEntry":        single("waitlistEntry", entryFields, ref.Entry),
		"offer":                single("offer", offerFields, ref.Offer),
		"venues":               plain(`{ venues` + edgesOf(venueFace) + `}`),
		"reservations":         list("reservations", reservationFields+`venue {`+venueFace+`} policyVersion { id }`),
		"waitlistEntries":      list("waitlistEntries", entryFields+`venue { id name }`),
		"offers":               list("offers", offerFields+` entry { customer { name } }`),
		"policyVersions":       list("policyVersions", ` activatedAt `+policyFields),
		"holdSlot":             {}, // below
		"extendHold":           onReservation("extendHold", agents),
		"confirmReservation":   onReservation("confirmReservation", agents),
		"checkInReservation":   onReservation("checkInReservation", notStaff),
		"completeReservation":  onReservation("completeReservation", notStaff),
		"markNoShow":           onReservation("markNoShow", notStaff),
		"confirmOffer":         onAnOffer("confirmOffer", agents, vars{"confirmationSource": "CUSTOMER"}),
		"declineOffer":         onAnOffer("declineOffer", agents, vars{"reasonCode": "OTHER"}),
		"withdrawOffer":        onAnOffer("withdrawOffer", notStaff, vars{"reason": "a reason"}),
		"intent":               single("intent", intentFields, ref.Intent),
		"approval":             single("approval", approvalFields, ref.Approval),
		"approvals":            plain(`{ approvals` + edgesOf(approvalFields) + `}`),
		"cancelIntent":         onIntent("cancelIntent"),
		"retryIntent":          onIntent("retryIntent"),
		"approveAction":        onAnApproval("approveAction", agents),
		"rejectAction":         onAnApproval("rejectAction", agents),
		"confirmAction":        onAnApproval("confirmAction", nil),
		"intentChanged":        stream("intentChanged", "id: $id", `intent {`+intentFields+`}`, ref.Intent),
		"approvalChanged":      stream("approvalChanged", "id: $id", `approval {`+approvalFields+`}`, ref.Approval),
		"actionQueueChanged":   notFor(notStaff, stream("actionQueueChanged", "venueId: $id", `item {`+actionFields+`} removedItemId`, ref.Venue)),
		"offerChanged":         stream("offerChanged", "venueId: $id", `offer {`+offerFields+`}`, ref.Venue),
		"reservationChanged":   stream("reservationChanged", "venueId: $id", `reservation {`+reservationFields+`}`, ref.Venue),
		"waitlistEntryChanged": stream("waitlistEntryChanged", "id: $id", `waitlistEntry {`+entryFields+`}`, ref.Entry),
	}
	all["nodes"] = root{document: `query($ids: [ID!]!) { nodes(ids: $ids) {` + anything + `} }`, ids: map[string]ref.Kind{"ids.0": ref.Reservation},
		good: func(w *world) vars { return vars{"ids": []any{w.id(ref.Reservation)}} }}
	all["command"] = root{document: `query($key: IdempotencyKey!) { command(idempotencyKey: $key) { operation outcome result { id } } }`,
		good: func(*world) vars { return vars{"key": key()} }}
	all["availability"] = root{unusable: asError, ids: map[string]ref.Kind{"venueId": ref.Venue},
		document: `query($venueId: ID!, $from: Date!, $to: Date!) { availability(venueId: $venueId, from: $from, to: $to, partySize: 2, includeUnbookable: true)` + edgesOf(slotFields+`resource { name }`) + `}`,
		good: func(w *world) vars {
			return vars{"venueId": w.id(ref.Venue), "from": w.today(0), "to": w.today(3)}
		}}
	all["availabilityChanged"] = root{unusable: asError, ids: map[string]ref.Kind{"id": ref.Venue},
		document: `subscription($id: ID!, $date: Date!) { availabilityChanged(venueId: $id, date: $date) { kind cursor occurredAt slot {` + slotFields + `} } }`,
		good:     func(w *world) vars { return vars{"id": w.id(ref.Venue), "date": w.today(1)} }}
	all["intents"] = root{unusable: asError, ids: map[string]ref.Kind{"venueId": ref.Venue},
		document: `query($venueId: ID) { intents(filter: {venueId: $venueId})` + edgesOf(intentFields) + `}`,
		good:     func(w *world) vars { return vars{"venueId": w.id(ref.Venue)} }}
	all["requestReservation"] = act("requestReservation", agents, map[string]ref.Kind{"input.slotIds.0": ref.Slot}, func(w *world) vars {
		return vars{"slotIds": []any{w.id(ref.Slot)}, "partySize": 2}
	})
	all["resolveAttempt"] = act("resolveAttempt", notStaff, map[string]ref.Kind{"input.attemptId": ref.Attempt}, func(w *world) vars {
		return vars{"attemptId": w.id(ref.Attempt), "expectedVersion": 1, "resolution": "FAILED", "reason": "a reason"}
	})
	all["prepareAction"] = act("prepareAction", nil, map[string]ref.Kind{"input.action.cancelReservation.reservationId": ref.Reservation}, func(w *world) vars {
		return vars{"action": vars{"cancelReservation": vars{"reservationId": w.id(ref.Reservation), "expectedVersion": 1, "reasonCode": "OTHER"}}}
	})
	all["holdSlot"] = act("holdSlot", agents, map[string]ref.Kind{"input.slotIds.0": ref.Slot}, func(w *world) vars {
		return vars{"slotIds": []any{w.id(ref.Slot)}, "partySize": 2}
	})
	all["cancelReservation"] = act("cancelReservation", agents, map[string]ref.Kind{"input.reservationId": ref.Reservation}, func(w *world) vars {
		return vars{"reservationId": w.id(ref.Reservation), "expectedVersion": 1, "reasonCode": "OTHER"}
	})
	all["moveReservation"] = act("moveReservation", agents, map[string]ref.Kind{"input.reservationId": ref.Reservation, "input.slotIds.0": ref.Slot}, func(w *world) vars {
		return vars{"reservationId": w.id(ref.Reservation), "slotIds": []any{w.id(ref.Slot)}, "expectedVersion": 1}
	})
	all["joinWaitlist"] = act("joinWaitlist", agents, map[string]ref.Kind{"input.venueId": ref.Venue, "input.resourceId": ref.Resource}, func(w *world) vars {
		return vars{"venueId": w.id(ref.Venue), "resourceId": w.id(ref.Resource), "partySize": 2,
			"from": time.Now().Add(200 * time.Hour).Format(time.RFC3339), "to": time.Now().Add(203 * time.Hour).Format(time.RFC3339)}
	})
	all["leaveWaitlist"] = act("leaveWaitlist", agents, map[string]ref.Kind{"input.entryId": ref.Entry}, func(w *world) vars {
		return vars{"entryId": w.id(ref.Entry), "expectedVersion": 1}
	})
	all["offerToEntry"] = act("offerToEntry", notStaff, map[string]ref.Kind{"input.entryId": ref.Entry, "input.slotIds.0": ref.Slot}, func(w *world) vars {
		return vars{"entryId": w.id(ref.Entry), "slotIds": []any{w.id(ref.Slot)}, "expectedVersion": 1, "reason": "a reason"}
	})
	maps.Copy(all, houseRoots(act, list))
	return all
}

// contract reads the printed schema.
func contract(t testing.TB) *ast.Schema {
	t.Helper()
	s, err := gqlparser.LoadSchema(&ast.Source{Name: "schema.graphql", Input: schema.Print()})
	require.NoError(t, err)
	return s
}

// isStream reports whether a root field is a subscription.
func isStream(s *ast.Schema, name string) bool { return s.Subscription.Fields.ForName(name) != nil }

func TestEveryRootFieldIsTried(t *testing.T) {
	t.Parallel()
	s := contract(t)
	var fields []string
	for _, kind := range []*ast.Definition{s.Query, s.Mutation, s.Subscription} {
		for _, field := range kind.Fields {
			if field.Name != "__schema" && field.Name != "__type" {
				fields = append(fields, field.Name)
			}
		}
	}
	var tried []string
	for name := range roots() {
		tried = append(tried, name)
	}
	require.ElementsMatch(t, fields, tried)
}

// put is the variables with the value at a path changed.
func put(t testing.TB, v vars, path []string, value any) vars {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	var all any
	require.NoError(t, json.Unmarshal(raw, &all))
	at := all
	for _, step := range path[:len(path)-1] {
		at = at.(map[string]any)[step]
	}
	switch last := path[len(path)-1]; here := at.(type) {
	case map[string]any:
		here[last] = value
	case []any:
		here[0] = value
	}
	return vars(all.(map[string]any))
}
