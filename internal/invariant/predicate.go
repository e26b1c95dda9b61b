package invariant

import (
	"context"
	"database/sql"
	"fmt"
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
	all := append(inventoryPredicates(), ledgerPredicates()...)
	all = append(all, offerPredicates()...)
	return append(append(all, waitingForgotten), eventPredicates()...)
}

const (
	auditChain = "audit-chain"
	references = "references"
)

// names lists every invariant that Verify evaluates.
func names() (all []string) {
	for _, p := range predicates() {
		all = append(all, p.name)
	}
	all = append(all, auditChain, references)
	for _, w := range walls() {
		all = append(all, w.name)
	}
	return append(all, wallsStand)
}

// listed is how many violations of one invariant are listed for one tenant.
const listed = 100

// scope runs a look in a transaction that sees the rows of one tenant.
type scope func(ctx context.Context, look func(ctx context.Context, tx *sql.Tx) error) error

// ofTenant evaluates everything that is true of one tenant's rows.
func ofTenant(ctx context.Context, tenant uuid.UUID, in scope, settle time.Duration, links []link) (all []Violation, err error) {
	add := func(name string, details []string, err error) error {
		for _, detail := range details {
			all = append(all, Violation{Invariant: name, Tenant: tenant, Detail: detail})
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
	looks := predicates()
	if len(links) > 0 {
		looks = append(looks, predicate{name: references, sql: danglingLinks(links)})
	}
	for _, p := range looks {
		args := []any{tenant}
		if p.settles {
			args = append(args, settle.Microseconds())
		}
		details, err := evaluate(ctx, in, p.sql, args...)
		if err := add(p.name, details, err); err != nil {
			return all, err
		}
	}
	details, err := brokenChain(ctx, tenant, in)
	return all, add(auditChain, details, err)
}

// evaluate runs one predicate in a scope of its own.
func evaluate(ctx context.Context, in scope, query string, args ...any) (details []string, err error) {
	err = in(ctx, func(ctx context.Context, tx *sql.Tx) error {
		// A look over everything may take longer than a command's statement; the transaction has its own end.
		if _, err := tx.ExecContext(ctx, `SELECT set_config('statement_timeout', '0', true)`); err != nil {
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
