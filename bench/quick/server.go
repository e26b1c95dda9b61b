package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	_ "github.com/lib/pq" // the driver

	"github.com/slotq/slotq/internal/loadtest"
)

// patience bounds every wait, on a busy machine too.
const patience = 2 * time.Minute

// server is a SlotQ of our own, on a PostgreSQL that keeps every promise of durability.
type server struct {
	cmd   *exec.Cmd
	ended chan struct{}
	dir   string
	at    manifest
	db    databaseAccess
}

// manifest is what the demo tells of itself.
type manifest struct {
	GraphQL string `json:"graphql"`
	Tenants []struct {
		Code   string `json:"code"`
		Venues []struct {
			ID string `json:"id"`
		} `json:"venues"`
		Tokens map[string]string `json:"tokens"`
	} `json:"tenants"`
	Provider struct {
		Control string `json:"control"`
	} `json:"provider"`
}

// databaseAccess is how the server's PostgreSQL is reached.
type databaseAccess struct {
	Port  int    `json:"port"`
	Admin string `json:"admin_password"`
}

// startServer starts the demo with no limits on how fast one key may ask, and waits until it is ready.
func startServer(ctx context.Context, program, metrics string) (*server, error) {
	dir, err := os.MkdirTemp("", "quick")
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // the database's own user passes through
		return nil, err
	}
	s := &server{dir: dir, ended: make(chan struct{})}
	s.cmd = exec.Command(program, "demo", "--addr", "127.0.0.1:0", "--data", s.data(), "--metrics-addr", metrics, "--log-level", "warn",
		"--user-commands", "0", "--tenant-commands", "0", "--user-queries", "0", "--tenant-queries", "0", "--verify-every", "0s")
	s.cmd.Stderr = os.Stderr
	if err := s.cmd.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	go func() {
		_ = s.cmd.Wait()
		close(s.ended)
	}()
	err = s.await(ctx, func() error { return read(filepath.Join(s.data(), "demo.json"), &s.at) })
	if err == nil {
		err = read(filepath.Join(s.data(), "postgres.json"), &s.db)
	}
	if err != nil {
		s.stop()
		return nil, fmt.Errorf("start %s: %w", program, err)
	}
	return s, nil
}

func (s *server) data() string { return filepath.Join(s.dir, "data") }

func read(path string, into any) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}

var errEnded = errors.New("the server has ended")

// await asks again and again until it succeeds.
func (s *server) await(ctx context.Context, ask func() error) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(patience); ; {
		err := ask()
		if err == nil || time.Now().After(end) {
			return err
		}
		select {
		case <-tick.C:
		case <-s.ended:
			return errEnded
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// goodbye is how long the server may take to end cleanly. Calls to a slow provider may keep it longer; nobody misses them.
const goodbye = 3 * time.Second

// stop ends the server and its database and removes what they kept.
func (s *server) stop() {
	postmaster := s.postmaster()
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.ended:
	case <-time.After(goodbye):
		_ = s.cmd.Process.Kill()
		<-s.ended
		if postmaster > 0 { // it outlives its master
			_ = syscall.Kill(postmaster, syscall.SIGQUIT)
		}
	}
	for end := time.Now().Add(goodbye); os.RemoveAll(s.dir) != nil && time.Now().Before(end); { // a database that ends still writes
		<-time.After(50 * time.Millisecond)
	}
}

// postmaster is the process of the database, 0 if there is none.
func (s *server) postmaster() int {
	home := s.data()
	if place, err := os.ReadFile(filepath.Join(home, "pg.location")); err == nil {
		home = strings.TrimSpace(string(place))
	}
	raw, _ := os.ReadFile(filepath.Join(home, "pg", "postmaster.pid"))
	first, _, _ := strings.Cut(string(raw), "\n")
	pid, _ := strconv.Atoi(first)
	return pid
}

// open opens a database of the cluster as its superuser.
func (s *server) open(database string) (*sql.DB, error) {
	return sql.Open("postgres", fmt.Sprintf("postgres://postgres:%s@127.0.0.1:%d/%s?sslmode=disable", s.db.Admin, s.db.Port, database))
}

// token is what somebody of the nth tenant comes with.
func (s *server) token(tenant int, who string) string { return s.at.Tenants[tenant].Tokens[who] }

// client speaks for the first tenant's administrator.
func (s *server) client(most int) (*loadtest.Client, error) {
	return loadtest.NewClient(s.at.GraphQL, s.token(0, "admin"), most)
}
