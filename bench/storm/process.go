package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// process is a program of the rig that is killed, stopped for a while and started again, always at the same address.
type process struct {
	name    string
	program string
	args    []string
	env     []string // beside our own
	health  string   // where it says 200 once it can be used
	log     string   // the file that takes what it says
	minder  *minder
	ask     func(context.Context) error // in place of health, who speaks no HTTP
	others  bool                        // not ours, so its falls aren't held against us

	mu     sync.Mutex
	cmd    *exec.Cmd
	ended  chan struct{}
	killed bool // by us
	fell   int  // how often it ended by itself

	life   atomic.Int64 // which one this is
	worked atomic.Int64 // the last that has said that it can be used
}

// start runs the program. It doesn't wait until it is ready.
func (p *process) start() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.run()
}

func (p *process) run() error {
	out, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer out.Close()
	cmd := exec.Command(p.program, p.args...) //nolint:noctx // it ends by signals, as it would elsewhere
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Env = append(os.Environ(), p.env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt typed here is for the rig alone, which then ends it
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", p.name, err)
	}
	err = p.minder.tell(toMind, cmd.Process.Pid)
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		_ = p.minder.tell(toForget, cmd.Process.Pid) // a minder that is gone minds nobody
		close(ended)
	}()
	p.cmd, p.ended, p.killed = cmd, ended, false
	p.life.Add(1)
	return err
}

// kill ends it as a power cut does, and returns when it is gone.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd != nil {
		p.noteEnd()
		p.killed = true
		_ = p.cmd.Process.Kill()
		<-p.ended
	}
}

// noteEnd counts an end that nobody wished. Each life is looked at once, before it is ended or another begins. Who ends before it could be used
// had no database to begin with, as the manual says, and whoever waits for it finds out.
func (p *process) noteEnd() {
	select {
	case <-p.ended:
		if !p.killed && !p.others && p.worked.Load() == p.life.Load() {
			p.fell++
		}
	default:
	}
}

// falls is how often it has ended by itself.
func (p *process) falls() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fell
}

// revive starts it again if it has ended, and lets it go on if it was stopped.
func (p *process) revive() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil {
		return nil
	}
	select {
	case <-p.ended:
		p.noteEnd()
		return p.run()
	default:
		return p.cmd.Process.Signal(syscall.SIGCONT)
	}
}

// rise starts it again if it has ended, as a supervisor does.
func (p *process) rise() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.ended:
		p.noteEnd()
		return p.run()
	default:
		return nil
	}
}

// freeze stops it as a long pause of its machine does; thaw lets it go on.
func (p *process) freeze() { p.signal(syscall.SIGSTOP) }
func (p *process) thaw()   { p.signal(syscall.SIGCONT) }

func (p *process) signal(s syscall.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd != nil {
		_ = p.cmd.Process.Signal(s)
	}
}

const goodbye = 12 * time.Second

// stop ends it as an operator does, and tells whether it went willingly.
func (p *process) stop() (willingly bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cmd == nil || p.quit()
}

func (p *process) quit() (willingly bool) {
	p.noteEnd()
	p.killed = true
	_ = p.cmd.Process.Signal(syscall.SIGCONT)
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
		return true
	case <-time.After(goodbye):
		_ = p.cmd.Process.Kill()
		<-p.ended
		return false
	}
}

// replace ends it as an operator does, and lets another program begin in its place.
func (p *process) replace(program string) (willingly bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	willingly = p.quit()
	p.program = program
	return willingly, p.run()
}

var pulse = &http.Client{Timeout: 3 * time.Second}

// healthy asks it whether it can be used.
func (p *process) healthy(ctx context.Context) error {
	life, ask := p.life.Load(), p.ask
	if ask == nil {
		ask = p.askHealth
	}
	err := ask(ctx)
	if err == nil {
		p.worked.Store(life)
	}
	return err
}

func (p *process) askHealth(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.health, nil)
	if err != nil {
		return err
	}
	response, err := pulse.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(response.Body, 4<<10))
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", response.Status, bytes.TrimSpace(text))
	}
	return nil
}

// await asks again and again until it succeeds, for so long at most.
func await(ctx context.Context, patience time.Duration, ask func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	var last error // what it said before the time was up: that the time is up says nothing
	for {
		err := ask(ctx)
		if err == nil {
			return nil
		}
		if last == nil || ctx.Err() == nil {
			last = err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("not within %s: %w", patience, last)
		}
	}
}

// sleep waits, or returns early when ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// Ports below those that the system gives out by itself: whoever calls an address whose owner is dead could otherwise be given that
// very port for its own end, and talk to itself.
const firstPort, lastPort = 10_000, 19_999

// freeAddress is an address of this machine where nobody listens.
func freeAddress(from int) (string, error) {
	for port := firstPort + from%(lastPort-firstPort); port <= lastPort; port++ {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)) //nolint:noctx // it is over at once
		if err == nil {
			return l.Addr().String(), l.Close()
		}
	}
	return "", errors.New("no free port")
}
