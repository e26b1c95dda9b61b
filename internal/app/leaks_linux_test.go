package app_test

import (
	"net/http"
	"os"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// TestNothingIsLeft: the program starts, serves and stops again and again, and keeps neither a descriptor nor a goroutine, with
// clients that say goodbye, clients that are cut off, and clients that are still there when it stops. It runs alone: what is
// counted is the whole process's.
func TestNothingIsLeft(t *testing.T) { //nolint:paralleltest // see above
	p := start(t)
	n := p.tenant()
	p.stop()
	life := func() {
		p.run()
		polite, cut := n.staff.open(), n.staff.watch("reservationChanged", vars{"id": n.venueID()})
		last := n.staff.watch("reservationChanged", vars{"id": n.venueID()})
		n.guest.confirmed(2, n.evening())
		last.event("CHANGE")
		require.NoError(t, polite.conn.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")))
		cut.drop()
		p.stop()
		last.drop()
		http.DefaultClient.CloseIdleConnections()
	}
	for range 2 { // the first time more is opened than ever again: what the runtime and the test itself keep
		life()
	}
	before, running := descriptors(t), goleak.IgnoreCurrent()
	for range 5 {
		life()
	}
	eventually(t, "descriptors are left", func() bool { return descriptors(t) <= before })
	require.NoError(t, goleak.Find(running))
}

// descriptors is how many this process has open.
func descriptors(t *testing.T) int {
	t.Helper()
	open, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	return len(open)
}
