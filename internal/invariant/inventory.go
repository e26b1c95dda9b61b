package invariant

// inventoryPredicates say that nothing is given twice.
func inventoryPredicates() []predicate {
	return []predicate{
		{name: "slot-counter", sql: `
			SELECT format('slot %s of capacity %s counts %s units and %s are allocated', s.id, s.capacity, s.taken, coalesce(a.units, 0))
			FROM slots s
			LEFT JOIN (
				SELECT slot_id, sum(units) AS units FROM allocations WHERE tenant_id = $1 AND released_at IS NULL GROUP BY slot_id
			) a ON a.slot_id = s.id
			WHERE s.tenant_id = $1 AND (s.taken <> coalesce(a.units, 0) OR s.taken NOT BETWEEN 0 AND s.capacity)`},

		{name: "slot-confirmed", sql: `
			SELECT format('slot %s of capacity %s has %s units confirmed', s.id, s.capacity, sum(a.units))
			FROM slots s
			JOIN allocations a ON a.tenant_id = $1 AND a.slot_id = s.id AND a.released_at IS NULL
			JOIN reservations r ON r.tenant_id = $1 AND r.id = a.reservation_id AND r.status IN ('CONFIRMED', 'CHECKED_IN')
			WHERE s.tenant_id = $1
			GROUP BY s.id, s.capacity
			HAVING sum(a.units) > s.capacity`},

		// The range is written as the exclusion constraint has it, so that its index is used.
		{name: "exclusive-parties", sql: `
			SELECT format('reservations %s and %s have resource %s at the same time', a.reservation_id, b.reservation_id, s.resource_id)
			FROM allocations a
			JOIN slots s ON s.tenant_id = $1 AND s.id = a.slot_id
			JOIN resources r ON r.tenant_id = $1 AND r.id = s.resource_id AND r.kind = 'EXCLUSIVE'
			JOIN slots o ON o.tenant_id = $1 AND o.resource_id = s.resource_id AND tstzrange(o.starts_at, o.ends_at) && tstzrange(s.starts_at, s.ends_at)
			JOIN allocations b ON b.tenant_id = $1 AND b.slot_id = o.id AND b.released_at IS NULL AND b.reservation_id > a.reservation_id
			WHERE a.tenant_id = $1 AND a.released_at IS NULL`},

		{name: "reservation-allocations", sql: `
			SELECT format('reservation %s is %s and holds units of %s slots', r.id, r.status, coalesce(a.slots, 0))
			FROM reservations r
			LEFT JOIN (
				SELECT reservation_id, count(*) AS slots FROM allocations WHERE tenant_id = $1 AND released_at IS NULL GROUP BY reservation_id
			) a ON a.reservation_id = r.id
			WHERE r.tenant_id = $1 AND (r.status IN ('HELD', 'CONFIRMED', 'CHECKED_IN')) <> (a.slots IS NOT NULL)`},

		// What the database keeps in the rows that a hold reads.
		{name: "slot-awaited", sql: `
			SELECT format('slot %s says that %s intents wait for it and %s do', s.id, s.awaited, coalesce(w.n, 0))
			FROM slots s
			LEFT JOIN (
				SELECT w.slot_id, count(*) AS n FROM intent_slots w JOIN intents i ON i.tenant_id = $1 AND i.id = w.intent_id AND i.status = 'WAITING_FOR_SEAT'
				WHERE w.tenant_id = $1 GROUP BY w.slot_id
			) w ON w.slot_id = s.id
			WHERE s.tenant_id = $1 AND s.awaited <> coalesce(w.n, 0)`},
		{name: "resource-tied", sql: `
			SELECT format('resource %s says %s to whether anybody else has a say in it', r.id, r.tied)
			FROM resources r
			WHERE r.tenant_id = $1 AND r.tied <> EXISTS (
				SELECT FROM venue_providers p WHERE p.tenant_id = $1 AND p.venue_id = r.venue_id AND (p.resource_kind IS NULL OR p.resource_kind = r.kind))`},

		// A venue that has been opened once always has a policy to decide by.
		{name: "active-policy", sql: `
			SELECT format('venue %s has %s active policy versions', venue_id, count(*) FILTER (WHERE status = 'ACTIVE'))
			FROM policy_versions WHERE tenant_id = $1
			GROUP BY venue_id
			HAVING count(*) FILTER (WHERE status = 'ACTIVE') <> least(1, count(*) FILTER (WHERE status <> 'DRAFT'))`},
	}
}

// ledgerPredicates say that a key has one effect and that nothing is done unseen.
func ledgerPredicates() []predicate {
	return []predicate{
		{name: "command-key", sql: `
			SELECT format('principal %s has %s commands of one key', principal_id, count(*))
			FROM commands WHERE tenant_id = $1
			GROUP BY principal_id, key_digest
			HAVING count(*) > 1`},

		// Both carry the same words; commands are swept before their audit, so only too few entries are wrong.
		{name: "command-audit", sql: `
			SELECT format('principal %s: %s %s (correlation %s): %s commands, %s audit entries', c.principal_id, c.operation, c.outcome, c.correlation_id, c.n, coalesce(a.n, 0))
			FROM (
				SELECT principal_id, operation, outcome, correlation_id, count(*) AS n FROM commands
				WHERE tenant_id = $1 AND outcome IN ('COMMITTED', 'ACCEPTED') GROUP BY 1, 2, 3, 4
			) c
			LEFT JOIN (
				SELECT principal_id, operation, outcome, correlation_id, count(*) AS n FROM audit_entries
				WHERE tenant_id = $1 AND outcome IN ('COMMITTED', 'ACCEPTED') GROUP BY 1, 2, 3, 4
			) a ON (a.principal_id, a.operation, a.outcome, a.correlation_id) = (c.principal_id, c.operation, c.outcome, c.correlation_id)
			WHERE c.n > coalesce(a.n, 0)`},

		// Whoever was told ACCEPTED can ask for the intent. A ref spells the bytes of its id in URL-safe letters.
		{name: "command-intent", sql: `
			SELECT format('command %s, %s, is ACCEPTED, and there is no intent among %s', c.id, c.operation, c.refs)
			FROM commands c
			WHERE c.tenant_id = $1 AND c.outcome = 'ACCEPTED' AND NOT EXISTS (
				SELECT FROM jsonb_array_elements_text(c.refs) AS ref
				JOIN intents i ON i.tenant_id = $1 AND i.id = CASE WHEN ref ~ '^in_[A-Za-z0-9_-]{22}$'
					THEN encode(decode(translate(substr(ref, 4), '-_', '+/') || '==', 'base64'), 'hex')::uuid END)`},
	}
}
