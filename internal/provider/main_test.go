package provider_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/provider"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	reference = "attempt-7f3c"
	target    = "sl_a+sl_b"
)

func order() intent.Order {
	at := time.Date(2027, 3, 1, 18, 0, 0, 0, time.UTC)
	return intent.Order{Reference: reference, Target: target, PartySize: 2,
		Places: []intent.Place{{Resource: "seat-1", StartsAt: at, EndsAt: at.Add(time.Hour), Units: 1}}}
}

// spec is a provider at an address, with all promises.
func spec(endpoint string) intent.Provider {
	return intent.Provider{ID: uuid.New(), Code: "test", Endpoint: endpoint, Version: 1,
		Contract: intent.Contract{IdempotentByKey: true, Lookup: true, Cancel: true, Deadline: 5 * time.Second, Settle: time.Second}}
}

// client talks to a provider whose connections end with the test.
func client(t testing.TB, p intent.Provider, o provider.Options) *provider.Client {
	t.Helper()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	c := provider.New(p, o)
	t.Cleanup(c.Close)
	return c
}

// served is a hostile provider that counts what reaches it.
type served struct {
	*httptest.Server
	asked atomic.Int64
}

func serve(t testing.TB, handler http.HandlerFunc) *served {
	t.Helper()
	s := &served{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		handler(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// says answers always the same; pairs are headers.
func says(status int, body string, pairs ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		for i := 0; i < len(pairs); i += 2 {
			w.Header().Set(pairs[i], pairs[i+1])
		}
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, body)
	}
}

// written is a booking as a provider writes it, with fields changed.
func written(t testing.TB, pairs ...string) string {
	t.Helper()
	b := map[string]string{"reference": reference, "target": target, "upstreamRef": "UP-1", "state": "BOOKED"}
	for i := 0; i < len(pairs); i += 2 {
		b[pairs[i]] = pairs[i+1]
	}
	raw, err := json.Marshal(b)
	require.NoError(t, err)
	return string(raw)
}
