package demo

import (
	"context"
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

	"github.com/slotq/slotq/bench/process"
)

// House is a SlotQ that runs, with its database.
type House struct {
	At Manifest

	cmd   *exec.Cmd
	ended chan struct{}
	dir   string
	db    databaseAccess
}

// unlimited are flags without which a load would meet a limit that is there for others.
var unlimited = []string{
	"--user-commands", "0", "--tenant-commands", "0", "--user-queries", "0", "--tenant-queries", "0", "--user-streams", "0", "--tenant-streams", "0",
	"--max-sockets-per-user", "20000", "--max-sockets-per-tenant", "20000", "--verify-every", "0s",
}

// Start starts a program with flags besides, and waits until it is ready.
func Start(ctx context.Context, program string, flags ...string) (*House, error) {
	h, err := Begin(ctx, program, flags...)
	if err != nil {
		return nil, err
	}
	if err := h.Ready(ctx); err != nil {
		h.Stop()
		return nil, err
	}
	return h, nil
}

// Begin starts a program with flags besides and returns when its database answers. Until it is Ready, At tells nothing.
func Begin(ctx context.Context, program string, flags ...string) (*House, error) {
	dir, err := os.MkdirTemp("", "slotq-bench")
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // the database's own user passes through
		return nil, err
	}
	h := &House{dir: dir, ended: make(chan struct{})}
	args := append([]string{"demo", "--addr", "127.0.0.1:0", "--data", h.data(), "--log-level", "warn"}, unlimited...)
	h.cmd = exec.Command(program, append(args, flags...)...)
	h.cmd.Stderr = os.Stderr
	if err := h.cmd.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	go func() {
		_ = h.cmd.Wait()
		close(h.ended)
	}()
	if err := h.Await(ctx, func() error { return h.answers(ctx) }); err != nil {
		h.Stop()
		return nil, fmt.Errorf("start %s: %w", program, err)
	}
	return h, nil
}

// Ready waits until the server can be asked.
func (h *House) Ready(ctx context.Context) error {
	return h.Await(ctx, func() error { return read(filepath.Join(h.data(), "demo.json"), &h.At) })
}

func read(path string, into any) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}

// Await asks again and again until it succeeds or the server has ended.
func (h *House) Await(ctx context.Context, ask func() error) error {
	return process.Await(ctx, h.ended, ask)
}

// goodbye is how long the server may take to end cleanly. Calls to a slow provider may keep it longer; nobody misses them.
const goodbye = 3 * time.Second

// Stop ends the server and its database and removes what they kept.
func (h *House) Stop() {
	postmaster := h.Postmaster()
	_ = h.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-h.ended:
	case <-time.After(goodbye):
		_ = h.cmd.Process.Kill()
		<-h.ended
		if postmaster > 0 { // it outlives its master
			_ = syscall.Kill(postmaster, syscall.SIGQUIT)
		}
	}
	for end := time.Now().Add(goodbye); os.RemoveAll(h.dir) != nil && time.Now().Before(end); { // a database that ends still writes
		<-time.After(50 * time.Millisecond)
	}
}

// PID is the server's process.
func (h *House) PID() int { return h.cmd.Process.Pid }

// Dir is a folder that lives as long as the house, for whoever needs files beside it.
func (h *House) Dir() string { return h.dir }

func (h *House) data() string { return filepath.Join(h.dir, "data") }

// Postmaster is the process of the database, 0 if there is none.
func (h *House) Postmaster() int {
	home := h.data()
	if place, err := os.ReadFile(filepath.Join(home, "pg.location")); err == nil {
		home = strings.TrimSpace(string(place))
	}
	raw, _ := os.ReadFile(filepath.Join(home, "pg", "postmaster.pid"))
	first, _, _ := strings.Cut(string(raw), "\n")
	pid, _ := strconv.Atoi(first)
	return pid
}
