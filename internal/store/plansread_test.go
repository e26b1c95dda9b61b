package store_test

import (
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

// plan is how the server carries a statement out.
type plan struct {
	statement string
	plan      string
}

// brief is how the statement begins.
func (p plan) brief() string {
	text := strings.Join(strings.Fields(p.statement), " ")
	return text[:min(len(text), 120)]
}

// plansOf asks for the plan of each statement that passed, once, in their order. The first of a transaction says as whom the others
// are asked.
func (h *settled) plansOf(t *testing.T, passed []string) (plans []plan) {
	t.Helper()
	admin, role := pgtest.Admin(t, h.DB), ""
	conn, err := admin.Conn(t.Context())
	require.NoError(t, err)
	defer conn.Close()
	seen := map[string]bool{}
	for _, statement := range passed {
		switch {
		case strings.Contains(statement, "SET LOCAL role = "+postgres.AppRole):
			role = postgres.AppRole
			continue
		case strings.Contains(statement, "SET LOCAL role = "+postgres.WorkerRole):
			role = postgres.WorkerRole
			continue
		case !reads.MatchString(statement) || seen[role+statement]:
			continue
		}
		require.NotEmpty(t, role, "asked as nobody: %s", statement)
		seen[role+statement] = true
		plans = append(plans, plan{statement, h.explained(t, conn, role, statement)})
	}
	return plans
}

// reads finds what a plan says something of: not BEGIN, and not what asks for the time or a lock alone.
var reads = regexp.MustCompile(`(?is)^(WITH|INSERT|UPDATE|DELETE|SELECT\b.*\bFROM)\b`)

// explained asks for the plan that is kept for all arguments. What the arguments are doesn't matter to it.
func (h *settled) explained(t *testing.T, conn *sql.Conn, role, statement string) string {
	t.Helper()
	tx, err := conn.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	defer func() { _ = tx.Rollback() }()
	_, err = tx.Exec(`SELECT set_config('role', $1, true), set_config('app.tenant', $2, true), set_config('plan_cache_mode', 'force_generic_plan', true)`, role, h.Tenant.String())
	require.NoError(t, err)
	_, err = tx.Exec(`PREPARE kept AS ` + statement)
	require.NoError(t, err, statement)
	defer func() { _, _ = tx.Exec(`DEALLOCATE kept`) }()
	var arguments int
	require.NoError(t, tx.QueryRow(`SELECT cardinality(parameter_types) FROM pg_prepared_statements WHERE name = 'kept'`).Scan(&arguments))
	execute := `EXPLAIN (COSTS OFF) EXECUTE kept`
	if arguments > 0 {
		execute += "(" + strings.Join(slices.Repeat([]string{"NULL"}, arguments), ", ") + ")"
	}
	rows, err := tx.Query(execute)
	require.NoError(t, err, statement)
	defer rows.Close()
	var lines []string
	for rows.Next() {
		var line string
		require.NoError(t, rows.Scan(&line))
		lines = append(lines, line)
	}
	require.NoError(t, rows.Err())
	return strings.Join(lines, "\n")
}

// growing are the tables that grow as long as a house is open.
var growing = []string{
	"reservations", "allocations", "occupancies", "slots", "offers", "waitlist_entries", "selections", "events", "audit_entries", "commands",
	"intents", "intent_slots", "attempts", "approvals", "customers",
}

var (
	scanned   = regexp.MustCompile(`Seq Scan on (\w+)`)
	indexed   = regexp.MustCompile(`Index(?: Only)? Scan(?: Backward)? using (\w+) on (\w+)`)
	bitmap    = regexp.MustCompile(`Bitmap Index Scan on (\w+)`)
	wholeRow  = regexp.MustCompile(`ROW\((\w+), [\w, ]+\) `)
	condition = regexp.MustCompile(`\(?\b(\w+) (?:=|<|>|<=|>=|IS)`)
)

// flaws finds what costs more the longer a house is open: a table that grows and is read from end to end, or by an index of which
// only the tenant or the venue is known, or not even that. A page in the order of its index is no flaw, nor is a venue's part of an
// index that leaves out what is over.
func (h *settled) flaws(p plan) (all []string) {
	lines := strings.Split(p.plan, "\n")
	for i, line := range lines {
		if m := scanned.FindStringSubmatch(line); m != nil && slices.Contains(growing, m[1]) {
			all = append(all, "a scan of all "+m[1])
		}
		index := ""
		if m := indexed.FindStringSubmatch(line); m != nil && slices.Contains(growing, m[2]) {
			index = m[1]
		} else if m := bitmap.FindStringSubmatch(line); m != nil {
			index = m[1]
		}
		if index == "" {
			continue
		}
		known, filtered := below(lines[i+1:], "Index Cond: "), below(lines[i+1:], "Filter: ")
		switch {
		case slices.ContainsFunc(known, func(column string) bool { return column != "tenant_id" && column != "venue_id" }):
			if !slices.Contains(known, "tenant_id") && !slices.Contains(known, "id") {
				all = append(all, fmt.Sprintf("index %s for all tenants", index))
			}
		case h.partial[index] || slices.Contains(known, "venue_id") && len(filtered) == 0 && paged(lines[:i]):
		default:
			all = append(all, fmt.Sprintf("index %s by %s alone", index, strings.Join(append(known, "nothing")[:max(1, len(known))], " and ")))
		}
	}
	return all
}

// below are the columns in a line of the node above the given lines.
func below(lines []string, of string) (columns []string) {
	for _, line := range lines {
		text := strings.TrimSpace(line)
		if strings.HasPrefix(text, "->") {
			return nil
		}
		if condition, found := strings.CutPrefix(text, of); found {
			return columnsOf(condition)
		}
	}
	return nil
}

// columnsOf are those that are compared. Of a row that is compared as a whole the first counts, which alone says where to begin.
func columnsOf(text string) (columns []string) {
	text = wholeRow.ReplaceAllString(text, "$1 ")
	for _, m := range condition.FindAllStringSubmatch(text, -1) {
		columns = append(columns, m[1])
	}
	return columns
}

// paged says that a node's rows go as they come to a limit.
func paged(above []string) bool {
	for _, line := range slices.Backward(above) {
		text := strings.TrimPrefix(strings.TrimSpace(line), "->  ")
		switch {
		case text == "Limit":
			return true
		case text != "Result" && !strings.HasPrefix(text, "One-Time Filter:") && text != "LockRows":
			return false
		}
	}
	return false
}
