package store

import (
	"context"
	"database/sql"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/postgres"
)

// FeedLog is the log of events and the chain of audit entries in PostgreSQL.
type FeedLog struct {
	db    *postgres.DB
	batch atomic.Int64 // how many events the server numbers at once in the time that it has
}

var _ feed.Log = (*FeedLog)(nil)

// NewFeedLog gives a hub its log.
func NewFeedLog(db *postgres.DB) *FeedLog {
	l := &FeedLog{db: db}
	l.batch.Store(numberBatch)
	return l
}

// The two passes exclude each other's like, a tenant at a time: the first number of an advisory lock says which pass, the
// second is made of the tenant. Two tenants that share a number only wait for each other.
const (
	numberPass = 5107001
	sealPass   = 5107002
)

// takeNumberPass waits longer than a command may: a backlog takes a node a while, and the next round can't be left to it.
const takeNumberPass = `SELECT set_config('lock_timeout', '4s', true), pg_advisory_xact_lock($1, hashtext($2))`

// numberBatch is how many events one transaction numbers at most. Where the server is too slow for as many it takes a part of
// them, and twice as many each time that goes well.
const (
	numberBatch  = 5000
	numberSlower = 64
)

// numberEvents continues each venue's log. The rows it sees were committed before it began, and before that the lock was
// taken: whoever held it has committed too, so no position is given twice and none is left out. Insertion order is kept,
// which is the order of versions, because a later version of a row is inserted after the earlier one's commit.
const numberEvents = `
WITH fresh AS MATERIALIZED (
	SELECT id, venue_id, row_number() OVER (PARTITION BY venue_id ORDER BY id) AS nth
	FROM (SELECT id, venue_id FROM events WHERE tenant_id = $1 AND position IS NULL ORDER BY id LIMIT $2) AS batch
), counted AS (
	SELECT venue_id, count(*) AS n FROM fresh GROUP BY venue_id
), heads AS (
	INSERT INTO event_logs AS log (id, tenant_id, venue_id, last_position, trimmed_through)
	SELECT gen_random_uuid(), $1, venue_id, n, 0 FROM counted ORDER BY venue_id
	ON CONFLICT (tenant_id, venue_id) DO UPDATE SET last_position = log.last_position + excluded.last_position
	RETURNING venue_id, last_position
), numbered AS (
	UPDATE events SET position = h.last_position - c.n + f.nth
	FROM fresh f JOIN heads h ON h.venue_id = f.venue_id JOIN counted c ON c.venue_id = f.venue_id
	WHERE events.tenant_id = $1 AND events.id = f.id
)
SELECT h.venue_id, h.last_position, c.n FROM heads h JOIN counted c ON c.venue_id = h.venue_id`

// Number gives the next committed events of a tenant their positions. Where they are too many for the time that a statement has,
// it takes fewer: a backlog must get shorter on a slow server too.
func (l *FeedLog) Number(ctx context.Context, tenant uuid.UUID) (grown map[uuid.UUID]feed.Growth, more bool, err error) {
	for {
		batch := l.batch.Load()
		if grown, more, err = l.number(ctx, tenant, int(batch)); err == nil {
			l.batch.Store(min(2*batch, numberBatch))
		}
		if postgres.Code(err) != statementTimeout || batch == 1 {
			return grown, more, translate(err)
		}
		l.batch.Store(max(batch/numberSlower, 1))
	}
}

const statementTimeout = "57014"

func (l *FeedLog) number(ctx context.Context, tenant uuid.UUID, batch int) (grown map[uuid.UUID]feed.Growth, more bool, err error) {
	err = l.db.InTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		grown = map[uuid.UUID]feed.Growth{}
		if _, err := tx.ExecContext(ctx, takeNumberPass, numberPass, tenant.String()); err != nil {
			return err
		}
		rows, err := tx.QueryContext(ctx, numberEvents, tenant, batch)
		if err != nil {
			return err
		}
		defer rows.Close()
		numbered := int64(0)
		for rows.Next() {
			var venue uuid.UUID
			var head, n int64
			if err := rows.Scan(&venue, &head, &n); err != nil {
				return err
			}
			grown[venue] = feed.Growth{Count: n, Head: head}
			numbered += n
		}
		more = numbered == int64(batch)
		return rows.Err()
	})
	return grown, more, err
}

// pendingTenants hops from tenant to tenant through the partial indexes, so that it costs the same for one row left over
// as for a million.
const pendingTenants = `
WITH RECURSIVE unnumbered AS (
	(SELECT tenant_id FROM events WHERE position IS NULL ORDER BY tenant_id LIMIT 1)
	UNION ALL
	SELECT (SELECT e.tenant_id FROM events e WHERE e.position IS NULL AND e.tenant_id > u.tenant_id ORDER BY e.tenant_id LIMIT 1)
	FROM unnumbered u WHERE u.tenant_id IS NOT NULL
), unsealed AS (
	(SELECT tenant_id FROM audit_entries WHERE sequence IS NULL ORDER BY tenant_id LIMIT 1)
	UNION ALL
	SELECT (SELECT a.tenant_id FROM audit_entries a WHERE a.sequence IS NULL AND a.tenant_id > u.tenant_id ORDER BY a.tenant_id LIMIT 1)
	FROM unsealed u WHERE u.tenant_id IS NOT NULL
)
SELECT tenant_id, true FROM unnumbered WHERE tenant_id IS NOT NULL
UNION ALL
SELECT tenant_id, false FROM unsealed WHERE tenant_id IS NOT NULL`

// Pending lists the tenants with work for the two passes.
func (l *FeedLog) Pending(ctx context.Context) (pending feed.Pending, err error) {
	err = l.db.InWorker(ctx, func(ctx context.Context, tx *sql.Tx) error {
		pending = feed.Pending{}
		rows, err := tx.QueryContext(ctx, pendingTenants)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var tenant uuid.UUID
			var unnumbered bool
			if err := rows.Scan(&tenant, &unnumbered); err != nil {
				return err
			}
			if unnumbered {
				pending.Unnumbered = append(pending.Unnumbered, tenant)
			} else {
				pending.Unsealed = append(pending.Unsealed, tenant)
			}
		}
		return rows.Err()
	})
	return pending, translate(err)
}

// Tenants lists all tenants.
func (l *FeedLog) Tenants(ctx context.Context) ([]uuid.UUID, error) {
	tenants, err := l.db.Tenants(ctx)
	return tenants, translate(err)
}

// trimmable is a venue of the tenant whose oldest event is old enough to go.
const trimmable = `
SELECT log.venue_id FROM event_logs log
CROSS JOIN LATERAL (
	SELECT occurred_at FROM events
	WHERE tenant_id = $1 AND venue_id = log.venue_id AND position > log.trimmed_through ORDER BY position LIMIT 1
) e
WHERE log.tenant_id = $1 AND e.occurred_at < clock_timestamp() - $2 * interval '1 microsecond'
ORDER BY log.venue_id
LIMIT 1`

// trimEvents deletes from the front up to the first event that is to be kept. Events of about the same time may stand in
// the log the other way round; the younger one then keeps the older one behind it for a while.
const trimEvents = `
WITH front AS MATERIALIZED (
	SELECT e.id, e.position, e.occurred_at < clock_timestamp() - $3 * interval '1 microsecond' AS old
	FROM event_logs log
	CROSS JOIN LATERAL (
		SELECT id, position, occurred_at FROM events
		WHERE tenant_id = $1 AND venue_id = $2 AND position > log.trimmed_through ORDER BY position LIMIT $4
	) e
	WHERE log.tenant_id = $1 AND log.venue_id = $2
), edge AS MATERIALIZED (
	SELECT coalesce(min(position) FILTER (WHERE NOT old) - 1, max(position)) AS through FROM front
), gone AS (
	DELETE FROM events USING front, edge WHERE events.tenant_id = $1 AND events.id = front.id AND front.position <= edge.through
	RETURNING 1
), noted AS (
	UPDATE event_logs SET trimmed_through = edge.through FROM edge
	WHERE event_logs.tenant_id = $1 AND event_logs.venue_id = $2 AND edge.through > event_logs.trimmed_through
)
SELECT count(*) FROM gone`

// trimBatch is how many events one transaction deletes: few enough that a numbering pass hardly waits for it.
const trimBatch = 1000

// Trim deletes old events from the front of one venue's log.
func (l *FeedLog) Trim(ctx context.Context, tenant uuid.UUID, keep time.Duration) (deleted int64, err error) {
	err = l.db.InTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		deleted = 0
		var venue uuid.UUID
		err := tx.QueryRowContext(ctx, trimmable, tenant, keep.Microseconds()).Scan(&venue)
		if err == sql.ErrNoRows {
			return nil
		}
		if err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, trimEvents, tenant, venue, keep.Microseconds(), trimBatch).Scan(&deleted)
	})
	return deleted, translate(err)
}
