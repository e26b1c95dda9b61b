package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() {
	slotq := flag.String("slotq", "bin/slotq", "the program to measure")
	long := flag.Bool("full", false, "at length, and renew docs/experiments")
	only := flag.String("only", "", "the names of some measurements, by comma; empty runs all")
	flag.Parse()
	steps := short(*slotq)
	if *long {
		steps = full(*slotq)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, chosen(steps, *only))
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func chosen(steps []step, only string) (some []step) {
	for _, s := range steps {
		if only == "" || strings.Contains(","+only+",", ","+s.name+",") {
			some = append(some, s)
		}
	}
	return some
}

// run runs all steps, those after one that failed as well, and prints what was measured.
func run(ctx context.Context, steps []step) (failed error) {
	var left time.Duration
	for _, s := range steps {
		left += s.about
	}
	fmt.Fprintf(os.Stderr, "bench: %d measurements, about %s on two quiet cores\n", len(steps), left)
	var all []measured
	for nth, s := range steps {
		p := begin(nth+1, len(steps), s)
		lines, err := s.measure(ctx, p)
		p.end(err)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", s.name, err))
		}
		for _, line := range lines {
			if m, ok := read(s.name, line); ok {
				all = append(all, m)
			}
		}
	}
	return errors.Join(failed, table(os.Stdout, all))
}

// measure runs the step's program, and returns the lines that it printed. What it says of its progress goes to p.
func (s step) measure(ctx context.Context, p *progress) (lines []string, err error) {
	program := s.run[0]
	if strings.HasPrefix(program, "./") {
		built, err := build(ctx, program)
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(built)
		program = filepath.Join(built, filepath.Base(program))
	}
	cmd := exec.CommandContext(ctx, program, s.run[1:]...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // it has servers to stop
	cmd.WaitDelay = 30 * time.Second
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	told, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	heard := make(chan struct{})
	go func() {
		defer close(heard)
		each(told, p.say)
	}()
	each(out, func(line string) { lines = append(lines, line) })
	<-heard
	return lines, cmd.Wait()
}

// build builds a program of this repository into a folder for the moment: what go run starts would outlive it when it is told to end.
func build(ctx context.Context, program string) (folder string, err error) {
	if folder, err = os.MkdirTemp("", "slotq-bench"); err != nil {
		return "", err
	}
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", folder+"/", program).CombinedOutput(); err != nil {
		return "", errors.Join(fmt.Errorf("build %s: %w: %s", program, err, out), os.RemoveAll(folder))
	}
	return folder, nil
}

func each(from io.Reader, do func(line string)) {
	in := bufio.NewScanner(from)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		do(in.Text())
	}
}
