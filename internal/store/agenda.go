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

// NewAgenda gives the loops their view.
func NewAgenda(db *postgres.DB) *Agenda { return &Agenda{db: db} }

const dueTenants = `
WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now, clock_timestamp() + $1 * interval '1 microsecond' AS until)
SELECT tenant_id, extract(epoch FROM min(at) - clock.now) * 1000000
FROM clock, LATERAL (
  SELECT tenant_id, expires_at AS at FROM reservations WHERE status = 'HELD' AND expires_at <= clock.until
  UNION ALL
  SELECT tenant_id, no_show_at FROM reservations WHERE status = 'CONFIRMED' AND no_show_at <= clock.until AND intent_id IS NULL
  UNION ALL
  SELECT tenant_id, to_at FROM waitlist_entries WHERE status = 'WAITING' AND to_at <= clock.until
  UNION ALL
  SELECT tenant_id, expires_at FROM approvals WHERE (status = 'PENDING' OR status = 'APPROVED') AND expires_at <= clock.until
  UNION ALL
  SELECT tenant_id, activates_at FROM policy_versions WHERE status = 'DRAFT' AND activates_at <= clock.until
  UNION ALL
  SELECT tenant_id, expires_at FROM adjustments WHERE revoked_at IS NULL AND NOT lapse_noted AND expires_at <= clock.until
  UNION ALL
  SELECT v.tenant_id, v.created_at FROM vacancies v
  JOIN policy_versions p ON p.tenant_id = v.tenant_id AND p.venue_id = v.venue_id AND p.status = 'ACTIVE' AND (p.rules ->> 'autoPromote')::boolean
  JOIN venues h ON h.tenant_id = v.tenant_id AND h.id = v.venue_id AND h.offers_on
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

// mostChores is how many intents one look at the agenda lists.
const mostChores = 1000

const dueChores = `
WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now, clock_timestamp() + $1 * interval '1 microsecond' AS until)
SELECT tenant_id, id, extract(epoch FROM at - clock.now) * 1000000
FROM clock, LATERAL (
  SELECT tenant_id, id, min(at) AS at, row_number() OVER (PARTITION BY tenant_id ORDER BY min(at), id) AS place
  FROM (
    SELECT tenant_id, id, next_at AS at FROM intents WHERE next_at <= clock.until
    UNION ALL
    SELECT tenant_id, intent_id, ask_at FROM attempts WHERE ask_at <= clock.until
  ) AS due
  GROUP BY tenant_id, id
) AS chore
ORDER BY place, at, id
LIMIT $2`

// Chores lists the intents that have to be looked at within a while, the tenants taking turns, each with its most overdue.
func (a *Agenda) Chores(ctx context.Context, within time.Duration) (chores []worker.Chore, err error) {
	err = a.db.InWorker(ctx, func(ctx context.Context, tx *sql.Tx) error {
		chores = nil
		rows, err := tx.QueryContext(ctx, dueChores, within.Microseconds(), mostChores)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var c worker.Chore
			var micros float64
			if err := rows.Scan(&c.Tenant, &c.Intent, &micros); err != nil {
				return err
			}
			c.In = time.Duration(micros) * time.Microsecond
			chores = append(chores, c)
		}
		return rows.Err()
	})
	return chores, translate(err)
}
