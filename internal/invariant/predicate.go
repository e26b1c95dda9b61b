package invariant

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
)

// predicate is a query that finds no rows in a healthy database. Each row is one text that says what is wrong. $1 is the
// tenant; $2, where it settles, is for how many microseconds a thing must have stood as it does.
type predicate struct {
	name    string
	sql     string
	settles bool
}

// predicates of the domain, in the order of its pages.
func predicates() []predicate {
	return slices.Concat(
		inventoryPredicates(), ledgerPredicates(), offerPredicates(), intentPredicates(), upstreamPredicates(), approvalPredicates(),
		[]predicate{waitingForgotten}, eventPredicates(),
	)
}

const (
	approvalDigest = "approval-digest"
	auditChain     = "audit-chain"
	references     = "references"
)

// names lists every invariant that Verify evaluates.
func names() (all []string) {
	for _, l := range looks(0, nil) {
		all = append(all, l.name)
	}
	for _, w := range walls() {
		all = append(all, w.name)
	}
	return append(all, wallsStand)
}

// listed is how many violations of one invariant are listed for one tenant.
const listed = 100

// scope runs a look in a transaction that sees the rows of one tenant.
type scope func(ctx context.Context, look func(ctx context.Context, tx *sql.Tx) error) error

// look finds what is wrong with one tenant's rows in one respect.
type look struct {
	name string
	find func(ctx context.Context, tenant uuid.UUID, in scope) (details []string, err error)
}

// looks are all that is asked of a tenant's rows: the predicates, the references, and what was digested, which SQL can't
// judge.
func looks(settle time.Duration, links []link) (all []look) {
	for _, p := range predicates() {
		all = append(all, p.look(settle))
	}
	all = append(all, look{approvalDigest, changedArguments}, look{auditChain, brokenChain})
	return append(all, predicate{name: references, sql: danglingLinks(links)}.look(settle))
}

func (p predicate) look(settle time.Duration) look {
	return look{p.name, func(ctx context.Context, tenant uuid.UUID, in scope) ([]string, error) {
		if p.sql == "" { // no references
			return nil, nil
		}
		args := []any{tenant}
		if p.settles {
			args = append(args, settle.Microseconds())
		}
		return evaluate(ctx, in, p.sql, args...)
	}}
}

// ofTenant looks at one tenant's rows.
func ofTenant(ctx context.Context, tenant uuid.UUID, in scope, looks []look) (all []Violation, err error) {
	for _, l := range looks {
		details, err := l.find(ctx, tenant, in)
		for _, detail := range details {
			all = append(all, Violation{Invariant: l.name, Tenant: tenant, Detail: detail})
		}
		if err != nil {
			return all, fmt.Errorf("%s: %w", l.name, err)
		}
	}
	return all, nil
}

// evaluate runs one predicate in a scope of its own.
func evaluate(ctx context.Context, in scope, query string, args ...any) (details []string, err error) {
	err = in(ctx, func(ctx context.Context, tx *sql.Tx) error {
		// A look over everything may take longer than a command's statement; the transaction has its own end. It reads whole
		// tables, of which the planner knows nothing while they are new: one row beside the other is too slow then, and
		// compiling what only seems dear takes seconds.
		if _, err := tx.ExecContext(ctx, `SELECT set_config('statement_timeout', '0', true), set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`); err != nil {
			return err
		}
		details, err = texts(ctx, tx, fmt.Sprintf(`SELECT detail FROM (%s) AS broken (detail) LIMIT %d`, query, listed), args...)
		return err
	})
	return details, err
}

func texts(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]string, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}
