// Command withcluster runs another command with one PostgreSQL server for all of it, so that the test processes of many
// packages share a server instead of starting one each:
//
//	go run ./internal/pgtest/withcluster go test ./...
//
// It exits as the command does and leaves nothing behind.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/slotq/slotq/internal/pgtest"
)

func main() { os.Exit(run(os.Args[1:])) }

func run(command []string) int {
	if len(command) == 0 {
		fmt.Fprintln(os.Stderr, "usage: withcluster command [argument ...]")
		return 2
	}
	// Caught from the first moment on: a signal must not leave a server without an owner.
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)

	cluster, err := pgtest.StartEphemeral(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, "withcluster:", err)
		return 1
	}
	code := child(command, cluster.AdminURL(), signals)
	if err := cluster.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, "withcluster:", err)
		return max(code, 1)
	}
	return code
}

// child runs the command, hands it every signal we get, and returns its exit code (128 + n when signal n ended it).
func child(command []string, adminURL string, signals <-chan os.Signal) int {
	cmd := exec.Command(command[0], command[1:]...) //nolint:noctx // it ends by signals, not by a context
	cmd.Env = append(os.Environ(), pgtest.URLVariable+"="+adminURL)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "withcluster:", err)
		return 127
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case s := <-signals:
			_ = cmd.Process.Signal(s) // it may have ended meanwhile, which the other case tells
		case err := <-ended:
			return exitCode(err)
		}
	}
}

func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		fmt.Fprintln(os.Stderr, "withcluster:", err)
		return 1
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return exit.ExitCode()
}
