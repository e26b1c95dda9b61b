package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/slotq/slotq/bench/demo"
	"github.com/slotq/slotq/bench/process"
	"github.com/slotq/slotq/internal/loadtest"
)

// Events and keys are kept for as long as the history goes back: nothing is swept while others are measured.
var flags = []string{"--metrics-addr", "", "--event-retention", "8760h", "--user-streams", "0", "--tenant-streams", "0",
	"--user-commands", "0", "--tenant-commands", "0", "--user-queries", "0", "--tenant-queries", "0", "--verify-every", "0s"}

// house is a SlotQ over one of the two databases.
type house struct {
	name     string
	database string
	url      string // of the database, as the program has it
	at       demo.Manifest
	db       *sql.DB // past all walls
	client   *loadtest.Client

	pid     func() int // of the program
	program string
	dir     string // of its own manifest; empty where the demo keeps it
	cmd     *exec.Cmd
	ended   chan struct{}
}

const fullDatabase = "history"

// secondHouse is one more SlotQ, over a database of its own on the cluster of the first.
func secondHouse(ctx context.Context, first *demo.House, program string) (*house, error) {
	h := &house{name: "full", database: fullDatabase, program: program}
	var access struct {
		Login string `json:"login_password"`
	}
	raw, err := os.ReadFile(filepath.Join(first.Dir(), "data", "postgres.json"))
	if err == nil {
		err = json.Unmarshal(raw, &access)
	}
	if err != nil {
		return nil, err
	}
	h.url = fmt.Sprintf("postgres://slotq:%s@127.0.0.1:%d/%s?sslmode=disable", access.Login, first.Port(), fullDatabase)
	if err := first.Make(ctx, fullDatabase, "ALTER DATABASE "+fullDatabase+" OWNER TO slotq"); err != nil {
		return nil, err
	}
	if h.db, err = first.Open(fullDatabase); err != nil {
		return nil, err
	}
	if _, err := h.db.ExecContext(ctx, "ALTER SCHEMA public OWNER TO slotq"); err != nil {
		return nil, err
	}
	h.dir = filepath.Join(first.Dir(), "full")
	h.pid = func() int { return h.cmd.Process.Pid }
	return h, h.start(ctx)
}

// start starts the program and waits until it is ready.
func (h *house) start(ctx context.Context) error {
	manifest := filepath.Join(h.dir, "demo.json")
	_ = os.Remove(manifest)                                                                                                                 // of the start before
	h.cmd = exec.Command(h.program, append([]string{"demo", "--addr", "127.0.0.1:0", "--data", h.dir, "--log-level", "warn"}, flags...)...) //nolint:gosec // the program to measure
	h.cmd.Env = append(os.Environ(), "DATABASE_URL="+h.url)
	h.cmd.Stderr = os.Stderr
	if err := h.cmd.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	h.ended = ended
	go func() {
		_ = h.cmd.Wait()
		close(ended)
	}()
	err := process.Await(ctx, ended, func() error {
		raw, err := os.ReadFile(manifest)
		if err != nil {
			return err
		}
		return json.Unmarshal(raw, &h.at)
	})
	if err != nil {
		return fmt.Errorf("start %s: %w", h.program, err)
	}
	return h.connect()
}

// connect takes a client in the name of the first tenant's administrator.
func (h *house) connect() (err error) {
	h.client, err = loadtest.NewClient(h.at.GraphQL, h.token(), 64)
	return err
}

func (h *house) token() string { return h.at.Tenants[0].Tokens["admin"] }

// stop ends a house that isn't the demo's first.
func (h *house) stop() {
	if h.cmd == nil {
		return
	}
	h.client.Close()
	_ = h.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-h.ended:
	case <-time.After(10 * time.Second):
		_ = h.cmd.Process.Kill()
		<-h.ended
	}
	h.cmd = nil
}

// quiet waits until all events are numbered and all audit entries sealed, so that a log can be continued by hand.
func (h *house) quiet(ctx context.Context) error {
	return process.Await(ctx, h.ended, func() error {
		left := 0
		err := h.db.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM events WHERE position IS NULL) + (SELECT count(*) FROM audit_entries WHERE sequence IS NULL) + (SELECT count(*) FROM vacancies)`).Scan(&left)
		if err == nil && left > 0 {
			err = fmt.Errorf("%d rows are still to be worked on", left)
		}
		return err
	})
}

// verified is what became of a check of every invariant.
type verified struct {
	took time.Duration
	late string // what took longer than the program allows; what it had found until then was in order
}

// verify lets the program check every invariant. What is broken is an error.
func (h *house) verify(ctx context.Context) (v verified, err error) {
	start := time.Now()
	cmd := exec.CommandContext(ctx, h.program, "verify") //nolint:gosec // the program to measure
	cmd.Env = append(os.Environ(), "DATABASE_URL="+h.url)
	out, err := cmd.CombinedOutput()
	v.took = time.Since(start)
	if err != nil && !bytes.Contains(out, []byte("BROKEN")) && bytes.Contains(out, []byte("took longer than")) {
		lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
		v.late, err = string(lines[len(lines)-1]), nil
	}
	if err != nil {
		return v, fmt.Errorf("%w: %.2000s", err, out)
	}
	return v, nil
}
