package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// minder is a process beside the storm that outlives it. It is told who is ours, and when it hears no more, because the storm is over or was
// killed, it kills whoever is left: nobody else would, since what is killed can't clear up.
type minder struct {
	cmd *exec.Cmd
	mu  sync.Mutex
	in  io.WriteCloser
}

// minderArg makes this program the minder of another.
const minderArg = "mind-what-is-left"

// What the minder is told: that a process of ours has begun or ended, or where a database writes who it is, which changes when it is started
// again by its own supervisor.
const (
	toMind   = "begun"
	toForget = "ended"
	baseOf   = "server"
)

func startMinder() (*minder, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, minderArg) //nolint:noctx,gosec // it ends with its input; it is this program
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start who minds the processes: %w", err)
	}
	return &minder{cmd: cmd, in: in}, nil
}

// tell says something to the minder. Where there is none nobody is told.
func (m *minder) tell(what string, who any) error {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := fmt.Fprintln(m.in, what, who); err != nil {
		return fmt.Errorf("who minds the processes is gone: %w", err)
	}
	return nil
}

// dismiss lets the minder go, which kills what couldn't be stopped.
func (m *minder) dismiss() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	_ = m.in.Close()
	return m.cmd.Wait()
}

// mind is the minder's whole life.
func mind(in io.Reader) error {
	mine, servers := map[int]bool{}, []string{}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		what, who, _ := strings.Cut(lines.Text(), " ")
		if what == baseOf {
			servers = append(servers, who)
			continue
		}
		pid, err := strconv.Atoi(who)
		if err != nil || pid <= 1 {
			return fmt.Errorf("no process: %q", lines.Text())
		}
		if mine[pid] = true; what == toForget {
			delete(mine, pid)
		}
	}
	for pid := range mine {
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended just now
	}
	for _, file := range servers {
		if pid, err := firstLine(file); err == nil && pid > 1 {
			_ = syscall.Kill(pid, syscall.SIGQUIT) // at once, and so that its own children end too
		}
	}
	return lines.Err()
}

// firstLine is the number on a file's first line, where a database writes which process it is.
func firstLine(file string) (int, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(raw), "\n")
	return strconv.Atoi(first)
}
