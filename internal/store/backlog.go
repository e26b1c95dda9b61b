package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/slotq/slotq/internal/metrics"
	"github.com/slotq/slotq/internal/postgres"
)

// Backlog reads what is unfinished, of all tenants together, under the role that sees of each row only how it stands.
type Backlog struct{ db *postgres.DB }

var _ metrics.Backlog = (*Backlog)(nil)

// NewBacklog gives the figures their view.
func NewBacklog(db *postgres.DB) *Backlog { return &Backlog{db: db} }

// waitingThings looks only where a partial index lists what is unfinished, so that it costs what is open and not what ever
// was. Vacancies and offers count as the routines that end them see them.
const waitingThings = `
WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now)
SELECT thing, state, n, coalesce(extract(epoch FROM clock.now - since) * 1000000, 0)::bigint
FROM clock, LATERAL (
  SELECT 'hold' AS thing, CASE WHEN expires_at <= clock.now THEN 'lapsed' WHEN intent_id IS NOT NULL THEN 'deciding' ELSE 'live' END AS state, count(*) AS n, min(expires_at) AS since
  FROM reservations WHERE status = 'HELD' GROUP BY 2
  UNION ALL
  SELECT 'offer', CASE WHEN intent_id IS NOT NULL THEN 'deciding' WHEN expires_at > clock.now THEN 'live' ELSE 'lapsed' END, count(*), min(expires_at)
  FROM offers WHERE status = 'OFFERED' GROUP BY 2
  UNION ALL
  SELECT 'entry', CASE WHEN to_at > clock.now THEN 'live' ELSE 'lapsed' END, count(*), min(to_at)
  FROM waitlist_entries WHERE status = 'WAITING' GROUP BY 2
  UNION ALL
  SELECT 'arrival', 'lapsed', count(*), min(no_show_at)
  FROM reservations WHERE status = 'CONFIRMED' AND no_show_at <= clock.now AND intent_id IS NULL
  UNION ALL
  SELECT 'vacancy', 'noted', count(*), min(v.created_at) FROM vacancies v
  JOIN policy_versions p ON p.tenant_id = v.tenant_id AND p.venue_id = v.venue_id AND p.status = 'ACTIVE' AND (p.rules ->> 'autoPromote')::boolean
  JOIN venues h ON h.tenant_id = v.tenant_id AND h.id = v.venue_id AND h.offers_on
  UNION ALL
  SELECT 'intent', lower(status), count(*), min(created_at) FROM intents WHERE next_at IS NOT NULL GROUP BY 2
  UNION ALL
  SELECT 'errand', 'due', count(*), min(at)
  FROM (SELECT next_at AS at FROM intents WHERE next_at <= clock.now UNION ALL SELECT ask_at FROM attempts WHERE ask_at <= clock.now) AS due
  UNION ALL
  SELECT 'attempt', lower(status), count(*), min(started_at) FROM attempts WHERE ended_at IS NULL GROUP BY 2
  UNION ALL
  SELECT 'undo', lower(compensation), count(*), min(started_at) FROM attempts WHERE compensation IN ('DUE', 'FAILED') GROUP BY 2
  UNION ALL
  SELECT 'approval', CASE WHEN expires_at <= clock.now THEN 'lapsed' ELSE lower(status) END, count(*), min(CASE WHEN expires_at <= clock.now THEN expires_at ELSE created_at END)
  FROM approvals WHERE status = 'PENDING' OR status = 'APPROVED' GROUP BY 2
  UNION ALL
  SELECT 'policy', 'due', count(*), min(activates_at) FROM policy_versions WHERE status = 'DRAFT' AND activates_at <= clock.now
  UNION ALL
  SELECT 'event', 'unnumbered', count(*), min(occurred_at) FROM events WHERE position IS NULL
  UNION ALL
  SELECT 'audit_entry', 'unsealed', count(*), min(at) FROM audit_entries WHERE sequence IS NULL
  UNION ALL
  SELECT 'venue', 'outdated', count(*), min((SELECT min(r.created_at) FROM opening_revisions r WHERE r.tenant_id = v.tenant_id AND r.venue_id = v.id AND r.number > v.laid_out_number))
  FROM venues v WHERE laid_out_number < opening_number
) AS waiting`

const queuedJobs = `
WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now)
SELECT kind, state::text, count(*),
  coalesce(extract(epoch FROM min(clock.now) - min(scheduled_at) FILTER (WHERE state IN ('available', 'retryable') AND scheduled_at <= clock.now)) * 1000000, 0)::bigint
FROM ` + postgres.JobSchema + `.river_job, clock GROUP BY 1, 2`

// known are the rows that are always there: a figure that comes and goes can't be watched.
var known = map[string][]string{
	"hold": {"live", "lapsed", "deciding"}, "offer": {"live", "lapsed", "deciding"}, "entry": {"live", "lapsed"}, "arrival": {"lapsed"},
	"vacancy": {"noted"}, "intent": {"requested", "waiting_for_seat", "reserving"}, "errand": {"due"},
	"attempt": {"starting", "running", "unknown"}, "undo": {"due", "failed"}, "approval": {"pending", "approved", "lapsed"},
	"policy": {"due"}, "event": {"unnumbered"}, "audit_entry": {"unsealed"}, "venue": {"outdated"},
}

// Waiting reads all at one moment.
func (b *Backlog) Waiting(ctx context.Context) (waiting []metrics.Waiting, jobs []metrics.Job, err error) {
	err = b.db.InWorker(ctx, func(ctx context.Context, tx *sql.Tx) error {
		waiting, jobs = nil, nil
		rows, err := tx.QueryContext(ctx, waitingThings)
		if err != nil {
			return err
		}
		seen := map[[2]string]bool{}
		err = readEach(rows, func(scan func(...any) error) error {
			var w metrics.Waiting
			var micros int64
			err := scan(&w.Thing, &w.State, &w.Count, &micros)
			w.Oldest = time.Duration(micros) * time.Microsecond
			waiting, seen[[2]string{w.Thing, w.State}] = append(waiting, w), true
			return err
		})
		if err != nil {
			return err
		}
		for thing, states := range known {
			for _, state := range states {
				if !seen[[2]string{thing, state}] {
					waiting = append(waiting, metrics.Waiting{Thing: thing, State: state})
				}
			}
		}
		if rows, err = tx.QueryContext(ctx, queuedJobs); err != nil {
			return err
		}
		return readEach(rows, func(scan func(...any) error) error {
			var j metrics.Job
			var micros int64
			err := scan(&j.Kind, &j.State, &j.Count, &micros)
			j.Oldest = time.Duration(micros) * time.Microsecond
			jobs = append(jobs, j)
			return err
		})
	})
	return waiting, jobs, translate(err)
}
