package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// circumstances are under which the figures were taken.
type circumstances struct {
	Date       string  `json:"date"`
	Commit     string  `json:"commit"`
	Processor  string  `json:"processor"`
	Cores      int     `json:"cores"`
	System     string  `json:"system"`
	Go         string  `json:"go"`
	PostgreSQL string  `json:"postgresql"`
	Settings   string  `json:"settings"`
	CommitMS   float64 `json:"commit_ms"` // what one durable commit takes when nobody else is there, the median
	LoadBefore string  `json:"load_before"`
	LoadAfter  string  `json:"load_after"`
	Seed       uint64  `json:"seed"`
	Rounds     int     `json:"rounds"`
	Seconds    float64 `json:"seconds_a_round"`
	Tries      int     `json:"tries"`
}

func describe(ctx context.Context, db *sql.DB) (c circumstances, err error) {
	c = circumstances{
		Date: time.Now().Format(time.DateOnly), Commit: commit(ctx), Processor: processor(), Cores: runtime.NumCPU(),
		System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(), LoadBefore: loadAverage(), Tries: tries,
	}
	const server = `SELECT current_setting('server_version'), string_agg(name || ' ' || current_setting(name), ', ' ORDER BY name)
		FROM unnest('{fsync,synchronous_commit,full_page_writes,shared_buffers}'::text[]) name`
	if err = db.QueryRowContext(ctx, server).Scan(&c.PostgreSQL, &c.Settings); err != nil {
		return c, err
	}
	c.CommitMS, err = commitAlone(ctx, db)
	return c, err
}

// commitAlone takes the time of commits that write next to nothing.
func commitAlone(ctx context.Context, db *sql.DB) (float64, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	var took []measured
	for range 100 {
		start := time.Now()
		if _, err := conn.ExecContext(ctx, `SELECT pg_logical_emit_message(true, 'locks', 'nothing')`); err != nil {
			return 0, err
		}
		took = append(took, measured{Seconds: time.Since(start).Seconds()})
	}
	return median(took, func(m measured) float64 { return m.Seconds * 1000 }), nil
}

// commit is the state of the repository, with a + when files differ from it.
func commit(ctx context.Context) string {
	name, err := exec.CommandContext(ctx, "git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	changed, err := exec.CommandContext(ctx, "git", "status", "--porcelain", "bench/locks", "internal/postgres").Output()
	if err == nil && len(changed) > 0 {
		return strings.TrimSpace(string(name)) + "+"
	}
	return strings.TrimSpace(string(name))
}

func processor() string {
	raw, _ := os.ReadFile("/proc/cpuinfo") // where there is none, the architecture has to do
	for line := range strings.Lines(string(raw)) {
		if name, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// loadAverage is of the last minute, the last five and the last fifteen.
func loadAverage() string {
	raw, err := os.ReadFile("/proc/loadavg")
	fields := strings.Fields(string(raw))
	if err != nil || len(fields) < 3 {
		return "unknown"
	}
	return strings.Join(fields[:3], " ")
}

func (c circumstances) String() string {
	return fmt.Sprintf("%s, commit %s; %s, %d cores, %s, %s, PostgreSQL %s (%s); a durable commit alone %.2g ms; ",
		c.Date, c.Commit, c.Processor, c.Cores, c.System, c.Go, c.PostgreSQL, c.Settings, c.CommitMS) +
		fmt.Sprintf("load average %s before and %s after; seed %d, %d rounds of %g s, %d tries at most",
			c.LoadBefore, c.LoadAfter, c.Seed, c.Rounds, c.Seconds, c.Tries)
}
