package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	startPatience = 15 * time.Second // how long the remains of a killed server may stand in the way of a new one
	stopPatience  = 30 * time.Second // how long a fast shutdown may take before it is made an immediate one
	lastPatience  = 10 * time.Second // how long an immediate one may take
	startLog      = "pg-start.log"
)

// server is one server process, ours by birth or by adoption.
type server struct {
	pid  int
	gone chan struct{} // closed when the process has ended; nil when there is no process
}

// launch starts the server process in a session of its own: an interrupt typed at slotq's terminal must reach slotq
// alone, which then stops the server when its own work is done.
func (c *Cluster) launch() (server, error) {
	out, err := os.OpenFile(c.startLog(), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return server{}, err
	}
	defer out.Close()
	// No context: the server outlives every context of ours, and files instead of pipes let it outlive us too.
	cmd := exec.Command(c.bins.postgres(), c.settings()...) //nolint:noctx // see above
	c.account.apply(cmd)
	cmd.SysProcAttr.Setsid = true
	cmd.Dir = c.pgdata()
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		return server{}, fmt.Errorf("run %s: %w", c.bins.postgres(), err)
	}
	s := server{pid: cmd.Process.Pid, gone: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // how it ended stands in its log
		close(s.gone)
	}()
	return s, nil
}

// watch follows a process that is not our child, so that its end is seen here as well.
func watch(pid int) server {
	s := server{pid: pid, gone: make(chan struct{})}
	go func() {
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for alive(pid) {
			<-tick.C
		}
		close(s.gone)
	}()
	return s
}

// startServer launches the server and waits until it answers. The backends of a killed server may hold its memory for
// a while, and a port that was free may be taken a moment later; both are tried again, all else is final.
func (c *Cluster) startServer(ctx context.Context, mayMove bool) error {
	deadline := time.Now().Add(startPatience)
	for {
		if mayMove {
			if err := c.choosePort(); err != nil {
				return err
			}
		}
		s, err := c.launch()
		if err != nil {
			return err
		}
		c.running = s
		err = c.awaitAnswer(ctx, s)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if !c.worthAnotherTry() || time.Now().After(deadline) {
			return fmt.Errorf("%w: %s", err, c.lastWords())
		}
		if err := pause(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
}

func (c *Cluster) choosePort() error {
	port, err := freePort(c.access.Port)
	if err != nil {
		return err
	}
	if port == c.access.Port {
		return nil
	}
	c.access.Port = port
	return c.access.save(c.dir)
}

// awaitAnswer waits until the server answers as the cluster at pgdata. While the process lives there is no limit but
// ctx, because recovery after a crash takes as long as it takes.
func (c *Cluster) awaitAnswer(ctx context.Context, s server) error {
	for wait := 10 * time.Millisecond; ; wait = min(wait*3/2, 500*time.Millisecond) {
		err := c.answers(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-s.gone:
			return errServerEnded
		case <-ctx.Done():
			return fmt.Errorf("%w, the server does not answer yet: %w", ctx.Err(), err)
		case <-time.After(wait):
		}
	}
}

var errServerEnded = errors.New("the server ended while starting")

// answers opens a real connection and asks the server which cluster it serves, so that a stranger on our port is never
// taken for ours.
func (c *Cluster) answers(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return withConn(ctx, c.AdminURL(""), func(conn *sql.Conn) error {
		var serves string
		if err := conn.QueryRowContext(ctx, `SELECT current_setting('data_directory')`).Scan(&serves); err != nil {
			return err
		}
		if serves != c.pgdata() {
			return fmt.Errorf("port %d is served by %s, not %s", c.access.Port, serves, c.pgdata())
		}
		return nil
	})
}

// shutDown stops the running server, gently while ctx allows.
func (c *Cluster) shutDown(ctx context.Context) error {
	s := c.running
	if s.gone == nil {
		return nil
	}
	signal := syscall.SIGINT // fast: sessions are ended, a checkpoint is written
	if c.opts.Ephemeral {
		signal = syscall.SIGQUIT // nobody will read the files again
	}
	patience := time.NewTimer(stopPatience)
	defer patience.Stop()
	if err := s.signal(signal); err != nil {
		return fmt.Errorf("stop the database (pid %d): %w", s.pid, err)
	}
	select {
	case <-s.gone:
		return nil
	case <-ctx.Done():
	case <-patience.C:
	}
	c.log.Warn("the database does not stop gently and is stopped at once", "pid", s.pid)
	if err := s.signal(syscall.SIGQUIT); err != nil {
		return fmt.Errorf("stop the database at once (pid %d): %w", s.pid, err)
	}
	select {
	case <-s.gone:
		return nil
	case <-time.After(lastPatience):
		return fmt.Errorf("the database (pid %d) does not stop", s.pid)
	}
}

// signal sends to the process unless it has ended, because its number may be another's by then.
func (s server) signal(sig syscall.Signal) error {
	select {
	case <-s.gone:
		return nil
	default:
	}
	if err := syscall.Kill(s.pid, sig); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}

func (c *Cluster) startLog() string { return filepath.Join(c.home, startLog) }

func (c *Cluster) worthAnotherTry() bool {
	words := c.lastWords()
	for _, passing := range []string{"lock file", "pre-existing shared memory block", "could not bind", "could not create any TCP/IP sockets"} {
		if strings.Contains(words, passing) {
			return true
		}
	}
	return false
}

// lastWords is the end of what the server wrote before its own log took over, and of that log.
func (c *Cluster) lastWords() string {
	early, _ := os.ReadFile(c.startLog())
	words := lastLines(early, 4)
	if newest := newestFile(filepath.Join(c.pgdata(), "log")); newest != "" && strings.Contains(words, "redirecting log output") {
		late, _ := os.ReadFile(newest)
		words = lastLines(late, 4)
	}
	return words
}

func newestFile(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	var newest string
	var at time.Time
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.ModTime().After(at) {
			newest, at = filepath.Join(dir, e.Name()), info.ModTime()
		}
	}
	return newest
}

func lastLines(text []byte, n int) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], " | ")
}
