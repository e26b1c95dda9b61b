package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// TestTwoProcesses: one process answers, another works, on one database. A freed table becomes an offer all the same, and
// arrives on the socket of the process that answers.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	data := furnished(t)
	_, m := demo(t, data, "--role", "api")
	worker := start(t, data, "serve", "--addr", "127.0.0.1:0", "--role", "worker", "--database-url", databaseURL(t, data))
	require.Eventually(t, func() bool { return strings.Contains(worker.log.String(), "slotq is ready") }, 30*time.Second, 20*time.Millisecond)
	e := open(t, m)
	booked := e.take(t, e.guest)
	e.join(t, e.second)
	watch := e.staff.subscribe(offers, vars{"v": m.Story.VenueID})
	require.Equal(t, "SNAPSHOT", watch.next("offerChanged").Get("kind").String())
	e.cancel(t, e.guest, booked)
	change(watch, "offerChanged", offerIs("OFFERED"))
}

// TestTheSocketIsToldToGo: a program that is stopped says goodbye to its sockets.
func TestTheSocketIsToldToGo(t *testing.T) {
	t.Parallel()
	p, m := demo(t, furnished(t))
	watch := m.client(t, m.Story.Tenant, "staff").subscribe(offers, vars{"v": m.Story.VenueID})
	require.Equal(t, "SNAPSHOT", watch.next("offerChanged").Get("kind").String())
	p.stop()
	var last gjson.Result
	for event := range watch.events {
		last = event
	}
	require.False(t, last.Get("errors").Exists(), "%s", last.Raw)
	require.Equal(t, 1001, <-watch.closed)
}
