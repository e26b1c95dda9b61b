package store_test

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

// shared are the tables that belong to no tenant; everything else must be behind the wall.
var shared = []string{"goose_db_version", "schema_migrations", "slotq_migrations", "nodes"}

// TestTenancy reads the catalogue, so that a table made tomorrow is tried too: what one tenant's transaction can do to the
// rows of another, in every table.
func TestTenancy(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	mine, theirs := furnish(t, db), furnish(t, db)
	admin := pgtest.Admin(t, db)
	tables := tenantTables(t, admin)
	require.Greater(t, len(tables), 25)

	for _, table := range tables {
		t.Run(table, func(t *testing.T) { oneTable(t, db, admin, table, mine, theirs) })
	}
	t.Run("no other table can be read or written at all", func(t *testing.T) {
		for _, table := range texts(t, admin, `SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')`) {
			if slices.Contains(tables, table) || strings.HasPrefix(table, "river_") {
				continue
			}
			require.Contains(t, shared, table, "a table that is neither a tenant's nor known to be shared")
			pgtest.AppRole(t, db, mine.Tenant, func(tx *sql.Tx) {
				refuses(t, tx, "42501", "", `DELETE FROM `+table)
			})
		}
	})
}

// oneTable tries everything on one table.
func oneTable(t *testing.T, db *postgres.DB, admin *sql.DB, table string, mine, theirs lived) {
	tenant := "tenant_id"
	if table == "tenants" {
		tenant = "id"
	}
	var own, foreign int
	require.NoError(t, admin.QueryRow(fmt.Sprintf(`SELECT count(*) FILTER (WHERE %[2]s = $1), count(*) FILTER (WHERE %[2]s = $2) FROM %[1]s`, table, tenant), mine.Tenant, theirs.Tenant).Scan(&own, &foreign))
	require.Positive(t, own, "the house has nothing here, so nothing would be proven")
	require.Positive(t, foreign)

	pgtest.AppRole(t, db, mine.Tenant, func(tx *sql.Tx) {
		var seen, seenForeign int
		require.NoError(t, tx.QueryRow(fmt.Sprintf(`SELECT count(*), count(*) FILTER (WHERE %s = $1) FROM %s`, tenant, table), theirs.Tenant).Scan(&seen, &seenForeign))
		require.Equal(t, own, seen, "reads its own rows")
		require.Zero(t, seenForeign, "reads none of the other's")

		untouched(t, tx, `DELETE FROM `+table+` WHERE `+tenant+` = $1`, theirs.Tenant)
		for _, column := range columns(t, mine, table) {
			untouched(t, tx, fmt.Sprintf(`UPDATE %s SET %s = %s WHERE %s = $1`, table, column, column, tenant), theirs.Tenant)
		}
		_, err := try(t, tx, fmt.Sprintf(`UPDATE %s SET %s = $1`, table, tenant), theirs.Tenant)
		require.Contains(t, []string{"42501", "23514"}, postgres.Code(err), "gives none of its rows away: %v", err)
		forbidden(t, tx, `INSERT INTO `+table+` SELECT (jsonb_populate_record(null::`+table+`, $1)).*`, another(t, admin, table, tenant, theirs.Tenant))
	})
	for name, scope := range map[string]string{"without a tenant": "", "under nobody's tenant": uuid.NewString()} {
		outside(t, db, func(tx *sql.Tx) {
			_, err := tx.Exec(`SELECT set_config('role', $1, true), set_config('app.tenant', $2, true)`, postgres.AppRole, scope)
			require.NoError(t, err)
			var seen int
			require.NoError(t, tx.QueryRow(`SELECT count(*) FROM `+table).Scan(&seen))
			require.Zero(t, seen, name)
			untouched(t, tx, `DELETE FROM `+table)
			forbidden(t, tx, `INSERT INTO `+table+` SELECT (jsonb_populate_record(null::`+table+`, $1)).*`, another(t, admin, table, tenant, mine.Tenant))
		})
	}
	references(t, admin, table, mine, theirs)
}

// references makes each foreign key of the table point at the other tenant, as the superuser, whom no policy stops.
func references(t *testing.T, admin *sql.DB, table string, mine, theirs lived) {
	for _, key := range texts(t, admin, `SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid = $1::regclass`, table) {
		var columns, target string
		require.NoError(t, admin.QueryRow(`
			SELECT (SELECT string_agg(attname, ',' ORDER BY n) FROM unnest(k.conkey) WITH ORDINALITY u (num, n) JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.num), k.confrelid::regclass::text
			FROM pg_constraint k WHERE conname = $1 AND conrelid = $2::regclass`, key, table).Scan(&columns, &target))
		first, rest, composite := strings.Cut(columns, ",")
		require.Equal(t, "tenant_id", first, "%s begins with the tenant", key)
		if !composite {
			require.Equal(t, "tenants", target)
			continue
		}
		column := rest[strings.LastIndex(rest, ",")+1:] // what refers; between the two may stand what the other row belongs to
		tx, err := admin.Begin()
		require.NoError(t, err)
		// Triggers of ours and unique keys may speak first; a foreign key must speak when they are silent.
		var row string
		best := column + ` IS NULL`
		if table == "attempts" {
			best += `, EXISTS (SELECT FROM intents i WHERE i.completed_by = attempts.id)` // an intent holds its winner by a key of its own
		}
		require.NoError(t, tx.QueryRow(fmt.Sprintf(`SELECT id FROM %s WHERE tenant_id = $1 ORDER BY %s LIMIT 1`, table, best), mine.Tenant).Scan(&row))
		_, err = tx.Exec(`ALTER TABLE ` + table + ` DISABLE TRIGGER USER`)
		require.NoError(t, err)
		refuses(t, tx, "23503", key, fmt.Sprintf(`UPDATE %s SET %s = (SELECT id FROM %s WHERE tenant_id = $1 LIMIT 1) WHERE id = $2`, table, column, target), theirs.Tenant, row)
		require.NoError(t, tx.Rollback())
	}
}

// another is a row of the tenant's with an identity of its own, as JSON.
func another(t *testing.T, admin *sql.DB, table, tenant string, of uuid.UUID) (row string) {
	t.Helper()
	fresh := `jsonb_build_object('id', gen_random_uuid())`
	switch table {
	case "events", "audit_entries":
		fresh = `jsonb_build_object('id', 999999999)`
	}
	for _, m := range machines() {
		if m.table == table {
			fresh = `jsonb_build_object('id', gen_random_uuid(), 'version', 1, 'status', '` + m.initial + `')`
		}
	}
	require.NoError(t, admin.QueryRow(fmt.Sprintf(`SELECT to_jsonb(o) || %s FROM %s o WHERE %s = $1 LIMIT 1`, fresh, table, tenant), of).Scan(&row))
	return row
}

// untouched demands that a statement is refused or finds nothing.
func untouched(t *testing.T, tx *sql.Tx, query string, args ...any) {
	t.Helper()
	rows, err := try(t, tx, query, args...)
	if err != nil {
		require.Equal(t, "42501", postgres.Code(err), "%s: %v", query, err)
		return
	}
	require.Zero(t, rows, query)
}

// forbidden demands that a statement is refused for want of the right.
func forbidden(t *testing.T, tx *sql.Tx, query string, args ...any) {
	t.Helper()
	refuses(t, tx, "42501", "", query, args...)
}

// outside runs in a transaction of the login role that is rolled back.
func outside(t *testing.T, db *postgres.DB, fn func(tx *sql.Tx)) {
	t.Helper()
	tx, err := db.SQL().BeginTx(t.Context(), nil)
	require.NoError(t, err)
	defer func() { _ = tx.Rollback() }()
	fn(tx)
}

// tenantTables lists the tables whose rows belong to a tenant.
func tenantTables(t *testing.T, admin *sql.DB) []string {
	t.Helper()
	return texts(t, admin, `
		SELECT c.relname FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
		AND (c.relname = 'tenants' OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped)) ORDER BY 1`)
}
