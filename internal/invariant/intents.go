package invariant

// intentPredicates say that what a person wants done is done once, by one attempt, and that nobody else has a say meanwhile
// in what it has in hand.
func intentPredicates() []predicate {
	return []predicate{intentAttempts, intentCompleted, intentHand, intentWanted}
}

// unfinished and unresolved are the states in which intent and attempt may still turn out either way.
const (
	unfinished = `('REQUESTED', 'WAITING_FOR_SEAT', 'RESERVING')`
	unresolved = `('STARTING', 'RUNNING', 'UNKNOWN')`
)

// intentAttempts finds intents with more than one attempt under way, or with any when they are over, with attempts that are
// missing or numbered twice, or made by a worker that was never let in. The attempt that is written down next is one epoch
// ahead of its intent.
var intentAttempts = predicate{name: "intent-attempts", promise: "A request is tried by one attempt at a time.", sql: `
	SELECT format('intent %s is %s under epoch %s; its %s attempts are numbered %s to %s, go up to epoch %s, and %s may still turn out either way',
	       i.id, i.status, i.epoch, a.n, a.low, a.high, a.epoch, a.pending)
	FROM intents i
	JOIN (
		SELECT intent_id, count(*) AS n, count(DISTINCT number) AS numbers, min(number) AS low, max(number) AS high, max(epoch) AS epoch,
		       count(*) FILTER (WHERE status IN ` + unresolved + `) AS pending
		FROM attempts WHERE tenant_id = $1 GROUP BY intent_id
	) a ON a.intent_id = i.id
	WHERE i.tenant_id = $1
	  AND (a.pending > CASE WHEN i.status IN ` + unfinished + ` THEN 1 ELSE 0 END OR a.high <> a.n OR a.numbers <> a.n OR a.epoch > i.epoch + 1)`}

// intentCompleted finds intents that are done by nothing, by what isn't a success of their own, or more than once, and
// successes that their intent doesn't know. On its way a move may give up the old place and take it back; where the new one
// is nobody else's business, giving up is all that is asked of the provider.
var intentCompleted = predicate{name: "intent-completed", promise: "A request is done once, by an attempt that succeeded.", sql: `
	SELECT format('intent %s, a %s, is %s, completed by attempt %s, a %s that is %s; %s bookings and %s cancellations have succeeded',
	       i.id, i.kind, i.status, coalesce(i.completed_by::text, 'none'), coalesce(w.action, 'nothing'), coalesce(w.status, 'missing'), coalesce(s.booked, 0), coalesce(s.cancelled, 0))
	FROM intents i
	LEFT JOIN attempts w ON w.tenant_id = $1 AND w.id = i.completed_by AND w.intent_id = i.id
	LEFT JOIN (
		SELECT intent_id, count(*) FILTER (WHERE action = 'BOOK') AS booked, count(*) FILTER (WHERE action = 'CANCEL') AS cancelled
		FROM attempts WHERE tenant_id = $1 AND status = 'SUCCEEDED' GROUP BY intent_id
	) s ON s.intent_id = i.id
	WHERE i.tenant_id = $1
	  AND ((i.status = 'SUCCEEDED') <> (i.completed_by IS NOT NULL)
	       OR i.completed_by IS NOT NULL AND (w.status = 'SUCCEEDED') IS NOT TRUE
	       OR CASE i.kind
	            WHEN 'cancelReservation' THEN coalesce(s.booked, 0) > 0 OR coalesce(s.cancelled, 0) <> (i.status = 'SUCCEEDED')::int
	            WHEN 'moveReservation' THEN s.booked > 1 OR s.cancelled > 1 OR w.action = 'CANCEL' AND s.booked > 0
	            ELSE coalesce(s.cancelled, 0) > 0 OR coalesce(s.booked, 0) <> (i.status = 'SUCCEEDED')::int
	          END)`}

// intentHand finds what is in the hands of an intent that is over, or doesn't name it, and what an unfinished intent names
// and doesn't have. A request has its place in hand exactly while it is RESERVING, all others from the start.
var intentHand = predicate{name: "intent-hand", promise: "What an unfinished request has in hand is moved by nobody else.", sql: `
	SELECT format('reservation %s is %s until %s in the hands of intent %s, a %s that is %s', r.id, r.status, r.expires_at, r.intent_id, coalesce(i.kind, 'missing'), i.status)
	FROM reservations r
	LEFT JOIN intents i ON i.tenant_id = $1 AND i.id = r.intent_id
	WHERE r.tenant_id = $1 AND r.intent_id IS NOT NULL
	  AND (i.status IN ` + unfinished + ` AND i.venue_id = r.venue_id AND i.customer_id = r.customer_id AND (r.status <> 'HELD' OR r.expires_at IS NULL)
	       AND CASE r.id
	             WHEN i.hold_id THEN r.status = 'HELD'
	             WHEN i.reservation_id THEN r.status = CASE WHEN i.kind IN ('cancelReservation', 'moveReservation') THEN 'CONFIRMED' ELSE 'HELD' END
	             ELSE false
	           END) IS NOT TRUE
	UNION ALL
	SELECT format('offer %s is %s in the hands of intent %s, a %s that is %s', o.id, o.status, o.intent_id, coalesce(i.kind, 'missing'), i.status)
	FROM offers o
	LEFT JOIN intents i ON i.tenant_id = $1 AND i.id = o.intent_id
	WHERE o.tenant_id = $1 AND o.intent_id IS NOT NULL
	  AND (o.status = 'OFFERED' AND i.status IN ` + unfinished + ` AND i.kind = 'confirmOffer' AND i.offer_id = o.id) IS NOT TRUE
	UNION ALL
	SELECT format('intent %s, a %s that is %s, does not have in hand what it names: reservation %s, hold %s, offer %s',
	       i.id, i.kind, i.status, coalesce(i.reservation_id::text, 'none'), coalesce(i.hold_id::text, 'none'), coalesce(i.offer_id::text, 'none'))
	FROM intents i
	WHERE i.tenant_id = $1 AND i.status IN ` + unfinished + `
	  AND (EXISTS (SELECT FROM reservations r WHERE r.tenant_id = $1 AND r.id IN (i.reservation_id, i.hold_id) AND r.intent_id IS DISTINCT FROM i.id)
	       OR EXISTS (SELECT FROM offers o WHERE o.tenant_id = $1 AND o.id = i.offer_id AND o.intent_id IS DISTINCT FROM i.id)
	       OR CASE i.kind WHEN 'requestReservation' THEN (i.status = 'RESERVING') <> (i.reservation_id IS NOT NULL) ELSE i.status = 'WAITING_FOR_SEAT' END)`}

// intentWanted finds intents that want nothing, too much, what is another venue's, or no slot to begin with.
var intentWanted = predicate{name: "intent-wanted", promise: "Every request wants slots of its own venue, in an order.", sql: `
	SELECT format('intent %s wants %s slots, %s of its venue, in places %s to %s', i.id, coalesce(w.n, 0), coalesce(w.here, 0), w.low, w.high)
	FROM intents i
	LEFT JOIN (
		SELECT x.intent_id, count(*) AS n, count(DISTINCT x.place) AS places, min(x.place) AS low, max(x.place) AS high,
		       count(*) FILTER (WHERE s.venue_id = j.venue_id) AS here
		FROM intent_slots x
		JOIN intents j ON j.tenant_id = $1 AND j.id = x.intent_id
		LEFT JOIN slots s ON s.tenant_id = $1 AND s.id = x.slot_id
		WHERE x.tenant_id = $1 GROUP BY x.intent_id
	) w ON w.intent_id = i.id
	WHERE i.tenant_id = $1 AND (w.n BETWEEN 1 AND 20 AND w.here = w.n AND w.places = w.n AND w.low = 0 AND w.high = w.n - 1) IS NOT TRUE`}
