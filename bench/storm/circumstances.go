package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// circumstances are under which a storm blew.
type circumstances struct {
	Date       string `json:"date"`
	Commit     string `json:"commit"`
	Processor  string `json:"processor"`
	Cores      int    `json:"cores"`
	System     string `json:"system"`
	Go         string `json:"go"`
	PostgreSQL string `json:"postgresql"`
	Load       string `json:"load"` // of the machine, at the start
	Clients    int    `json:"clients"`
}

func describe(ctx context.Context, s *storm) (c circumstances, err error) {
	c = circumstances{
		Date: time.Now().UTC().Format(time.DateOnly), Commit: commit(ctx), Processor: processor(), Cores: runtime.NumCPU(),
		System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(), Load: loadAverage(), Clients: s.people,
	}
	return c, s.rig.db.QueryRowContext(ctx, `SELECT current_setting('server_version')`).Scan(&c.PostgreSQL)
}

// commit is the state of the repository, with a + when files differ from it.
func commit(ctx context.Context) string {
	name, err := exec.CommandContext(ctx, "git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	if changed, err := exec.CommandContext(ctx, "git", "status", "--porcelain").Output(); err == nil && len(changed) > 0 {
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

func loadAverage() string {
	raw, err := os.ReadFile("/proc/loadavg")
	fields := strings.Fields(string(raw))
	if err != nil || len(fields) < 1 {
		return "unknown"
	}
	return fields[0]
}

// String is the circumstances in one line.
func (c circumstances) String() string {
	return fmt.Sprintf("%s, commit %s; %s, %d cores, %s, %s, PostgreSQL %s; load average %s at the start; %d clients",
		c.Date, c.Commit, c.Processor, c.Cores, c.System, c.Go, c.PostgreSQL, c.Load, c.Clients)
}
