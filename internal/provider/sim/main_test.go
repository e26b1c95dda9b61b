package sim_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/slotq/slotq/internal/provider/sim"
)

// asProcess makes the test program a simulator over the named ledger, so that it can be killed.
const asProcess = "SLOTQ_TEST_SIM_LEDGER"

func TestMain(m *testing.M) {
	if ledger := os.Getenv(asProcess); ledger != "" {
		err := sim.Run(context.Background(), sim.Options{Addr: "127.0.0.1:0", Ledger: ledger, Log: slog.New(slog.DiscardHandler),
			Ready: func(url string) { fmt.Println(url) }})
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

// running is a simulator in this process.
type running struct {
	t      testing.TB
	url    string
	client *http.Client
	stop   func() // ends it cleanly; what is under way ends first
}

// start runs a simulator until it is stopped, at the latest with the test.
func start(t testing.TB, change func(*sim.Options)) *running {
	t.Helper()
	o := sim.Options{Addr: "127.0.0.1:0", Ledger: filepath.Join(t.TempDir(), "ledger.jsonl"), Log: slog.New(slog.DiscardHandler)}
	change(&o)
	ready, ended := make(chan string, 1), make(chan error, 1)
	o.Ready = func(url string) { ready <- url }
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		ended <- sim.Run(ctx, o)
		close(ended)
	}()
	carrier := &http.Transport{MaxIdleConnsPerHost: 50}
	r := &running{t: t, client: &http.Client{Transport: carrier}}
	r.stop = func() {
		carrier.CloseIdleConnections()
		cancel()
		require.NoError(t, <-ended)
	}
	t.Cleanup(r.stop)
	select {
	case r.url = <-ready:
	case err := <-ended:
		require.NoError(t, err)
	}
	return r
}

// said is an answer.
type said struct {
	status int
	body   string
	header http.Header
}

// try asks, and returns why there was no answer.
func (r *running) try(method, path string, body any, pairs ...string) (said, error) {
	return ask(r.client, r.url, method, path, body, pairs...)
}

func ask(client *http.Client, url, method, path string, body any, pairs ...string) (said, error) {
	var in io.Reader
	if text, isText := body.(string); isText {
		in = bytes.NewReader([]byte(text))
	} else if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return said{}, err
		}
		in = bytes.NewReader(raw)
	}
	request, err := http.NewRequest(method, url+path, in)
	if err != nil {
		return said{}, err
	}
	request.GetBody = nil
	for i := 0; i < len(pairs); i += 2 {
		request.Header.Set(pairs[i], pairs[i+1])
	}
	response, err := client.Do(request)
	if err != nil {
		return said{}, err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	return said{response.StatusCode, string(raw), response.Header}, err
}

func (r *running) ask(method, path string, body any, pairs ...string) said {
	r.t.Helper()
	answer, err := r.try(method, path, body, pairs...)
	require.NoError(r.t, err)
	return answer
}

type order struct {
	Reference string `json:"reference"`
	Target    string `json:"target"`
}

func (r *running) tryBook(reference, target string) (said, error) {
	return r.try("POST", "/bookings", order{reference, target}, "Idempotency-Key", reference)
}

func (r *running) book(reference, target string) said {
	r.t.Helper()
	answer, err := r.tryBook(reference, target)
	require.NoError(r.t, err)
	return answer
}

// mode sets what writes meet.
func (r *running) mode(mode string, delayMs, times int) {
	r.t.Helper()
	answer := r.ask("POST", "/mode", map[string]any{"mode": mode, "delayMs": delayMs, "times": times})
	require.Equal(r.t, 200, answer.status, answer.body)
}

// ledger is what the simulator shows, in few words: "reference target STATE".
func (r *running) ledger() []string {
	r.t.Helper()
	return lines(r.t, r.ask("GET", "/ledger", nil).body)
}

func lines(t testing.TB, body string) []string {
	t.Helper()
	var all []struct{ Reference, Target, State string }
	require.NoError(t, json.Unmarshal([]byte(body), &all))
	require.NotNil(t, all, "an empty ledger is an empty list")
	short := []string{}
	for _, e := range all {
		short = append(short, e.Reference+" "+e.Target+" "+e.State)
	}
	return short
}
