package app_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/ref"
)

func apiPages(t *testing.T, p *program) {
	n := p.tenant()
	pool := ref.Encode(ref.Slot, n.Slot(n.Resource(inventory.Pooled, 100, 1, 100), 30*hour, hour))
	for i := range 11 { // all of one start
		n.newGuest().hold(2, pool)
		n.offerTo(n.join(n.newGuest(), 2, pool), n.at(time.Duration(40+i)*hour))
		n.annex(t)
		n.errand(n.Guest("Somebody"), pool)
		n.prepare(n.newGuest(), 300*hour)
	}
	lists := map[string]int{"reservations": 22, "waitlistEntries": 11, "offers": 11, "policyVersions": 1, "venues": 12, "intents": 11, "approvals": 11}
	ask := func(t *testing.T, list, arguments string) gjson.Result {
		t.Helper()
		switch list {
		case "venues", "approvals":
		case "intents":
			arguments += `, filter: {venueId: "` + n.venueID() + `", statuses: [RESERVING]}`
		default:
			arguments += `, venueId: "` + n.venueID() + `"`
		}
		return n.staff.in(t).do(`{ `+list+`(`+arguments+`) { nodes { id } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`, nil).Get(list)
	}
	for list, count := range lists {
		t.Run("every "+list+" comes once, whatever the size of the page", func(t *testing.T) {
			whole := ask(t, list, "first: 100")
			all := texts(whole.Get("nodes.#.id"))
			require.Len(t, all, count)
			require.Len(t, slices.Compact(slices.Sorted(slices.Values(all))), count)
			require.Equal(t, all, texts(whole.Get("edges.#.node.id")), "edges and nodes are the same")
			require.Equal(t, `false false`, whole.Get("pageInfo.hasNextPage").Raw+" "+whole.Get("pageInfo.hasPreviousPage").Raw)
			for _, first := range []int{1, 3, count, count + 1} {
				var seen []string
				for after := ""; ; {
					page := ask(t, list, fmt.Sprintf("first: %d%s", first, after))
					seen = append(seen, texts(page.Get("nodes.#.id"))...)
					cursors := texts(page.Get("edges.#.cursor"))
					require.Equal(t, []string{cursors[0], cursors[len(cursors)-1]}, []string{page.Get("pageInfo.startCursor").String(), page.Get("pageInfo.endCursor").String()})
					require.Equal(t, after != "", page.Get("pageInfo.hasPreviousPage").Bool())
					if !page.Get("pageInfo.hasNextPage").Bool() {
						break
					}
					after = `, after: "` + page.Get("pageInfo.endCursor").String() + `"`
				}
				require.Equal(t, all, seen, "pages of %d", first)
			}
			// Every cursor, not only a page's last, is a place to go on from; behind the last there is an empty page.
			for i, cursor := range texts(whole.Get("edges.#.cursor")) {
				rest := ask(t, list, `first: 100, after: "`+cursor+`"`)
				require.Equal(t, all[i+1:], append([]string{}, texts(rest.Get("nodes.#.id"))...))
				if i == count-1 {
					require.True(t, none(rest.Get("pageInfo.endCursor")))
				}
			}
		})
	}
	t.Run("intents of all venues are those of each", func(t *testing.T) {
		n := n.in(t)
		every := n.staff.do(`{ intents(first: 100) { nodes { id } } }`, nil).Get("intents.nodes.#.id")
		require.Equal(t, texts(ask(t, "intents", "first: 100").Get("nodes.#.id")), texts(every))
		require.Empty(t, n.staff.do(`{ intents(filter: {statuses: []}) { nodes { id } } approvals(filter: {statuses: [APPROVED]}) { nodes { id } } }`, nil).Get("intents.nodes").Array())
	})
	t.Run("what is new does not move what was read", func(t *testing.T) {
		n := n.in(t)
		before := texts(ask(t, "reservations", "first: 100").Get("nodes.#.id"))
		page := ask(t, "reservations", "first: 5")
		n.newGuest().hold(2, n.at(20*hour)) // ahead of all
		fresh := n.newGuest().hold(2, n.at(90*hour)).Get("id").String()
		rest := texts(ask(t, "reservations", `first: 100, after: "`+page.Get("pageInfo.endCursor").String()+`"`).Get("nodes.#.id"))
		require.Equal(t, append(before[5:], fresh), rest)
	})
	t.Run("conditions narrow a list, and all must hold", func(t *testing.T) {
		n := n.in(t)
		table := n.Table()
		slot := ref.Encode(ref.Slot, n.Slot(table, 95*hour, hour))
		r := n.guest.hold(2, slot)
		from, _ := n.times(slot)
		list := func(filter string) []string {
			return texts(n.staff.do(`{ reservations(venueId: "`+n.venueID()+`", first: 100, filter: {`+filter+`}) { nodes { id } } }`, nil).Get("reservations.nodes.#.id"))
		}
		id := []string{r.Get("id").String()}
		require.Equal(t, id, list(`resourceId: "`+ref.Encode(ref.Resource, table)+`"`))
		require.Equal(t, id, list(`from: "`+from.Format(time.RFC3339Nano)+`"`))
		require.NotContains(t, list(`to: "`+from.Format(time.RFC3339Nano)+`"`), id[0])
		require.Equal(t, id, list(`from: "`+from.Format(time.RFC3339Nano)+`", to: "`+from.Add(time.Microsecond).Format(time.RFC3339Nano)+`", statuses: [HELD, CONFIRMED]`))
		require.Empty(t, list(`from: "`+from.Format(time.RFC3339Nano)+`", statuses: [CONFIRMED]`))
		require.Empty(t, list(`statuses: []`))
		require.Len(t, list(`statuses: null`), len(list(``)))
	})
	t.Run("things come by id in the order asked, of any kind, and again if asked again", func(t *testing.T) {
		n := n.in(t)
		r := texts(ask(t, "reservations", "first: 2").Get("nodes.#.id"))
		e := ask(t, "waitlistEntries", "first: 1").Get("nodes.0.id").String()
		wanted := []string{e, "42", r[1], n.venueID(), r[0], r[1], ref.Encode(ref.Tenant, n.Tenant), pool}
		got := n.staff.do(`query($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }`, vars{"ids": wanted}).Get("nodes")
		wanted[1] = ""
		require.Equal(t, wanted, ids(got.Array()))
		require.Equal(t, "WaitlistEntry", got.Get("0.__typename").String())
		require.Equal(t, "Slot", n.staff.do(`query($id: ID!) { node(id: $id) { __typename } }`, vars{"id": pool}).Get("node.__typename").String())
	})
}
