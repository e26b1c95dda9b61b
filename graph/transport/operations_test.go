package transport

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

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
		w := newWorld(t, setup{options: Options{PingInterval: time.Second}}) // long enough for it to subscribe before
		s := connected(t, w)
		s.send(subscribeTo("a", "silent"))
		require.Equal(t, "silent", receive(t, w.began))
		s.expectClose(4499)
		require.Equal(t, "silent", receive(t, w.ended))
	})
}
