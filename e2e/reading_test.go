package e2e

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// patience is how long something may take on a busy machine; nothing is asserted to be faster.
const (
	patience = 90 * time.Second
	pace     = 20 * time.Millisecond
)

const (
	intentFields = `{ id kind status version failure queuePosition slots { id } reservation { id status statusReason version slots { id } } offer { id status }
		completedBy { id number } attempts { id number action provider reference target status version failure compensation resolvedBy resolution } }`
	seatsOf       = `query($v: ID!, $d: Date!, $a: String) { availability(venueId: $v, from: $d, to: $d, partySize: 1, first: 100, after: $a) { nodes { id startsAt endsAt resource { id kind } } pageInfo { hasNextPage endCursor } } }`
	request       = `mutation($i: RequestReservationInput!) { requestReservation(input: $i) { outcome replayed problem { code retry } intent ` + intentFields + ` } }`
	cancelIntent  = `mutation($i: IntentCommandInput!) { cancelIntent(input: $i) { outcome problem { code currentVersion } intent { status } } }`
	retryIntent   = `mutation($i: IntentCommandInput!) { retryIntent(input: $i) { outcome problem { code currentVersion } intent { status } } }`
	confirmLater  = `mutation($i: ReservationCommandInput!) { confirmReservation(input: $i) { outcome problem { code } reservation { status } intent ` + intentFields + ` } }`
	cancelLater   = `mutation($i: CancelReservationInput!) { cancelReservation(input: $i) { outcome problem { code } reservation { status } intent ` + intentFields + ` } }`
	moveLater     = `mutation($i: MoveReservationInput!) { moveReservation(input: $i) { outcome problem { code } reservation { status } intent ` + intentFields + ` } }`
	yesLater      = `mutation($i: ConfirmOfferInput!) { confirmOffer(input: $i) { outcome problem { code } offer { status } intent ` + intentFields + ` } }`
	intentNow     = `query($id: ID!) { intent(id: $id) ` + intentFields + ` }`
	intentsNow    = `query($a: String) { intents(first: 100, after: $a) { nodes ` + intentFields + ` pageInfo { hasNextPage endCursor } } }`
	intentMoves   = `subscription($id: ID!, $a: EventCursor) { intentChanged(id: $id, after: $a) { kind cursor intent ` + intentFields + ` } }`
	reservationIs = `query($id: ID!) { reservation(id: $id) { id status statusReason version slots { id } intent { id } } }`
)

// reading is the demo's library with its people, and the booking system of the city that has a say in its seats.
type reading struct {
	manifest
	t                       testing.TB
	data, venue             string
	staff, ava, jung, agent client
	city                    city
	ahead                   int // days; each story takes seats of days of its own
}

func openReading(t testing.TB, data string, m manifest) *reading {
	const tenant = "hudson-library"
	l := &reading{manifest: m, t: t, data: data, city: city{t, m.Provider.Control}, ahead: 2}
	for _, candidate := range m.Tenants {
		if candidate.Code == tenant {
			l.venue = candidate.Venues[0].ID
		}
	}
	require.NotEmpty(t, m.Provider.Control)
	l.staff, l.agent = m.client(t, tenant, "staff"), m.client(t, tenant, "agent")
	l.ava, l.jung = m.client(t, tenant, "customerA"), m.client(t, tenant, "customerB")
	return l
}

// within is the same library for a subtest.
func (l *reading) within(t testing.TB) *reading {
	inner := *l
	inner.t, inner.city.t, inner.staff.t, inner.ava.t, inner.jung.t, inner.agent.t = t, t, t, t, t, t
	return &inner
}

// served has another booking system serve the library, with a contract of its own. It takes the place of the demo's.
func (l *reading) served(ledger string, contract ...string) *process {
	l.t.Helper()
	p, city := simulate(l.t, l.data, ledger, contract...)
	run(l.t, "provider", "add", "city-library", "--tenant", "hudson-library", "--url", city.url, "--data", l.data)
	require.Contains(l.t, run(l.t, "provider", "verify", "city-library", "--tenant", "hudson-library", "--data", l.data), "verified until")
	l.city = city
	return p
}

// seats are free seats, each at a time: so many, from the next day on that no story has asked for.
func (l *reading) seats(n int) (seats []gjson.Result) {
	l.t.Helper()
	for len(seats) < n {
		require.Less(l.t, l.ahead, 13, "the library has no more days")
		day, after := time.Now().Add(time.Duration(l.ahead)*24*time.Hour).Format(time.DateOnly), any(nil)
		for more := true; more; {
			page := l.staff.do(seatsOf, vars{"v": l.venue, "d": day, "a": after}).Get("availability")
			for _, node := range page.Get("nodes").Array() {
				if node.Get("resource.kind").String() == "EXCLUSIVE" {
					seats = append(seats, node)
				}
			}
			more, after = page.Get("pageInfo.hasNextPage").Bool(), page.Get("pageInfo.endCursor").String()
		}
		l.ahead++
	}
	return seats[:n]
}

func id(r gjson.Result) string { return r.Get("id").String() }

// wish is what requestReservation takes for a seat.
func wish(seat gjson.Result) vars {
	return vars{"i": vars{"slotIds": []string{id(seat)}, "partySize": 1, "idempotencyKey": key()}}
}

// ask requests a seat.
func (l *reading) ask(by client, seat gjson.Result) (intent gjson.Result) {
	l.t.Helper()
	answer := by.do(request, wish(seat)).Get("requestReservation")
	require.Equal(l.t, "ACCEPTED", answer.Get("outcome").String(), "%s", answer.Raw)
	return answer.Get("intent")
}

// seat is a reservation of a seat, booked in the city as well.
func (l *reading) booked(by client, seat gjson.Result) (reservation gjson.Result) {
	l.t.Helper()
	return l.ends(by, id(l.ask(by, seat)), "SUCCEEDED").Get("reservation")
}

// ends follows an intent to its end and returns it.
func (l *reading) ends(by client, intent, status string) gjson.Result {
	l.t.Helper()
	w := by.subscribe(intentMoves, vars{"id": intent})
	defer w.close()
	for {
		i := w.next("intentChanged").Get("intent")
		if over(i) {
			require.Equal(l.t, status, i.Get("status").String(), "%s", i.Raw)
			return l.staff.do(intentNow, vars{"id": intent}).Get("intent")
		}
	}
}

// becomes waits until an intent looks right, and reads it once more then: what hangs on it is read a moment after itself.
func (l *reading) becomes(intent string, looks func(gjson.Result) bool) gjson.Result {
	l.t.Helper()
	read := func() gjson.Result { return l.staff.do(intentNow, vars{"id": intent}).Get("intent") }
	for deadline := time.Now().Add(patience); ; {
		i := read()
		if looks(i) {
			return read()
		}
		require.True(l.t, time.Now().Before(deadline), "%s", i.Raw)
		<-time.After(pace)
	}
}

// tries are the states of an intent's attempts, by number.
func tries(i gjson.Result) (states []string) {
	for _, a := range i.Get("attempts").Array() {
		states = append(states, a.Get("status").String())
	}
	return states
}

func attemptIs(status string) func(gjson.Result) bool {
	return func(i gjson.Result) bool {
		all := tries(i)
		return len(all) > 0 && all[len(all)-1] == status
	}
}

// over tells whether an intent has come to its end.
func over(i gjson.Result) bool {
	switch i.Get("status").String() {
	case "REQUESTED", "WAITING_FOR_SEAT", "RESERVING":
		return false
	}
	return true
}

// intents are all of the library.
func (l *reading) intents() (all []gjson.Result) {
	l.t.Helper()
	after := any(nil)
	for {
		page := l.staff.do(intentsNow, vars{"a": after}).Get("intents")
		all = append(all, page.Get("nodes").Array()...)
		if !page.Get("pageInfo.hasNextPage").Bool() {
			return all
		}
		after = page.Get("pageInfo.endCursor").String()
	}
}

// sound asks the program itself whether its books and the city's agree.
func (l *reading) sound() {
	l.t.Helper()
	require.Contains(l.t, run(l.t, "verify", "--data", l.data), "every invariant holds")
}
