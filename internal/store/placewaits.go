package store

// placeTied asks whether an outside booking system has a say in a slot s of a resource r.
const placeTied = `EXISTS (
	SELECT FROM venue_providers vp
	WHERE vp.tenant_id = s.tenant_id AND vp.venue_id = s.venue_id AND (vp.resource_kind IS NULL OR vp.resource_kind = r.kind))`

// placeAwaited asks whether an intent waits for a slot s of a resource r and could have all its slots as far as units go:
// one that can't be served now stands in nobody's way.
const placeAwaited = `EXISTS (SELECT ` + awaitingIntents + `)`

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
