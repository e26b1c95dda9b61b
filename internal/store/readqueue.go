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

// readAsked are the slots whose queues are asked for. Those that differ in nothing but the resource are alike: whoever
// wants no resource in particular waits for all of them.
const readAsked = `
	WITH asked AS MATERIALIZED (
		SELECT s.id, s.venue_id, s.resource_id, s.starts_at, s.ends_at, r.kind, r.min_party, r.max_party,
		       dense_rank() OVER (ORDER BY s.venue_id, s.starts_at, s.ends_at, r.min_party, r.max_party) AS alike
		FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS w
		JOIN slots s ON s.tenant_id = $1 AND s.id = w.id
		JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id
	)`

// readWaits says who waits for a slot s: the entries e that it could serve. Its resource goes by the name of party, now is
// a parameter, and which resource an entry wants is left to ask.
func readWaits(party, now string) string {
	return `e.tenant_id = $1 AND e.status = 'WAITING' AND e.to_at > ` + now + ` AND e.venue_id = s.venue_id
	  AND e.from_at <= s.starts_at AND e.to_at >= s.ends_at AND e.party_size BETWEEN ` + party + `.min_party AND ` + party + `.max_party`
}

const (
	readWants   = `(e.resource_id IS NULL OR e.resource_id = s.resource_id)`
	readOffered = `EXISTS (SELECT FROM selections x WHERE x.tenant_id = $1 AND x.slot_id = s.id AND x.entry_id = e.id AND NOT x.override)`
)

// readBarred asks whether a restriction in force keeps an entry e from automatic offers.
func readBarred(now string) string {
	return `EXISTS (SELECT FROM adjustments b WHERE b.tenant_id = $1 AND b.venue_id = e.venue_id AND b.customer_id = e.customer_id
	  AND b.kind IN ('EXCLUDE_AUTOMATIC_OFFER', 'REQUIRES_STAFF_APPROVAL') AND b.revoked_at IS NULL AND (b.expires_at IS NULL OR b.expires_at > ` + now + `))`
}

// readQueued takes the front of each queue. An entry that was offered the slot before stays in it, marked: whoever
// walks the queue has to record that it was passed by.
const readQueued = `
	SELECT s.id, s.kind, e.id, e.customer_id, e.version, e.party_size, e.passed_over, e.joined_at, e.priority, ` + readOffered + `
	FROM asked s
	CROSS JOIN LATERAL (
		SELECT e.id FROM %s AND ` + readWants + `
		ORDER BY e.joined_at, e.id
		LIMIT $4
	) q
	JOIN waitlist_entries e ON e.tenant_id = $1 AND e.id = q.id
	ORDER BY s.id, e.joined_at, e.id`

// Both statements read the same queues. A command's one slot reads the waitlist. The many of a page must not each do so
// again, which would cost slots times entries: the waitlist is read once for all that are alike, and of those who want the
// same resource, or any, no more are kept than a queue can need.
var (
	readQueueOfOne   = readAsked + fmt.Sprintf(readQueued, `waitlist_entries e WHERE `+readWaits(`s`, `$3`))
	readQueuesOfMany = readAsked + `, line AS MATERIALIZED (
		SELECT * FROM (
			SELECT s.alike, e.id, e.resource_id, e.joined_at,
			       row_number() OVER (PARTITION BY s.alike, e.resource_id ORDER BY e.joined_at, e.id) AS place
			FROM (SELECT DISTINCT alike, venue_id, starts_at, ends_at, min_party, max_party FROM asked) s
			JOIN waitlist_entries e ON ` + readWaits(`s`, `$3`) + `
		) placed WHERE place <= $4::bigint
	)` + fmt.Sprintf(readQueued, `line e WHERE e.alike = s.alike`)
)

// Queue reads, in one statement for any number of slots, the front of the queue of each: at most limit entries. now decides
// which entries are over. A slot that is unknown or waited for by nobody is missing from the map.
func Queue(ctx context.Context, tx *sql.Tx, tenant uuid.UUID, slots []uuid.UUID, now time.Time, limit int) (map[uuid.UUID][]waitlist.Candidate, error) {
	statement := readQueuesOfMany
	if len(slots) == 1 {
		statement = readQueueOfOne
	}
	queues := map[uuid.UUID][]waitlist.Candidate{}
	rows, err := tx.QueryContext(ctx, statement, tenant, array(slots), now, limit)
	if err == nil {
		err = readEach(rows, func(scan func(...any) error) error {
			var slot uuid.UUID
			var kind inventory.ResourceKind
			var c waitlist.Candidate
			err := scan(&slot, &kind, &c.EntryID, &c.CustomerID, &c.Version, &c.PartySize, &c.PassedOver, &c.JoinedAt, &c.Priority, &c.AlreadyOffered)
			c.JoinedAt, c.Units = c.JoinedAt.UTC(), kind.Units(c.PartySize)
			queues[slot] = append(queues[slot], c)
			return err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the queues of %d slots: %w", len(slots), err)
	}
	return queues, nil
}
