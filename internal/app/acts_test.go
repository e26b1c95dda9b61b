package app_test

import (
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// What the payloads are asked for.
const (
	outcomeFields     = `outcome replayed retryAfterMs problem { code message field retry currentVersion } correlationId `
	slotFields        = ` id version remaining capacity bookable blockers startsAt endsAt `
	reservationFields = ` id status version expiresAt statusReason partySize viewerCommands customer { id name email phone } slots { id } `
	entryFields       = ` id status version position joinedAt partySize resourceId from to customer { id name } offer { id } `
	attemptFields     = ` id number provider action reference target status startedAt endedAt upstreamRef failure resolvedBy resolution compensation version `
	intentFields      = ` id kind status version partySize waitForSeat failure queuePosition expiresAt createdAt updatedAt venue { id name } slots { id }
		reservation { id status customer { id name } intent { id } } offer { id status } completedBy { id } attempts {` + attemptFields + `} `
	approvalFields = ` id actionType targetKey status version preview argsDigest expiresAt decidedBy decidedAt createdAt venue { id name } intent { id status } `
	offerFields    = ` id status version expiresAt deliveryState hold { id status version viewerCommands } entry { id status version } slots { id }
		decision { state decidedAt decidedBy source reasonCode reservation { id status } }
		selection { considered override reason policyDigest policyVersion { id } chosen { id } skipped { entryId position code } } `
)

// mutation is the document of a mutation that answers this of its payload.
func mutation(name, input, shows string) string {
	return `mutation($input: ` + input + `!) { ` + name + `(input: $input) { ` + outcomeFields + shows + ` } }`
}

var (
	showReservation = ` reservation {` + reservationFields + `} slots {` + slotFields + `} `
	showEntry       = ` entry {` + entryFields + `} `
	showOffer       = ` offer {` + offerFields + `} `
	showIntent      = ` intent {` + intentFields + `} `
	showApproval    = ` approval {` + approvalFields + `} `

	mutations = map[string]string{
		"holdSlot":            mutation("holdSlot", "HoldSlotInput", showReservation),
		"extendHold":          mutation("extendHold", "ReservationCommandInput", showReservation),
		"confirmReservation":  mutation("confirmReservation", "ReservationCommandInput", showReservation),
		"cancelReservation":   mutation("cancelReservation", "CancelReservationInput", showReservation),
		"moveReservation":     mutation("moveReservation", "MoveReservationInput", showReservation),
		"checkInReservation":  mutation("checkInReservation", "ReservationCommandInput", showReservation),
		"completeReservation": mutation("completeReservation", "ReservationCommandInput", showReservation),
		"markNoShow":          mutation("markNoShow", "ReservationCommandInput", showReservation),
		"joinWaitlist":        mutation("joinWaitlist", "JoinWaitlistInput", showEntry),
		"leaveWaitlist":       mutation("leaveWaitlist", "WaitlistCommandInput", showEntry),
		"offerToEntry":        mutation("offerToEntry", "OfferToEntryInput", showOffer),
		"confirmOffer":        mutation("confirmOffer", "ConfirmOfferInput", showOffer+` reservation {`+reservationFields+`} `),
		"declineOffer":        mutation("declineOffer", "DeclineOfferInput", showOffer),
		"withdrawOffer":       mutation("withdrawOffer", "WithdrawOfferInput", showOffer),
		"requestReservation":  mutation("requestReservation", "RequestReservationInput", showIntent),
		"cancelIntent":        mutation("cancelIntent", "IntentCommandInput", showIntent),
		"retryIntent":         mutation("retryIntent", "IntentCommandInput", showIntent),
		"resolveAttempt":      mutation("resolveAttempt", "ResolveAttemptInput", showIntent),
		"prepareAction":       mutation("prepareAction", "PrepareActionInput", showApproval),
		"approveAction":       mutation("approveAction", "ApprovalCommandInput", showApproval),
		"rejectAction":        mutation("rejectAction", "ApprovalCommandInput", showApproval),
		"confirmAction":       mutation("confirmAction", "ApprovalCommandInput", showApproval+showIntent+` result { __typename id } `),
	}
)

// try sends a mutation with a fresh key, unless the input names one.
func (c client) try(name string, input vars) answer {
	c.t.Helper()
	if _, named := input["idempotencyKey"]; !named {
		input = input.with(vars{"idempotencyKey": key()})
	}
	return c.ask(mutations[name], vars{"input": input})
}

// give sends a mutation that must not end in errors and returns its payload.
func (c client) give(name string, input vars) gjson.Result {
	c.t.Helper()
	a := c.try(name, input)
	require.False(c.t, a.json().Get("errors").Exists(), "%s with %v: %s", name, input, a.raw)
	return a.data(name)
}

// commit sends a mutation that must be carried out.
func (c client) commit(name string, input vars) gjson.Result {
	c.t.Helper()
	p := c.give(name, input)
	require.Equal(c.t, "COMMITTED", p.Get("outcome").String(), "%s with %v: %s", name, input, p.Raw)
	require.Equal(c.t, gjson.Null, p.Get("problem").Type, p.Raw)
	return p
}

// refuse sends a mutation that the domain must refuse with this code.
func (c client) refuse(code, name string, input vars) gjson.Result {
	c.t.Helper()
	p := c.give(name, input)
	require.Equal(c.t, "REJECTED", p.Get("outcome").String(), "%s with %v: %s", name, input, p.Raw)
	require.Equal(c.t, code, p.Get("problem.code").String(), "%s with %v: %s", name, input, p.Raw)
	require.False(c.t, p.Get("replayed").Bool(), p.Raw)
	return p
}

func (c client) hold(party int, slots ...string) gjson.Result {
	c.t.Helper()
	return c.commit("holdSlot", vars{"slotIds": slots, "partySize": party}).Get("reservation")
}

// on names a reservation at the version that was read.
func on(reservation gjson.Result) vars {
	return vars{"reservationId": reservation.Get("id").String(), "expectedVersion": reservation.Get("version").Int()}
}

// onOffer names an offer likewise, with what a command on it needs besides.
func onOffer(offer gjson.Result, more vars) vars {
	return vars{"offerId": offer.Get("id").String(), "expectedVersion": offer.Get("version").Int()}.with(more)
}

func (c client) confirmed(party int, slots ...string) gjson.Result {
	c.t.Helper()
	return c.commit("confirmReservation", on(c.hold(party, slots...))).Get("reservation")
}

func (c client) cancel(reservation gjson.Result) gjson.Result {
	c.t.Helper()
	return c.commit("cancelReservation", on(reservation).with(vars{"reasonCode": "CUSTOMER_REQUEST"})).Get("reservation")
}

// wish is the input of joinWaitlist for the time of a slot.
func (n *tenant) wish(party int, slot string) vars {
	from, to := n.times(slot)
	return vars{"venueId": n.venueID(), "partySize": party, "from": from.Format(time.RFC3339Nano), "to": to.Format(time.RFC3339Nano)}
}

func (n *tenant) join(c client, party int, slot string) gjson.Result {
	c.t.Helper()
	return c.commit("joinWaitlist", n.wish(party, slot)).Get("entry")
}

// offerTo lets staff offer slots to an entry.
func (n *tenant) offerTo(entry gjson.Result, slots ...string) gjson.Result {
	n.program.t.Helper()
	return n.staff.commit("offerToEntry", vars{"entryId": entry.Get("id").String(), "slotIds": slots,
		"expectedVersion": entry.Get("version").Int(), "reason": n.canary + " reason"}).Get("offer")
}

// read reads one thing again.
func (c client) read(root, fields, id string) gjson.Result {
	c.t.Helper()
	return c.do(`query($id: ID!) { `+root+`(id: $id) {`+fields+`} }`, vars{"id": id}).Get(root)
}

func (c client) reservation(id string) gjson.Result {
	return c.read("reservation", reservationFields, id)
}
func (c client) entry(id string) gjson.Result { return c.read("waitlistEntry", entryFields, id) }
func (c client) offer(id string) gjson.Result { return c.read("offer", offerFields, id) }

// slot reads a slot, for the smallest party of its resource.
func (c client) slot(id string) gjson.Result {
	c.t.Helper()
	return c.do(`query($id: ID!) { node(id: $id) { ... on Slot {`+slotFields+`} } }`, vars{"id": id}).Get("node")
}

// offerOf waits until an offer is open for an entry.
func (c client) offerOf(entry string) gjson.Result {
	c.t.Helper()
	var found gjson.Result
	eventually(c.t, "an offer for "+entry, func() bool {
		e := c.entry(entry)
		if e.Get("status").String() != "OFFERED" {
			return false
		}
		found = c.offer(e.Get("offer.id").String())
		return true
	})
	return found
}
