package transport

import (
	"context"
	"encoding/json"
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

// TestProtocolViolations holds a client to graphql-transport-ws: what it says out of turn ends its
// socket with the protocol's own code.
func TestProtocolViolations(t *testing.T) {
	for _, c := range []struct {
		name   string
		ready  bool // after the connection was acknowledged
		say    []string
		code   int
		reason string
	}{
		{name: "invalid JSON before the acknowledgement", say: []string{`{nonsense`}, code: 4400},
		{name: "invalid JSON after it", ready: true, say: []string{`{nonsense`}, code: 4400},
		{name: "a value that is not an object", say: []string{`[]`}, code: 4400},
		{name: "a repeated key", ready: true, say: []string{`{"type":"ping","type":"pong"}`}, code: 4400},
		{name: "invalid UTF-8", ready: true, say: []string{"{\"type\":\"ping\",\"payload\":{\"a\":\"\xff\"}}"}, code: 4400},
		{name: "two values in one message", ready: true, say: []string{`{"type":"ping"}{"type":"ping"}`}, code: 4400},
		{name: "a message without a type", say: []string{`{}`}, code: 4400},
		{name: "a type that is not a string", say: []string{`{"type":1}`}, code: 4400},
		{name: "an unknown type before the acknowledgement", say: []string{`{"type":"start"}`}, code: 4400},
		{name: "an unknown type after it", ready: true, say: []string{`{"type":"start"}`}, code: 4400},
		{name: "a type that only the server uses", ready: true, say: []string{`{"type":"next","id":"a","payload":{}}`}, code: 4400},
		{name: "the legacy protocol's terminate", ready: true, say: []string{`{"type":"connection_terminate"}`}, code: 4400},
		{name: "subscribe without an id", ready: true, say: []string{`{"type":"subscribe","payload":{"query":"subscription { silent }"}}`}, code: 4400},
		{name: "subscribe with an id that is not a string", ready: true, say: []string{`{"id":1,"type":"subscribe","payload":{"query":"subscription { silent }"}}`}, code: 4400},
		{name: "subscribe without a payload", ready: true, say: []string{`{"id":"a","type":"subscribe"}`}, code: 4400},
		{name: "subscribe without a query", ready: true, say: []string{`{"id":"a","type":"subscribe","payload":{}}`}, code: 4400},
		{name: "subscribe with variables that are not an object", ready: true, say: []string{`{"id":"a","type":"subscribe","payload":{"query":"{ hello }","variables":[]}}`}, code: 4400},
		{name: "complete without an id", ready: true, say: []string{`{"type":"complete"}`}, code: 4400},
		{name: "an id of 257 bytes", ready: true, say: []string{subscribeTo(strings.Repeat("a", 257), "silent")}, code: 4400},
		{name: "subscribe before connection_init", say: []string{subscribeTo("a", "silent")}, code: 4401, reason: "Unauthorized"},
		{name: "an id that is in use", ready: true, say: []string{subscribeTo("a", "silent"), subscribeTo("a", "silent")}, code: 4409, reason: "Subscriber for a already exists"},
		{name: "a second connection_init", ready: true, say: []string{initMessage}, code: 4429, reason: "Too many initialisation requests"},
		{name: "a second connection_init at once", say: []string{initMessage, initMessage}, code: 4429},
		{name: "a payload of connection_init that is not an object", say: []string{`{"type":"connection_init","payload":"token"}`}, code: 4400},
		{name: "more operations than allowed", ready: true, say: []string{subscribeTo("a", "silent"), subscribeTo("b", "silent"), subscribeTo("c", "silent")}, code: 4430, reason: "Too many operations"},
		{name: "a message over the limit", ready: true, say: []string{`{"type":"ping","payload":{"a":"` + strings.Repeat("x", 4<<10) + `"}}`}, code: 1009},
		{name: "more behind the message that was wrong", ready: true, say: []string{`{nonsense`, strings.Repeat(" ", 2000), strings.Repeat(" ", 2000)}, code: 4400},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, setup{options: Options{MaxOperations: 2, MaxMessage: 2 << 10}})
			s := dial(t, w)
			if c.ready {
				s.send(initMessage)
				s.expect(ackMessage)
			}
			s.send(c.say...)
			reason := s.expectClose(c.code)
			if c.reason != "" {
				require.Equal(t, c.reason, reason)
			}
			require.NoError(t, s.ws.Close())
			require.Equal(t, c.code, receive(t, w.closed))
		})
	}

	t.Run("a binary message", func(t *testing.T) {
		s := connected(t, newWorld(t, setup{}))
		require.NoError(t, s.ws.WriteMessage(websocket.BinaryMessage, []byte(`{"type":"ping"}`)))
		s.expectClose(4400)
	})
}

// TestFrames sends what no client library would: the protocol's messages in frames of the test's own.
func TestFrames(t *testing.T) {
	t.Run("a message in fragments, with a control frame between them, is one message", func(t *testing.T) {
		s := connected(t, newWorld(t, setup{}))
		s.frame(0x01, `{"id":"q","type":"subscribe",`)
		s.frame(0x89, "still here?")
		s.frame(0x00, `"payload":`)
		s.frame(0x80, `{"query":"{ hello }"}}`)
		s.expect(`{"id":"q","type":"next","payload":{"data":{"hello":"world"}}}`, `{"id":"q","type":"complete"}`)
	})

	t.Run("fragments count together", func(t *testing.T) {
		s := connected(t, newWorld(t, setup{options: Options{MaxMessage: 1 << 10}}))
		s.frame(0x01, `{"type":"ping","payload":{"a":"`)
		s.frame(0x00, strings.Repeat("x", 600))
		s.frame(0x00, strings.Repeat("x", 600))
		s.expectClose(1009)
	})

	for name, c := range map[string]struct {
		first byte
		body  string
	}{
		"a compressed message, for that was not agreed on": {0xC1, "\xaaV*-N-R\xb2RP*\xc8\xccKW\xaa\x05\x00"},
		"an opcode that there is not":                      {0x83, "{}"},
		"a control frame in fragments":                     {0x09, "a"},
		"a fragment of nothing":                            {0x80, "{}"},
	} {
		t.Run(name+" ends the socket", func(t *testing.T) {
			w := newWorld(t, setup{})
			s := connected(t, w)
			s.frame(c.first, c.body)
			s.expectClose(1002)
			require.NoError(t, s.ws.Close())
			require.Equal(t, 1002, receive(t, w.closed))
		})
	}

	t.Run("compression is not offered", func(t *testing.T) {
		dialer := websocket.Dialer{Subprotocols: []string{Subprotocol}, EnableCompression: true}
		ws, res, err := dialer.Dial(socketURL(newWorld(t, setup{})), nil)
		require.NoError(t, err)
		require.Empty(t, res.Header.Get("Sec-WebSocket-Extensions"))
		require.NoError(t, ws.Close())
	})
}

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
		w := newWorld(t, setup{options: Options{InitTimeout: 50 * time.Millisecond, PingInterval: 100 * time.Millisecond}})
		s := connected(t, w)
		s.expect(`{"type":"ping"}`) // 100 ms later
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

func TestOperations(t *testing.T) {
	t.Run("a subscription runs to its end", func(t *testing.T) {
		s := connected(t, newWorld(t, setup{}))
		s.send(subscribeTo("a \\\"quoted\\\" id", "ticks"))
		for _, n := range []string{"1", "2", "3"} {
			s.expect(`{"id":"a \"quoted\" id","type":"next","payload":{"data":{"ticks":` + n + `}}}`)
		}
		s.expect(`{"id":"a \"quoted\" id","type":"complete"}`)
	})

	t.Run("queries and mutations travel too, with their variables", func(t *testing.T) {
		s := connected(t, newWorld(t, setup{}))
		s.send(`{"id":"q","type":"subscribe","payload":{"query":"query Q($n: Int!) { echo(n: $n) }","operationName":"Q","variables":{"n":7}}}`)
		s.expect(`{"id":"q","type":"next","payload":{"data":{"echo":7}}}`, `{"id":"q","type":"complete"}`)
		s.send(`{"id":"m","type":"subscribe","payload":{"query":"mutation { bump }"}}`)
		s.expect(`{"id":"m","type":"next","payload":{"data":{"bump":1}}}`, `{"id":"m","type":"complete"}`)
	})

	t.Run("only the protocol's own names count", func(t *testing.T) {
		s := connected(t, newWorld(t, setup{}))
		s.send(`{"id":"q","ID":"z","type":"subscribe","payload":{"query":"{ hello }","QUERY":"mutation { bump }"}}`)
		s.expect(`{"id":"q","type":"next","payload":{"data":{"hello":"world"}}}`, `{"id":"q","type":"complete"}`)
	})

	for name, c := range map[string]struct{ payload, code string }{
		"a document that does not parse":    {`{"query":"{"}`, "GRAPHQL_PARSE_FAILED"},
		"a field that does not exist":       {`{"query":"{ nothing }"}`, "GRAPHQL_VALIDATION_FAILED"},
		"a variable of the wrong type":      {`{"query":"query($n: Int!) { echo(n: $n) }","variables":{"n":"x"}}`, "GRAPHQL_VALIDATION_FAILED"},
		"an operation over a limit":         {`{"query":"mutation { a: bump b: bump }"}`, "QUERY_TOO_COMPLEX"},
		"an error after the stream started": {`{"query":"subscription { late }"}`, "UNAVAILABLE"},
	} {
		t.Run(name+" is one error, presented, and frees the id", func(t *testing.T) {
			s := connected(t, newWorld(t, setup{}))
			for range 3 { // a complete behind the error would end the next round
				s.send(`{"id":"a","type":"subscribe","payload":` + c.payload + `}`)
				kind, id, payload := s.message()
				if c.code == "UNAVAILABLE" {
					require.Equal(t, typeNext, kind)
					kind, id, payload = s.message()
				}
				require.Equal(t, typeError, kind)
				require.Equal(t, "a", id)
				var errs []struct{ Extensions map[string]any }
				require.NoError(t, json.Unmarshal(payload, &errs))
				require.Len(t, errs, 1)
				require.Equal(t, c.code, errs[0].Extensions["code"])
				require.Equal(t, "c-1", errs[0].Extensions["correlationId"])
			}
			s.send(`{"type":"ping"}`)
			s.expect(`{"type":"pong"}`)
		})
	}

	for field, message := range map[string]string{"refuses": "not for you", "denied": "not now"} {
		t.Run("a subscription that is refused ("+field+") answers errors and completes", func(t *testing.T) {
			s := connected(t, newWorld(t, setup{}))
			for range 2 { // the id is free again
				s.send(subscribeTo("a", field))
				kind, _, payload := s.message()
				require.Equal(t, typeNext, kind)
				require.Contains(t, string(payload), message)
				s.expect(`{"id":"a","type":"complete"}`)
			}
		})
	}

	t.Run("a panic ends its operation only", func(t *testing.T) {
		s := connected(t, newWorld(t, setup{}))
		s.send(subscribeTo("a", "panics"))
		kind, _, _ := s.message()
		require.Equal(t, typeError, kind)
		s.send(subscribeTo("a", "ticks"))
		s.expect(`{"id":"a","type":"next","payload":{"data":{"ticks":1}}}`)
	})

	t.Run("a complete that crosses the server's own is nothing", func(t *testing.T) {
		w := newWorld(t, setup{})
		s := connected(t, w)
		s.send(subscribeTo("a", "ticks"))
		for range 4 {
			s.read()
		}
		s.send(`{"id":"a","type":"complete"}`, subscribeTo("a", "silent"))
		require.Equal(t, "silent", receive(t, w.began))
		s.send(`{"id":"a","type":"complete"}`)
		require.Equal(t, "silent", receive(t, w.ended))
	})

	t.Run("complete stops the operation, and the client hears no more of it", func(t *testing.T) {
		w := newWorld(t, setup{})
		s := connected(t, w)
		s.send(subscribeTo("a", "silent"))
		require.Equal(t, "silent", receive(t, w.began))
		s.send(`{"id":"a","type":"complete"}`)
		require.Equal(t, "silent", receive(t, w.ended))
		s.send(`{"id":"a","type":"complete"}`, `{"type":"ping"}`) // again: it may cross the server's own
		s.expect(`{"type":"pong"}`)
	})

	t.Run("an id is free again as soon as it is completed, whatever the old operation still says", func(t *testing.T) {
		w := newWorld(t, setup{})
		s := connected(t, w)
		s.send(subscribeTo("a", "stubborn"))
		require.Equal(t, "stubborn", receive(t, w.began))
		s.send(`{"id":"a","type":"complete"}`, subscribeTo("a", "silent"))
		require.Equal(t, "silent", receive(t, w.began), "it runs while the first has not stopped")
		w.let <- struct{}{}
		require.Equal(t, "stubborn", receive(t, w.ended))
		s.send(`{"type":"ping"}`)
		s.expect(`{"type":"pong"}`)
		s.send(`{"id":"a","type":"complete"}`)
		require.Equal(t, "silent", receive(t, w.ended), "the second one can still be stopped")
	})

	t.Run("an operation that was left counts until it has stopped", func(t *testing.T) {
		w := newWorld(t, setup{options: Options{MaxOperations: 2}})
		s := connected(t, w)
		for _, id := range []string{"a", "b"} {
			s.send(subscribeTo(id, "stubborn"))
			require.Equal(t, "stubborn", receive(t, w.began))
			s.send(`{"id":"` + id + `","type":"complete"}`)
		}
		s.send(subscribeTo("c", "silent"))
		s.expectClose(4430)
		for range 2 {
			w.let <- struct{}{}
			require.Equal(t, "stubborn", receive(t, w.ended))
		}
	})
}

func TestPings(t *testing.T) {
	t.Run("a ping is answered before and after the acknowledgement, with its payload", func(t *testing.T) {
		s := dial(t, newWorld(t, setup{}))
		s.send(`{"type":"pong"}`, `{"type":"ping"}`, `{"type":"ping","payload":{"n":1}}`)
		s.expect(`{"type":"pong"}`, `{"type":"pong","payload":{"n":1}}`)
		s.send(initMessage)
		s.expect(ackMessage)
		s.send(`{"type":"pong"}`, `{"type":"ping","payload":{"n":2}}`)
		s.expect(`{"type":"pong","payload":{"n":2}}`)
	})

	t.Run("a peer that answers no ping is let go", func(t *testing.T) {
		w := newWorld(t, setup{options: Options{PingInterval: 50 * time.Millisecond}})
		s := connected(t, w)
		s.send(subscribeTo("a", "silent"))
		require.Equal(t, "silent", receive(t, w.began))
		s.expectClose(4499)
		require.Equal(t, "silent", receive(t, w.ended))
	})
}
