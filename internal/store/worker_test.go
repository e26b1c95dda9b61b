package store_test

import (
	"context"
	"database/sql"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

// TestTheWorkersView: who looks over all tenants sees when something is due, and nothing of what it is.
func TestTheWorkersView(t *testing.T) {
	t.Parallel()
	h := furnish(t, pgtest.New(t))
	admin := pgtest.Admin(t, h.DB)
	sees := map[string][]string{
		"tenants": {"id", "code"}, "reservations": {"id", "tenant_id", "status", "expires_at", "no_show_at", "intent_id"},
		"waitlist_entries": {"id", "tenant_id", "status", "to_at"}, "offers": {"id", "tenant_id", "status", "expires_at", "intent_id"},
		"vacancies": {"id", "tenant_id", "venue_id", "created_at"}, "policy_versions": {"tenant_id", "venue_id", "status", "rules", "activates_at"},
		"events": {"id", "tenant_id", "venue_id", "position", "occurred_at"}, "audit_entries": {"id", "tenant_id", "sequence", "at"},
		"commands": {"id", "tenant_id", "completed_at"}, "intents": {"id", "tenant_id", "status", "next_at", "created_at"},
		"attempts": {"id", "tenant_id", "intent_id", "status", "compensation", "ask_at", "started_at", "ended_at"}, "approvals": {"id", "tenant_id", "status", "expires_at", "created_at"},
		"adjustments": {"tenant_id", "expires_at", "revoked_at", "lapse_noted"}, "venues": {"id", "tenant_id", "opening_number", "laid_out_number", "offers_on"},
		"opening_revisions": {"tenant_id", "venue_id", "number", "created_at"}, "invariant_checks": {"tenant_id", "name", "checked_at", "breaches"},
	}
	asWorker := func(t *testing.T, statement string) string {
		tx, err := h.DB.SQL().BeginTx(context.Background(), &sql.TxOptions{})
		require.NoError(t, err)
		defer func() { _ = tx.Rollback() }()
		_, err = tx.Exec(`SELECT set_config('role', $1, true), set_config('app.tenant', $2, true)`, postgres.WorkerRole, h.Tenant.String())
		require.NoError(t, err)
		_, err = tx.Exec(statement)
		return postgres.Code(err)
	}
	for _, table := range tenantTables(t, admin) {
		t.Run(table, func(t *testing.T) {
			for _, column := range columns(t, h, table) {
				want := "42501"
				if slices.Contains(sees[table], column) {
					want = ""
				}
				require.Equal(t, want, asWorker(t, `SELECT `+column+` FROM `+table), column)
				require.Equal(t, "42501", asWorker(t, `UPDATE `+table+` SET `+column+` = `+column), column)
			}
			require.Equal(t, "42501", asWorker(t, `DELETE FROM `+table))
			require.Equal(t, "42501", asWorker(t, `INSERT INTO `+table+` DEFAULT VALUES`))
		})
	}
}
