package process_test

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/bench/process"
)

var sink int

// TestSpent works until the system has counted it: the time is ours, and in the family of whoever started us.
func TestSpent(t *testing.T) {
	t.Parallel()
	before, family := process.OwnSpent(), process.FamilySpent(os.Getppid())
	for process.OwnSpent()-before < 50*time.Millisecond {
		sink++
	}
	require.InDelta(t, process.OwnSpent().Seconds(), process.Spent(os.Getpid()).Seconds(), 0.5)
	require.GreaterOrEqual(t, process.FamilySpent(os.Getppid())-family, 40*time.Millisecond)
	require.Zero(t, process.Spent(-1))
}

// TestFamilyOfEnded counts a child that has ended and been waited for.
func TestFamilyOfEnded(t *testing.T) {
	t.Parallel()
	shell := exec.Command("sh", "-c", `sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'; echo over; read wait; :`)
	in, err := shell.StdinPipe()
	require.NoError(t, err)
	out, err := shell.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, shell.Start())
	_, err = bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Greater(t, process.FamilySpent(shell.Process.Pid), process.Spent(shell.Process.Pid))
	require.NoError(t, in.Close())
	_ = shell.Wait()
}

func TestResident(t *testing.T) {
	t.Parallel()
	kb, err := process.Resident(os.Getpid())
	require.NoError(t, err)
	require.Greater(t, kb, 1000)
	_, err = process.Resident(-1)
	require.Error(t, err)
}

func TestAwait(t *testing.T) {
	t.Parallel()
	var asked int
	never := make(chan struct{})
	require.NoError(t, process.Await(t.Context(), never, func() error {
		if asked++; asked < 3 {
			return errors.New("not yet")
		}
		return nil
	}))
	require.Equal(t, 3, asked)

	notYet := func() error { return errors.New("not yet") }
	ended := make(chan struct{})
	close(ended)
	require.ErrorIs(t, process.Await(t.Context(), ended, notYet), process.ErrEnded)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, process.Await(gone, never, notYet), context.Canceled)
}
