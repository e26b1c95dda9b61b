package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/worker"
)

// Agenda reads what is due, of all tenants at once, under the role that sees of each row only that.
type Agenda struct{ db *postgres.DB }

// NewAgenda gives the due-work loop its view.
func NewAgenda(db *postgres.DB) *Agenda { return &Agenda{db: db} }

const dueTenants = `
WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now, clock_timestamp() + $1 * interval '1 microsecond' AS until)
SELECT tenant_id, extract(epoch FROM min(at) - clock.now) * 1000000
FROM clock, LATERAL (
  SELECT tenant_id, expires_at AS at FROM reservations WHERE status = 'HELD' AND expires_at <= clock.until
  UNION ALL
  SELECT tenant_id, to_at FROM waitlist_entries WHERE status = 'WAITING' AND to_at <= clock.until
  UNION ALL
  SELECT v.tenant_id, v.created_at FROM vacancies v
  JOIN policy_versions p ON p.tenant_id = v.tenant_id AND p.venue_id = v.venue_id AND p.status = 'ACTIVE' AND (p.rules ->> 'autoPromote')::boolean
) AS due
GROUP BY tenant_id, clock.now
ORDER BY 2`

// Due lists the tenants with work due within a while, the most overdue first.
func (a *Agenda) Due(ctx context.Context, within time.Duration) (due []worker.Due, err error) {
	err = a.db.InWorker(ctx, func(ctx context.Context, tx *sql.Tx) error {
		due = nil
		rows, err := tx.QueryContext(ctx, dueTenants, within.Microseconds())
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var d worker.Due
			var micros float64
			if err := rows.Scan(&d.Tenant, &micros); err != nil {
				return err
			}
			d.In = time.Duration(micros) * time.Microsecond
			due = append(due, d)
		}
		return rows.Err()
	})
	return due, translate(err)
}
