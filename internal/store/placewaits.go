package store

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
)

// placeAwaited are the intents that wait for a slot s and could have all their slots as far as units go: one that can't be
// served now stands in nobody's way. Nearly always nobody waits, and the row says so.
const placeAwaited = `CASE WHEN s.awaited > 0 AND ` + placeFree + ` THEN (
	SELECT json_agg(json_build_object('intent', i.id, 'askedAt', i.created_at, 'party', i.party_size,
		'slots', (SELECT json_agg(o.slot_id ORDER BY o.place) FROM intent_slots o WHERE o.tenant_id = i.tenant_id AND o.intent_id = i.id)) ORDER BY i.created_at, i.id)` + awaitingIntents + `) END`

// placeFree asks whether a slot s has a unit that is free or whose hold has lapsed: a full slot is what people wait for, and
// then nobody needs to be looked at.
const placeFree = `(s.taken < s.capacity OR EXISTS (
	SELECT FROM allocations a JOIN reservations h ON h.tenant_id = a.tenant_id AND h.id = a.reservation_id
	WHERE a.tenant_id = s.tenant_id AND a.slot_id = s.id AND a.released_at IS NULL AND h.status = 'HELD' AND h.expires_at <= clock_timestamp()))`

// awaitingIntents are the intents i that wait for the slot s and could have it.
const awaitingIntents = `
	FROM intent_slots w JOIN intents i ON i.tenant_id = w.tenant_id AND i.id = w.intent_id
	WHERE w.tenant_id = s.tenant_id AND w.slot_id = s.id AND i.status = 'WAITING_FOR_SEAT'
	  AND i.expires_at > clock_timestamp() AND (i.not_before IS NULL OR i.not_before <= clock_timestamp())
	  AND NOT EXISTS (
		SELECT FROM intent_slots w2
		JOIN slots s2 ON s2.tenant_id = w2.tenant_id AND s2.id = w2.slot_id
		JOIN resources r2 ON r2.tenant_id = s2.tenant_id AND r2.id = s2.resource_id
		WHERE w2.tenant_id = i.tenant_id AND w2.intent_id = i.id
		  AND s2.capacity - s2.taken + (
			SELECT coalesce(sum(a.units), 0) FROM allocations a JOIN reservations h ON h.tenant_id = a.tenant_id AND h.id = a.reservation_id
			WHERE a.tenant_id = s2.tenant_id AND a.slot_id = s2.id AND a.released_at IS NULL AND h.status = 'HELD' AND h.expires_at <= clock_timestamp()
		  ) < CASE r2.kind WHEN 'POOLED' THEN i.party_size ELSE 1 END)`

const awaitedSlots = `SELECT s.id, ` + placeAwaited + ` FROM slots s WHERE s.tenant_id = $1 AND s.id = ANY ($2::uuid[])`

// Awaited tells who waits for each of the slots.
func (t *tx) Awaited(ctx context.Context, slots []uuid.UUID) (map[uuid.UUID][]inventory.Waiter, error) {
	rows, err := t.sql.QueryContext(ctx, awaitedSlots, t.tenant, array(slots))
	if err != nil {
		return nil, err
	}
	awaited := map[uuid.UUID][]inventory.Waiter{}
	err = readEach(rows, func(scan func(...any) error) error {
		var id uuid.UUID
		var found waiters
		err := scan(&id, &found)
		awaited[id] = found
		return err
	})
	return awaited, err
}

// waiters reads what placeAwaited writes; null is nobody.
type waiters []inventory.Waiter

// Scan implements sql.Scanner.
func (w *waiters) Scan(value any) error {
	*w = nil
	text, ok := value.([]byte)
	if !ok {
		return nil
	}
	return json.Unmarshal(text, (*[]inventory.Waiter)(w))
}
