package intent

import "time"

// How long is waited between tries of one kind, and at most.
const (
	Lease            = 30 * time.Second // a worker that is silent for so long has lost its attempt
	tryPause         = time.Second
	longestTryPause  = time.Minute
	askPause         = 500 * time.Millisecond
	longestAskPause  = time.Minute
	seatPause        = 30 * time.Second
	longestSeatPause = 5 * time.Minute
	shortestWatch    = 10 * time.Minute
	patience         = 24 * time.Hour   // with a provider that should be looked at a last time and doesn't answer
	DefaultLife      = 15 * time.Minute // of an intent that doesn't wait for a seat, unless its caller says otherwise
)

// pause doubles with every time before.
func pause(before int, first, longest time.Duration) time.Duration {
	p := first
	for range before - 1 {
		if p *= 2; p >= longest {
			return longest
		}
	}
	return p
}

// AfterFailure is when the next attempt may begin. It is no later than the end of the intent's time, which has to be seen.
func (w Work) AfterFailure(answer Answer, now time.Time) time.Time {
	failed := 0
	for _, a := range w.Attempts {
		if a.Status == AttemptFailed && w.afterLastSeat(a) {
			failed++
		}
	}
	next := now.Add(pause(max(failed, 1), tryPause, longestTryPause))
	if answer.Kind == RateLimited { // it knows best
		next = now.Add(max(answer.RetryAfter, tryPause))
	}
	if end := w.Intent.ExpiresAt; now.Before(end) && end.Before(next) {
		return end
	}
	return next
}
