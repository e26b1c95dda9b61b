package store

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/reading"
)

// latencyOf are the columns of a latency: of a span of time, or of what is null and doesn't count.
func latencyOf(span string) string {
	micros := `(extract(epoch FROM ` + span + `) * 1000000)::bigint`
	return `count(` + span + `), percentile_disc(ARRAY[0.5, 0.9, 0.99]) WITHIN GROUP (ORDER BY ` + micros + `), max(` + micros + `)`
}

// latency reads latencyOf.
type latency struct {
	count  int
	shares pq.Int64Array
	max    *int64
}

func (l *latency) columns() []any { return []any{&l.count, &l.shares, &l.max} }

func (l *latency) value() *reading.Latency {
	if l.count == 0 {
		return nil
	}
	micros := func(n int64) time.Duration { return time.Duration(n) * time.Microsecond }
	return &reading.Latency{Count: l.count, P50: micros(l.shares[0]), P90: micros(l.shares[1]), P99: micros(l.shares[2]), Max: micros(*l.max)}
}

// An entry that goes to the end of the queue joins anew, and keeps when it was made. All offers to an entry are younger.
var reportedWaits = `
WITH joined AS MATERIALIZED (
  SELECT id, created_at, ` + strings.Join(readEntryState, `$5`) + ` AS state
  FROM waitlist_entries WHERE tenant_id = $1 AND venue_id = $2 AND created_at >= $3 AND created_at < $4
), served AS (
  SELECT entry_id, min(created_at) AS first FROM offers
  WHERE tenant_id = $1 AND venue_id = $2 AND created_at >= $3 AND entry_id IN (SELECT id FROM joined) GROUP BY entry_id
)
SELECT count(*), count(s.first), count(*) FILTER (WHERE j.state = 'FULFILLED'), count(*) FILTER (WHERE j.state = 'CANCELLED'),
       count(*) FILTER (WHERE j.state IN ('EXPIRED', 'DECLINED')), count(*) FILTER (WHERE j.state IN ('WAITING', 'OFFERED')),
       ` + latencyOf(`(s.first - j.created_at)`) + `
FROM joined j LEFT JOIN served s ON s.entry_id = j.id`

// Waits counts who joined the waitlist.
func (t *readTx) Waits(ctx context.Context, venue uuid.UUID, from, until, now time.Time) (w reading.WaitReport, err error) {
	var l latency
	columns := append([]any{&w.Joined, &w.Offered, &w.Fulfilled, &w.Left, &w.Lapsed, &w.Open}, l.columns()...)
	err = t.sql.QueryRowContext(ctx, reportedWaits, t.tenant, venue, from, until, now).Scan(columns...)
	w.UntilOffer = l.value()
	return w, err
}

// A place that was free before anybody waited for it has kept nobody waiting until then.
var reportedOffers = `
WITH made AS MATERIALIZED (
  SELECT entry_id, selection_id, created_at, decided_at, ` + strings.Join(readOfferState, `$5`) + ` AS state
  FROM offers WHERE tenant_id = $1 AND venue_id = $2 AND created_at >= $3 AND created_at < $4
)
SELECT count(*), count(*) FILTER (WHERE m.state = 'ACCEPTED'), count(*) FILTER (WHERE m.state = 'DECLINED'),
       count(*) FILTER (WHERE m.state = 'EXPIRED'), count(*) FILTER (WHERE m.state = 'WITHDRAWN'), count(*) FILTER (WHERE m.state = 'OFFERED'),
       ` + latencyOf(`(CASE WHEN m.state IN ('ACCEPTED', 'DECLINED') THEN m.decided_at - m.created_at END)`) + `,
       ` + latencyOf(`(CASE WHEN x.freed_at IS NOT NULL THEN m.created_at - least(greatest(x.freed_at, e.created_at), m.created_at) END)`) + `
FROM made m
LEFT JOIN selections x ON x.tenant_id = $1 AND x.id = m.selection_id AND x.freed_at IS NOT NULL
LEFT JOIN waitlist_entries e ON e.tenant_id = $1 AND e.id = m.entry_id`

// OffersMade counts the offers that were made.
func (t *readTx) OffersMade(ctx context.Context, venue uuid.UUID, from, until, now time.Time) (o reading.OfferReport, promotion *reading.Latency, err error) {
	var answer, freed latency
	columns := append([]any{&o.Made, &o.Accepted, &o.Declined, &o.Expired, &o.Withdrawn, &o.Open}, append(answer.columns(), freed.columns()...)...)
	err = t.sql.QueryRowContext(ctx, reportedOffers, t.tenant, venue, from, until, now).Scan(columns...)
	o.UntilAnswer = answer.value()
	return o, freed.value(), err
}
