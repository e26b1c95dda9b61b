package e2e

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// effect is what a client was told of one command.
type effect struct {
	mutation, root string
	ask            vars
	answer         gjson.Result
	sent           int // times
}

func (e effect) outcome() string { return e.answer.Get("outcome").String() }

// state is how a reservation stands.
type state struct {
	status  string
	version int64
}

// desk is a few clients that hold, confirm and cancel through a fleet, and what they were told.
type desk struct {
	fleet  *fleet
	staff  client
	broken atomic.Int64 // connections that gave no answer

	mu        sync.Mutex
	journal   []effect
	contested map[string]int // how often a slot that all want was won
	acked     map[string]state
}

func newDesk(f *fleet, staff client) *desk {
	return &desk{fleet: f, staff: staff, contested: map[string]int{}, acked: map[string]state{}}
}

// command sends one command until it is answered, to a node at a time: the same key wherever it goes.
func (d *desk) command(t testing.TB, mutation, root string, input vars) gjson.Result {
	input["idempotencyKey"] = key()
	e := effect{mutation: mutation, root: root, ask: vars{"i": input}}
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		e.sent++
		answer, err := d.staff.at(d.fleet.next()).try(mutation, e.ask)
		if err != nil {
			d.broken.Add(1)
			<-time.After(pace)
			continue
		}
		e.answer = answer.Get("data." + root)
		wait := max(answer.Get("errors.0.extensions.retryAfterMs").Int(), e.answer.Get("retryAfterMs").Int())
		switch {
		case answer.Get("errors.0.extensions.code").String() == "UNAVAILABLE", e.outcome() == "IN_PROGRESS":
			<-time.After(time.Duration(wait) * time.Millisecond)
			continue
		case answer.Get("errors").Exists():
			t.Errorf("%s: %s", root, answer.Raw)
		}
		d.note(e)
		return e.answer
	}
	t.Errorf("%s: nobody answers", root)
	return gjson.Result{}
}

// note writes down what was acknowledged.
func (d *desk) note(e effect) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.journal = append(d.journal, e)
	if r := e.answer.Get("reservation"); e.outcome() == "COMMITTED" {
		d.acked[id(r)] = state{r.Get("status").String(), r.Get("version").Int()}
	}
}

// commands is how many were answered.
func (d *desk) commands() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.journal)
}

// work books until it is told to stop: slots of its own, again and again, and now and then one that all want.
func (d *desk) work(t testing.TB, own, shared []string, stop <-chan struct{}) {
	beat := time.NewTicker(3 * pace)
	defer beat.Stop()
	for round := 0; ; round++ {
		select {
		case <-stop:
			return
		case <-beat.C:
		}
		if round%10 == 0 && round/10 < len(shared) {
			d.compete(t, shared[round/10])
		}
		if !d.visit(t, own[round%len(own)]) {
			return
		}
	}
}

// compete holds a slot that others want too.
func (d *desk) compete(t testing.TB, slot string) {
	got := d.command(t, holdSlot, "holdSlot", vars{"slotIds": []string{slot}, "partySize": 1})
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case got.Get("outcome").String() == "COMMITTED":
		d.contested[slot]++
	case got.Get("problem.code").String() == "SLOT_OCCUPIED":
		d.contested[slot] += 0
	default:
		t.Errorf("%s", got.Raw)
	}
}

// visit holds, confirms and cancels, which leaves the slot free; it reports whether all of it was done.
func (d *desk) visit(t testing.TB, slot string) bool {
	held := d.command(t, holdSlot, "holdSlot", vars{"slotIds": []string{slot}, "partySize": 1})
	for _, step := range []struct{ mutation, root, leads string }{{confirm, "confirmReservation", "CONFIRMED"}, {cancel, "cancelReservation", "CANCELLED"}} {
		r := held.Get("reservation")
		input := vars{"reservationId": id(r), "expectedVersion": r.Get("version").Int()}
		if step.mutation == cancel {
			input["reasonCode"] = "CUSTOMER_REQUEST"
		}
		if id(r) == "" {
			break
		}
		if held = d.command(t, step.mutation, step.root, input); held.Get("reservation.status").String() != step.leads {
			break
		}
	}
	if held.Get("reservation.status").String() != "CANCELLED" {
		t.Errorf("slot %s: %s", slot, held.Raw)
		return false
	}
	return true
}

const reservationsNow = `query($v: ID!, $a: String) { reservations(venueId: $v, first: 100, after: $a) { nodes { id status version } pageInfo { hasNextPage endCursor } } }`

// reservationsOf are the reservations of a venue, as the API reads them.
func reservationsOf(c client, venue string) map[string]state {
	c.t.Helper()
	all, after := map[string]state{}, any(nil)
	for {
		page := c.do(reservationsNow, vars{"v": venue, "a": after}).Get("reservations")
		for _, r := range page.Get("nodes").Array() {
			all[id(r)] = state{r.Get("status").String(), r.Get("version").Int()}
		}
		if !page.Get("pageInfo.hasNextPage").Bool() {
			return all
		}
		after = page.Get("pageInfo.endCursor").String()
	}
}

// account compares what clients were told with the rows: every command had one effect, and none was lost.
func (d *desk) account(t testing.TB, venue string, before map[string]state) {
	t.Helper()
	now := reservationsOf(d.staff.at(d.fleet.next()), venue)
	maps.DeleteFunc(now, func(id string, _ state) bool { _, old := before[id]; return old })
	require.Equal(t, d.acked, now, "what was acknowledged is what there is")
	made, steps := map[string]bool{}, map[string]int64{}
	for _, e := range d.journal {
		if e.outcome() == "COMMITTED" {
			reservation := id(e.answer.Get("reservation"))
			require.False(t, e.root == "holdSlot" && made[reservation], "two holds are one reservation")
			made[reservation] = true
			steps[reservation]++
		}
	}
	for reservation, stands := range d.acked {
		require.Equal(t, steps[reservation], stands.version, "a version a command")
	}
	for slot, won := range d.contested {
		require.Equal(t, 1, won, "slot %s", slot)
	}
}

// follows wants what a subscriber saw to be every acknowledged change once, the versions of each reservation in order.
func (d *desk) follows(t testing.TB, seen []sight) {
	t.Helper()
	reached := map[string]int64{}
	for _, change := range seen {
		require.Equal(t, reached[change.id]+1, change.version, "of %s", change.id)
		reached[change.id] = change.version
	}
	require.Len(t, reached, len(d.acked))
	for reservation, stands := range d.acked {
		require.Equal(t, stands.version, reached[reservation])
	}
}

// replay sends every command again that was sent more than once: it is known, and answers as it did.
func (d *desk) replay(t testing.TB) (resent int) {
	t.Helper()
	for _, e := range slices.DeleteFunc(slices.Clone(d.journal), func(e effect) bool { return e.sent < 2 }) {
		again := d.staff.at(d.fleet.next()).do(e.mutation, e.ask).Get(e.root)
		require.True(t, again.Get("replayed").Bool(), "%s", again.Raw)
		require.Equal(t, e.outcome(), again.Get("outcome").String())
		require.Equal(t, e.answer.Get("reservation.id").String(), again.Get("reservation.id").String())
		resent++
	}
	return resent
}
