package invariant

// waitingForgotten finds slots whose queue should have been looked at and was not: free units, no hold to release first, a
// policy that promotes, somebody at the front who fits, and no vacancy that says so. Rows around the slot that have changed
// lately are given time. The queue is the one that promotion walks; where weights order it otherwise than by arrival, only
// a slot for which everybody fits is judged, because then any order has somebody to serve.
var waitingForgotten = predicate{name: "waiting-forgotten", settles: true, sql: `
	WITH clock AS MATERIALIZED (
		SELECT clock_timestamp() AS now, clock_timestamp() - $2 * interval '1 microsecond' AS lately
	), free AS MATERIALIZED (
		SELECT s.id, s.venue_id, s.resource_id, s.starts_at, s.ends_at, s.capacity - s.taken AS units, r.kind, r.min_party, r.max_party,
		       p.rules ->> 'waitlistFit' = 'BEST_FIT_WITH_SKIP_LIMIT' AS skips, (p.rules ->> 'skipLimit')::int AS skip_limit,
		       EXISTS (SELECT FROM jsonb_array_elements(p.rules -> 'waitlistWeights') AS w WHERE (w ->> 'weight')::int <> 0) AS weighted
		FROM clock
		JOIN slots s ON s.tenant_id = $1 AND s.taken < s.capacity AND s.starts_at > clock.now
		JOIN resources r ON r.tenant_id = $1 AND r.id = s.resource_id AND r.active
		JOIN policy_versions p ON p.tenant_id = $1 AND p.venue_id = s.venue_id AND p.status = 'ACTIVE' AND (p.rules ->> 'autoPromote')::boolean
		 AND p.activated_at <= clock.lately AND s.starts_at >= clock.now + (p.rules ->> 'leadTime')::interval
		WHERE NOT EXISTS (
			SELECT FROM vacancies v WHERE v.tenant_id = $1 AND v.venue_id = s.venue_id
			 AND (v.slot_id = s.id OR v.from_at <= s.starts_at AND v.to_at >= s.ends_at AND (v.resource_id IS NULL OR v.resource_id = s.resource_id)))
		AND NOT EXISTS (
			SELECT FROM allocations a JOIN reservations h ON h.tenant_id = $1 AND h.id = a.reservation_id
			WHERE a.tenant_id = $1 AND a.slot_id = s.id AND a.released_at IS NULL AND h.status = 'HELD' AND h.expires_at <= clock.now)
		AND NOT EXISTS (
			SELECT FROM events e WHERE e.tenant_id = $1 AND e.entity_id = s.id AND e.occurred_at > clock.lately)
		AND NOT EXISTS (
			SELECT FROM waitlist_entries e WHERE e.tenant_id = $1 AND e.venue_id = s.venue_id AND e.from_at <= s.starts_at AND e.to_at >= s.ends_at
			 AND greatest(e.updated_at, e.joined_at) > clock.lately)
	), queue AS (
		SELECT f.id AS slot_id, f.units AS free, f.weighted, f.skips AND e.passed_over < f.skip_limit AS passable, e.id AS entry_id,
		       CASE f.kind WHEN 'POOLED' THEN e.party_size ELSE 1 END <= f.units AS fits,
		       row_number() OVER (PARTITION BY f.id ORDER BY e.joined_at, e.id) AS nth
		FROM clock, free f
		JOIN waitlist_entries e ON e.tenant_id = $1 AND e.venue_id = f.venue_id AND e.status = 'WAITING' AND e.from_at <= f.starts_at AND e.to_at >= f.ends_at
		 AND (e.resource_id IS NULL OR e.resource_id = f.resource_id) AND e.party_size BETWEEN f.min_party AND f.max_party
		WHERE e.to_at > clock.now
		AND NOT EXISTS (SELECT FROM selections x WHERE x.tenant_id = $1 AND x.slot_id = f.id AND x.entry_id = e.id AND NOT x.override)
	)
	SELECT format('slot %s has %s free units, entry %s could have them, and no vacancy says so', slot_id, free, (array_agg(entry_id ORDER BY nth) FILTER (WHERE fits))[1])
	FROM queue
	GROUP BY slot_id, free, weighted
	HAVING CASE
		WHEN weighted THEN bool_and(fits)
		ELSE min(nth) FILTER (WHERE fits) < coalesce(min(nth) FILTER (WHERE NOT fits AND NOT passable), max(nth) + 1)
	END`}
