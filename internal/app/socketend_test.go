package app_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/auth"
)

func TestSocketsEnd(t *testing.T) {
	t.Parallel()
	t.Run("a dropped socket goes on behind its cursor, also through a restart", func(t *testing.T) {
		t.Parallel()
		p := start(t)
		n := p.tenant()
		s := n.staff.watch("reservationChanged", vars{"id": n.venueID()})
		r := n.guest.hold(2, n.evening())
		require.Equal(t, []string{r.Get("id").String() + " 1 HELD"}, s.changes(1))
		s.drop()
		r = n.guest.commit("confirmReservation", on(r)).Get("reservation")
		p.stop()
		p.run()
		guest, staff := p.as(n.guest.token), p.as(n.staff.token)
		guest.cancel(r)
		again := staff.follow("reservationChanged", vars{"id": n.venueID()}, s.cursor)
		require.Equal(t, []string{r.Get("id").String() + " 2 CONFIRMED", r.Get("id").String() + " 3 CANCELLED"}, again.changes(2))
		again.silent(t)
	})
	t.Run("a program that stops says so", func(t *testing.T) {
		t.Parallel()
		p := start(t)
		n := p.tenant()
		idle, busy := n.guest.open(), n.staff.watch("reservationChanged", vars{"id": n.venueID()})
		document, _ := streamOf("reservationChanged")
		events := n.guest.listen(t.Context(), document, vars{"id": n.venueID()})
		require.Equal(t, "SNAPSHOT", (<-events).Get("data.reservationChanged.kind").String())
		began := time.Now()
		p.stop()
		for _, s := range []*socket{idle, busy.socket} {
			code, _ := s.closed()
			require.Equal(t, 1001, code)
		}
		_, more := <-events
		require.False(t, more, "a stream of events just ends, without a word that it is complete")
		require.Less(t, time.Since(began), 5*time.Second)
	})
	p := start(t)
	n := p.tenant()
	within := 5 * time.Second
	t.Run("what connection_init shows decides alone, and the handshake's header where it shows nothing", func(t *testing.T) {
		t.Parallel()
		n := n.in(t)
		bad, good := "Bearer sq.unknown", "Bearer "+n.guest.token
		for _, c := range []struct {
			header, payload string
			admitted        bool
		}{
			{bad, `{"authorization":"` + good + `"}`, true},
			{good, `{"authorization":"` + bad + `"}`, false},
			{good, `{}`, true},
			{bad, `{}`, false},
		} {
			s := p.in(t).as("").dial(http.Header{"Authorization": {c.header}})
			s.send(`{"type":"connection_init","payload":` + c.payload + `}`)
			if c.admitted {
				require.Equal(t, "connection_ack", s.frame().Get("type").String())
				continue
			}
			code, _ := s.closed()
			require.Equal(t, 4403, code)
		}
	})
	t.Run("a revoked key ends its socket within seconds, and hears nothing more", func(t *testing.T) {
		t.Parallel()
		n := n.in(t)
		token, id := n.issue(n.guestActor)
		s := p.in(t).as(token).watch("reservationChanged", vars{"id": n.venueID()})
		idle := p.in(t).as(token).open()
		other := n.guest.watch("reservationChanged", vars{"id": n.venueID()})
		n.revoke(id)
		for _, s := range []*socket{s.socket, idle} {
			code, after := s.closed()
			require.Equal(t, 4403, code)
			require.Less(t, after, within)
		}
		p.in(t).as(token).ask(`{ viewer { id } }`, nil).failed("UNAUTHENTICATED")
		n.guest.hold(2, n.evening())
		other.changes(1) // another key of the same person goes on
	})
	t.Run("a key that expires ends its socket at its time", func(t *testing.T) {
		t.Parallel()
		n := n.in(t)
		at := time.Now().Add(5 * time.Second) // a slow machine has its socket open by then
		token, _ := n.issue(n.guestActor, func(s *auth.IssueSpec) { s.ExpiresAt = &at })
		s := p.in(t).as(token).watch("reservationChanged", vars{"id": n.venueID()})
		code, _ := s.closed()
		require.Equal(t, 4403, code)
		require.False(t, time.Now().Before(at), "not early")
		p.in(t).as(token).ask(`{ viewer { id } }`, nil).failed("UNAUTHENTICATED")
	})
	t.Run("a revoked key ends its stream of events", func(t *testing.T) {
		t.Parallel()
		n := n.in(t)
		token, id := n.issue(n.guestActor)
		document, _ := streamOf("reservationChanged")
		lines := p.in(t).as(token).listen(t.Context(), document, vars{"id": n.venueID()})
		<-lines
		n.revoke(id)
		began := time.Now()
		for range lines {
			require.Less(t, time.Since(began), 2*within)
		}
		require.Less(t, time.Since(began), within)
	})
}

// listen reads server-sent events until the stream ends.
func (c client) listen(ctx context.Context, query string, v vars) <-chan gjson.Result {
	c.t.Helper()
	return c.eventStream(ctx, body(query, v))
}
