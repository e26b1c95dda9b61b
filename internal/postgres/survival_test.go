package postgres_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/postgres"
)

func TestKilledParent(t *testing.T) {
	dir := dataDir(t)
	child := hold(t, dir)
	held := postmaster(dir)
	require.NotZero(t, held)

	t.Run("while it lives the folder is refused and its process named", func(t *testing.T) {
		_, err := postgres.StartCluster(t.Context(), options(dir))
		var inUse *postgres.InUseError
		require.ErrorAs(t, err, &inUse)
		require.Equal(t, child.Process.Pid, inUse.PID)
	})

	t.Run("killed, it leaves a server that the next start adopts and stops", func(t *testing.T) {
		kill(t, child)
		require.Equal(t, held, postmaster(dir), "the server outlives the kill")

		c := start(t, options(dir))
		require.Equal(t, held, postmaster(dir), "adopted, not started again")
		require.Equal(t, "slotq", text(t, open(t, c.URL("")), `SELECT current_user::text`))
		require.NoError(t, c.Stop(context.Background()))
		require.Zero(t, postmaster(dir))
	})

	t.Run("an adopted server that dies is started again as well", func(t *testing.T) {
		kill(t, hold(t, dir))
		c := start(t, options(dir))
		db := open(t, c.URL(""))
		require.NoError(t, db.Ping(t.Context()))
		require.NoError(t, syscall.Kill(postmaster(dir), syscall.SIGKILL))
		soon(t, func() bool { return tryExec(t.Context(), db, `SELECT 1`) == nil && postmaster(dir) != 0 }, "healed")
		require.NoError(t, c.Stop(context.Background()))
	})

	t.Run("a server that was stopping when its parent was killed is waited for", func(t *testing.T) {
		kill(t, hold(t, dir))
		require.NoError(t, syscall.Kill(postmaster(dir), syscall.SIGTERM))
		c := start(t, options(dir))
		require.NoError(t, open(t, c.URL("")).Ping(t.Context()))
	})
}

func TestStalePidFile(t *testing.T) {
	dir := dataDir(t)
	require.NoError(t, start(t, options(dir)).Stop(context.Background()))
	path := filepath.Join(dir, "pg", "postmaster.pid")

	for what, pid := range map[string]int{
		"of a dead process":                  1 << 21, // above every limit a system sets by default
		"of a living stranger":               os.Getpid(),
		"of nobody, because it is cut short": 0,
	} {
		t.Run("a postmaster.pid "+what+" does not stop a start", func(t *testing.T) {
			require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, "%d\n%s\n0\n1\n\n\n", pid, filepath.Join(dir, "pg")), 0o600))
			require.NoError(t, os.Chown(path, uidOf(t, filepath.Dir(path)), -1))
			c := start(t, options(dir))
			require.NoError(t, open(t, c.URL("")).Ping(t.Context()))
			require.NoError(t, c.Stop(context.Background()))
		})
	}
}

func TestServerKilledUnderLoad(t *testing.T) {
	o := postgres.ClusterOptions{Dir: dataDir(t), StateRoots: []string{os.TempDir()}} // durable: acknowledged rows must stay
	c := start(t, o)
	db := open(t, c.URL(""))
	exec(t, db, `CREATE TABLE acknowledged (n bigint PRIMARY KEY)`)

	ctx, cancel := context.WithCancel(t.Context())
	var next, acknowledged atomic.Int64
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for ctx.Err() == nil {
				if tryExec(ctx, db, fmt.Sprintf(`INSERT INTO acknowledged VALUES (%d)`, next.Add(1))) == nil {
					acknowledged.Add(1)
				}
			}
		})
	}
	t.Cleanup(func() { cancel(); writers.Wait() })

	for round := range 2 {
		before := acknowledged.Load()
		soon(t, func() bool { return acknowledged.Load() > before+50 }, "load")
		victim := postmaster(c.Home())
		require.NoError(t, syscall.Kill(victim, syscall.SIGKILL))
		soon(t, func() bool { now := postmaster(c.Home()); return now != 0 && now != victim }, "a new server")
		healed := acknowledged.Load()
		soon(t, func() bool { return acknowledged.Load() > healed+50 }, fmt.Sprintf("writes after kill %d", round))
	}
	cancel()
	writers.Wait()
	var kept int64
	_, err := fmt.Sscan(text(t, db, `SELECT count(*)::text FROM acknowledged`), &kept)
	require.NoError(t, err)
	require.GreaterOrEqual(t, kept, acknowledged.Load(), "every acknowledged row is there")
}

// hold starts a second slotq, really another process, that holds dir and has a running server.
func hold(t *testing.T, dir string) *osexec.Cmd {
	t.Helper()
	child := osexec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), childVariable+"="+dir)
	_, err := child.StdinPipe() // closed with us: a child never outlives its test
	require.NoError(t, err)
	out, err := child.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())
	t.Cleanup(func() { _ = child.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "started\n", line)
	return child
}

func kill(t *testing.T, child *osexec.Cmd) {
	t.Helper()
	require.NoError(t, child.Process.Kill())
	require.Error(t, child.Wait())
}
