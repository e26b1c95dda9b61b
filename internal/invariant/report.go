package invariant

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/postgres"
)

// Violation is one broken promise. Tenant is the zero id where the promise is about the database as a whole.
type Violation struct {
	Invariant string
	Tenant    uuid.UUID
	Detail    string
}

// String is the violation in one line.
func (v Violation) String() string {
	if v.Tenant == uuid.Nil {
		return v.Invariant + ": " + v.Detail
	}
	return fmt.Sprintf("%s: tenant %s: %s", v.Invariant, v.Tenant, v.Detail)
}

// Report is what was looked at and what was found.
type Report struct {
	Tenants    int
	Checked    []string // the names of the invariants
	Violations []Violation
}

// settled is how long a live database has had no change around a slot before somebody who waits for it counts as forgotten.
const settled = 30 * time.Second

// Verify evaluates every invariant for every tenant, and the walls of the catalogue, on a database that may be in use. Each
// predicate sees one moment. At most a hundred violations of one invariant are listed for one tenant.
//
// The error is about reading; the report then holds what was found before. A predicate that takes longer than a
// transaction may is postgres.ErrUnavailable: five minutes, for a person waits for it.
func Verify(ctx context.Context, db *postgres.DB) (Report, error) {
	return verify(ctx, db, settled)
}

// VerifyQuiet is Verify for a database in which nothing runs and nothing is left to do, as at the end of a test: nobody is
// given time to be found.
func VerifyQuiet(ctx context.Context, db *postgres.DB) (Report, error) {
	return verify(ctx, db, 0)
}

// lookPatience is how long one predicate may take at one tenant.
const lookPatience = 5 * time.Minute

func verify(ctx context.Context, db *postgres.DB, settle time.Duration) (Report, error) {
	report := Report{Checked: names()}
	var keys []link
	err := db.InOwner(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		keys, report.Violations, err = catalogue(ctx, tx)
		return err
	})
	if err != nil {
		return report, err
	}
	tenants, err := db.Tenants(ctx)
	if err != nil {
		return report, fmt.Errorf("list tenants: %w", err)
	}
	for _, tenant := range tenants {
		snapshot := func(ctx context.Context, look func(context.Context, *sql.Tx) error) error {
			return db.LookTenant(ctx, tenant, lookPatience, look)
		}
		found, err := ofTenant(ctx, tenant, snapshot, looks(terms{settle: settle}, keys))
		report.Violations = append(report.Violations, found...)
		if err != nil {
			return report, fmt.Errorf("tenant %s: %w", tenant, err)
		}
		report.Tenants++
	}
	return report, nil
}
