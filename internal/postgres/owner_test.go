package postgres_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/postgres"
)

func ownerOf(info os.FileInfo) int {
	if os.Geteuid() != 0 {
		return os.Geteuid()
	}
	return int(info.Sys().(*syscall.Stat_t).Uid)
}

func uidOf(t *testing.T, path string) int {
	t.Helper()
	info, err := os.Stat(path)
	require.NoError(t, err)
	return ownerOf(info)
}

// Where the cluster lives depends on whether the server's user can enter the data folder, and only root has to ask.
func TestClosedDataFolder(t *testing.T) {
	dir, roots := dataDir(t), []string{dataDir(t)}
	closed := filepath.Join(dir, "private", "data")
	require.NoError(t, os.MkdirAll(closed, 0o700))
	o := postgres.ClusterOptions{Dir: closed, StateRoots: roots}
	c := start(t, o)
	db := open(t, c.URL(""))
	exec(t, db, `CREATE TABLE kept AS SELECT 'still here' AS v`)
	home := c.Home()
	t.Cleanup(func() {
		if pid := postmaster(home); pid != 0 {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})

	if os.Geteuid() != 0 {
		require.Equal(t, closed, home, "an ordinary user's server runs as that user and enters what the user enters")
		return
	}
	require.Equal(t, roots[0], filepath.Dir(home), "under root the server lives where its user can enter")
	require.NotZero(t, uidOf(t, filepath.Join(home, "pg")))

	require.NoError(t, c.Stop(t.Context()))
	again := start(t, o)

	t.Run("the next start follows the pointer", func(t *testing.T) {
		require.Equal(t, home, again.Home())
		require.Equal(t, "still here", text(t, open(t, again.URL("")), `SELECT v FROM kept`))
	})

	t.Run("a copy of the data folder is refused while the original runs", func(t *testing.T) {
		copied := filepath.Join(dir, "copy")
		require.NoError(t, os.CopyFS(copied, os.DirFS(closed)))
		_, err := postgres.StartCluster(t.Context(), postgres.ClusterOptions{Dir: copied, StateRoots: roots})
		var inUse *postgres.InUseError
		require.ErrorAs(t, err, &inUse)
		require.Equal(t, home, inUse.Dir)
	})

	t.Run("a pointer to nowhere is not taken for an empty database", func(t *testing.T) {
		lost := filepath.Join(dir, "lost")
		require.NoError(t, os.Mkdir(lost, 0o711))
		require.NoError(t, os.WriteFile(filepath.Join(lost, "pg.location"), []byte(filepath.Join(dir, "gone")+"\n"), 0o600))
		_, err := postgres.StartCluster(t.Context(), postgres.ClusterOptions{Dir: lost, Ephemeral: true, StateRoots: roots})
		require.ErrorContains(t, err, "it is not there")
	})
}
