package app_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
)

const availabilityQuery = `query($v: ID!, $f: Date!, $t: Date!, $p: Int!, $all: Boolean, $first: Int, $after: String) {
	availability(venueId: $v, from: $f, to: $t, partySize: $p, includeUnbookable: $all, first: $first, after: $after) {
		nodes {` + slotFields + ` resource { id name kind minParty maxParty } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor } } }`

// listed are the slots of the venue over some days.
func (n *tenant) listed(c client, from, days, party int, all bool) []gjson.Result {
	c.t.Helper()
	date := func(days int) string { return time.Now().In(seoul(c.t)).AddDate(0, 0, days).Format(time.DateOnly) }
	return c.do(availabilityQuery, vars{"v": n.venueID(), "f": date(from), "t": date(from + days), "p": party, "all": all, "first": 100}).Get("availability.nodes").Array()
}

func seoul(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Asia/Seoul")
	require.NoError(t, err)
	return zone
}

// apiAvailabilityIsWhatHoldsSay lists slots of every kind of standing for parties of all sizes and tries to hold each one:
// what is listed bookable is held, what isn't is refused for the first of its blockers.
func apiAvailabilityIsWhatHoldsSay(t *testing.T, p *program) {
	for _, party := range []int{-1, 0, 1, 2, 3, 4, 5, 8, 9, 999} {
		t.Run(fmt.Sprintf("for a party of %d", party), func(t *testing.T) {
			t.Parallel()
			n := p.in(t).tenant(func(r *policy.Rules) {
				r.LeadTime, r.BookingHorizon, r.MaxActiveReservationsPerCustomer = time.Hour, 10*24*time.Hour, 1000
			}).in(t)
			n.everyStanding()
			all := n.listed(n.guest, -1, 15, party, true)
			bookable := n.listed(n.guest, -1, 15, party, false)
			require.Len(t, all, 17)
			require.Equal(t, raws(all), raws(n.listed(n.staff, -1, 15, party, true)), "the same for all")
			var yes []string
			for _, s := range all {
				require.Equal(t, s.Get("bookable").Bool(), len(s.Get("blockers").Array()) == 0, s.Raw)
				if s.Get("bookable").Bool() {
					yes = append(yes, s.Get("id").String())
				}
			}
			require.Equal(t, yes, ids(bookable))
			if party >= 1 && party <= 4 {
				require.NotEmpty(t, yes)
			}
			for _, s := range all {
				fresh := n.newGuest()
				answer := fresh.give("holdSlot", vars{"slotIds": []string{s.Get("id").String()}, "partySize": party})
				if s.Get("bookable").Bool() {
					require.Equal(t, "COMMITTED", answer.Get("outcome").String(), "%s: %s", s.Raw, answer.Raw)
					require.Equal(t, s.Get("remaining").Int()-units(s, party), answer.Get("slots.0.remaining").Int(), s.Raw)
					continue
				}
				require.Equal(t, s.Get("blockers.0").String(), answer.Get("problem.code").String(), "%s: %s", s.Raw, answer.Raw)
				require.Equal(t, s.Get("version").Int(), answer.Get("slots.0.version").Int())
				require.Equal(t, s.Get("remaining").Int(), answer.Get("slots.0.remaining").Int())
			}
			// A move asks the same evaluator.
			own := n.at(26 * hour)
			mover := n.staff.hold(1, own)
			for _, s := range n.listed(n.guest, -1, 15, party, true) {
				if s.Get("id").String() == own {
					continue
				}
				answer := n.staff.give("moveReservation", on(mover).with(vars{"slotIds": []string{s.Get("id").String()}, "partySize": party}))
				if s.Get("bookable").Bool() {
					require.Equal(t, "COMMITTED", answer.Get("outcome").String(), "%s: %s", s.Raw, answer.Raw)
					mover = n.staff.commit("moveReservation", on(answer.Get("reservation")).with(vars{"slotIds": []string{n.at(26 * hour)}, "partySize": 1})).Get("reservation")
					continue
				}
				require.Equal(t, s.Get("blockers.0").String(), answer.Get("problem.code").String(), "%s: %s", s.Raw, answer.Raw)
			}
		})
	}
}

// everyStanding fills the venue with 17 slots that stand in all the ways there are.
func (n *tenant) everyStanding() {
	n.at(24 * hour)                                                   // free
	n.staff.confirmed(2, n.at(25*hour))                               // taken
	lapsed := n.staff.hold(2, n.at(25*hour))                          // held by nobody any more
	n.rewind("reservations", "expires_at", lapsed.Get("id").String()) //
	due := n.at(27 * hour)                                            // free, and somebody waits for it
	n.join(n.guest, 2, due)                                           //
	n.join(n.other, 4, n.at(28*hour))                                 // likewise
	n.at(10 * time.Minute)                                            // inside leadTime
	n.at(-10 * time.Minute)                                           // begun
	n.at(11 * 24 * hour)                                              // past the horizon
	n.at(239 * hour)                                                  // just before it
	closed := n.Table()                                               //
	n.Slot(closed, 24*hour, hour)                                     // closed
	n.Exec(`UPDATE resources SET active = false, version = version + 1 WHERE id = $1`, closed)
	n.Slot(n.Resource(inventory.Exclusive, 1, 3, 8), 24*hour, hour) // for larger parties
	pool := func(at time.Duration, capacity, most int) string {
		return ref.Encode(ref.Slot, n.Slot(n.Resource(inventory.Pooled, capacity, 1, most), at, hour))
	}
	pool(24*hour, 8, 8)                                             // free
	n.staff.confirmed(6, pool(25*hour, 8, 8))                       // two left
	n.staff.confirmed(8, pool(26*hour, 8, 8))                       // full
	waited := pool(29*hour, 4, 4)                                   //
	n.staff.confirmed(1, waited)                                    // three left,
	n.join(n.newGuest(), 4, waited)                                 // and nobody can be served with them under STRICT_FIFO,
	served := pool(31*hour, 8, 8)                                   //
	n.staff.confirmed(2, served)                                    // six left,
	n.join(n.newGuest(), 2, served)                                 // two of them due: all are
	half := n.staff.hold(8, pool(33*hour, 8, 8))                    // full,
	n.rewind("reservations", "expires_at", half.Get("id").String()) // by a hold that has lapsed
}

func units(s gjson.Result, party int) int64 {
	if s.Get("resource.kind").String() == "POOLED" {
		return int64(party)
	}
	return 1
}

func ids(nodes []gjson.Result) (all []string) {
	for _, node := range nodes {
		all = append(all, node.Get("id").String())
	}
	return all
}

func raws(nodes []gjson.Result) (all []string) {
	for _, node := range nodes {
		all = append(all, node.Raw)
	}
	return all
}

func apiAvailability(t *testing.T, p *program) {
	run := func(name string, part func(t *testing.T, n *tenant)) {
		t.Run(name, func(t *testing.T) { part(t, p.in(t).tenant().in(t)) })
	}
	run("units that are due to the waitlist are free, not bookable, and say so", func(t *testing.T, n *tenant) {
		table, pool := n.evening(), n.pool(6)
		n.join(n.guest, 2, table)
		n.join(n.newGuest(), 2, pool)
		for _, s := range n.listed(n.other, 0, 4, 2, true) {
			code := map[string]string{"EXCLUSIVE": "SLOT_OCCUPIED", "POOLED": "CAPACITY_EXCEEDED"}[s.Get("resource.kind").String()]
			require.Equal(t, `["`+code+`"] false`, s.Get("blockers").Raw+" "+s.Get("bookable").Raw)
			require.Equal(t, s.Get("capacity").Int(), s.Get("remaining").Int(), "the true number")
			before := n.state()
			p := n.other.refuse(code, "holdSlot", vars{"slotIds": []string{s.Get("id").String()}, "partySize": 2})
			require.Equal(t, s.Get("version").Int(), p.Get("slots.0.version").Int())
			require.Equal(t, before, n.state(), "nothing but the ledger is written")
		}
		// The one who waits does not get past the queue either.
		n.guest.refuse("CAPACITY_EXCEEDED", "holdSlot", vars{"slotIds": []string{pool}, "partySize": 2})
	})
	run("an entry that can't be served blocks nobody", func(t *testing.T, n *tenant) {
		pool := n.pool(6)
		n.staff.confirmed(4, pool)
		n.join(n.guest, 4, pool)
		require.True(t, n.listed(n.other, 0, 4, 2, true)[0].Get("bookable").Bool())
		n.other.hold(2, pool)
	})
	run("dates are the venue's, both included", func(t *testing.T, n *tenant) {
		zone := seoul(t)
		midnight := time.Now().In(zone).AddDate(0, 0, 2)
		midnight = time.Date(midnight.Year(), midnight.Month(), midnight.Day(), 0, 0, 0, 0, zone)
		at := func(instant time.Time) string {
			id := uuid.New()
			table := n.Table()
			n.Exec(`INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, capacity) VALUES ($1, $2, $3, $4, $5, $6, 1)`,
				id, n.Tenant, n.Venue, table, instant, instant.Add(time.Hour))
			return ref.Encode(ref.Slot, id)
		}
		before, first, last, after := at(midnight.Add(-time.Microsecond)), at(midnight), at(midnight.Add(24*time.Hour-time.Microsecond)), at(midnight.Add(24*time.Hour))
		require.Equal(t, []string{first, last}, ids(n.listed(n.guest, 2, 0, 2, true)))
		require.Equal(t, []string{before, first, last}, ids(n.listed(n.guest, 1, 1, 2, false)))
		require.Equal(t, []string{first, last, after}, ids(n.listed(n.guest, 2, 1, 2, false)))
	})
	run("order is start, then id, and pages leave nothing out and show nothing twice", func(t *testing.T, n *tenant) {
		var made []string
		start := time.Now().Add(30 * hour).Truncate(time.Hour)
		for i := range 23 {
			id := uuid.New()
			n.Exec(`INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, capacity) VALUES ($1, $2, $3, $4, $5, $6, 1)`,
				id, n.Tenant, n.Venue, n.Table(), start.Add(time.Duration(i/8)*hour), start.Add(time.Duration(i/8+1)*hour))
			made = append(made, ref.Encode(ref.Slot, id))
		}
		whole := n.listed(n.guest, 0, 4, 2, true)
		require.ElementsMatch(t, made, ids(whole))
		for i := 1; i < len(whole); i++ {
			a, b := whole[i-1], whole[i]
			require.True(t, a.Get("startsAt").String() < b.Get("startsAt").String() || (a.Get("startsAt").String() == b.Get("startsAt").String() &&
				uuidOf(a.Get("id").String()).String() < uuidOf(b.Get("id").String()).String()))
		}
		var paged []string
		after, v := "", vars{"v": n.venueID(), "f": start.In(seoul(t)).Format(time.DateOnly), "t": start.Add(5 * hour).In(seoul(t)).Format(time.DateOnly), "p": 2, "first": 5}
		for more := true; more; {
			page := n.guest.do(availabilityQuery, v).Get("availability")
			paged = append(paged, ids(page.Get("nodes").Array())...)
			require.Equal(t, after != "", page.Get("pageInfo.hasPreviousPage").Bool())
			after, more = page.Get("pageInfo.endCursor").String(), page.Get("pageInfo.hasNextPage").Bool()
			require.Equal(t, after, page.Get("edges.@reverse.0.cursor").String())
			v["after"] = after
		}
		require.Equal(t, ids(whole), paged)
	})
	run("elsewhere a slot speaks for the smallest party of its resource", func(t *testing.T, n *tenant) {
		slot := ref.Encode(ref.Slot, n.Slot(n.Resource(inventory.Exclusive, 1, 3, 4), 30*hour, hour))
		require.True(t, n.guest.slot(slot).Get("bookable").Bool())
		require.Equal(t, `["PARTY_TOO_SMALL"]`, n.listed(n.guest, 0, 4, 2, true)[0].Get("blockers").Raw)
	})
	run("several slots are held all or none", func(t *testing.T, n *tenant) {
		a, b, taken := n.at(30*hour), n.at(31*hour), n.at(32*hour)
		n.other.confirmed(2, taken)
		before := n.state()
		p := n.guest.refuse("SLOT_OCCUPIED", "holdSlot", vars{"slotIds": []string{a, taken, b}, "partySize": 2})
		require.ElementsMatch(t, []string{a, b, taken}, texts(p.Get("slots.#.id")))
		require.Equal(t, before, n.state())
		r := n.guest.hold(2, b, a)
		require.Equal(t, []string{a, b}, texts(r.Get("slots.#.id")), "by start")
		n.guest.cancel(r)
		require.True(t, n.guest.slot(a).Get("bookable").Bool())
		require.True(t, n.guest.slot(b).Get("bookable").Bool())
	})
	run("a hold lasts until its time, never past the start", func(t *testing.T, n *tenant) {
		soon := n.at(2 * time.Minute)
		starts, _ := n.times(soon)
		r := n.guest.hold(2, soon)
		require.Equal(t, starts.Format("2006-01-02T15:04:05.000000Z"), r.Get("expiresAt").String())
		now := n.guest.do(`{ serverTime }`, nil).Get("serverTime").Time()
		r = n.guest.hold(2, n.evening())
		require.WithinDuration(t, now.Add(5*time.Minute), r.Get("expiresAt").Time(), 5*time.Second)
		extended := n.guest.commit("extendHold", on(r)).Get("reservation")
		require.Equal(t, 5*time.Minute, extended.Get("expiresAt").Time().Sub(r.Get("expiresAt").Time()))
	})
	run("a move keeps id, status and deadline, and does not stand in its own way", func(t *testing.T, n *tenant) {
		pool, full, table := n.pool(4), n.pool(8), n.at(40*hour)
		n.other.confirmed(5, full)
		r := n.guest.hold(3, pool)
		moved := n.guest.commit("moveReservation", on(r).with(vars{"slotIds": []string{pool}, "partySize": 4})).Get("reservation")
		require.Equal(t, `4 "HELD" 2`, moved.Get("partySize").Raw+" "+moved.Get("status").Raw+" "+moved.Get("version").Raw)
		require.Equal(t, r.Get("id").String()+r.Get("expiresAt").String(), moved.Get("id").String()+moved.Get("expiresAt").String())
		n.guest.refuse("CAPACITY_EXCEEDED", "moveReservation", on(moved).with(vars{"slotIds": []string{pool, full}}))
		moved = n.guest.commit("moveReservation", on(moved).with(vars{"slotIds": []string{table}})).Get("reservation")
		require.Equal(t, []string{table}, texts(moved.Get("slots.#.id")))
		require.EqualValues(t, 4, n.guest.slot(pool).Get("remaining").Int())
	})
}
