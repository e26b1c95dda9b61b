package invariant

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/postgres"
)

// Violation is one broken promise. Tenant is the zero id where the promise is about the database as a whole.
type Violation struct {
	Invariant string
	Tenant    uuid.UUID
	Detail    string
}

// Report is what was looked at and what was found.
type Report struct {
	Tenants    int
	Checked    []string // the names of the invariants
	Violations []Violation
}

// Verify evaluates every invariant for every tenant and the catalogue.
func Verify(ctx context.Context, db *postgres.DB) (Report, error) {
	return Report{}, nil
}
