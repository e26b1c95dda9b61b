package invariant

// waitingForgotten finds slots whose queue should have been looked at and was not: free units, no hold to release first, a
// policy that promotes, somebody at the front who fits, and no vacancy that says so. Rows around the slot that have changed
// lately are given time. The queue is the one that promotion walks; where weights order it otherwise than by arrival, only
// a slot for which everybody fits is judged, because then any order has somebody to serve.
//
// Where arrivals are limited, a list says who is offered anything or a party keeps a table for longer than its slot, it takes
// the evaluator to say who could be served: such slots are not judged here.
//
// Behind a house may stand millions of rows. So what keeps people from places is found once for all; a slot is looked at only if
// somebody waits for its time, which one walk along the slots and wishes of a resource, as they begin, tells of all; and the log of
// events, the longest of all, is asked last, about those whom nothing else speaks for. OFFSET 0 keeps such a question one that an
// index answers for each, instead of a join with everything.
var waitingForgotten = predicate{name: "waiting-forgotten", promise: "Nobody waits in the queue for a place that is free and could be theirs.", settles: true, sql: `
	WITH clock AS MATERIALIZED (
		SELECT clock_timestamp() AS now, clock_timestamp() - $2 * interval '1 microsecond' AS lately
	), barred AS MATERIALIZED (
		SELECT b.venue_id, b.customer_id FROM clock
		JOIN adjustments b ON b.tenant_id = $1 AND b.kind IN ('EXCLUDE_AUTOMATIC_OFFER', 'REQUIRES_STAFF_APPROVAL')
		 AND (b.revoked_at IS NULL OR b.revoked_at > clock.lately) AND (b.expires_at IS NULL OR b.expires_at > clock.lately)
	), waiting AS MATERIALIZED (
		SELECT e.id, e.venue_id, e.resource_id, e.party_size, e.passed_over, e.joined_at, e.from_at, e.to_at FROM clock
		JOIN waitlist_entries e ON e.tenant_id = $1 AND e.status = 'WAITING' AND e.to_at > clock.now
		WHERE NOT EXISTS (SELECT FROM barred b WHERE b.venue_id = e.venue_id AND b.customer_id = e.customer_id)
	), moved AS MATERIALIZED (
		SELECT e.venue_id, e.from_at, e.to_at FROM clock
		JOIN waitlist_entries e ON e.tenant_id = $1 AND greatest(e.updated_at, e.joined_at) > clock.lately
	), lapsed AS MATERIALIZED (
		SELECT a.slot_id FROM clock
		JOIN reservations h ON h.tenant_id = $1 AND h.status = 'HELD' AND h.expires_at <= clock.now
		JOIN allocations a ON a.tenant_id = $1 AND a.reservation_id = h.id AND a.released_at IS NULL
	), ahead AS MATERIALIZED (
		SELECT s.id, s.venue_id, s.resource_id, s.starts_at, s.ends_at, s.capacity - s.taken AS units, r.min_party, r.max_party
		FROM clock
		JOIN slots s ON s.tenant_id = $1 AND s.taken < s.capacity AND s.starts_at > clock.now AND s.state = 'OPEN' AND NOT s.walk_in_only
		JOIN resources r ON r.tenant_id = $1 AND r.id = s.resource_id AND r.active AND NOT r.walk_in_only
		WHERE s.venue_id IN (SELECT venue_id FROM waiting)
	), wanted AS MATERIALIZED (
		SELECT id
		FROM (
			SELECT id, ends_at, max(to_at) OVER (PARTITION BY venue_id, resource_id ORDER BY starts_at) AS wanted_until
			FROM (
				SELECT id, venue_id, resource_id, starts_at, ends_at, NULL AS to_at FROM ahead
				UNION ALL
				SELECT NULL, r.venue_id, r.resource_id, e.from_at, NULL, e.to_at
				FROM (SELECT DISTINCT venue_id, resource_id, min_party, max_party FROM ahead) r
				JOIN waiting e ON e.venue_id = r.venue_id AND (e.resource_id IS NULL OR e.resource_id = r.resource_id) AND e.party_size BETWEEN r.min_party AND r.max_party
			) AS beside
		) AS s
		WHERE id IS NOT NULL AND ends_at <= wanted_until
	), free AS MATERIALIZED (
		SELECT s.id, s.venue_id, s.resource_id, s.starts_at, s.ends_at, s.units, r.kind, r.min_party, r.max_party, r.shared,
		       p.rules ->> 'waitlistFit' = 'BEST_FIT_WITH_SKIP_LIMIT' AS skips, (p.rules ->> 'skipLimit')::int AS skip_limit,
		       EXISTS (SELECT FROM jsonb_array_elements(p.rules -> 'waitlistWeights') AS w WHERE (w ->> 'weight')::int <> 0) AS weighted
		FROM clock
		JOIN ahead s ON s.id IN (SELECT id FROM wanted)
		JOIN venues v ON v.tenant_id = $1 AND v.id = s.venue_id AND v.offers_on AND NOT v.allow_listed
		JOIN resources r ON r.tenant_id = $1 AND r.id = s.resource_id
		JOIN policy_versions p ON p.tenant_id = $1 AND p.venue_id = s.venue_id AND p.status = 'ACTIVE' AND (p.rules ->> 'autoPromote')::boolean
		 AND p.activated_at <= clock.lately AND s.starts_at >= clock.now + (coalesce(
			(SELECT c ->> 'leadTime' FROM jsonb_array_elements(p.rules -> 'channels') AS c WHERE c ->> 'channel' = 'GUEST'), p.rules ->> 'leadTime'))::interval
		WHERE ` + plainRules + ` AND ` + timeFree + `
		AND NOT EXISTS (
			SELECT FROM vacancies v WHERE v.tenant_id = $1 AND v.venue_id = s.venue_id
			 AND (v.slot_id = s.id OR r.shared OR v.from_at <= s.starts_at AND v.to_at >= s.ends_at AND (v.resource_id IS NULL OR v.resource_id = s.resource_id)))
		AND NOT EXISTS (SELECT FROM lapsed l WHERE l.slot_id = s.id)
		AND NOT EXISTS (SELECT FROM moved e WHERE e.venue_id = s.venue_id AND e.from_at <= s.starts_at AND e.to_at >= s.ends_at)
	), forgotten AS MATERIALIZED (
		SELECT f.id AS slot_id, f.venue_id, f.shared, f.units, q.entry_id
		FROM free f
		CROSS JOIN LATERAL (
			SELECT (array_agg(id ORDER BY nth) FILTER (WHERE fits))[1] AS entry_id
			FROM (
				SELECT e.id, f.skips AND e.passed_over < f.skip_limit AS passable, CASE f.kind WHEN 'POOLED' THEN e.party_size ELSE 1 END <= f.units AS fits,
				       row_number() OVER (ORDER BY e.joined_at, e.id) AS nth
				FROM waiting e
				WHERE e.venue_id = f.venue_id AND e.from_at <= f.starts_at AND e.to_at >= f.ends_at
				 AND (e.resource_id IS NULL OR e.resource_id = f.resource_id) AND e.party_size BETWEEN f.min_party AND f.max_party
				 AND NOT EXISTS (SELECT FROM selections x WHERE x.tenant_id = $1 AND x.slot_id = f.id AND x.entry_id = e.id AND NOT x.override OFFSET 0)
			) AS queue
			HAVING CASE
				WHEN f.weighted THEN bool_and(fits)
				ELSE min(nth) FILTER (WHERE fits) < coalesce(min(nth) FILTER (WHERE NOT fits AND NOT passable), max(nth) + 1)
			END
		) AS q
	), lively AS MATERIALIZED (
		SELECT DISTINCT e.venue_id FROM events e
		WHERE e.tenant_id = $1 AND e.occurred_at > (SELECT lately FROM clock)
		AND EXISTS (SELECT FROM slots o WHERE o.tenant_id = $1 AND o.id = e.entity_id OFFSET 0)
	)
	SELECT format('slot %s has %s free units, entry %s could have them, and no vacancy says so', f.slot_id, f.units, f.entry_id)
	FROM clock, forgotten f
	WHERE ` + longQuiet}

// plainRules say that whoever fits a free slot p can be served there: nothing else is limited, no time around it is kept.
const plainRules = `p.rules -> 'pacingParties' IS NULL AND p.rules -> 'pacingCovers' IS NULL
		AND coalesce(p.rules ->> 'bufferBefore', 'PT0S')::interval = interval '0' AND coalesce(p.rules ->> 'bufferAfter', 'PT0S')::interval = interval '0'
		AND coalesce(jsonb_array_length(p.rules -> 'turnTimes'), 0) = 0`

// timeFree says that nobody keeps the resource r of slot s by another slot, that no pause stands in the way or did lately, and
// that none of what it joins is closed.
const timeFree = `NOT EXISTS (
			SELECT FROM unnest(coalesce(r.combines, ARRAY[r.id])) AS leaf
			CROSS JOIN LATERAL (SELECT o.from_at FROM occupancies o WHERE o.tenant_id = $1 AND o.resource_id = leaf AND o.until_at > s.starts_at ORDER BY o.until_at LIMIT 1) o
			WHERE o.from_at < s.ends_at)
		AND NOT EXISTS (
			SELECT FROM pauses u WHERE u.tenant_id = $1 AND u.venue_id = s.venue_id AND u.from_at < s.ends_at AND u.until_at > s.starts_at
			 AND (u.ended_at IS NULL OR u.ended_at > clock.lately) AND (u.resource_id IS NULL OR u.resource_id = r.id OR u.resource_id = ANY (r.combines)))
		AND NOT EXISTS (SELECT FROM resources l WHERE l.tenant_id = $1 AND l.id = ANY (r.combines) AND NOT l.active)`

// longQuiet says that nothing has happened lately to the slot of f, to its venue or, where its time is sold by other slots too, to
// any slot of the venue.
const longQuiet = `NOT EXISTS (SELECT FROM events e WHERE e.tenant_id = $1 AND e.entity_id = f.slot_id AND e.occurred_at > clock.lately OFFSET 0)
		AND NOT EXISTS (SELECT FROM events e WHERE e.tenant_id = $1 AND e.entity_id = f.venue_id AND e.occurred_at > clock.lately OFFSET 0)
		AND NOT (f.shared AND EXISTS (SELECT FROM lively l WHERE l.venue_id = f.venue_id))`
