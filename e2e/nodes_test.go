package e2e

import (
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/relay"
)

// clinic is the tenant where nobody waits, and so many of its bookable slots of the days ahead, each at a time of its own:
// what is booked in one leaves the others free.
func clinic(t *testing.T, f *fleet, m manifest, n int) (staff client, venue string, slots []string) {
	t.Helper()
	const tenant = "spree-klinik"
	for _, candidate := range m.Tenants {
		if candidate.Code == tenant {
			venue = candidate.Venues[0].ID
		}
	}
	staff = m.client(t, tenant, "staff")
	for ahead, free := 2, ""; len(slots) < n; ahead++ {
		require.Less(t, ahead, 13, "the clinic has no more days")
		day := time.Now().Add(time.Duration(ahead) * 24 * time.Hour).Format(time.DateOnly)
		for _, node := range staff.at(f.next()).do(seatsOf, vars{"v": venue, "d": day}).Get("availability.nodes").Array() {
			if starts := node.Get("startsAt").String(); starts >= free { // both are in UTC
				slots, free = append(slots, id(node)), node.Get("endsAt").String()
			}
		}
	}
	return staff, venue, slots[:n]
}

// TestARollingRestartLosesNothing: under load each node that answers is replaced, and one is killed. Every command has one
// effect, and whoever follows sees every change once and in order.
func TestARollingRestartLosesNothing(t *testing.T) {
	t.Parallel()

	t.Run("each node reads the log", func(t *testing.T) {
		t.Parallel()
		roll(t)
	})

	t.Run("events come over NATS", func(t *testing.T) {
		t.Parallel()
		server, err := relay.StartEmbedded(t.TempDir(), relay.AnyPort)
		require.NoError(t, err)
		t.Cleanup(server.Close)
		roll(t, "--nats-url", server.URL())
		require.NotZero(t, carried(t, server.URL()), "without NATS the log would have done as well")
	})
}

// carried is how many events went over a NATS.
func carried(t *testing.T, url string) uint64 {
	t.Helper()
	conn, err := nats.Connect(url)
	require.NoError(t, err)
	defer conn.Close()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	stream, err := js.Stream(t.Context(), "slotq-events")
	require.NoError(t, err)
	return stream.CachedInfo().State.LastSeq
}

// roll replaces each of two nodes, one with and one without a balancer that looks, and kills one.
func roll(t *testing.T, more ...string) {
	const clients, contested = 3, 20
	data := furnished(t)
	_, m := demo(t, data, append([]string{"--role", "worker", "--metrics-addr", ""}, more...)...)
	f := startFleet(t, append([]string{"--database-url", databaseURL(t, data), "--drain-notice", notice.String(), "--user-commands", "0", "--user-queries", "0"}, more...)...)
	staff, venue, slots := clinic(t, f, m, contested+10*clients)
	shared, own := slots[:contested], slots[contested:]
	before := reservationsOf(staff.at(f.next()), venue)
	screens := []*screen{openScreen(t, f, staff, venue, 0), openScreen(t, f, staff, venue, 1), openScreen(t, f, staff, venue, 0)}

	d, stop := newDesk(f, staff), make(chan struct{})
	var all sync.WaitGroup
	for c := range clients {
		all.Go(func() { d.work(t, own[10*c:10*c+10], shared, stop) })
	}
	halt := sync.OnceFunc(func() { close(stop); all.Wait() })
	defer halt()
	together := func(place int) { // so that a restart finds everybody
		t.Helper()
		for _, s := range screens {
			s.sits(t, f.node(place))
		}
		answered := d.commands()
		require.Eventually(t, func() bool { return d.commands() > answered+10*clients }, patience, pace)
	}

	screens[0].sits(t, f.node(0))
	f.retire(0, true)
	require.Zero(t, d.broken.Load(), "who heeds the notice meets no closed door")
	together(1)
	f.replace(0)

	f.retire(1, false)
	together(0)
	f.replace(1)

	f.node(0).kill()
	together(1)
	f.replace(0)
	halt()

	last := id(d.command(t, holdSlot, "holdSlot", vars{"slotIds": []string{own[0]}, "partySize": 1}).Get("reservation"))
	seen := screens[0].reaches(t, last)
	for _, s := range screens[1:] {
		require.Equal(t, seen, s.reaches(t, last))
	}
	for place := range 2 {
		require.Equal(t, seen, anew(staff.at(f.node(place)), venue, screens[0].start, len(seen)))
	}
	wanted := []int{2, 1, 2} // 1001 of the nodes that said goodbye; the third end was no goodbye
	for i, s := range screens {
		require.Len(t, s.ends, wanted[i]+1)
		for _, code := range s.ends[:wanted[i]] {
			require.Equal(t, 1001, code)
		}
		require.NotEqual(t, 1001, s.ends[wanted[i]])
	}
	d.account(t, venue, before)
	d.follows(t, seen)
	require.NotZero(t, d.broken.Load(), "nobody met the node that was killed")
	t.Logf("%d commands, %d changes, %d connections without an answer, %d commands sent again after all", len(d.journal), len(seen), d.broken.Load(), d.replay(t))
	require.Contains(t, run(t, "verify", "--data", data), "every invariant holds")
}

// TestALimitIsForAllNodes: two nodes together let no more through than one would.
func TestALimitIsForAllNodes(t *testing.T) {
	t.Parallel()
	const rate, burst, offered = 5, 4 * 5, 60 // commands a second, at once, at each node
	data := furnished(t)
	_, m := demo(t, data, "--role", "worker", "--metrics-addr", "")
	f := startFleet(t, "--database-url", databaseURL(t, data), "--user-commands", "5")
	db := underneath(t, data)
	require.Eventually(t, func() bool { // each has counted since the other came
		return count(t, db, `SELECT count(*) FROM nodes WHERE role = 'api' AND seen_at > (SELECT max(started_at) FROM nodes WHERE role = 'api')`) == 2
	}, patience, pace)

	staff := m.client(t, m.Story.Tenant, "staff")
	answers := make(chan string, 2*offered)
	began := time.Now()
	var all sync.WaitGroup
	for place := range 2 {
		all.Go(func() {
			for range offered {
				answer, err := staff.at(f.node(place)).try(holdSlot, vars{"i": vars{"slotIds": []string{"nowhere"}, "partySize": 1, "idempotencyKey": key()}})
				code := answer.Get("errors.0.extensions.code").String()
				if err != nil || (code == "RATE_LIMITED") != (answer.Get("errors.0.extensions.retryAfterMs").Int() > 0) {
					t.Errorf("%v %s", err, answer.Raw)
				}
				if code == "" {
					code = answer.Get("data.holdSlot.problem.code").String()
				}
				answers <- code
			}
		})
	}
	all.Wait()
	most := burst + int(rate*time.Since(began).Seconds()) + 2 // each node may round up
	close(answers)
	told := map[string]int{}
	for code := range answers {
		told[code]++
	}
	require.Equal(t, 2*offered, told["REFERENCE_NOT_FOUND"]+told["RATE_LIMITED"], "%v", told)
	require.GreaterOrEqual(t, told["REFERENCE_NOT_FOUND"], burst, "%v", told)
	require.LessOrEqual(t, told["REFERENCE_NOT_FOUND"], most, "%v", told)
	t.Logf("of %d commands %d got through, %d at most should", 2*offered, told["REFERENCE_NOT_FOUND"], most)
}
