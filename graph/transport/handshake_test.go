package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	gqltransport "github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
)

func TestHandshake(t *testing.T) {
	w := newWorld(t, setup{options: Options{AllowedOrigins: []string{"https://app.example.com"}}})
	for _, c := range []struct {
		name        string
		subprotocol []string
		origin      []string
		status      int
	}{
		{"the protocol, from no browser", []string{Subprotocol}, nil, 101},
		{"the protocol among others", []string{"graphql-ws", Subprotocol}, nil, 101},
		{"no subprotocol", nil, nil, 400},
		{"the legacy protocol", []string{"graphql-ws"}, nil, 400},
		{"an unknown protocol", []string{"mqtt"}, nil, 400},
		{"a page of the same host", []string{Subprotocol}, []string{w.URL}, 101},
		{"a page of an allowed origin", []string{Subprotocol}, []string{"https://app.example.com"}, 101},
		{"an allowed host with another scheme", []string{Subprotocol}, []string{"http://app.example.com"}, 403},
		{"an allowed host with another port", []string{Subprotocol}, []string{"https://app.example.com:8443"}, 403},
		{"a host that begins like an allowed one", []string{Subprotocol}, []string{"https://app.example.com.evil.example"}, 403},
		{"a foreign page", []string{Subprotocol}, []string{"https://evil.example"}, 403},
		{"an opaque origin", []string{Subprotocol}, []string{"null"}, 403},
		{"an empty origin", []string{Subprotocol}, []string{""}, 403},
		{"two origins", []string{Subprotocol}, []string{"https://app.example.com", "https://evil.example"}, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			header := http.Header{}
			if c.origin != nil {
				header["Origin"] = c.origin
			}
			ws, res, err := (&websocket.Dialer{Subprotocols: c.subprotocol}).Dial(socketURL(w), header)
			require.Equal(t, c.status, res.StatusCode)
			if c.status == http.StatusSwitchingProtocols {
				require.NoError(t, err)
				require.NoError(t, ws.Close())
				return
			}
			require.ErrorIs(t, err, websocket.ErrBadHandshake)
			text, err := io.ReadAll(res.Body)
			require.NoError(t, err)
			require.Equal(t, 1, strings.Count(string(text), "\n"), "one answer, not two: %q", text)
		})
	}
}

func TestInitialisation(t *testing.T) {
	t.Run("without connection_init the socket is closed in time, pings or not", func(t *testing.T) {
		w := newWorld(t, setup{options: Options{InitTimeout: 50 * time.Millisecond}})
		s := dial(t, w)
		s.send(`{"type":"ping"}`)
		require.Equal(t, "Connection initialisation timeout", s.expectClose(4408))
	})

	t.Run("an initialised socket outlives the timeout", func(t *testing.T) {
		w := newWorld(t, setup{options: Options{InitTimeout: time.Second, PingInterval: 2 * time.Second}}) // a slow machine greets in time, too
		s := connected(t, w)
		s.expect(`{"type":"ping"}`) // after the timeout
		s.send(`{"type":"pong"}`)
		s.expect(`{"type":"ping"}`)
	})

	t.Run("the InitFunc sees the payload, and its acknowledgement reaches the client", func(t *testing.T) {
		payloads := make(chan gqltransport.InitPayload, 1)
		s := dial(t, newWorld(t, setup{options: Options{
			InitFunc: func(ctx context.Context, p gqltransport.InitPayload) (context.Context, *gqltransport.InitPayload, error) {
				payloads <- p
				return ctx, &gqltransport.InitPayload{"serverTime": "now"}, nil
			},
		}}))
		s.send(`{"type":"connection_init","payload":{"authorization":"Bearer x"}}`)
		s.expect(`{"type":"connection_ack","payload":{"serverTime":"now"}}`)
		require.Equal(t, "Bearer x", receive(t, payloads).Authorization())
	})

	t.Run("a refusal says Forbidden and nothing more", func(t *testing.T) {
		s := dial(t, newWorld(t, setup{options: Options{InitFunc: refuseWith(errors.New("pq: password wrong"))}}))
		s.send(initMessage)
		require.Equal(t, "Forbidden", s.expectClose(4403))
	})

	t.Run("a refusal may choose its code", func(t *testing.T) {
		end := CloseError{CloseUnauthorized, strings.Repeat("한", 60)} // 180 bytes, 123 fit
		s := dial(t, newWorld(t, setup{options: Options{InitFunc: refuseWith(errors.Join(errors.New("x"), end))}}))
		s.send(initMessage)
		require.Equal(t, strings.Repeat("한", 41), s.expectClose(4401))
	})

	t.Run("what is said while the answer to connection_init is awaited", func(t *testing.T) {
		for name, c := range map[string]struct {
			say  string
			code int
		}{
			"a second connection_init": {initMessage, 4429},
			"subscribe":                {subscribeTo("a", "silent"), 4401},
		} {
			t.Run(name+" ends the socket at once, and what Admit took is given back", func(t *testing.T) {
				asked, answer, left := make(chan struct{}), make(chan struct{}), make(chan struct{}, 1)
				w := newWorld(t, setup{options: Options{
					InitFunc: func(ctx context.Context, _ gqltransport.InitPayload) (context.Context, *gqltransport.InitPayload, error) {
						close(asked)
						<-answer
						return ctx, nil, nil
					},
					Admit: func(context.Context) (func(), error) { return func() { left <- struct{}{} }, nil },
				}})
				s := dial(t, w)
				s.send(initMessage)
				receive(t, asked)
				s.send(`{"type":"ping"}`)
				s.expect(`{"type":"pong"}`)
				s.send(c.say)
				s.expectClose(c.code)
				require.NoError(t, s.ws.Close())
				close(answer)
				receive(t, left)
			})
		}
	})

	t.Run("an answer that does not come in time is not waited for", func(t *testing.T) {
		asked := make(chan context.Context, 1)
		w := newWorld(t, setup{options: Options{
			InitTimeout: 50 * time.Millisecond,
			InitFunc: func(ctx context.Context, _ gqltransport.InitPayload) (context.Context, *gqltransport.InitPayload, error) {
				asked <- ctx
				<-ctx.Done()
				return nil, nil, ctx.Err()
			},
		}})
		s := dial(t, w)
		s.send(initMessage)
		require.Equal(t, "Unavailable, come again", s.expectClose(1001))
		var end CloseError
		require.ErrorAs(t, context.Cause(receive(t, asked)), &end)
		require.Equal(t, 1001, end.Code)
	})

	t.Run("a panic closes with 4500", func(t *testing.T) {
		s := dial(t, newWorld(t, setup{options: Options{
			InitFunc: func(context.Context, gqltransport.InitPayload) (context.Context, *gqltransport.InitPayload, error) {
				panic("a bug")
			},
		}}))
		s.send(initMessage)
		s.expectClose(4500)
	})
}

func refuseWith(err error) gqltransport.WebsocketInitFunc {
	return func(context.Context, gqltransport.InitPayload) (context.Context, *gqltransport.InitPayload, error) {
		return nil, nil, err
	}
}
