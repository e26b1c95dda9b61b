package invariant

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/reading"
)

// predicate is a query that finds no rows in a healthy database. Each row is one text that says what is wrong. $1 is the
// tenant; $2, where it settles, is for how many microseconds a thing must have stood as it does.
type predicate struct {
	name    string
	promise string // what holds while it finds none, for people
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
	for _, p := range Promises() {
		all = append(all, p.Name)
	}
	return all
}

// Promises are what all invariants together promise, in the order in which they are checked.
func Promises() (all []reading.Promise) {
	for _, l := range looks(terms{}, nil) {
		all = append(all, reading.Promise{Name: l.name, Text: l.promise})
	}
	for _, w := range walls() {
		all = append(all, reading.Promise{Name: w.name, Text: w.promise})
	}
	return all
}

// terms are how patient a check is.
type terms struct {
	settle    time.Duration // for how long a thing must have stood as it does
	statement time.Duration // how long one statement may take; 0: as long as its transaction
}

// listed is how many violations of one invariant are listed for one tenant.
const listed = 100

// scope runs a look in a transaction that sees the rows of one tenant.
type scope func(ctx context.Context, look func(ctx context.Context, tx *sql.Tx) error) error

// look finds what is wrong with one tenant's rows in one respect.
type look struct {
	name    string
	promise string
	find    func(ctx context.Context, tenant uuid.UUID, in scope) (details []string, err error)
}

// looks are all that is asked of a tenant's rows: the predicates, the references, and what was digested, which SQL can't
// judge.
func looks(t terms, links []link) (all []look) {
	for _, p := range predicates() {
		all = append(all, p.look(t))
	}
	return append(all,
		look{approvalDigest, "What is carried out is what the person saw who said yes.", changedArguments},
		look{auditChain, "No audit entry has been changed or taken out since it was sealed.", brokenChain},
		predicate{name: references, promise: "Every row belongs to things of its own tenant, and to none that is gone.", sql: danglingLinks(links)}.look(t))
}

func (p predicate) look(t terms) look {
	return look{p.name, p.promise, func(ctx context.Context, tenant uuid.UUID, in scope) ([]string, error) {
		if p.sql == "" { // no references
			return nil, nil
		}
		args := []any{tenant}
		if p.settles {
			args = append(args, t.settle.Microseconds())
		}
		return evaluate(ctx, in, t.statement, p.sql, args...)
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
func evaluate(ctx context.Context, in scope, patience time.Duration, query string, args ...any) (details []string, err error) {
	err = in(ctx, func(ctx context.Context, tx *sql.Tx) error {
		// A look over everything may take longer than a command's statement; the transaction has its own end. It reads whole
		// tables, of which the planner knows nothing while they are new: one row beside the other is too slow then, and
		// compiling what only seems dear takes seconds.
		_, err := tx.ExecContext(ctx, `SELECT set_config('statement_timeout', $1, true), set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`,
			fmt.Sprint(patience.Milliseconds()))
		if err != nil {
			return err
		}
		// Nearly always nothing is broken and all is read; MATERIALIZED hides the limit from the planner, which would hope for the
		// first hundred soon and walk along an index to where they might be.
		details, err = texts(ctx, tx, fmt.Sprintf(`WITH broken (detail) AS MATERIALIZED (%s) SELECT detail FROM broken LIMIT %d`, query, listed), args...)
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
