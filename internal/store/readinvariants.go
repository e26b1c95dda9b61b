package store

import (
	"context"
	"time"

	"github.com/slotq/slotq/ent/db"
	entinvariantcheck "github.com/slotq/slotq/ent/db/invariantcheck"
	"github.com/slotq/slotq/internal/reading"
)

// InvariantChecks are what was last found of each promise.
func (t *readTx) InvariantChecks(ctx context.Context) ([]reading.InvariantCheck, error) {
	rows, err := t.ent.InvariantCheck.Query().Where(entinvariantcheck.TenantID(t.tenant)).All(ctx)
	return each(rows, func(row *db.InvariantCheck) reading.InvariantCheck {
		return reading.InvariantCheck{
			Name: row.Name, CheckedAt: row.CheckedAt.UTC(), Breaches: row.Breaches, LastBreachAt: utc(row.LastBreachAt),
			Took: time.Duration(row.TookMicros) * time.Microsecond,
		}
	}), err
}
