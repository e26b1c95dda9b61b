package store_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
)

// TestYoungTables holds that a plan that is kept finds rows by index though it was made while a table held next to nothing: it will
// still be used when the table is large.
func TestYoungTables(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	_, err := pgtest.Admin(t, h.DB).Exec(`ANALYZE`)
	require.NoError(t, err)
	for _, table := range append([]string{"resources", "venues", "policy_versions"}, growing...) {
		id := `gen_random_uuid()`
		if table == "events" || table == "audit_entries" {
			id = `1`
		}
		require.NoError(t, h.DB.InTenant(t.Context(), h.Tenant, func(ctx context.Context, tx *sql.Tx) error {
			rows, err := tx.QueryContext(ctx, `EXPLAIN SELECT FROM `+table+` WHERE tenant_id = '`+h.Tenant.String()+`' AND id = `+id)
			if err != nil {
				return err
			}
			defer rows.Close()
			var lines []string
			for rows.Next() {
				var line string
				if err := rows.Scan(&line); err != nil {
					return err
				}
				lines = append(lines, line)
			}
			require.NotContains(t, strings.Join(lines, "\n"), "Seq Scan", table)
			return rows.Err()
		}))
	}
}
