package invariant

// inventoryPredicates say that nothing is given twice.
func inventoryPredicates() []predicate {
	return []predicate{
		{name: "slot-counter", promise: "No slot gives away more units than it has, and each counts what is really allocated.", sql: `
			SELECT format('slot %s of capacity %s counts %s units, its allocations %s, and %s are allocated', s.id, s.capacity, s.taken, s.allocated, coalesce(a.units, 0))
			FROM slots s
			LEFT JOIN (
				SELECT slot_id, sum(units) AS units FROM allocations WHERE tenant_id = $1 AND released_at IS NULL GROUP BY slot_id
			) a ON a.slot_id = s.id
			WHERE s.tenant_id = $1 AND (s.taken <> coalesce(a.units, 0) OR s.allocated <> s.taken OR s.taken NOT BETWEEN 0 AND s.capacity)`},

		{name: "slot-confirmed", promise: "What is confirmed for a slot never exceeds its capacity.", sql: `
			SELECT format('slot %s of capacity %s has %s units confirmed', s.id, s.capacity, sum(a.units))
			FROM slots s
			JOIN allocations a ON a.tenant_id = $1 AND a.slot_id = s.id AND a.released_at IS NULL
			JOIN reservations r ON r.tenant_id = $1 AND r.id = a.reservation_id AND r.status IN ('CONFIRMED', 'CHECKED_IN')
			WHERE s.tenant_id = $1
			GROUP BY s.id, s.capacity
			HAVING sum(a.units) > s.capacity`},

		// What a party keeps of an exclusive resource is what the wall is built of: for each allocation, each resource that it
		// takes, and nothing else. What was allocated before allocations said how long keeps just its slot.
		{name: "occupied-time", promise: "For every booking of a table, room or person, just the time that it keeps is kept.", sql: `
			SELECT format('allocation %s of slot %s keeps resource %s from %s until %s, and what stands there is %s to %s', coalesce(k.id, o.allocation_id), coalesce(k.slot_id, o.slot_id),
				coalesce(k.resource_id, o.resource_id), k.from_at, k.until_at, o.from_at, o.until_at)
			FROM (
				SELECT a.id, a.reservation_id, a.slot_id, leaf AS resource_id, coalesce(a.occupies_from, s.starts_at) AS from_at, coalesce(a.occupies_until, s.ends_at) AS until_at
				FROM allocations a
				JOIN slots s ON s.tenant_id = $1 AND s.id = a.slot_id
				JOIN resources r ON r.tenant_id = $1 AND r.id = s.resource_id AND r.kind = 'EXCLUSIVE'
				CROSS JOIN unnest(coalesce(r.combines, ARRAY[r.id])) AS leaf
				WHERE a.tenant_id = $1 AND a.released_at IS NULL
			) k
			FULL JOIN (SELECT * FROM occupancies WHERE tenant_id = $1) o ON o.allocation_id = k.id AND o.resource_id = k.resource_id
			WHERE (o.reservation_id, o.slot_id, o.from_at, o.until_at) IS DISTINCT FROM (k.reservation_id, k.slot_id, k.from_at, k.until_at)`},
		{name: "occupied-slot", promise: "Every booking keeps at least the time of its slot.", sql: `
			SELECT format('allocation %s keeps less than its slot %s', a.id, s.id)
			FROM allocations a JOIN slots s ON s.tenant_id = $1 AND s.id = a.slot_id
			WHERE a.tenant_id = $1 AND a.released_at IS NULL AND (a.occupies_from > s.starts_at OR a.occupies_until < s.ends_at)`},

		// What begins before all that came before it has ended overlaps some of that: found in one pass, however long the history.
		{name: "exclusive-parties", promise: "No two parties have the same table, room or person at the same time.", sql: `
			SELECT format('reservations %s and %s have resource %s at the same time', a.reservation_id, b.reservation_id, a.resource_id)
			FROM (
				SELECT *, max(until_at) OVER (PARTITION BY resource_id ORDER BY from_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS kept
				FROM occupancies WHERE tenant_id = $1
			) b
			JOIN occupancies a ON a.tenant_id = $1 AND a.resource_id = b.resource_id AND (a.from_at, a.id) < (b.from_at, b.id) AND a.until_at > b.from_at
			WHERE b.from_at < b.kept
			UNION ALL
			SELECT format('reservations %s and %s have slot %s', a.reservation_id, b.reservation_id, s.id)
			FROM slots s
			JOIN allocations a ON a.tenant_id = $1 AND a.slot_id = s.id AND a.released_at IS NULL
			JOIN allocations b ON b.tenant_id = $1 AND b.slot_id = s.id AND b.released_at IS NULL AND b.reservation_id > a.reservation_id
			WHERE s.tenant_id = $1 AND s.kind = 'EXCLUSIVE'`},

		{name: "slot-retired", promise: "Nobody holds a place in a slot that is gone.", sql: `
			SELECT format('slot %s is retired and holds %s units', s.id, greatest(s.taken, coalesce(a.units, 0)))
			FROM slots s
			LEFT JOIN (SELECT slot_id, sum(units) AS units FROM allocations WHERE tenant_id = $1 AND released_at IS NULL GROUP BY slot_id) a ON a.slot_id = s.id
			WHERE s.tenant_id = $1 AND s.state = 'RETIRED' AND (s.taken > 0 OR a.units > 0)`},
		{name: "slot-kind", promise: "Every slot is counted in the way of its resource: as a whole, or by places.", sql: `
			SELECT format('slot %s is %s and its resource %s is %s', s.id, s.kind, r.id, r.kind)
			FROM slots s JOIN resources r ON r.tenant_id = $1 AND r.id = s.resource_id
			WHERE s.tenant_id = $1 AND s.kind <> r.kind`},
		{name: "pooled-slots", promise: "Slots that share their places do not overlap, so no place is counted twice.", sql: `
			SELECT format('slots %s and %s of pooled resource %s overlap', a.id, b.id, a.resource_id)
			FROM (
				SELECT *, max(ends_at) OVER (PARTITION BY resource_id ORDER BY starts_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS kept
				FROM slots WHERE tenant_id = $1 AND kind = 'POOLED' AND state <> 'RETIRED'
			) b
			JOIN slots a ON a.tenant_id = $1 AND a.resource_id = b.resource_id AND a.kind = 'POOLED' AND a.state <> 'RETIRED'
				AND (a.starts_at, a.id) < (b.starts_at, b.id) AND a.ends_at > b.starts_at
			WHERE b.starts_at < b.kept`},
		{name: "resource-joins", promise: "Joined resources join only what can be joined.", sql: `
			SELECT format('resource %s joins what it can not', r.id)
			FROM resources r
			WHERE r.tenant_id = $1 AND r.combines IS NOT NULL AND (r.kind <> 'EXCLUSIVE' OR cardinality(r.combines) < 2 OR cardinality(r.combines) <> (
				SELECT count(*) FROM resources l WHERE l.tenant_id = $1 AND l.venue_id = r.venue_id AND l.id = ANY (r.combines) AND l.kind = 'EXCLUSIVE' AND l.combines IS NULL))`},
		{name: "resource-shared", promise: "Every resource whose time is sold in more than one way says so, so that each way looks at the others.", sql: `
			SELECT DISTINCT format('resource %s sells its time in more than one way and does not say so', r.id)
			FROM resources r
			WHERE r.tenant_id = $1 AND r.kind = 'EXCLUSIVE' AND NOT r.shared AND (
				r.combines IS NOT NULL
				OR EXISTS (SELECT FROM resources j WHERE j.tenant_id = $1 AND j.venue_id = r.venue_id AND r.id = ANY (j.combines))
				OR r.id IN (SELECT resource_id FROM (
						SELECT resource_id, starts_at, max(ends_at) OVER (PARTITION BY resource_id ORDER BY starts_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS kept
						FROM slots WHERE tenant_id = $1 AND state = 'OPEN'
					) s WHERE s.starts_at < s.kept))`},
		{name: "venue-laid-out", promise: "Slots follow opening rules that were really made.", sql: `
			SELECT format('venue %s has opening rules up to %s, and its slots follow %s', id, opening_number, laid_out_number)
			FROM venues WHERE tenant_id = $1 AND laid_out_number NOT BETWEEN 0 AND opening_number`},
		{name: "venue-pauses", promise: "A pause that is in force is known to everybody who decides about a booking.", sql: `
			SELECT format('venue %s says that its last pause is over at %s, and it is at %s', v.id, v.pauses_until, p.until_at)
			FROM venues v
			LEFT JOIN (SELECT venue_id, max(until_at) AS until_at FROM pauses WHERE tenant_id = $1 AND ended_at IS NULL GROUP BY venue_id) p ON p.venue_id = v.id
			WHERE v.tenant_id = $1 AND v.pauses_until IS DISTINCT FROM p.until_at`},

		{name: "reservation-allocations", promise: "Every live reservation has its places, and none that is over keeps any.", sql: `
			SELECT format('reservation %s is %s and holds units of %s slots', r.id, r.status, coalesce(a.slots, 0))
			FROM reservations r
			LEFT JOIN (
				SELECT reservation_id, count(*) AS slots FROM allocations WHERE tenant_id = $1 AND released_at IS NULL GROUP BY reservation_id
			) a ON a.reservation_id = r.id
			WHERE r.tenant_id = $1 AND (r.status IN ('HELD', 'CONFIRMED', 'CHECKED_IN')) <> (a.slots IS NOT NULL)`},

		// What the database keeps in the rows that a hold reads.
		{name: "slot-awaited", promise: "Who waits for a place by a request is counted, so that nobody goes before them.", sql: `
			SELECT format('slot %s says that %s intents wait for it and %s do', s.id, s.awaited, coalesce(w.n, 0))
			FROM slots s
			LEFT JOIN (
				SELECT w.slot_id, count(*) AS n FROM intent_slots w JOIN intents i ON i.tenant_id = $1 AND i.id = w.intent_id AND i.status = 'WAITING_FOR_SEAT'
				WHERE w.tenant_id = $1 GROUP BY w.slot_id
			) w ON w.slot_id = s.id
			WHERE s.tenant_id = $1 AND s.awaited <> coalesce(w.n, 0)`},
		{name: "resource-tied", promise: "Where an outside booking system has a say, it is asked.", sql: `
			SELECT format('resource %s says %s to whether anybody else has a say in it', r.id, r.tied)
			FROM resources r
			WHERE r.tenant_id = $1 AND r.tied <> EXISTS (
				SELECT FROM venue_providers p WHERE p.tenant_id = $1 AND p.venue_id = r.venue_id AND (p.resource_kind IS NULL OR p.resource_kind = r.kind))`},

		// A venue that has been opened once always has a policy to decide by.
		{name: "active-policy", promise: "Every venue that has opened is under exactly one version of its rules.", sql: `
			SELECT format('venue %s has %s active policy versions', venue_id, count(*) FILTER (WHERE status = 'ACTIVE'))
			FROM policy_versions WHERE tenant_id = $1
			GROUP BY venue_id
			HAVING count(*) FILTER (WHERE status = 'ACTIVE') <> least(1, count(*) FILTER (WHERE status <> 'DRAFT'))`},
	}
}

// ledgerPredicates say that a key has one effect and that nothing is done unseen.
func ledgerPredicates() []predicate {
	return []predicate{
		{name: "command-key", promise: "One idempotency key has one command, so no click has two effects.", sql: `
			SELECT format('principal %s has %s commands of one key', principal_id, count(*))
			FROM commands WHERE tenant_id = $1
			GROUP BY principal_id, key_digest
			HAVING count(*) > 1`},

		// Both carry the same words; commands are swept before their audit, so only too few entries are wrong.
		{name: "command-audit", promise: "Every command that was carried out stands in the audit.", sql: `
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
		{name: "command-intent", promise: "Whoever was told that a request is accepted can find it.", sql: `
			SELECT format('command %s, %s, is ACCEPTED, and there is no intent among %s', c.id, c.operation, c.refs)
			FROM commands c
			WHERE c.tenant_id = $1 AND c.outcome = 'ACCEPTED' AND NOT EXISTS (
				SELECT FROM jsonb_array_elements_text(c.refs) AS ref
				JOIN intents i ON i.tenant_id = $1 AND i.id = CASE WHEN ref ~ '^in_[A-Za-z0-9_-]{22}$'
					THEN encode(decode(translate(substr(ref, 4), '-_', '+/') || '==', 'base64'), 'hex')::uuid END)`},
	}
}
