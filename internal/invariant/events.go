package invariant

// eventPredicates say that every change is told once, in order.
func eventPredicates() []predicate {
	return []predicate{eventPerVersion, eventEntity, eventPositions, eventOrder}
}

// eventPerVersion compares the versions of things with the events about them: reservations, entries, offers, intents,
// attempts and approvals tell every version from the first, slots from the second, because being laid out is no news.
//
// Trimming takes events from the front of a venue's log, so of each thing a first stretch of versions may be gone, and it
// is expected to have all from its first remaining event on. It must still have all of them when it was made after the log
// begins, and at least one when it was changed after that. Events may stand in the log a little out of the order of time,
// hence the minute.
var eventPerVersion = predicate{name: "event-per-version", promise: "Every change is told once.", sql: `
	WITH things AS (
		SELECT 'rv' AS entity, id, venue_id, version, 1 AS first, created_at, updated_at FROM reservations WHERE tenant_id = $1
		UNION ALL
		SELECT 'we', id, venue_id, version, 1, created_at, updated_at FROM waitlist_entries WHERE tenant_id = $1
		UNION ALL
		SELECT 'of', id, venue_id, version, 1, created_at, updated_at FROM offers WHERE tenant_id = $1
		UNION ALL
		SELECT 'in', id, venue_id, version, 1, created_at, updated_at FROM intents WHERE tenant_id = $1
		UNION ALL
		SELECT 'at', id, venue_id, version, 1, started_at, updated_at FROM attempts WHERE tenant_id = $1
		UNION ALL
		SELECT 'ap', id, venue_id, version, 1, created_at, updated_at FROM approvals WHERE tenant_id = $1
		UNION ALL
		SELECT 'sl', id, venue_id, version, 2, NULL, NULL FROM slots WHERE tenant_id = $1
	), logs AS MATERIALIZED (
		SELECT v.id AS venue_id, coalesce(l.trimmed_through, 0) = 0 AS whole, e.occurred_at + interval '1 minute' AS begins
		FROM venues v
		LEFT JOIN event_logs l ON l.tenant_id = $1 AND l.venue_id = v.id
		LEFT JOIN LATERAL (
			SELECT e.occurred_at FROM events e WHERE e.tenant_id = $1 AND e.venue_id = v.id AND e.position = l.trimmed_through + 1 OFFSET 0
		) e ON true
		WHERE v.tenant_id = $1
	), told AS (
		SELECT entity, entity_id, count(*) AS n, min(entity_version) AS low, max(entity_version) AS high
		FROM events WHERE tenant_id = $1 GROUP BY entity, entity_id
	)
	SELECT format('%s %s is at version %s and its events tell %s', t.entity, t.id, t.version, coalesce(format('%s versions, %s to %s', told.n, told.low, told.high), 'nothing'))
	FROM things t
	JOIN logs l ON l.venue_id = t.venue_id
	LEFT JOIN told ON told.entity = t.entity AND told.entity_id = t.id
	WHERE CASE
		WHEN told.n IS NULL THEN t.version >= t.first AND (l.whole OR t.updated_at > l.begins)
		ELSE told.high <> t.version OR told.n <> told.high - told.low + 1 OR told.low < t.first
		  OR told.low > t.first AND (l.whole OR t.created_at > l.begins)
	END`}

// eventEntity finds events about what does not exist, or stands in another venue. Slots that nobody has touched may be
// taken back, so theirs may remain.
var eventEntity = predicate{name: "event-entity", promise: "Nothing is told of what does not exist.", sql: `
	SELECT format('event %s is about %s %s version %s, which its venue does not have', e.id, e.entity, e.entity_id, e.entity_version)
	FROM events e
	WHERE e.tenant_id = $1 AND CASE e.entity
		WHEN 'rv' THEN NOT EXISTS (SELECT FROM reservations r WHERE r.tenant_id = $1 AND r.id = e.entity_id AND r.venue_id = e.venue_id)
		WHEN 'we' THEN NOT EXISTS (SELECT FROM waitlist_entries w WHERE w.tenant_id = $1 AND w.id = e.entity_id AND w.venue_id = e.venue_id)
		WHEN 'of' THEN NOT EXISTS (SELECT FROM offers o WHERE o.tenant_id = $1 AND o.id = e.entity_id AND o.venue_id = e.venue_id)
		WHEN 'in' THEN NOT EXISTS (SELECT FROM intents i WHERE i.tenant_id = $1 AND i.id = e.entity_id AND i.venue_id = e.venue_id)
		WHEN 'at' THEN NOT EXISTS (SELECT FROM attempts a WHERE a.tenant_id = $1 AND a.id = e.entity_id AND a.venue_id = e.venue_id)
		WHEN 'ap' THEN NOT EXISTS (SELECT FROM approvals a WHERE a.tenant_id = $1 AND a.id = e.entity_id AND a.venue_id = e.venue_id)
		ELSE false
	END`}

// eventPositions finds gaps and doubles between where a log was trimmed and its head, and heads that are wrong.
var eventPositions = predicate{name: "event-positions", promise: "The log of changes has no gaps.", sql: `
	WITH numbered AS (
		SELECT venue_id, position, lag(position) OVER (PARTITION BY venue_id ORDER BY position) AS before
		FROM events WHERE tenant_id = $1 AND position IS NOT NULL
	), reached AS (
		SELECT venue_id, max(position) AS last FROM numbered GROUP BY venue_id
	), heads AS (
		SELECT venue_id, trimmed_through, last_position FROM event_logs WHERE tenant_id = $1
	)
	SELECT format('venue %s: position %s follows %s', n.venue_id, n.position, coalesce(n.before, h.trimmed_through, 0))
	FROM numbered n LEFT JOIN heads h ON h.venue_id = n.venue_id
	WHERE n.position <> coalesce(n.before, h.trimmed_through, 0) + 1
	UNION ALL
	SELECT format('venue %s: the log reaches %s and its head says %s', coalesce(r.venue_id, h.venue_id), coalesce(r.last, h.trimmed_through), coalesce(h.last_position::text, 'nothing'))
	FROM reached r FULL JOIN heads h ON h.venue_id = r.venue_id
	WHERE h.last_position IS DISTINCT FROM coalesce(r.last, h.trimmed_through)`}

// eventOrder finds a later version of a thing that stands before an earlier one, or has a position when that has none.
var eventOrder = predicate{name: "event-order", promise: "Changes of one thing are told in their order.", sql: `
	SELECT format('%s %s: version %s stands at %s and version %s at %s', entity, entity_id, earlier, coalesce(earlier_position::text, 'no position'), entity_version, position)
	FROM (
		SELECT entity, entity_id, entity_version, position, lag(entity_version) OVER versions AS earlier, lag(position) OVER versions AS earlier_position
		FROM events WHERE tenant_id = $1
		WINDOW versions AS (PARTITION BY entity, entity_id ORDER BY entity_version)
	) AS e
	WHERE earlier IS NOT NULL AND position IS NOT NULL AND (earlier_position < position) IS NOT TRUE`}
