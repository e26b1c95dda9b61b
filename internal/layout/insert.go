package layout

import (
	"context"
	"database/sql"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/calendar"
)

// insertSlots leaves out what would overlap a slot that exists: the EXCLUDE constraint decides, row by row.
const insertSlots = `
INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, capacity)
SELECT gen_random_uuid(), $1, $2, $3, s.starts_at, s.ends_at, $4
FROM unnest($5::timestamptz[], $6::timestamptz[]) AS s (starts_at, ends_at)
WHERE s.starts_at > clock_timestamp()
  AND NOT EXISTS (SELECT FROM slots o WHERE o.tenant_id = $1 AND o.resource_id = $3 AND o.starts_at < s.ends_at AND o.ends_at > s.starts_at)
ON CONFLICT DO NOTHING`

// noteVacancy speaks of all the venue's future at once; the look finds the slots that somebody waits for.
const noteVacancy = `
INSERT INTO vacancies (id, tenant_id, venue_id, from_at, to_at, cause, created_at)
SELECT $1, $2, $3, clock_timestamp(), max(ends_at), 'slot.added', clock_timestamp() FROM slots
WHERE tenant_id = $2 AND venue_id = $3 AND starts_at > clock_timestamp()
  AND EXISTS (SELECT FROM waitlist_entries WHERE tenant_id = $2 AND venue_id = $3 AND status = 'WAITING')
HAVING max(ends_at) IS NOT NULL`

func insert(ctx context.Context, tx *sql.Tx, tenant, venue uuid.UUID, r resource, spans []calendar.Span) (int, error) {
	if len(spans) == 0 {
		return 0, nil
	}
	starts, ends := make([]string, len(spans)), make([]string, len(spans))
	for i, span := range spans {
		starts[i], ends[i] = span.StartsAt.Format(time.RFC3339), span.EndsAt.Format(time.RFC3339)
	}
	result, err := tx.ExecContext(ctx, insertSlots, tenant, venue, r.id, r.capacity, pq.Array(starts), pq.Array(ends))
	if err != nil {
		return 0, err
	}
	added, err := result.RowsAffected()
	return int(added), err
}
