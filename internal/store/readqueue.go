package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/waitlist"
)

// readQueue is the one text of what a slot's queue is. An entry once offered the slot stays in it, marked: who walks the
// queue has to record that it was passed by.
const readQueue = `
	SELECT s.id, r.kind, q.id, q.customer_id, q.version, q.party_size, q.passed_over, q.already_offered
	FROM slots s
	JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id
	CROSS JOIN LATERAL (
		SELECT e.id, e.customer_id, e.version, e.party_size, e.passed_over, e.joined_at,
		       EXISTS (SELECT FROM selections x WHERE x.tenant_id = $1 AND x.slot_id = s.id AND x.entry_id = e.id AND NOT x.override) AS already_offered
		FROM waitlist_entries e
		WHERE e.tenant_id = $1 AND e.venue_id = s.venue_id AND e.status = 'WAITING' AND e.to_at > $3
		  AND e.from_at <= s.starts_at AND e.to_at >= s.ends_at
		  AND (e.resource_id IS NULL OR e.resource_id = s.resource_id)
		  AND e.party_size BETWEEN r.min_party AND r.max_party
		ORDER BY e.joined_at, e.id
		LIMIT $4 OFFSET $5
	) q
	WHERE s.tenant_id = $1 AND s.id = ANY($2::uuid[])
	ORDER BY s.id, q.joined_at, q.id`

// Queue reads, in one statement for any number of slots, a part of the queue of each: at most limit entries after the
// first offset ones, front first. now decides which entries are over. A slot that is unknown or waited for by nobody is
// missing from the map.
func Queue(ctx context.Context, tx *sql.Tx, tenant uuid.UUID, slots []uuid.UUID, now time.Time, limit, offset int) (map[uuid.UUID][]waitlist.Candidate, error) {
	queues := map[uuid.UUID][]waitlist.Candidate{}
	rows, err := tx.QueryContext(ctx, readQueue, tenant, array(slots), now, limit, offset)
	if err == nil {
		err = readEach(rows, func(scan func(...any) error) error {
			var slot uuid.UUID
			var kind inventory.ResourceKind
			var c waitlist.Candidate
			err := scan(&slot, &kind, &c.EntryID, &c.CustomerID, &c.Version, &c.PartySize, &c.PassedOver, &c.AlreadyOffered)
			c.Units = kind.Units(c.PartySize)
			queues[slot] = append(queues[slot], c)
			return err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the queues of %d slots: %w", len(slots), err)
	}
	return queues, nil
}
