package main

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"time"

	_ "github.com/lib/pq" // the driver of the connection that looks on

	"github.com/slotq/slotq/internal/postgres"
)

// server is a private PostgreSQL, durable as in production, in a folder of its own that goes with it.
type server struct {
	cluster *postgres.Cluster
	house   *house
}

// startServer starts one with so many old bookings under a folder, empty for the system's own for temporary files. Is that in
// memory, commits cost nothing and the figures mean little.
func startServer(ctx context.Context, under string, old int) (*server, error) {
	dir, err := os.MkdirTemp(under, "slotq-locks-")
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(dir, 0o711); err != nil { //nolint:gosec // started by root, the server runs as somebody else, who has to pass through
		return nil, err
	}
	cluster, err := postgres.StartCluster(ctx, postgres.ClusterOptions{Dir: dir, MaxConnections: 150, StateRoots: []string{under, os.TempDir()}})
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	s := &server{cluster: cluster, house: &house{dsn: cluster.URL(""), logs: filepath.Join(cluster.Home(), "pg", "log")}}
	s.house.warm = 8 // statements are prepared at the third use, and a plan may become general after five more
	if s.house.admin, err = sql.Open("postgres", cluster.AdminURL("slotq")); err == nil {
		err = s.prepare(ctx, old)
	}
	if err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return s, nil
}

// prepare makes the tables, and lets the log tell who waits longer than deadlock_timeout.
func (s *server) prepare(ctx context.Context, old int) error {
	for _, statement := range []string{`ALTER SYSTEM SET log_lock_waits = on`, `SELECT pg_reload_conf()`} {
		if _, err := s.house.admin.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return s.house.furnish(ctx, old)
}

func (s *server) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var err error
	if s.house.admin != nil {
		err = s.house.admin.Close()
	}
	return errors.Join(err, s.cluster.Stop(ctx), os.RemoveAll(s.cluster.Home()), os.RemoveAll(s.cluster.Dir()))
}
