package sim_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/provider/sim"
)

func TestBookings(t *testing.T) {
	t.Parallel()
	r := start(t, func(*sim.Options) {})
	require.Empty(t, r.ledger())

	first := r.book("a", "x+y")
	require.Equal(t, 201, first.status)
	require.JSONEq(t, `{"reference":"a","target":"x+y","upstreamRef":"SIM-000001","state":"BOOKED"}`, first.body)
	require.Equal(t, "application/json", first.header.Get("Content-Type"))

	require.Equal(t, first.body, r.book("a", "x+y").body, "the same order again is the same booking")
	require.Equal(t, 422, r.book("a", "x").status, "the reference stands for something else")
	for _, taken := range []string{"x+y", "x", "y", "y+z"} {
		require.Equal(t, 409, r.book("b", taken).status, taken)
	}
	require.Equal(t, 201, r.book("b", "xy").status, "parts are compared, not letters")

	require.JSONEq(t, first.body, r.ask("GET", "/bookings/a", nil).body)
	unknown := r.ask("GET", "/bookings/nobody", nil)
	require.Equal(t, 404, unknown.status)
	require.Equal(t, "NOT_FOUND", gjson.Get(unknown.body, "code").String())
	require.Equal(t, "NOT_FOUND", gjson.Get(r.ask("DELETE", "/bookings/nobody", nil).body, "code").String())

	for range 2 {
		gone := r.ask("DELETE", "/bookings/a", nil)
		require.Equal(t, 200, gone.status)
		require.JSONEq(t, `{"reference":"a","target":"x+y","upstreamRef":"SIM-000001","state":"CANCELLED"}`, gone.body)
	}
	require.Equal(t, 422, r.book("a", "x+y").status, "what was cancelled doesn't rise again when its order comes late")
	require.Equal(t, "CANCELLED", gjson.Get(r.ask("GET", "/bookings/a", nil).body, "state").String())
	require.Equal(t, 201, r.book("c", "y").status)
	require.Equal(t, []string{"a x+y CANCELLED", "b xy BOOKED", "c y BOOKED"}, r.ledger(), "in order of first booking")
}

func TestOrdersThatMakeNoSense(t *testing.T) {
	t.Parallel()
	r := start(t, func(o *sim.Options) { o.Mode = "error" })
	for _, c := range []struct {
		body   any
		key    string
		status int
	}{
		{"{", "a", 400}, {"", "a", 400}, {order{"", "x"}, "", 422}, {order{"a", ""}, "a", 422}, {order{"a/b", "x"}, "a/b", 422},
		{order{"a", "x"}, "b", 422}, {order{"a", "x"}, "", 422},
	} {
		require.Equal(t, c.status, r.ask("POST", "/bookings", c.body, "Idempotency-Key", c.key).status, "%v", c.body)
	}
	require.Empty(t, r.ledger())
}

func TestOneGetsThePlace(t *testing.T) {
	t.Parallel()
	r := start(t, func(*sim.Options) {})
	var all sync.WaitGroup
	statuses := make([]int, 40)
	for i := range statuses {
		all.Go(func() {
			// Each reference comes twice at once; all want the same place.
			answer, err := r.tryBook(fmt.Sprint("r", i/2), "x")
			if err == nil {
				statuses[i] = answer.status
			}
		})
	}
	all.Wait()
	count := map[int]int{}
	for _, status := range statuses {
		count[status]++
	}
	require.Equal(t, map[int]int{201: 2, 409: 38}, count)
	require.Len(t, r.ledger(), 1)
}

func TestCredential(t *testing.T) {
	t.Parallel()
	r := start(t, func(o *sim.Options) { o.Token, o.Mode, o.Times = "s3cret", "race", 1 })
	for _, credential := range []string{"", "Bearer", "Bearer wrong", "s3cret", "Bearer s3cret2"} {
		for _, method := range []string{"GET", "DELETE"} {
			require.Equal(t, 401, r.ask(method, "/bookings/a", nil, "Authorization", credential).status)
		}
		require.Equal(t, 401, r.ask("POST", "/bookings", order{"a", "x"}, "Idempotency-Key", "a", "Authorization", credential).status)
	}
	require.Equal(t, 409, r.ask("POST", "/bookings", order{"a", "x"}, "Idempotency-Key", "a", "Authorization", "Bearer s3cret").status,
		"those who were turned away didn't use up the mode")
	require.Equal(t, 201, r.ask("POST", "/bookings", order{"a", "x"}, "Idempotency-Key", "a", "Authorization", "Bearer s3cret").status)
	require.Equal(t, 200, r.ask("GET", "/ledger", nil).status)
	require.Equal(t, 200, r.ask("GET", "/mode", nil).status)
	require.Equal(t, 200, r.ask("GET", "/contract", nil).status)
}

func TestContract(t *testing.T) {
	t.Parallel()
	r := start(t, func(o *sim.Options) { o.Deadline, o.Settle, o.WritesPerSecond, o.ReleaseFirst = 8e9, 20e9, 2.5, true })
	require.JSONEq(t, `{"idempotentByKey":true,"lookup":true,"cancel":true,"releaseFirst":true,
		"deadlineMs":8000,"settleMs":20000,"writesPerSecond":2.5,"queueLimit":0}`, r.ask("GET", "/contract", nil).body)
}
