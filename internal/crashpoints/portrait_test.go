package crashpoints_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/ref"
)

// What no two houses have in common: names that were made up, moments, secrets and digests.
var (
	madeUp = regexp.MustCompile(`[a-z]{2}_[A-Za-z0-9_-]{22}|[a-z0-9-]+@example\.com|\bR[0-9a-f]{4}\b|\b[0-9a-f]{8}\b|^\\x[0-9a-f]+$|^[0-9a-f]{64}$`)
	moment = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d`)
)

// ledger counts the rows of one tenant, by table and by what is in them.
type ledger struct{ rows *sql.Stmt }

func newLedger(t *testing.T, admin *sql.DB) *ledger {
	t.Helper()
	rows, err := admin.Query(`SELECT table_name FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'tenant_id' ORDER BY 1`)
	require.NoError(t, err)
	defer rows.Close()
	var parts []string
	for rows.Next() {
		var table string
		require.NoError(t, rows.Scan(&table))
		parts = append(parts, fmt.Sprintf(`SELECT '%s', to_jsonb(r) FROM %s r WHERE tenant_id = $1`, table, table))
	}
	require.NoError(t, rows.Err())
	require.Greater(t, len(parts), 30, "all that tenants have")
	all, err := admin.Prepare(strings.Join(parts, ` UNION ALL `))
	require.NoError(t, err)
	t.Cleanup(func() { _ = all.Close() })
	return &ledger{rows: all}
}

// count counts every row of every table that the tenant has, with what no two houses have in common struck out.
func (l *ledger) count(t *testing.T, tenant uuid.UUID) map[string]int {
	t.Helper()
	rows, err := l.rows.Query(tenant)
	require.NoError(t, err)
	defer rows.Close()
	counted := map[string]int{}
	for rows.Next() {
		var table string
		var raw []byte
		require.NoError(t, rows.Scan(&table, &raw))
		var row map[string]any
		require.NoError(t, json.Unmarshal(raw, &row))
		if _, numbered := row["id"].(float64); numbered {
			delete(row, "id") // counted over all tenants
		}
		struck, err := json.Marshal(strike(row))
		require.NoError(t, err)
		counted[table+" "+string(struck)]++
	}
	require.NoError(t, rows.Err())
	return counted
}

// change is what came and what went between two counts. When the same has happened to two houses, once each, the changes are
// the same.
func change(before, after map[string]int) string {
	var lines []string
	for row, n := range after {
		if d := n - before[row]; d != 0 {
			lines = append(lines, fmt.Sprintf("%s (%+d)", row, d))
		}
	}
	for row, n := range before {
		if _, still := after[row]; !still {
			lines = append(lines, fmt.Sprintf("%s (%+d)", row, -n))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// strike strikes out of a value what no two tenants have in common.
func strike(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			v[name] = strike(inner)
			_, number := inner.(float64)
			switch {
			case name == "summary": // what a person reads, with its times in words
				v[name] = "words"
			case name == "sequence" && number: // goes through the whole tenant
				v[name] = "a number"
			}
		}
	case []any:
		for i, inner := range v {
			v[i] = strike(inner)
		}
	case string:
		return struck(v)
	}
	return v
}

func struck(s string) string {
	if _, err := uuid.Parse(s); err == nil {
		return "id"
	}
	if r, ok := ref.Parse(s); ok {
		return "id of a " + string(r.Kind)
	}
	if moment.MatchString(s) {
		return "moment"
	}
	return madeUp.ReplaceAllString(s, "made up")
}
