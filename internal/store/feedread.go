package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/problem"
)

const readHead = `
SELECT coalesce(log.last_position, 0), coalesce(log.trimmed_through, 0),
       EXISTS (SELECT FROM events e WHERE e.tenant_id = $1 AND e.position IS NULL), clock_timestamp()
FROM venues v LEFT JOIN event_logs log ON log.tenant_id = v.tenant_id AND log.venue_id = v.id
WHERE v.tenant_id = $1 AND v.id = $2`

// Head reads how far a venue's log reaches.
func (l *FeedLog) Head(ctx context.Context, tenant, venue uuid.UUID) (head feed.Head, err error) {
	err = l.db.ReadTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, readHead, tenant, venue).Scan(&head.Last, &head.Trimmed, &head.Unnumbered, &head.Now)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return head, problem.ErrNotFound
	}
	head.Now = head.Now.UTC()
	return head, translate(err)
}

// Heads reads the last positions of several venues.
func (l *FeedLog) Heads(ctx context.Context, tenant uuid.UUID, venues []uuid.UUID) (heads map[uuid.UUID]int64, err error) {
	err = l.db.ReadTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		heads = map[uuid.UUID]int64{}
		rows, err := tx.QueryContext(ctx, `SELECT venue_id, last_position FROM event_logs WHERE tenant_id = $1 AND venue_id = ANY ($2::uuid[])`, tenant, array(venues))
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var venue uuid.UUID
			var last int64
			if err := rows.Scan(&venue, &last); err != nil {
				return err
			}
			heads[venue] = last
		}
		return rows.Err()
	})
	return heads, translate(err)
}

const readPage = `
SELECT position, kind, entity, entity_id, entity_version, customer_id, data::text, occurred_at
FROM events WHERE tenant_id = $1 AND venue_id = $2 AND position > $3
ORDER BY position LIMIT $4`

// Page reads a venue's numbered events behind a position.
func (l *FeedLog) Page(ctx context.Context, tenant, venue uuid.UUID, after int64, limit int) (page []event.Numbered, err error) {
	err = l.db.ReadTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		page = nil
		rows, err := tx.QueryContext(ctx, readPage, tenant, venue, after, limit)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			e := event.Numbered{TenantID: tenant, Event: event.Event{VenueID: venue}}
			var data []byte
			if err := rows.Scan(&e.Position, &e.Kind, &e.Entity, &e.EntityID, &e.Version, &e.CustomerID, &data, &e.OccurredAt); err != nil {
				return err
			}
			e.Data, e.OccurredAt = data, e.OccurredAt.UTC()
			page = append(page, e)
		}
		return rows.Err()
	})
	return page, translate(err)
}
