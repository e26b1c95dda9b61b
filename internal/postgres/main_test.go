package postgres_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

// childVariable makes the test program a second slotq that holds the data folder it names until it is killed.
const childVariable = "SLOTQ_TEST_HOLD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childVariable); dir != "" {
		holdCluster(dir)
	}
	os.Exit(pgtest.Main(m))
}

func holdCluster(dir string) {
	if _, err := postgres.StartCluster(context.Background(), options(dir)); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("started")
	_, _ = io.Copy(io.Discard, os.Stdin) // until the parent is gone or kills us
	os.Exit(2)
}

func options(dir string) postgres.ClusterOptions {
	return postgres.ClusterOptions{Dir: dir, Ephemeral: true, StateRoots: []string{os.TempDir()}}
}

// dataDir is a fresh data folder that the server's user can enter, for which t.TempDir is too private. Whatever still
// runs in it at the end of the test is killed.
func dataDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "slotq-data-")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o711))
	t.Cleanup(func() {
		if pid := postmaster(dir); pid != 0 {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		require.NoError(t, os.RemoveAll(dir))
	})
	return dir
}

func start(t *testing.T, o postgres.ClusterOptions) *postgres.Cluster {
	t.Helper()
	c, err := postgres.StartCluster(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Stop(context.Background())) })
	return c
}

// postmaster is the process id of the server that runs in a home folder, 0 when there is none.
func postmaster(home string) int {
	raw, err := os.ReadFile(filepath.Join(home, "pg", "postmaster.pid"))
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(raw), "\n")
	pid, err := strconv.Atoi(line)
	if err != nil || syscall.Kill(pid, 0) != nil {
		return 0
	}
	return pid
}

func open(t *testing.T, dsn string) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(dsn, postgres.PoolOptions{MaxOpen: 8})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

func exec(t *testing.T, db *postgres.DB, statement string) {
	t.Helper()
	require.NoError(t, tryExec(t.Context(), db, statement))
}

func tryExec(ctx context.Context, db *postgres.DB, statement string) error {
	return db.InOwner(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, statement)
		return err
	})
}

// text returns the single text that a query answers.
func text(t *testing.T, db *postgres.DB, query string) string {
	t.Helper()
	var answer string
	require.NoError(t, db.InOwner(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, query).Scan(&answer)
	}))
	return answer
}

// soon waits for a condition; the limit only says when something is wrong.
func soon(t *testing.T, condition func() bool, what string) {
	t.Helper()
	require.Eventually(t, condition, 30*time.Second, 10*time.Millisecond, what)
}
