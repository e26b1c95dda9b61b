package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
)

// TestEveryRowIsOfATenant holds that no row can be of a tenant that isn't there: its table refers to tenants, or, by one key of the
// tenant and another column that are never empty, to a table of which the same is true.
func TestEveryRowIsOfATenant(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	adrift := texts(t, pgtest.Admin(t, db), `
		WITH RECURSIVE keys AS (
			SELECT k.conrelid, k.confrelid, k.confrelid = 'tenants'::regclass
			    OR (SELECT attname FROM pg_attribute WHERE attrelid = k.confrelid AND attnum = k.confkey[1]) = 'tenant_id' AS ties
			FROM pg_constraint k
			WHERE k.contype = 'f' AND k.convalidated
			  AND (SELECT attname FROM pg_attribute WHERE attrelid = k.conrelid AND attnum = k.conkey[1]) = 'tenant_id'
			  AND (SELECT bool_and(attnotnull) FROM pg_attribute WHERE attrelid = k.conrelid AND attnum = ANY (k.conkey))
		), rooted AS (
			SELECT 'tenants'::regclass::oid AS id
			UNION
			SELECT k.conrelid FROM keys k JOIN rooted r ON r.id = k.confrelid WHERE k.ties
		)
		SELECT DISTINCT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
		WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND c.oid NOT IN (SELECT id FROM rooted)`)
	// Occupancies are laid by allocations alone, which are of a tenant; TestTimeWalls tries to lay one by hand.
	require.Equal(t, []string{"occupancies"}, adrift)
}
