package transport

import (
	"context"
	"net"
	"net/http"
	"testing"
	"time"

	gqltransport "github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
)

// TestEndOfContext closes sockets from the server's side; the client sees why, and no operation
// pretends to have completed.
func TestEndOfContext(t *testing.T) {
	t.Run("an expired credential", func(t *testing.T) {
		expire := make(chan context.CancelCauseFunc, 1)
		w := newWorld(t, setup{options: Options{InitFunc: living(func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancelCause(ctx)
			expire <- cancel
			return ctx, func() { cancel(nil) }
		})}})
		s := dial(t, w)
		s.send(initMessage)
		s.expect(ackMessage)
		s.send(subscribeTo("a", "silent"))
		require.Equal(t, "silent", receive(t, w.began))
		receive(t, expire)(context.DeadlineExceeded) // as a deadline does, at a time of our choice
		_, _, err := s.ws.ReadMessage()              // not a complete
		require.True(t, websocket.IsCloseError(err, 4403), "%v", err)
	})

	t.Run("a revoked credential", func(t *testing.T) {
		revoke := make(chan context.CancelCauseFunc, 1)
		s := dial(t, newWorld(t, setup{options: Options{InitFunc: living(func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancelCause(ctx)
			revoke <- cancel
			return ctx, func() { cancel(nil) }
		})}}))
		s.send(initMessage)
		s.expect(ackMessage)
		receive(t, revoke)(CloseError{CloseUnauthorized, "Credential revoked"})
		require.Equal(t, "Credential revoked", s.expectClose(4401))
	})

	t.Run("a server that stops, before and after connection_init", func(t *testing.T) {
		w := newWorld(t, setup{})
		early, late := dial(t, w), connected(t, w)
		w.sockets.Drain(nil)
		early.expectClose(1001)
		late.expectClose(1001)
	})

	t.Run("a server that has stopped takes no more", func(t *testing.T) {
		w := newWorld(t, setup{})
		w.sockets.Drain(nil)
		_, res, err := (&websocket.Dialer{Subprotocols: []string{Subprotocol}}).Dial(socketURL(w), nil)
		require.ErrorIs(t, err, websocket.ErrBadHandshake)
		require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
		require.NotEmpty(t, res.Header.Get("Retry-After"))
	})

	t.Run("a server that stops does not wait for a peer that stalls", func(t *testing.T) {
		w := newWorld(t, setup{options: Options{WriteTimeout: time.Hour}})
		stalled, other := connected(t, w), connected(t, w)
		stalled.send(subscribeTo("a", "huge")) // and nobody reads it
		require.Equal(t, "huge", receive(t, w.began))
		w.sockets.Drain(nil)
		other.expectClose(1001)
		waited, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		require.NoError(t, w.sockets.Wait(waited))
	})

	t.Run("a server that stops and says where to go", func(t *testing.T) {
		w := newWorld(t, setup{})
		s := connected(t, w)
		w.sockets.Drain(CloseError{1012, "Restarting"})
		require.Equal(t, "Restarting", s.expectClose(1012))
	})
}

// living makes an InitFunc of a function that derives the connection's context.
func living(derive func(context.Context) (context.Context, context.CancelFunc)) gqltransport.WebsocketInitFunc {
	return func(ctx context.Context, _ gqltransport.InitPayload) (context.Context, *gqltransport.InitPayload, error) {
		session, cancel := derive(ctx)
		context.AfterFunc(ctx, cancel)
		return session, nil, nil
	}
}

func TestEndByClient(t *testing.T) {
	t.Run("an orderly close is answered and stops the operations", func(t *testing.T) {
		w := newWorld(t, setup{})
		s := connected(t, w)
		s.send(subscribeTo("a", "silent"))
		require.Equal(t, "silent", receive(t, w.began))
		frame := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
		require.NoError(t, s.ws.WriteControl(websocket.CloseMessage, frame, time.Now().Add(patience)))
		s.expectClose(websocket.CloseNormalClosure)
		require.Equal(t, "silent", receive(t, w.ended))
		require.Equal(t, websocket.CloseNormalClosure, receive(t, w.closed))
	})

	t.Run("a lost connection stops the operations", func(t *testing.T) {
		w := newWorld(t, setup{})
		s := connected(t, w)
		s.send(subscribeTo("a", "silent"))
		require.Equal(t, "silent", receive(t, w.began))
		require.NoError(t, s.ws.NetConn().(*net.TCPConn).SetLinger(0)) // a reset, not a goodbye
		require.NoError(t, s.ws.Close())
		require.Equal(t, "silent", receive(t, w.ended))
		require.Equal(t, 1006, receive(t, w.closed))
	})

	t.Run("a reader that stalls is let go and costs its neighbour nothing", func(t *testing.T) {
		w := newWorld(t, setup{options: Options{WriteTimeout: 200 * time.Millisecond}})
		stalled, neighbour := connected(t, w), connected(t, w)
		stalled.send(subscribeTo("a", "flood")) // and nobody reads it
		neighbour.send(subscribeTo("b", "ticks"))
		neighbour.expect(`{"id":"b","type":"next","payload":{"data":{"ticks":1}}}`)
		require.Equal(t, CloseSlowConsumer, receive(t, w.closed))
		require.Equal(t, "flood", receive(t, w.ended))
		require.Eventually(t, func() bool { return w.sockets.Open() == 1 }, patience, time.Millisecond)
	})

	t.Run("a peer that never answers the close frame does not hold the server", func(t *testing.T) {
		w := newWorld(t, setup{})
		s := connected(t, w)
		s.send(`{nonsense`)
		require.Equal(t, 4400, receive(t, w.closed)) // the client has read nothing so far
		s.expectClose(4400)
	})
}

func TestManySockets(t *testing.T) {
	t.Run("a hundred sockets end with the server and leave no goroutine", func(t *testing.T) {
		const many = 100
		w := newWorld(t, setup{})
		clients := make([]*client, many)
		for i := range clients {
			clients[i] = connected(t, w)
			clients[i].send(subscribeTo("a", "silent"), subscribeTo("b", "silent"))
			require.Equal(t, "silent", receive(t, w.began))
			require.Equal(t, "silent", receive(t, w.began))
		}
		require.Equal(t, many, w.sockets.Open())

		waited, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		tired, enough := context.WithCancel(t.Context())
		enough()
		require.ErrorIs(t, w.sockets.Wait(tired), context.Canceled)

		w.sockets.Drain(CloseError{CloseGoingAway, "Server stops"})
		for _, c := range clients {
			require.Equal(t, "Server stops", c.expectClose(CloseGoingAway))
			require.NoError(t, c.ws.Close())
		}
		require.NoError(t, w.sockets.Wait(waited))
		require.Zero(t, w.sockets.Open())
		for range 2 * many {
			require.Equal(t, "silent", receive(t, w.ended))
		}
		// TestMain looks for goroutines once every server of the package has stopped.
	})
}

func TestNotAnUpgrade(t *testing.T) {
	t.Run("an upgrade to something else is answered as plain HTTP", func(t *testing.T) {
		w := newWorld(t, setup{})
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.URL+"?query={hello}", nil)
		require.NoError(t, err)
		req.Header.Set("Connection", "Upgrade")
		req.Header.Set("Upgrade", "h2c")
		res, err := w.Client().Do(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, http.StatusOK, res.StatusCode)
	})
}
