package invariant

import (
	"context"
	"database/sql"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/metrics"
	"github.com/slotq/slotq/internal/postgres"
)

// keepFindings writes what was found over what was found before. When a promise was last found broken stays.
const keepFindings = `
INSERT INTO invariant_checks (id, tenant_id, name, checked_at, breaches, last_breach_at, took_micros)
SELECT gen_random_uuid(), $1, f.name, now, f.breaches, CASE WHEN f.breaches > 0 THEN now END, f.took
FROM clock_timestamp() AS now, unnest($2::text[], $3::bigint[], $4::bigint[]) AS f (name, breaches, took)
ON CONFLICT (tenant_id, name) DO UPDATE SET checked_at = excluded.checked_at, breaches = excluded.breaches,
  last_breach_at = coalesce(excluded.last_breach_at, invariant_checks.last_breach_at), took_micros = excluded.took_micros`

func keep(ctx context.Context, db *postgres.DB, tenant uuid.UUID, found []finding) error {
	var names []string
	var breaches, took []int64
	for _, f := range found {
		names, breaches, took = append(names, f.name), append(breaches, int64(f.breaches)), append(took, f.took.Microseconds())
	}
	return db.InTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, keepFindings, tenant, pq.Array(names), pq.Array(breaches), pq.Array(took))
		return err
	})
}

// turns lists all tenants, first those that were never checked, then those that had their turn longest ago. What doesn't come
// through for a tenant, round after round, takes nobody else's turn.
func (w *Watch) turns(ctx context.Context) (tenants []uuid.UUID, err error) {
	err = w.db.InWorker(ctx, func(ctx context.Context, tx *sql.Tx) error {
		tenants = nil
		rows, err := tx.QueryContext(ctx, `
SELECT t.id FROM tenants t LEFT JOIN invariant_checks c ON c.tenant_id = t.id AND c.name = ANY ($1::text[])
GROUP BY t.id ORDER BY max(c.checked_at) NULLS FIRST, t.id`, pq.Array(names()))
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var id uuid.UUID
			if err := rows.Scan(&id); err != nil {
				return err
			}
			tenants = append(tenants, id)
		}
		return rows.Err()
	})
	return tenants, err
}

// Kept tells, over all tenants together, what the last checks have found.
type Kept struct{ db *postgres.DB }

var _ metrics.Invariants = (*Kept)(nil)

// NewKept gives the figures their view.
func NewKept(db *postgres.DB) *Kept { return &Kept{db: db} }

// The walls stand around all tenants alike, so what is wrong with one counts once.
const keptFindings = `
WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now)
SELECT name, CASE WHEN name = ANY ($2::text[]) THEN max(breaches) ELSE sum(breaches)::bigint END, (extract(epoch FROM max(clock.now - checked_at)) * 1000000)::bigint
FROM clock, invariant_checks WHERE name = ANY ($1::text[]) GROUP BY name`

// Checks reads what was found. What an earlier program promised doesn't count.
func (k *Kept) Checks(ctx context.Context) (checks []metrics.Check, err error) {
	var ofDatabase []string
	for _, w := range walls() {
		ofDatabase = append(ofDatabase, w.name)
	}
	err = k.db.InWorker(ctx, func(ctx context.Context, tx *sql.Tx) error {
		checks = nil
		rows, err := tx.QueryContext(ctx, keptFindings, pq.Array(names()), pq.Array(ofDatabase))
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var c metrics.Check
			var micros int64
			if err := rows.Scan(&c.Name, &c.Breaches, &micros); err != nil {
				return err
			}
			c.Age = time.Duration(micros) * time.Microsecond
			checks = append(checks, c)
		}
		return rows.Err()
	})
	return checks, err
}
