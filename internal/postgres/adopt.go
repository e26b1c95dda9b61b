package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// bringUp leaves a server running for the cluster: the one that a killed slotq left behind, or a new one.
func (c *Cluster) bringUp(ctx context.Context) error {
	adopted, err := c.adopt(ctx)
	if err != nil || adopted {
		return err
	}
	return c.startServer(ctx, true)
}

// adopt takes over a living server of this cluster. It answers false when there is none: no postmaster.pid, a stale
// one, or a server that was on its way out and has gone.
func (c *Cluster) adopt(ctx context.Context) (bool, error) {
	pid, port, exists := c.postmaster()
	if !exists {
		return false, nil
	}
	if pid != 0 && !alive(pid) {
		return false, nil // the server itself knows how to deal with a file whose process is dead
	}
	if pid == 0 || !isPostgres(pid) {
		// A power cut leaves the file empty, and after a reboot its number may be anybody's; the server would refuse the
		// one and wait for ever for the other. Should old backends still be there, it notices them by their memory.
		c.log.Warn("removing a stale postmaster.pid", "pid", pid)
		return false, os.Remove(c.pidFile())
	}
	s := watch(pid)
	if port != 0 && port != c.access.Port {
		c.access.Port = port
		if err := c.access.save(c.dir); err != nil {
			return false, err
		}
	}
	patient, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	switch err := c.awaitAnswer(patient, s); {
	case err == nil:
		c.running = s
		c.log.Info("adopted the database server that was still running", "pid", pid)
		return true, nil
	case errors.Is(err, errServerEnded):
		return false, nil
	case ctx.Err() != nil:
		return false, err
	default:
		return false, fmt.Errorf("a PostgreSQL server (pid %d) holds %s and does not let us in: %w", pid, c.pgdata(), err)
	}
}

// postmaster reads process id and port, 0 when unreadable, from the server's own lock file: lines 1 and 4.
func (c *Cluster) postmaster() (pid, port int, exists bool) {
	raw, err := os.ReadFile(c.pidFile())
	if err != nil {
		return 0, 0, false
	}
	if lines := strings.Split(string(raw), "\n"); len(lines) > 3 {
		if n, err := strconv.Atoi(strings.TrimSpace(lines[3])); err == nil {
			port = n
		}
	}
	return readPID(c.pidFile()), port, true
}

func (c *Cluster) pidFile() string { return filepath.Join(c.pgdata(), "postmaster.pid") }

// pause waits, or returns ctx's error when that ends first.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
