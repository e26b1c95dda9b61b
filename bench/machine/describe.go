package machine

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

// Circumstances are under which figures were taken.
type Circumstances struct {
	Date       string `json:"date"`
	Commit     string `json:"commit"` // with a + where files differ from it
	Processor  string `json:"processor"`
	Cores      int    `json:"cores"`
	System     string `json:"system"`
	Go         string `json:"go"`
	PostgreSQL string `json:"postgresql"`
	Settings   string `json:"settings"`
	LoadBefore string `json:"load_before"` // of the last minute, the last five and the last fifteen
	LoadAfter  string `json:"load_after"`
}

// Describe looks at the machine and at the database's server, if one is given, before anything is measured.
func Describe(ctx context.Context, db *sql.DB) (c Circumstances, err error) {
	c = Circumstances{
		Date: time.Now().UTC().Format(time.DateOnly), Commit: commit(ctx), Processor: processor(), Cores: runtime.NumCPU(),
		System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(), LoadBefore: Load(),
	}
	if db == nil {
		return c, nil
	}
	const server = `SELECT current_setting('server_version'), string_agg(name || ' ' || current_setting(name), ', ' ORDER BY name)
		FROM unnest('{fsync,synchronous_commit,full_page_writes,shared_buffers}'::text[]) name`
	err = db.QueryRowContext(ctx, server).Scan(&c.PostgreSQL, &c.Settings)
	return c, err
}

func commit(ctx context.Context) string {
	name, err := exec.CommandContext(ctx, "git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	changed, err := exec.CommandContext(ctx, "git", "status", "--porcelain", "--", "*.go", "*.sql", "*.mjs", "go.mod").Output()
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

// Load is how many wanted a processor, on average over the last minute, the last five and the last fifteen.
func Load() string {
	raw, err := os.ReadFile("/proc/loadavg")
	fields := strings.Fields(string(raw))
	if err != nil || len(fields) < 3 {
		return "unknown"
	}
	return strings.Join(fields[:3], " ")
}

func (c Circumstances) String() string {
	database := ""
	if c.PostgreSQL != "" {
		database = fmt.Sprintf(", PostgreSQL %s (%s)", c.PostgreSQL, c.Settings)
	}
	return fmt.Sprintf("%s, commit %s; %s, %d cores, %s, %s%s; load average %s before and %s after",
		c.Date, c.Commit, c.Processor, c.Cores, c.System, c.Go, database, c.LoadBefore, c.LoadAfter)
}
