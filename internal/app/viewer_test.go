package app_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/policy"
)

// apiViewerCommands walks a reservation through every state and asks who may do what; then it tries every command and
// sees that what is listed is carried out and what isn't is refused.
func apiViewerCommands(t *testing.T, p *program) {
	shared := p.tenant(func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer = 1000 })
	far, near := 30*hour, time.Hour
	states := []struct {
		name   string
		make   func(n *tenant) gjson.Result
		status string
		guest  []string
		staff  []string
	}{
		{"a hold", func(n *tenant) gjson.Result { return n.guest.hold(2, n.at(far)) }, "HELD",
			[]string{"confirmReservation", "extendHold", "moveReservation", "cancelReservation"}, []string{"confirmReservation", "extendHold", "moveReservation", "cancelReservation"}},
		{"a hold inside the cut-off", func(n *tenant) gjson.Result { return n.guest.hold(2, n.at(near)) }, "HELD",
			[]string{"confirmReservation", "extendHold", "moveReservation", "cancelReservation"}, []string{"confirmReservation", "extendHold", "moveReservation", "cancelReservation"}},
		{"an extended hold", func(n *tenant) gjson.Result {
			return n.guest.commit("extendHold", on(n.guest.hold(2, n.at(far)))).Get("reservation")
		}, "HELD", []string{"confirmReservation", "moveReservation", "cancelReservation"}, []string{"confirmReservation", "moveReservation", "cancelReservation"}},
		{"a lapsed hold", func(n *tenant) gjson.Result {
			r := n.guest.hold(2, n.at(far))
			n.rewind("reservations", "expires_at", r.Get("id").String())
			return r
		}, "EXPIRED", nil, nil},
		{"a confirmed one", func(n *tenant) gjson.Result { return n.guest.confirmed(2, n.at(far)) }, "CONFIRMED",
			[]string{"moveReservation", "cancelReservation"}, []string{"moveReservation", "cancelReservation"}},
		{"a confirmed one inside the cut-off", func(n *tenant) gjson.Result { return n.guest.confirmed(2, n.at(near)) }, "CONFIRMED",
			nil, []string{"moveReservation", "cancelReservation"}},
		{"a confirmed one whose check-in is open", func(n *tenant) gjson.Result { return n.guest.confirmed(2, n.at(20*time.Minute)) }, "CONFIRMED",
			nil, []string{"moveReservation", "cancelReservation", "checkInReservation"}},
		{"a confirmed one that has begun", func(n *tenant) gjson.Result {
			r := n.guest.confirmed(2, n.at(near))
			n.begin(r.Get("id").String(), time.Minute)
			return r
		}, "CONFIRMED", nil, []string{"moveReservation", "cancelReservation", "checkInReservation"}},
		{"a late one", func(n *tenant) gjson.Result {
			r := n.guest.confirmed(2, n.at(near))
			n.begin(r.Get("id").String(), 16*time.Minute)
			return r
		}, "CONFIRMED", nil, []string{"moveReservation", "cancelReservation", "checkInReservation", "markNoShow"}},
		{"a seated one", func(n *tenant) gjson.Result { return n.seated() }, "CHECKED_IN", nil, []string{"completeReservation"}},
		{"a completed one", func(n *tenant) gjson.Result {
			return n.staff.commit("completeReservation", on(n.seated())).Get("reservation")
		}, "COMPLETED", nil, nil},
		{"a cancelled one", func(n *tenant) gjson.Result { return n.guest.cancel(n.guest.confirmed(2, n.at(far))) }, "CANCELLED", nil, nil},
		{"a no-show", func(n *tenant) gjson.Result {
			r := n.guest.confirmed(2, n.at(near))
			n.begin(r.Get("id").String(), 16*time.Minute)
			return n.staff.commit("markNoShow", on(r)).Get("reservation")
		}, "NO_SHOW", nil, nil},
	}
	for _, state := range states {
		t.Run(state.name, func(t *testing.T) {
			n := shared.in(t)
			r := state.make(n)
			id := r.Get("id").String()
			for role, c := range map[string]client{"guest": n.guest, "staff": n.staff, "admin": n.admin, "agent": n.agent} {
				want := map[string][]string{"guest": state.guest, "staff": state.staff, "admin": state.staff}[role]
				seen := c.reservation(id)
				require.Equal(t, state.status, seen.Get("status").String())
				require.ElementsMatch(t, want, texts(seen.Get("viewerCommands")), role)
			}
			for _, name := range onHold {
				if contains(state.staff, name) {
					again := state.make(n)
					n.staff.commit(name, onAny(name, again.Get("id").String(), again.Get("version").Int(), n.at(far)))
					continue
				}
				answer := n.staff.give(name, onAny(name, id, r.Get("version").Int(), n.at(far)))
				require.Equal(t, "REJECTED", answer.Get("outcome").String(), "%s: %s", name, answer.Raw)
			}
			for _, name := range []string{"moveReservation", "cancelReservation"} {
				if contains(state.staff, name) && !contains(state.guest, name) {
					n.guest.refuse("OUTSIDE_CANCELLATION_WINDOW", name, onAny(name, id, r.Get("version").Int(), n.at(far)))
				}
			}
		})
	}
}

// seated is a reservation of the guest's whose party is here.
func (n *tenant) seated() gjson.Result {
	n.program.t.Helper()
	return n.staff.commit("checkInReservation", on(n.guest.confirmed(2, n.at(10*time.Minute)))).Get("reservation")
}

func texts(list gjson.Result) (all []string) {
	for _, item := range list.Array() {
		all = append(all, item.String())
	}
	return all
}

func apiWhoseItIs(t *testing.T, p *program) {
	shared := p.tenant()
	run := func(name string, part func(t *testing.T, n *tenant)) {
		t.Run(name, func(t *testing.T) { part(t, shared.in(t)) })
	}
	holdFor := func(c client, n *tenant, contact any) gjson.Result {
		c.t.Helper()
		return c.commit("holdSlot", vars{"slotIds": []string{n.evening()}, "partySize": 2, "customer": contact}).Get("reservation.customer")
	}
	run("staff who name nobody book for a walk-in, each time another", func(t *testing.T, n *tenant) {
		first, second := holdFor(n.staff, n, nil), holdFor(n.staff, n, nil)
		require.NotEqual(t, first.Get("id").String(), second.Get("id").String())
		require.Equal(t, "Walk-in", first.Get("name").String())
		require.True(t, none(first.Get("email")))
		require.True(t, none(first.Get("phone")))
	})
	run("staff find a customer by e-mail in any case, else by phone in any spelling, else make one", func(t *testing.T, n *tenant) {
		made := holdFor(n.staff, n, vars{"name": "Mina", "email": "Mina@Example.com", "phone": "+82 2 123 4567"})
		for _, contact := range []vars{
			{"name": "Other Spelling", "email": " mina@EXAMPLE.com "}, {"name": "M", "email": "MINA@example.COM", "phone": "+1 212 555 0100"},
			{"name": "M", "phone": "+8221234567"}, {"name": "M", "phone": "+82-2-123-4567", "email": "unknown-address@example.com"},
		} {
			found := holdFor(n.staff, n, contact)
			require.Equal(t, made.Get("id").String(), found.Get("id").String(), "%v", contact)
			require.Equal(t, "Mina", found.Get("name").String(), "matching changes nobody's contact data")
			require.Equal(t, "Mina@Example.com", found.Get("email").String())
		}
		require.NotEqual(t, made.Get("id").String(), holdFor(n.staff, n, vars{"name": "Mina"}).Get("id").String(), "a name alone finds nobody")
		require.NotEqual(t, made.Get("id").String(), holdFor(n.staff, n, vars{"name": "Mina", "email": "mina2@example.com"}).Get("id").String())
		joined := n.staff.commit("joinWaitlist", n.wish(2, n.at(60*hour)).with(vars{"customer": vars{"name": "x", "email": "mina@example.com"}}))
		require.Equal(t, made.Get("id").String(), joined.Get("entry.customer.id").String())
	})
	run("the same address in another tenant is somebody else", func(t *testing.T, n *tenant) {
		here := holdFor(n.staff, n, vars{"name": "Twin", "email": "twin@example.com"})
		foreign := p.in(t).tenant()
		there := holdFor(foreign.staff, foreign, vars{"name": "Double", "email": "twin@example.com"})
		require.NotEqual(t, here.Get("id").String(), there.Get("id").String())
		require.Equal(t, "Double", there.Get("name").String())
	})
	run("a customer's contact data is its own, and ownership stays", func(t *testing.T, n *tenant) {
		a, b := n.newGuest(), n.newGuest()
		first := holdFor(a, n, vars{"name": "Ada", "email": "ada@example.com", "phone": "+49 30 111111"})
		require.Equal(t, `"Ada" "ada@example.com" "+49 30 111111"`, first.Get("name").Raw+" "+first.Get("email").Raw+" "+first.Get("phone").Raw)
		kept := holdFor(a, n, vars{"name": "Ada L."})
		require.Equal(t, first.Get("id").String(), kept.Get("id").String())
		require.Equal(t, `"Ada L." "ada@example.com"`, kept.Get("name").Raw+" "+kept.Get("email").Raw)
		require.Equal(t, "Ada L.", holdFor(a, n, nil).Get("name").String())
		taken := holdFor(b, n, vars{"name": "Bob", "email": "ADA@example.com"})
		require.NotEqual(t, first.Get("id").String(), taken.Get("id").String(), "naming another's address takes nothing over")
		require.Equal(t, first.Get("id").String(), holdFor(n.staff, n, vars{"name": "x", "email": "ada@example.com"}).Get("id").String())
		require.Equal(t, "Ada L.", holdFor(a, n, nil).Get("name").String())
	})
	run("a command that is refused changes no contact data", func(t *testing.T, n *tenant) {
		a := n.newGuest()
		before := holdFor(a, n, nil).Raw
		taken := n.evening()
		n.other.confirmed(2, taken)
		a.refuse("SLOT_OCCUPIED", "holdSlot", vars{"slotIds": []string{taken}, "partySize": 2, "customer": vars{"name": "Changed", "email": "changed@example.com"}})
		require.Equal(t, before, holdFor(a, n, nil).Raw)
		require.Equal(t, 0, n.Count(`SELECT count(*) FROM customers WHERE email = 'changed@example.com'`))
		n.staff.refuse("SLOT_OCCUPIED", "holdSlot", vars{"slotIds": []string{taken}, "partySize": 2, "customer": vars{"name": "Nobody", "email": "nobody@example.com"}})
		require.Equal(t, 0, n.Count(`SELECT count(*) FROM customers WHERE email = 'nobody@example.com'`))
	})
	run("what staff make for a customer is the customer's", func(t *testing.T, n *tenant) {
		a := n.newGuest()
		holdFor(a, n, vars{"name": "Cleo", "email": "cleo@example.com"})
		r := n.staff.commit("holdSlot", vars{"slotIds": []string{n.evening()}, "partySize": 2, "customer": vars{"name": "c", "email": "cleo@example.com"}}).Get("reservation")
		require.Equal(t, "HELD", a.reservation(r.Get("id").String()).Get("status").String())
		a.commit("confirmReservation", on(r))
		require.True(t, none(n.other.reservation(r.Get("id").String())))
	})
	run("a key for one venue acts in that one only", func(t *testing.T, n *tenant) {
		c := n.scoped(t, actor.Staff)
		venues := c.do(`{ venues { nodes { id } } }`, nil).Get("venues.nodes").Array()
		require.Len(t, venues, 1)
		require.NotEqual(t, n.venueID(), venues[0].Get("id").String())
		c.refuse("REFERENCE_NOT_FOUND", "holdSlot", vars{"slotIds": []string{n.evening()}, "partySize": 2})
		require.Len(t, n.staff.do(`{ venues { nodes { id } } }`, nil).Get("venues.nodes").Array(), 2)
	})
}
