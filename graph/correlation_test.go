package graph_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/command"
)

func TestCorrelation(t *testing.T) {
	call := func(d *door, id string) answer {
		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(`{"query": "mutation { confirmReservation(input: {reservationId: \"x\", expectedVersion: 1, idempotencyKey: \"test-key-00000001\"}) { correlationId } }"}`))
		r.Header.Set("Content-Type", "application/json")
		if id != "" {
			r.Header.Set("X-Correlation-Id", id)
		}
		return d.do(r)
	}
	t.Run("a client's own id is used all the way", func(t *testing.T) {
		d := newDoor(t)
		d.desk.result.Outcome = command.Committed
		for _, id := range []string{"a", "web-42.retry_1", strings.Repeat("x", 100)} {
			got := call(d, id)
			require.Equal(t, id, got.header.Get("X-Correlation-Id"))
			require.Equal(t, id, d.desk.correlationID)
			require.Equal(t, map[string]any{"confirmReservation": map[string]any{"correlationId": id}}, got.Data)
		}
	})
	t.Run("anything else gets a new one", func(t *testing.T) {
		d := newDoor(t)
		d.desk.result.Outcome = command.Committed
		seen := map[string]bool{}
		for _, id := range []string{"", "two words", "line\nbreak", "<script>", "é", strings.Repeat("x", 101)} {
			got := call(d, id).header.Get("X-Correlation-Id")
			require.NoError(t, uuid.Validate(got))
			require.False(t, seen[got])
			seen[got] = true
		}
	})
	t.Run("a query by GET has one too", func(t *testing.T) {
		d := newDoor(t)
		got := d.do(httptest.NewRequest(http.MethodGet, "/graphql?query="+url.QueryEscape(`{ serverTime }`), nil))
		require.NotEmpty(t, got.header.Get("X-Correlation-Id"))
		require.Equal(t, d.reader.now.Format("2006-01-02T15:04:05.000000Z"), got.Data["serverTime"])
	})
	t.Run("errors of the transport have one", func(t *testing.T) {
		d := newDoor(t)
		got := d.do(httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader("not json")))
		require.Len(t, got.Errors, 1)
		require.NotEmpty(t, got.Errors[0].Extensions.Code)
		require.Equal(t, got.header.Get("X-Correlation-Id"), got.Errors[0].Extensions.CorrelationID)
	})
}
