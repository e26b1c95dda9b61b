package transport

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	gqltransport "github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
)

// pour sends without waiting for anybody to read, and does not mind that the socket ends meanwhile.
func (c *client) pour(n int, message func(i int) (kind int, body string)) {
	go func() {
		for i := range n {
			kind, body := message(i)
			if c.ws.WriteMessage(kind, []byte(body)) != nil {
				return
			}
		}
	}()
}

func TestFloods(t *testing.T) {
	t.Run("ten thousand subscriptions end at the limit of operations, and all of them stop", func(t *testing.T) {
		w := newWorld(t, setup{options: Options{MaxOperations: 20}})
		s := connected(t, w)
		s.pour(10_000, func(i int) (int, string) { return websocket.TextMessage, subscribeTo(strconv.Itoa(i), "silent") })
		s.expectClose(4430)
		require.NoError(t, s.ws.Close())
		require.Equal(t, 4430, receive(t, w.closed))
		require.Zero(t, w.sockets.Stats().Operations)
	})

	for name, message := range map[string]func(int) (int, string){
		"messages":          func(int) (int, string) { return websocket.TextMessage, `{"type":"pong"}` },
		"short operations":  func(i int) (int, string) { return websocket.TextMessage, subscribeTo(strconv.Itoa(i), "ticks") },
		"pings of the wire": func(int) (int, string) { return websocket.PingMessage, "a" },
		"pongs of the wire": func(int) (int, string) { return websocket.PongMessage, "a" },
	} {
		t.Run("ten thousand "+name+" end at the allowance", func(t *testing.T) {
			w := newWorld(t, setup{options: Options{MaxOperations: 10_000}})
			s := connected(t, w)
			s.pour(10_000, message)
			require.Equal(t, "Too many messages", s.expectClose(4431))
			require.NoError(t, s.ws.Close())
			require.Equal(t, 4431, receive(t, w.closed))
		})
	}

	t.Run("a client that comes back with a hundred subscriptions is welcome", func(t *testing.T) {
		w := newWorld(t, setup{})
		s := connected(t, w)
		for i := range 100 {
			s.send(subscribeTo(strconv.Itoa(i), "silent"))
		}
		for range 100 {
			require.Equal(t, "silent", receive(t, w.began))
		}
		require.Equal(t, 100, w.sockets.Stats().Operations)
	})

	t.Run("a client that never ends its message is let go", func(t *testing.T) {
		w := newWorld(t, setup{options: Options{PingInterval: 50 * time.Millisecond}})
		s := connected(t, w)
		s.frame(0x01, `{"type":`)
		s.expectClose(4499)
	})
}

func TestCaps(t *testing.T) {
	knock := func(t *testing.T, w *world) *http.Response {
		_, res, err := (&websocket.Dialer{Subprotocols: []string{Subprotocol}}).Dial(socketURL(w), nil)
		require.ErrorIs(t, err, websocket.ErrBadHandshake)
		return res
	}

	t.Run("a socket over the server's limit is refused before the upgrade, and one that leaves makes room", func(t *testing.T) {
		w := newWorld(t, setup{options: Options{MaxSockets: 2}})
		first, _ := connected(t, w), connected(t, w)
		res := knock(t, w)
		require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
		require.NotEmpty(t, res.Header.Get("Retry-After"))
		require.NoError(t, first.ws.Close())
		receive(t, w.closed)
		require.Eventually(t, func() bool { return w.sockets.Open() == 1 }, patience, time.Millisecond)
		connected(t, w)
		require.EqualValues(t, 1, w.sockets.Stats().Refused)
	})

	t.Run("strangers who say nothing keep nobody out: the one goes who has stood for longest", func(t *testing.T) {
		w := newWorld(t, setup{options: Options{MaxStrangers: 3, InitTimeout: time.Hour}})
		var strangers []*client
		for range 3 {
			s := dial(t, w)
			s.send(`{"type":"ping"}`) // the handshake is answered before the socket stands in the line, and a ping only when it does
			s.expect(`{"type":"pong"}`)
			strangers = append(strangers, s)
		}
		connected(t, w)
		require.Equal(t, "No room, come again", strangers[0].expectClose(1001))
		receive(t, w.closed)
		require.Eventually(t, func() bool { return w.sockets.Open() == 3 }, patience, time.Millisecond)
		for range 2 { // who is admitted has left a place to strangers
			connected(t, w)
		}
		dial(t, w)
		for _, stranger := range strangers[1:] {
			dial(t, w)
			stranger.expectClose(1001)
		}
		require.EqualValues(t, 3, w.sockets.Stats().Refused)
	})

	t.Run("those whose credential is being looked at are not sent away, but come to an end of the room", func(t *testing.T) {
		looked, look := make(chan struct{}, 2), make(chan struct{})
		w := newWorld(t, setup{options: Options{MaxStrangers: 2, InitTimeout: time.Hour, InitFunc: func(ctx context.Context, _ gqltransport.InitPayload) (context.Context, *gqltransport.InitPayload, error) {
			looked <- struct{}{}
			<-look
			return ctx, nil, nil
		}}})
		waiting := []*client{dial(t, w), dial(t, w)}
		for _, s := range waiting {
			s.send(initMessage)
			receive(t, looked)
		}
		require.Equal(t, http.StatusServiceUnavailable, knock(t, w).StatusCode)
		close(look)
		for _, s := range waiting {
			s.expect(ackMessage)
		}
		connected(t, w)
	})

	t.Run("who is admitted when others were first is told to come again", func(t *testing.T) {
		w := newWorld(t, setup{options: Options{MaxSockets: 1}})
		early := dial(t, w)
		late := connected(t, w)
		early.send(initMessage)
		require.Equal(t, "No room, come again", early.expectClose(1001))
		require.NoError(t, late.ws.Close())
		require.NoError(t, early.ws.Close())
		receive(t, w.closed)
		receive(t, w.closed)
		require.Eventually(t, func() bool { return w.sockets.Open() == 0 }, patience, time.Millisecond)
		connected(t, w)
	})

	t.Run("a handshake that is refused takes no room", func(t *testing.T) {
		w := newWorld(t, setup{options: Options{MaxSockets: 1}})
		for range 3 {
			_, res, err := (&websocket.Dialer{Subprotocols: []string{Subprotocol}}).Dial(socketURL(w), http.Header{"Origin": {"https://evil.example"}})
			require.ErrorIs(t, err, websocket.ErrBadHandshake)
			require.Equal(t, http.StatusForbidden, res.StatusCode)
		}
		connected(t, w)
	})

	t.Run("a socket over the client's own limit is refused after connection_init", func(t *testing.T) {
		var there atomic.Int32
		type who struct{}
		w := newWorld(t, setup{options: Options{
			InitFunc: living(func(ctx context.Context) (context.Context, context.CancelFunc) {
				return context.WithValue(ctx, who{}, "Kim"), func() {}
			}),
			Admit: func(session context.Context) (func(), error) {
				require.Equal(t, "Kim", session.Value(who{}))
				if there.Add(1) > 2 {
					there.Add(-1)
					return nil, errors.New("pq: too many")
				}
				return func() { there.Add(-1) }, nil
			},
		}})
		first, _ := connected(t, w), connected(t, w)
		third := dial(t, w)
		third.send(initMessage)
		require.Equal(t, "Too many sockets", third.expectClose(4432))
		require.NoError(t, third.ws.Close())
		require.Equal(t, 4432, receive(t, w.closed))
		require.NoError(t, first.ws.Close())
		receive(t, w.closed)
		require.EqualValues(t, 1, there.Load(), "it is given back before anybody is told that the socket is gone")
		connected(t, w)
	})

	t.Run("Admit may choose the code", func(t *testing.T) {
		w := newWorld(t, setup{options: Options{
			Admit: func(context.Context) (func(), error) { return nil, CloseError{CloseGoingAway, "Try another server"} },
		}})
		s := dial(t, w)
		s.send(initMessage)
		require.Equal(t, "Try another server", s.expectClose(1001))
	})
}

func TestStats(t *testing.T) {
	w := newWorld(t, setup{})
	s := connected(t, w)
	s.send(subscribeTo("a", "ticks"))
	for range 4 { // three and complete
		s.read()
	}
	s.send(subscribeTo("b", "silent"))
	require.Equal(t, "silent", receive(t, w.began))
	require.Equal(t, Stats{Sockets: 1, Operations: 1}, w.sockets.Stats())
	for _, code := range []int{1000, 4999} { // one of its own making
		frame := websocket.FormatCloseMessage(code, "")
		require.NoError(t, s.ws.WriteControl(websocket.CloseMessage, frame, time.Now().Add(patience)))
		require.Equal(t, code, receive(t, w.closed))
		s = connected(t, w)
	}
	require.Equal(t, map[int]uint64{1000: 1, 0: 1}, w.sockets.Stats().Closed)
	require.Zero(t, w.sockets.Stats().Operations)
}
