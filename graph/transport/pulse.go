package transport

import (
	"math/rand/v2"
	"time"
)

// beat looks after a socket from time to time: first that it is initialised, then that the client
// is still there. A timer does it, since a goroutine each would be most of what an idle one costs.
func (c *connection) beat() {
	c.spawn(func() {
		defer c.recovered()
		if end := c.neglected(); end != nil {
			c.close(end.Code, end.Reason)
			return
		}
		if c.isClosed() {
			return
		}
		c.pulse.Reset(c.interval())
		if c.reached(acked) {
			_ = c.write(frame{Type: typePing}.bytes()) // an error has ended the socket
		}
	})
}

// neglected says how the socket has to end, if it has.
func (c *connection) neglected() *CloseError {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.quiet++
	switch {
	case c.stage == opened:
		return &CloseError{CloseInitTimeout, "Connection initialisation timeout"}
	case c.stage == inited && c.quiet > 1:
		return &CloseError{CloseGoingAway, "Unavailable, come again"}
	case c.stage == acked && c.heard.Swap(false):
		c.quiet = 0
	case c.stage == acked && c.quiet > 1:
		return &CloseError{CloseSlowConsumer, "No answer to pings"}
	}
	return nil
}

// interval is the time to the next beat. Up to a quarter is left off by chance, or all clients that
// came back together would be asked together ever after.
func (c *connection) interval() time.Duration {
	if !c.reached(acked) {
		return c.transport.options.InitTimeout
	}
	whole := c.transport.options.PingInterval
	return whole - rand.N(whole/4+1) //nolint:gosec // nothing depends on its not being guessed
}

func (c *connection) reached(s stage) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stage >= s
}
