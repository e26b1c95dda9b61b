package e2e

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// TestAProviderThatTakesTwoASecond: those who wait for it are told their place, and who would wait in vain is told so.
func TestAProviderThatTakesTwoASecond(t *testing.T) {
	t.Parallel()
	data := furnished(t)
	_, m := demo(t, data)
	l := openReading(t, data, m)
	l.served("slow.jsonl", "--settle", "1s", "--writes-per-second", "2")
	seats := l.seats(160)

	began := time.Now()
	const few = 10
	var asked []string
	for _, seat := range seats[:few] {
		asked = append(asked, id(l.ask(l.staff, seat)))
	}
	last := l.becomes(asked[few-1], func(i gjson.Result) bool { return i.Get("queuePosition").Exists() })
	require.GreaterOrEqual(t, last.Get("queuePosition").Int(), int64(1))
	places := map[int64]bool{}
	for _, i := range l.intents() {
		if place := i.Get("queuePosition"); place.Type == gjson.Number {
			require.False(t, places[place.Int()], "two have one place")
			places[place.Int()] = true
			require.False(t, over(i))
		}
	}
	require.NotEmpty(t, places)

	// Whoever has less time than the line is long is told at once, and nothing is stored.
	hurry := wish(seats[few])
	hurry["i"].(vars)["expiresAt"] = time.Now().Add(time.Second).Format(time.RFC3339Nano)
	told, err := l.staff.try(request, hurry)
	require.NoError(t, err)
	require.Equal(t, "RATE_LIMITED", told.Get("errors.0.extensions.code").String(), "%s", told.Raw)
	require.GreaterOrEqual(t, told.Get("errors.0.extensions.retryAfterMs").Int(), int64(1000))
	require.Len(t, l.intents(), few)

	for _, intent := range asked {
		done := l.becomes(intent, over)
		require.Equal(t, "SUCCEEDED", done.Get("status").String(), "%s", done.Raw)
		require.Equal(t, gjson.Null, done.Get("queuePosition").Type)
	}
	require.GreaterOrEqual(t, time.Since(began), (few-1)*time.Second/2, "no faster than it takes them")

	// A line has an end: a hundred.
	var all sync.WaitGroup
	var mu sync.Mutex
	answers := map[string]int{}
	for _, seat := range seats[few:] {
		all.Go(func() {
			answer, err := l.staff.try(request, wish(seat))
			code := answer.Get("errors.0.extensions.code").String()
			mu.Lock()
			defer mu.Unlock()
			if code == "RATE_LIMITED" && answer.Get("errors.0.extensions.retryAfterMs").Int() < 1000 {
				t.Errorf("%s", answer.Raw)
			}
			if err == nil && code == "" {
				code = answer.Get("data.requestReservation.outcome").String()
			}
			answers[code]++
		})
	}
	all.Wait()
	require.Equal(t, len(seats)-few, answers["ACCEPTED"]+answers["RATE_LIMITED"], "%v", answers)
	require.GreaterOrEqual(t, answers["ACCEPTED"], 100, "%v", answers)
	require.Positive(t, answers["RATE_LIMITED"], "%v", answers)
	t.Logf("a hundred and fifty at once: %v", answers)
	l.sound()
}
