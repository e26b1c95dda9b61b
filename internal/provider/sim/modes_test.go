package sim_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/provider/sim"
)

func TestModes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode   string
		status int // 0: no answer
		books  bool
	}{
		{"ok", 201, true}, {"delay", 201, true}, {"drop_answer", 0, true}, {"late", 0, true}, {"race", 409, false},
		{"unauthorized", 401, false}, {"error", 500, false}, {"duplicate", 201, true}, {"rate_limit", 429, false},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			r := start(t, func(*sim.Options) {})
			r.mode(c.mode, 40, 1)
			began := time.Now()
			answer, err := r.tryBook("a", "x")
			if c.mode == "delay" || c.mode == "late" {
				require.GreaterOrEqual(t, time.Since(began), 40*time.Millisecond)
			}
			require.Equal(t, c.status == 0, err != nil)
			require.Equal(t, c.status, answer.status)
			require.Equal(t, c.books, len(r.ledger()) == 1, r.ledger())
			switch c.mode {
			case "duplicate":
				one, two, found := strings.Cut(answer.body, "\n")
				require.True(t, found)
				require.JSONEq(t, one, two)
			case "rate_limit":
				require.Equal(t, "1", answer.header.Get("Retry-After"))
			case "error":
				require.Empty(t, answer.body)
			}
			require.Equal(t, 201, r.book("a", "x").status, "ok again after one call")

			r.mode(c.mode, 40, 1)
			answer, err = r.try("DELETE", "/bookings/a", nil)
			require.Equal(t, c.status == 0, err != nil)
			if c.status == 201 {
				require.Equal(t, 200, answer.status)
			} else {
				require.Equal(t, c.status, answer.status)
			}
			require.Equal(t, c.books, r.ledger()[0] == "a x CANCELLED", "cancellations meet the mode as well")
		})
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	r := start(t, func(o *sim.Options) { o.Mode, o.Times = "race", 2 })
	require.JSONEq(t, `{"mode":"race","delayMs":0,"times":2}`, r.ask("GET", "/mode", nil).body)
	require.Equal(t, 409, r.book("a", "x").status)
	require.Equal(t, 404, r.ask("GET", "/bookings/a", nil).status, "lookups tell the truth and don't count")
	require.JSONEq(t, `{"mode":"race","delayMs":0,"times":1}`, r.ask("GET", "/mode", nil).body)
	require.Equal(t, 409, r.book("a", "x").status)
	require.JSONEq(t, `{"mode":"ok","delayMs":0,"times":0}`, r.ask("GET", "/mode", nil).body)
	require.Equal(t, 201, r.book("a", "x").status)

	r.mode("race", 0, 0)
	for range 5 {
		require.Equal(t, 409, r.book("b", "y").status, "until changed")
	}
	r.mode("ok", 0, 0)
	require.Equal(t, 201, r.book("b", "y").status)

	r.mode("race", 0, 10)
	var all sync.WaitGroup
	statuses := make([]int, 30)
	for i := range statuses {
		all.Go(func() {
			if answer, err := r.tryBook("c", "z"); err == nil {
				statuses[i] = answer.status
			}
		})
	}
	all.Wait()
	count := map[int]int{}
	for _, status := range statuses {
		count[status]++
	}
	require.Equal(t, map[int]int{409: 10, 201: 20}, count, "exactly so many, however many come at once")
}

func TestModeIsChecked(t *testing.T) {
	t.Parallel()
	r := start(t, func(*sim.Options) {})
	for body, says := range map[string]string{
		``: "the body must be JSON", `{"mode":`: "the body must be JSON", `{}`: "mode must be one of ok, delay,", `{"mode":"OK"}`: `not "OK"`,
		`{"mode":"late","delay":5}`: "delay", `{"mode":"late","delayMs":-1}`: "delayMs", `{"mode":"late","delayMs":600001}`: "delayMs",
		`{"mode":"late","delayMs":1.5}`: "delayMs", `{"mode":"late","times":-1}`: "times", `{"mode":"ok"}{"mode":"race"}`: "nothing behind it", `[]`: "JSON",
	} {
		answer := r.ask("POST", "/mode", body)
		require.Equal(t, 400, answer.status, body)
		require.Contains(t, gjson.Get(answer.body, "message").String(), says, body)
	}
	require.JSONEq(t, `{"mode":"ok","delayMs":0,"times":0}`, r.ask("GET", "/mode", nil).body)
	require.JSONEq(t, `{"mode":"delay","delayMs":8000,"times":0}`, r.ask("POST", "/mode", `{"mode":"delay"}`).body)
	require.JSONEq(t, `{"mode":"late","delayMs":12000,"times":3}`, r.ask("POST", "/mode", `{"mode":"late","delayMs":0,"times":3}`).body)
	require.Error(t, sim.Run(t.Context(), sim.Options{Ledger: t.TempDir() + "/l", Mode: "wild"}))
}

// Late work looked when the place was free. Who has it by then, and whether the caller still waits, doesn't stop it.
func TestLateWorkLandsWhateverHappens(t *testing.T) {
	t.Parallel()
	r := start(t, func(*sim.Options) {})
	r.mode("late", 100, 1)
	ctx, cancel := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, r.url+"/bookings", strings.NewReader(`{"reference":"late","target":"x"}`))
	require.NoError(t, err)
	request.Header.Set("Idempotency-Key", "late")
	gone := make(chan error, 1)
	go func() {
		_, err := r.client.Do(request)
		gone <- err
	}()
	require.Eventually(t, func() bool { return gjson.Get(r.ask("GET", "/mode", nil).body, "mode").String() == "ok" }, 5*time.Second, time.Millisecond)
	cancel()
	require.ErrorIs(t, <-gone, context.Canceled)
	require.Equal(t, 404, r.ask("GET", "/bookings/late", nil).status, "not yet")
	require.Equal(t, 201, r.book("quick", "x").status)
	require.Eventually(t, func() bool { return len(r.ledger()) == 2 }, 5*time.Second, 5*time.Millisecond)
	require.Equal(t, []string{"quick x BOOKED", "late x BOOKED"}, r.ledger())
	require.Equal(t, 200, r.ask("DELETE", "/bookings/late", nil).status)
	require.Equal(t, 409, r.book("third", "x").status, "the quick one still has the place")

	r.mode("late", 100, 1)
	require.Equal(t, 409, r.book("third", "x").status, "a place that is taken is refused at once")
}

func TestCleanEndLeavesNoWorkBehind(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/ledger.jsonl"
	r := start(t, func(o *sim.Options) { o.Ledger, o.Mode, o.DelayMs, o.Times = path, "late", 60_000, 1 })
	answered := make(chan error, 1)
	go func() {
		_, err := r.tryBook("late", "x")
		answered <- err
	}()
	// The mode is used up once the order has arrived.
	require.Eventually(t, func() bool { return gjson.Get(r.ask("GET", "/mode", nil).body, "mode").String() == "ok" }, 5*time.Second, time.Millisecond)
	require.Empty(t, r.ledger())
	r.stop()
	require.Error(t, <-answered, "late work is never answered")
	again := start(t, func(o *sim.Options) { o.Ledger = path })
	require.Equal(t, []string{"late x BOOKED"}, again.ledger())
}
