package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

func TestAgrees(t *testing.T) {
	db := pgtest.New(t)
	agrees := func() postgres.Agreement {
		a, err := db.Agrees(t.Context())
		require.NoError(t, err)
		return a
	}
	require.Zero(t, agrees())

	t.Run("a program that is older than the tables", func(t *testing.T) {
		exec(t, db, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99991231000000, true)`)
		require.Equal(t, postgres.Agreement{Unknown: 1}, agrees())
		exec(t, db, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99991231000000, false)`)
		require.Zero(t, agrees(), "taken back")
	})
	t.Run("a program that is newer than the tables", func(t *testing.T) {
		exec(t, db, `DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version WHERE version_id < 99990000000000)`)
		exec(t, db, `DELETE FROM river.river_migration WHERE version = (SELECT max(version) FROM river.river_migration)`)
		require.Equal(t, postgres.Agreement{Missing: 2}, agrees())
	})
}
