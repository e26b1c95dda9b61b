package postgres

import (
	"context"
	"time"
)

// supervise starts the server again whenever it ends while we run: killed, out of memory, or out of disk, where each
// try tells whether there is room again. It keeps the port, since every pool holds it.
func (c *Cluster) supervise(ctx context.Context) {
	defer close(c.supervised)
	const shortest, longest = 200 * time.Millisecond, 5 * time.Second
	wait := shortest
	for {
		born := time.Now()
		select {
		case <-ctx.Done():
			return
		case <-c.running.gone:
		}
		if time.Since(born) > time.Minute {
			wait = shortest
		}
		c.log.Error("the database server ended; starting it again", "pid", c.running.pid, "after", time.Since(born).Round(time.Millisecond))
		for {
			if pause(ctx, wait) != nil {
				return
			}
			wait = min(2*wait, longest)
			err := c.startServer(ctx, false)
			if err == nil {
				break
			}
			if ctx.Err() != nil {
				return
			}
			c.log.Error("the database server does not start", "error", err, "again_in", wait)
		}
		c.log.Info("the database server is back", "pid", c.running.pid)
	}
}
