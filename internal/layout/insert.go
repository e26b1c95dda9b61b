package layout

import (
	"context"
	"database/sql"
	"iter"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/calendar"
)

// partSize is how many slots one transaction adds at most: enough to be quick, few enough to stay far from its time limit.
const partSize = 1000

// wanted is one slot that the rules ask for.
type wanted struct {
	resource *resource
	span     calendar.Span
}

// parts cuts the wanted slots into pieces that one transaction can write.
func parts(all []wanted) iter.Seq[[]wanted] { return slices.Chunk(all, partSize) }

// addSlots leaves out what has begun, and what overlaps a slot that exists; should another process add the same at the same
// moment, the EXCLUDE constraint decides row by row.
const addSlots = `
WITH added AS (
  INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, capacity)
  SELECT gen_random_uuid(), $1, $2, w.resource_id, w.starts_at, w.ends_at, w.capacity
  FROM unnest($3::uuid[], $4::bigint[], $5::timestamptz[], $6::timestamptz[]) AS w (resource_id, capacity, starts_at, ends_at)
  WHERE w.starts_at > clock_timestamp()
    AND NOT EXISTS (SELECT FROM slots o WHERE o.tenant_id = $1 AND o.resource_id = w.resource_id
                    AND tstzrange(o.starts_at, o.ends_at) && tstzrange(w.starts_at, w.ends_at))
  ON CONFLICT DO NOTHING
  RETURNING starts_at, ends_at
)
SELECT count(*), min(starts_at), max(ends_at) FROM added`

// noteVacancy speaks of all that was added at once. It is written whether anybody waits or not: somebody may be joining in
// a transaction that isn't visible yet, and the look at a vacancy that nobody waits for costs one read.
const noteVacancy = `
INSERT INTO vacancies (id, tenant_id, venue_id, from_at, to_at, cause, created_at)
VALUES (gen_random_uuid(), $1, $2, $3, $4, 'slot.added', clock_timestamp())`

// add writes one part and its vacancy, together.
func (l *Layout) add(ctx context.Context, tenant, venue uuid.UUID, part []wanted) (added int, err error) {
	var resources, starts, ends []string
	var capacities []int64
	for _, w := range part {
		resources, capacities = append(resources, w.resource.id.String()), append(capacities, int64(w.resource.capacity))
		starts, ends = append(starts, w.span.StartsAt.Format(time.RFC3339)), append(ends, w.span.EndsAt.Format(time.RFC3339))
	}
	err = l.db.InTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		// Another run may be laying out the same part: that is waited for, longer than a command would wait.
		if _, err := tx.ExecContext(ctx, `SELECT set_config('lock_timeout', '20s', true)`); err != nil {
			return err
		}
		var from, to *time.Time
		err := tx.QueryRowContext(ctx, addSlots, tenant, venue, pq.Array(resources), pq.Array(capacities), pq.Array(starts), pq.Array(ends)).Scan(&added, &from, &to)
		if err != nil || added == 0 {
			return err
		}
		_, err = tx.ExecContext(ctx, noteVacancy, tenant, venue, *from, *to)
		return err
	})
	if err != nil {
		return 0, err
	}
	return added, nil
}
