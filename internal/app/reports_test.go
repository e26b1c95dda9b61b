package app_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/invariant"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/ref"
)

const (
	latencyFields = ` { count p50 p90 p99 max } `
	reportQuery   = `query($venueId: ID!, $from: Date!, $to: Date!) { report(venueId: $venueId, from: $from, to: $to) {
		from to countedAt days { date openUnitMinutes bookedUnitMinutes reservations covers walkIns cancelled noShows } hours { weekday hour openUnitMinutes bookedUnitMinutes }
		waits { joined offered fulfilled left lapsed open untilOffer` + latencyFields + `}
		offers { made accepted declined expired withdrawn open untilAnswer` + latencyFields + `} promotion` + latencyFields + `} }`
)

// TestAReport: what a day of commands has left behind.
func TestAReport(t *testing.T) {
	t.Parallel()
	p := start(t)
	n := p.tenant()
	table := n.evening()
	booked := n.staff.confirmed(2, table)
	n.join(n.guest, 2, table)
	n.staff.commit("cancelReservation", vars{"reservationId": booked.Get("id").String(), "expectedVersion": booked.Get("version").Int(), "reasonCode": "OTHER"})
	n.staff.confirmed(3, n.evening())
	w := world{tenant: n}
	ask := func() gjson.Result {
		return n.staff.do(reportQuery, vars{"venueId": n.venueID(), "from": w.today(0), "to": w.today(3)}).Get("report")
	}
	eventually(t, "the place is offered", func() bool { return ask().Get("offers.made").Int() == 1 })
	report := ask()
	sum := func(field string) (sum int64) {
		for _, day := range report.Get("days").Array() {
			sum += day.Get(field).Int()
		}
		return sum
	}
	require.Len(t, report.Get("days").Array(), 4)
	require.EqualValues(t, []int64{2, 5, 1, 0}, []int64{sum("reservations"), sum("covers"), sum("cancelled"), sum("noShows")})
	require.EqualValues(t, []int64{240, 120}, []int64{sum("openUnitMinutes"), sum("bookedUnitMinutes")})
	require.EqualValues(t, 1, report.Get("waits.joined").Int())
	require.EqualValues(t, 1, report.Get("waits.open").Int())
	require.EqualValues(t, 1, report.Get("offers.open").Int())
	require.EqualValues(t, 1, report.Get("promotion.count").Int())
	require.Regexp(t, `^PT[0-9.]+S$`, report.Get("promotion.max").String())
	require.False(t, report.Get("offers.untilAnswer").IsObject())
	n.staff.ask(reportQuery, vars{"venueId": n.venueID(), "from": w.today(0), "to": w.today(92)}).failed("PAYLOAD_INVALID")
}

// TestTheInvariantsAreWatched: the first round comes with the start; a breach shows itself to its tenant, and to whoever reads
// the figures, until it is mended.
func TestTheInvariantsAreWatched(t *testing.T) {
	t.Parallel()
	p := start(t, shownOn, func(s *config.Serve) { s.VerifyEvery = time.Second })
	n, other := p.tenant(), p.tenant()
	slot, _ := ref.Decode(ref.Slot, n.evening())
	document := roots()["invariants"].document
	breaches := func(n *tenant) int64 {
		found := n.admin.do(document, nil).Get("invariants")
		if len(found.Get("checks").Array()) < len(invariant.Promises()) {
			return -1
		}
		require.Equal(t, "PT1S", found.Get("every").String())
		require.NotEmpty(t, found.Get("checks.0.promise").String())
		return found.Get(`checks.#(name=="slot-counter").breaches`).Int()
	}
	plant := func(taken int) {
		tx, err := pgtest.Admin(t, p.db).BeginTx(t.Context(), nil)
		require.NoError(t, err)
		for _, statement := range []string{`SET LOCAL session_replication_role = replica`, fmt.Sprintf(`UPDATE slots SET taken = %d WHERE id = '%s'`, taken, slot)} {
			_, err = tx.ExecContext(t.Context(), statement)
			require.NoError(t, err)
		}
		require.NoError(t, tx.Commit())
	}
	eventually(t, "both were looked at", func() bool { return breaches(n) == 0 && breaches(other) == 0 })
	plant(1)
	eventually(t, "it is found", func() bool { return breaches(n) == 1 })
	require.Zero(t, breaches(other))
	last := n.staff.do(document, nil).Get(`invariants.checks.#(name=="slot-counter").lastBreachAt`).String()
	require.NotEmpty(t, last)
	broken, samples := figure(p.scrape(), "slotq_invariant_breaches", "check", "slot-counter")
	require.Equal(t, []float64{1, 1}, []float64{broken, float64(samples)})
	plant(0)
	eventually(t, "it is mended", func() bool { return breaches(n) == 0 })
	require.NotEmpty(t, n.staff.do(document, nil).Get(`invariants.checks.#(name=="slot-counter").lastBreachAt`).String())
	require.Contains(t, p.log.String(), "an invariant is broken")
}
