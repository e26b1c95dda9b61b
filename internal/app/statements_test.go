package app_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
)

// slack is for batches that come apart on a busy machine; what grows with the rows grows by 180 and more.
const slack = 40

// TestStatementsOfAPage asks for pages of few and of many rows with everything below them and counts what the database is
// asked for.
func TestStatementsOfAPage(t *testing.T) {
	t.Parallel()
	p, w := wired(t, apiOnly)
	n := p.tenant(func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer = 1000 })
	const rows = 50
	taken := n.at(29 * hour)
	n.staff.confirmed(2, taken)
	for range rows { // each for a customer of its own
		n.staff.hold(2, n.at(30*hour), n.at(40*hour))
		n.offerTo(n.join(n.staff, 2, n.at(50*hour)), n.at(60*hour))
		n.errand(n.Guest("Somebody"), n.at(70*hour))
		n.prepare(n.newGuest(), 300*hour)
	}
	for range rows {
		n.join(n.staff, 2, taken)
	}
	pages := map[string]string{
		"reservations":    `id status viewerCommands customer { id name } policyVersion { id rules { holdTtl } } venue { id name policy { id } } slots { id bookable remaining resource { id name } }`,
		"waitlistEntries": `id position factors { factor weight value } customer { name } venue { id } offer { id decision { state reservation { id } } hold { id slots { id resource { id } } } selection { policyVersion { id } chosen { id customer { name } } skipped { entryId } } }`,
		"offers":          `id entry { id position customer { name } } slots { id blockers } hold { viewerCommands } selection { considered chosen { id offer { id } } }`,
		"policyVersions":  `id rules { holdTtl }`,
		"intents":         `id status queuePosition venue { id name } slots { id bookable resource { id } } reservation { id } completedBy { id } attempts { id status }`,
		"approvals":       `id status preview venue { id policy { id } } intent { id }`,
	}
	of := func(list string) string {
		switch list {
		case "approvals":
			return ""
		case "intents":
			return `filter: {venueId: "` + n.venueID() + `"}, `
		}
		return `venueId: "` + n.venueID() + `", `
	}
	for list, fields := range pages {
		for role, c := range map[string]client{"staff": n.staff, "a customer": n.guest} {
			t.Run(list+" for "+role, func(t *testing.T) {
				c := c.in(t)
				page := func(first int) func() {
					return func() {
						found := c.do(fmt.Sprintf(`{ %s(%sfirst: %d) { nodes { %s } edges { cursor } pageInfo { hasNextPage } } }`, list, of(list), first, fields), nil)
						if role == "staff" && list != "policyVersions" {
							require.Len(t, found.Get(list+".nodes").Array(), first)
						}
					}
				}
				page(1)()
				few, many := w.cost(page(5)), w.cost(page(rows))
				for again := 0; many >= few+slack && again < 5; again++ { // a busy machine splits batches, now and then; rows do so always
					many = min(many, w.cost(page(rows)))
				}
				require.Less(t, many, few+slack, "%d for 5 rows", few)
			})
		}
	}
	t.Run("the action queue", func(t *testing.T) {
		c := n.staff.in(t)
		page := func(first int) func() {
			return func() {
				found := c.do(fmt.Sprintf(`{ actionQueue(venueId: "%s", first: %d) { changesAt nodes { id kind version dueAt since reason commands subject {
					... on Offer { id status entry { customer { name } } slots { id resource { name } } } ... on Approval { id preview } ... on Reservation { id customer { name } } } } } }`, n.venueID(), first), nil)
				require.Len(t, found.Get("actionQueue.nodes").Array(), first)
			}
		}
		page(1)()
		few, many := w.cost(page(5)), w.cost(page(rows))
		for again := 0; many >= few+slack && again < 5; again++ {
			many = min(many, w.cost(page(rows)))
		}
		require.Less(t, many, few+slack, "%d for 5 rows", few)
	})
	t.Run("a page has 50 rows unless it is asked otherwise", func(t *testing.T) {
		found := n.staff.in(t).do(`{ reservations(venueId: "`+n.venueID()+`") { nodes { id } pageInfo { hasNextPage } } }`, nil).Get("reservations")
		require.Len(t, found.Get("nodes").Array(), 50)
		require.True(t, found.Get("pageInfo.hasNextPage").Bool())
	})
	t.Run("availability", func(t *testing.T) {
		c := n.guest.in(t)
		date := func(days int) string { return time.Now().In(seoul(t)).AddDate(0, 0, days).Format(time.DateOnly) }
		page := func(first int) func() {
			return func() {
				found := c.do(availabilityQuery, vars{"v": n.venueID(), "f": date(0), "t": date(6), "p": 2, "all": true, "first": first})
				require.Len(t, found.Get("availability.nodes").Array(), first)
			}
		}
		require.Less(t, w.cost(page(rows)), w.cost(page(5))+slack)
	})
	t.Run("nodes", func(t *testing.T) {
		c := n.staff.in(t)
		var all []string
		for _, list := range []string{"reservations", "offers", "waitlistEntries"} {
			all = append(all, texts(c.do(`{ `+list+`(venueId: "`+n.venueID()+`", first: 30) { nodes { id } } }`, nil).Get(list+".nodes.#.id"))...)
		}
		ask := func(ids []string) func() {
			return func() { c.do(roots()["nodes"].document, vars{"ids": ids}) }
		}
		few := w.cost(ask([]string{all[0], all[1], all[30], all[31], all[60], all[61]}))
		require.Less(t, w.cost(ask(all)), few+slack)
		foreign := make([]string, 100)
		for i := range foreign {
			foreign[i] = ref.Encode(ref.Reservation, uuid.New())
		}
		require.Less(t, w.cost(ask(foreign)), w.cost(ask(foreign[:1]))+slack)
	})
	t.Run("venues with their resources", func(t *testing.T) {
		c := n.staff.in(t)
		ask := func() { c.do(`{ venues { nodes { id policy { id } resources { nodes { id } } } } }`, nil) }
		one := w.cost(ask)
		for range 10 {
			n.annex(t)
		}
		require.Less(t, w.cost(ask), one+slack)
	})
	t.Run("a command costs the same, whatever is booked and waited for", func(t *testing.T) {
		quiet := p.in(t).tenant()
		hold := func(n *tenant) func() {
			return func() {
				t.Helper()
				n.other.hold(2, n.at(80*hour))
			}
		}
		hold(n.in(t))()
		hold(quiet)()
		few, many := w.cost(hold(quiet)), w.cost(hold(n.in(t)))
		require.Less(t, many, few+slack)
	})
}
