package housetest

import (
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
)

// Beside adds a slot of a resource that starts so long after another one's start, to the microsecond.
func (h *House) Beside(slot, resource uuid.UUID, after, length time.Duration) uuid.UUID {
	h.t.Helper()
	var from time.Time
	h.Scan(`SELECT starts_at FROM slots WHERE id = $1`, []any{slot}, &from)
	return h.At(resource, from.Add(after), length)
}

// At adds a slot of a resource that starts at an instant. Resources whose slots overlap are marked, as whoever lays out slots
// does it.
func (h *House) At(resource uuid.UUID, from time.Time, length time.Duration) uuid.UUID {
	h.t.Helper()
	id := uuid.New()
	h.exec(`INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, capacity) SELECT $1, tenant_id, venue_id, id, $3, $4, capacity FROM resources WHERE id = $2`,
		id, resource, from, from.Add(length))
	h.exec(`UPDATE resources r SET shared = true WHERE id = $1 AND NOT shared AND kind = 'EXCLUSIVE' AND EXISTS (
		SELECT FROM slots s WHERE s.resource_id = r.id AND s.id <> $2 AND s.starts_at < $4 AND s.ends_at > $3)`, resource, id, from, from.Add(length))
	return id
}

// Hours adds n slots of an hour to a resource, one every so often, from a full hour two days ahead.
func (h *House) Hours(resource uuid.UUID, n int, every time.Duration) (slots []uuid.UUID) {
	h.t.Helper()
	var from time.Time
	h.Scan(`SELECT date_trunc('hour', clock_timestamp() + interval '48 hours')`, nil, &from)
	for i := range n {
		slots = append(slots, h.At(resource, from.Add(time.Duration(i)*every), time.Hour))
	}
	return slots
}

// Joined adds a resource for up to eight that joins tables: it and they exclude each other.
func (h *House) Joined(tables ...uuid.UUID) uuid.UUID {
	h.t.Helper()
	id := uuid.New()
	texts := make([]string, len(tables))
	for i, table := range tables {
		texts[i] = table.String()
	}
	h.exec(`INSERT INTO resources (id, tenant_id, venue_id, name, kind, capacity, min_party, max_party, combines, created_at)
	        VALUES ($1, $2, $3, $4, 'EXCLUSIVE', 1, 1, 8, $5::uuid[], clock_timestamp())`, id, h.Tenant, h.Venue, "J"+id.String()[:4], pq.Array(texts))
	return id
}

// Pause closes a resource, or the whole venue, around a slot.
func (h *House) Pause(resource *uuid.UUID, slot uuid.UUID) (pause uuid.UUID) {
	h.t.Helper()
	pause = uuid.New()
	h.exec(`INSERT INTO pauses (id, tenant_id, venue_id, resource_id, from_at, until_at, reason, created_at)
	        SELECT $1, tenant_id, venue_id, $2, starts_at, ends_at, 'works', clock_timestamp() FROM slots WHERE id = $3`, pause, resource, slot)
	return pause
}
