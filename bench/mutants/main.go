package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// patience is how long the tests of one mutant may take. One that makes them hang has been noticed, but not by a test.
const patience = 4 * time.Minute

func main() {
	only := flag.String("only", "", "words of a mutant's name; empty runs all")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *only); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// run breaks one thing after the other. Its error names those that no test noticed.
func run(ctx context.Context, only string) error {
	folder, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	var survivors []error
	killed := 0
	for n, m := range mutants {
		if !strings.Contains(m.name, only) {
			continue
		}
		began := time.Now()
		by, err := m.killedBy(ctx, filepath.Join(folder, fmt.Sprint(n)))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		seconds := time.Since(began).Round(100 * time.Millisecond)
		if err != nil {
			fmt.Printf("ALIVE   %2d %-75s %6s  %v\n", n+1, m.name, seconds, err)
			survivors = append(survivors, fmt.Errorf("%s: %w", m.name, err))
			continue
		}
		killed++
		fmt.Printf("noticed %2d %-75s %6s  %s\n", n+1, m.name, seconds, by)
	}
	fmt.Printf("%d of %d mutants were noticed\n", killed, killed+len(survivors))
	return errors.Join(survivors...)
}

var failed = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)

// killedBy runs the tests over the mutant, and names the first that turned red.
func (m mutant) killedBy(ctx context.Context, folder string) (test string, err error) {
	overlay, err := m.overlay(folder)
	if err != nil {
		return "", err
	}
	tests := filepath.Join(folder, "tests")
	// Apart from the tests, as nobody's patience: with nothing compiled yet and a busy machine it takes longer than any of them.
	if out, err := exec.CommandContext(ctx, "go", "test", "-c", "-overlay", overlay, "-o", tests, "./"+m.in).CombinedOutput(); err != nil {
		return "", fmt.Errorf("it doesn't compile any more: %w\n%s", err, out)
	}
	defer func() { _ = os.Remove(tests) }() // they are large
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, tests, "-test.failfast", "-test.run", m.run)
	cmd.Dir = m.in                  // as `go test` does
	cmd.WaitDelay = 5 * time.Second // what it had started may hold on to its output
	out, err := cmd.CombinedOutput()
	text := string(out)
	switch red := failed.FindStringSubmatch(text); {
	case strings.Contains(text, "no tests to run"):
		return "", fmt.Errorf("no test in %s is called %s", m.in, m.run)
	case err == nil:
		return "", fmt.Errorf("no test of %s in %s noticed", m.run, m.in)
	case red == nil:
		return "", fmt.Errorf("no test turned red, and yet: %w\n%s", err, text)
	default:
		return red[1], nil
	}
}

// overlay writes the changed files down, and says to the compiler where they are.
func (m mutant) overlay(folder string) (string, error) {
	changed := map[string]string{}
	for _, e := range m.edits {
		text, known := changed[e.file]
		if !known {
			raw, err := os.ReadFile(e.file)
			if err != nil {
				return "", err
			}
			text = string(raw)
		}
		if n := strings.Count(text, e.old); n != 1 {
			return "", fmt.Errorf("the code has moved on: what is to be broken stands %d times in %s", n, e.file)
		}
		changed[e.file] = strings.Replace(text, e.old, e.new, 1)
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		return "", err
	}
	replace := map[string]string{}
	for file, text := range changed {
		from, err := filepath.Abs(file)
		if err != nil {
			return "", err
		}
		to := filepath.Join(folder, strings.ReplaceAll(file, "/", "_"))
		if err := os.WriteFile(to, []byte(text), 0o600); err != nil {
			return "", err
		}
		replace[from] = to
	}
	raw, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "overlay.json")
	return path, os.WriteFile(path, raw, 0o600)
}
