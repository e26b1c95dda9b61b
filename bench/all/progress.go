package main

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// progress tells how far it is: on a terminal on one line that is written anew, elsewhere in lines of their own.
type progress struct {
	head     string
	terminal bool
	began    time.Time
	stop     chan struct{}
	stopped  sync.WaitGroup

	mu   sync.Mutex
	last string   // what the program said last
	said []string // what it said, for whoever wants to know why it failed
}

func begin(nth, of int, s step) *progress {
	p := &progress{head: fmt.Sprintf("[%d/%d] %s", nth, of, s.name), began: time.Now(), stop: make(chan struct{}), terminal: isTerminal()}
	if !p.terminal {
		fmt.Fprintf(os.Stderr, "%s, about %s\n", p.head, s.about)
		return p
	}
	p.stopped.Go(func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			p.mu.Lock()
			fmt.Fprintf(os.Stderr, "\r\033[K%s, %.0f of about %.0f s: %.100s", p.head, time.Since(p.began).Seconds(), s.about.Seconds(), p.last)
			p.mu.Unlock()
			select {
			case <-tick.C:
			case <-p.stop:
				return
			}
		}
	})
	return p
}

// say takes what the program says.
func (p *progress) say(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last, p.said = line, append(p.said, line)
	if !p.terminal {
		fmt.Fprintln(os.Stderr, "   ", line)
	}
}

// end closes the line, and shows what a program that failed has said.
func (p *progress) end(err error) {
	close(p.stop)
	p.stopped.Wait()
	how := "done"
	if err != nil {
		how = "failed: " + err.Error()
	}
	if p.terminal {
		fmt.Fprint(os.Stderr, "\r\033[K")
	}
	fmt.Fprintf(os.Stderr, "%s, %.0f s: %s\n", p.head, time.Since(p.began).Seconds(), how)
	if err != nil && p.terminal {
		const most = 20
		for _, line := range p.said[max(0, len(p.said)-most):] {
			fmt.Fprintln(os.Stderr, "   ", line)
		}
	}
}

func isTerminal() bool {
	about, err := os.Stderr.Stat()
	return err == nil && about.Mode()&os.ModeCharDevice != 0
}
