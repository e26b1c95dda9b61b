package throttle

import (
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	// burst is how many seconds' worth may be taken at once.
	burst = 4
	// longestLine is how far ahead those who were refused are given times of their own. Who finds the line as long as that
	// comes back within scatter after it, and may be refused again.
	longestLine = 5 * time.Second
	scatter     = time.Second
)

// counter is what somebody may still take. It may be in debt.
type counter struct {
	mu      sync.Mutex
	limiter *rate.Limiter
	line    time.Time // until then, what comes in has been promised to those who were refused
}

func newCounter(share float64) *counter {
	return &counter{limiter: rate.NewLimiter(rate.Limit(share), most(share))}
}

func most(share float64) int { return max(int(share*burst), 1) }

// set changes the rate, for nodes come and go.
func (c *counter) set(share float64, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.limiter.Limit() != rate.Limit(share) {
		c.limiter.SetLimitAt(now, rate.Limit(share))
		c.limiter.SetBurstAt(now, most(share))
	}
}

// take takes n, never more than may be taken at once, or says how long to wait.
func (c *counter) take(n int, now time.Time) (taken *rate.Reservation, wait time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n = min(n, c.limiter.Burst())
	taken = c.limiter.ReserveN(now, n)
	delay := taken.DelayFrom(now)
	if delay <= 0 {
		return taken, 0
	}
	taken.CancelAt(now)
	return nil, c.promise(n, delay, now)
}

// owe takes n whether they are there or not.
func (c *counter) owe(n int, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limiter.ReserveN(now, min(n, c.limiter.Burst()))
}

// promise gives somebody who is refused a time to come back at. Each gets another, for if a crowd were told the one moment
// when there is room, it would come back as a crowd. There is room for n in delay.
func (c *counter) promise(n int, delay time.Duration, now time.Time) time.Duration {
	wait := max(delay, c.line.Sub(now))
	if end := max(delay, longestLine); wait > end {
		return end + rand.N(scatter)
	}
	takes := time.Duration(float64(n) / float64(c.limiter.Limit()) * float64(time.Second))
	c.line = now.Add(wait + takes)
	return wait + rand.N(max(min(takes, scatter), 1))
}
