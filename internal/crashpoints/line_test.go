package crashpoints_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/crashpoints"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

// TestLine: the line carries, counts and breaks where it is told to, and nowhere else.
func TestLine(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	line, pool := crashpoints.Lay(t, db, 1)
	admin := pgtest.Admin(t, db)
	_, err := admin.Exec(`CREATE TABLE marks (v text); GRANT INSERT, SELECT ON marks TO slotq_app`)
	require.NoError(t, err)
	mark := func(text string) error { // BEGIN with the scope, a statement with an argument, one without, COMMIT
		return pool.InTenant(t.Context(), uuid.New(), func(ctx context.Context, tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, `INSERT INTO marks VALUES ($1)`, text); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, `SELECT 'without an argument'`)
			return err
		})
	}
	marked := func(text string) (n int) {
		require.NoError(t, admin.QueryRow(`SELECT count(*) FROM marks WHERE v = $1`, text).Scan(&n))
		return n
	}
	statements := func() []string {
		passed := line.Passed()
		require.NotEmpty(t, passed)
		begin, _, _ := strings.Cut(passed[0], ";") // the scope is long
		return append([]string{begin}, passed[1:]...)
	}

	line.Count()
	require.NoError(t, mark("whole"))
	all := []string{"BEGIN READ WRITE", "INSERT INTO marks VALUES ($1)", "SELECT 'without an argument'", "COMMIT"}
	require.Equal(t, all, statements())
	require.Equal(t, 1, marked("whole"))

	t.Run("before a statement: the server never hears of it", func(t *testing.T) {
		line.BreakAt(crashpoints.Break{At: 4})
		require.ErrorIs(t, mark("before"), postgres.ErrCommitUnknown)
		require.True(t, line.Broke())
		require.Equal(t, all, statements())
		line.Settle()
		require.Zero(t, marked("before"))
	})
	t.Run("after it: the server did it, and nobody is told", func(t *testing.T) {
		line.BreakAt(crashpoints.Break{At: 4, Delivered: true, Reset: true})
		require.ErrorIs(t, mark("after"), postgres.ErrCommitUnknown)
		line.Settle()
		require.Equal(t, 1, marked("after"))
	})
	t.Run("in the middle, either way: nothing is left", func(t *testing.T) {
		for _, delivered := range []bool{false, true} {
			line.BreakAt(crashpoints.Break{At: 2, Delivered: delivered})
			require.ErrorIs(t, mark("middle"), postgres.ErrUnavailable)
			require.Equal(t, all[:2], statements())
			line.Settle()
			require.Zero(t, marked("middle"))
		}
	})
	t.Run("twice", func(t *testing.T) {
		line.BreakAt(crashpoints.Break{At: 2}, crashpoints.Break{At: 5})
		require.Error(t, mark("first"))
		require.False(t, line.Broke())
		require.Error(t, mark("second"))
		require.True(t, line.Broke())
		require.NoError(t, mark("third"), "and then it is whole")
	})
	t.Run("further than anything goes: it stays whole, and says so", func(t *testing.T) {
		line.BreakAt(crashpoints.Break{At: 99})
		require.NoError(t, mark("short"))
		require.False(t, line.Broke())
	})
}
