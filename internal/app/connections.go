package app

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// defaultConnections is how many connections may be open where nothing is said.
const defaultConnections = 20_000

// connections are those over which requests come. A socket is not among them any more once it stands.
type connections struct {
	limit int
	log   *slog.Logger

	mu       sync.Mutex
	open     int           // those on their way out among them
	none     chan struct{} // closed when the last has gone; made anew by the next to come
	complain rate.Sometimes
}

func newConnections(limit int, log *slog.Logger) *connections {
	return &connections{limit: limit, log: log, complain: rate.Sometimes{Interval: time.Minute}}
}

// watch counts, as the server's ConnState. A connection over the limit is closed before anything is read from it, for
// whoever holds the others must not make the program run out of files.
func (c *connections) watch(conn net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		if !c.enter() {
			_ = conn.Close() // the server finds it closed
		}
	case http.StateHijacked, http.StateClosed:
		c.leave()
	}
}

func (c *connections) enter() (room bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == 0 {
		c.none = make(chan struct{})
	}
	c.open++
	if c.open <= c.limit {
		return true
	}
	c.complain.Do(func() { c.log.Warn("connections are turned away: there are as many as there may be", "limit", c.limit) })
	return false
}

func (c *connections) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open--
	if c.open == 0 {
		close(c.none)
	}
}

// wait returns when the last connection has gone, and what was answered over it is over, or with ctx's error.
func (c *connections) wait(ctx context.Context) error {
	c.mu.Lock()
	open, none := c.open, c.none
	c.mu.Unlock()
	if open == 0 {
		return nil
	}
	select {
	case <-none:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *connections) size() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open
}
