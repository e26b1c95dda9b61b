package main

import (
	"bufio"
	"database/sql"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	_ "github.com/lib/pq"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
)

// roleVariable makes the test program withcluster itself, or the command that withcluster runs.
const roleVariable = "SLOTQ_TEST_WITHCLUSTER"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "outer":
		_ = os.Setenv(roleVariable, "inner")
		os.Exit(run(os.Args[1:]))
	case "inner":
		os.Exit(inner())
	}
	os.Exit(m.Run())
}

// inner asks the server it was given, says so, and waits for the end of its input or a signal.
func inner() int {
	db, err := sql.Open("postgres", os.Getenv(pgtest.URLVariable))
	if err == nil {
		err = db.Ping()
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("connected")
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 7
}

type outer struct {
	cmd   *exec.Cmd
	input io.Closer
	files string // where its temporary files stand
}

// begin runs withcluster with inner as its command and returns when inner is connected.
func begin(t *testing.T) outer {
	t.Helper()
	files, err := os.MkdirTemp("", "withcluster-")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(files, 0o711)) // the server's user has to pass through
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(files)) })
	cmd := exec.CommandContext(t.Context(), os.Args[0], os.Args[0])
	cmd.Env = append(os.Environ(), roleVariable+"=outer", "TMPDIR="+files)
	cmd.Stderr = os.Stderr
	input, err := cmd.StdinPipe()
	require.NoError(t, err)
	output, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = input.Close() })
	line, err := bufio.NewReader(output).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "connected\n", line)
	return outer{cmd: cmd, input: input, files: files}
}

func (o outer) left(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir(o.files)
	require.NoError(t, err)
	return len(entries)
}

func TestWithCluster(t *testing.T) {
	t.Run("the command finds a server, its exit code comes back and nothing stays", func(t *testing.T) {
		o := begin(t)
		require.NotZero(t, o.left(t))
		require.NoError(t, o.input.Close())
		require.Error(t, o.cmd.Wait())
		require.Equal(t, 7, o.cmd.ProcessState.ExitCode())
		require.Zero(t, o.left(t))
	})

	t.Run("a signal goes to the command and the server is stopped after it", func(t *testing.T) {
		o := begin(t)
		require.NoError(t, o.cmd.Process.Signal(syscall.SIGTERM))
		require.Error(t, o.cmd.Wait())
		require.Equal(t, 128+int(syscall.SIGTERM), o.cmd.ProcessState.ExitCode())
		require.Zero(t, o.left(t))
	})

	t.Run("killed, it leaves nothing either", func(t *testing.T) {
		o := begin(t)
		require.NoError(t, o.cmd.Process.Kill())
		require.Error(t, o.cmd.Wait())
		require.Eventually(t, func() bool { return o.left(t) == 0 }, 30*time.Second, 10*time.Millisecond)
	})

	t.Run("a command that does not exist is 127, none at all is 2", func(t *testing.T) {
		require.Equal(t, 127, run([]string{"/nowhere/to/be/found"}))
		require.Equal(t, 2, run(nil))
	})
}
