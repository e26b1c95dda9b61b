package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sleeping starts a process that sleeps, and tells how it ended.
func sleeping(t *testing.T) (pid int, over <-chan syscall.Signal) {
	cmd := exec.CommandContext(t.Context(), "sleep", "600")
	require.NoError(t, cmd.Start())
	end := make(chan syscall.Signal, 1)
	go func() {
		_ = cmd.Wait()
		end <- cmd.ProcessState.Sys().(syscall.WaitStatus).Signal()
	}()
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd.Process.Pid, end
}

func endedBy(t *testing.T, over <-chan syscall.Signal) syscall.Signal {
	t.Helper()
	select {
	case by := <-over:
		return by
	case <-time.After(20 * time.Second):
		t.Fatal("it still lives")
		return 0
	}
}

func TestTheMinder(t *testing.T) {
	t.Run("who is left is killed, and who has ended is let be", func(t *testing.T) {
		left, leftOver := sleeping(t)
		other, otherOver := sleeping(t) // it stands for whoever has the number now
		base, baseOver := sleeping(t)
		file := filepath.Join(t.TempDir(), "postmaster.pid")
		require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, "%d\n/data\n", base), 0o600))
		require.NoError(t, mind(strings.NewReader(fmt.Sprintf("begun %d\nbegun %d\nserver %s\nended %d\n", left, other, file, other))))
		require.Equal(t, syscall.SIGKILL, endedBy(t, leftOver))
		require.Equal(t, syscall.SIGQUIT, endedBy(t, baseOver))
		require.Empty(t, otherOver)
	})
	t.Run("nobody is killed as long as it hears", func(t *testing.T) {
		pid, over := sleeping(t)
		out, in := io.Pipe()
		done := make(chan error, 1)
		go func() { done <- mind(out) }()
		_, err := fmt.Fprintln(in, toMind, pid)
		require.NoError(t, err)
		_, err = fmt.Fprintln(in, toMind, pid) // it has taken the line before
		require.NoError(t, err)
		require.Empty(t, over)
		require.NoError(t, in.Close())
		require.Equal(t, syscall.SIGKILL, endedBy(t, over))
		require.NoError(t, <-done)
	})
	t.Run("what is no process is refused", func(t *testing.T) {
		for _, line := range []string{"begun -1", "begun 0", "begun 1", "begun x"} {
			require.ErrorContains(t, mind(strings.NewReader(line)), "no process")
		}
	})
}
