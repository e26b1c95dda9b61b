package demo

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// SimulatorOptions say how the library's outside booking system is run.
type SimulatorOptions struct {
	Executable string   // a slotq
	Arguments  []string // of its provider-sim, besides the address
	Log        *slog.Logger
}

// Simulator is `slotq provider-sim` as a process of its own. It is started again when it dies, at the same address, and
// ends with this process whatever becomes of it.
type Simulator struct {
	URL string // where it takes bookings, and is steered

	options SimulatorOptions
	cancel  context.CancelFunc
	done    chan struct{}
}

const (
	simPatience = 15 * time.Second // for the first address; one of an earlier run may still keep the ledger for a moment
	simPause    = 300 * time.Millisecond
	simGoodbye  = 8 * time.Second // for a clean end
)

// StartSimulator starts a simulator on a free port of this machine and waits for its address. Close must be called.
func StartSimulator(ctx context.Context, o SimulatorOptions) (*Simulator, error) {
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s := &Simulator{options: o, cancel: cancel, done: make(chan struct{})}
	ready := make(chan string, 1)
	go s.supervise(running, ready)
	patience := time.NewTimer(simPatience)
	defer patience.Stop()
	var err error
	select {
	case s.URL = <-ready:
		return s, nil
	case <-patience.C:
		err = errors.New("the simulated booking system does not start; its own words are above")
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.Close()
	return nil, err
}

// Close ends the simulator and returns when it is gone.
func (s *Simulator) Close() {
	s.cancel()
	<-s.done
}

// supervise keeps a simulator running until ctx ends.
func (s *Simulator) supervise(ctx context.Context, ready chan<- string) {
	defer close(s.done)
	// Linux kills the child when the thread that made it ends, so that thread is kept for as long as there are children.
	runtime.LockOSThread()
	addr := "127.0.0.1:0"
	for ctx.Err() == nil {
		err := s.run(ctx, addr, func(at *url.URL) {
			if addr != at.Host {
				addr = at.Host
				ready <- at.String()
				return
			}
			s.options.Log.InfoContext(ctx, "the simulated booking system is back", "url", at.String())
		})
		if ctx.Err() != nil {
			return
		}
		s.options.Log.WarnContext(ctx, "the simulated booking system ended; starting it again", "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(simPause):
		}
	}
}

// run is one life of the process. It tells its address once it has one.
func (s *Simulator) run(ctx context.Context, addr string, tell func(at *url.URL)) error {
	cmd := exec.CommandContext(ctx, s.options.Executable, append([]string{"provider-sim", "--with-parent", "--addr", addr}, s.options.Arguments...)...) //nolint:gosec // ourselves
	cmd.SysProcAttr = dependent()
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	cmd.Cancel, cmd.WaitDelay = stdin.Close, simGoodbye
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	s.options.Log.InfoContext(ctx, "the simulated booking system runs", "pid", cmd.Process.Pid)
	lines := bufio.NewReader(stdout)
	line, readErr := lines.ReadString('\n')
	at, parseErr := url.Parse(strings.TrimSpace(line))
	if readErr == nil && parseErr == nil && at.Host != "" {
		tell(at)
	}
	_, _ = io.Copy(io.Discard, lines) // until it ends
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("provider-sim: %w", err)
	}
	return nil
}
