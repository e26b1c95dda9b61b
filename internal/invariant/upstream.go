package invariant

// upstreamPredicates say that what stands here and what stands at the providers are one thing.
func upstreamPredicates() []predicate {
	return []predicate{reservationUpstream, upstreamOrphan}
}

// reservationUpstream finds reservations at a tied place without a booking there, reservations that rest on what isn't a
// booking of theirs, or that keep one although they are over. A booking is that of the reservation which its intent names, so
// none stands for two. A party that came, or didn't, keeps its booking.
var reservationUpstream = predicate{name: "reservation-upstream", promise: "What is booked here where an outside system has a say is booked there too.", sql: `
	SELECT format('reservation %s is %s and tied %s; attempt %s, its booking, is a %s of intent %s that is %s with compensation %s',
	       r.id, r.status, r.tied, coalesce(r.upstream_attempt_id::text, 'none'), coalesce(a.action, 'nothing'), a.intent_id, coalesce(a.status, 'missing'), coalesce(nullif(a.compensation, ''), 'none'))
	FROM reservations r
	LEFT JOIN attempts a ON a.tenant_id = $1 AND a.id = r.upstream_attempt_id
	LEFT JOIN intents i ON i.tenant_id = $1 AND i.id = a.intent_id
	WHERE r.tenant_id = $1
	  AND CASE
	        WHEN r.upstream_attempt_id IS NULL THEN r.tied AND r.status IN ('CONFIRMED', 'CHECKED_IN')
	        ELSE (r.status IN ('CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'NO_SHOW') AND a.status = 'SUCCEEDED' AND a.action = 'BOOK' AND a.compensation = ''
	              AND a.provider_id IS NOT NULL AND i.reservation_id = r.id) IS NOT TRUE
	      END`}

// upstreamOrphan finds bookings that stand at a provider for nobody here: no reservation rests on them, nobody has them
// undone, and nobody has cancelled them. While its intent is unfinished, a booking may be on its way to a reservation.
var upstreamOrphan = predicate{name: "upstream-orphan", promise: "Nothing stays booked at an outside system for nobody.", sql: `
	SELECT format('attempt %s of intent %s, which is %s, has booked %s at %s under %s for nobody', a.id, i.id, i.status, a.target, a.provider, a.reference)
	FROM attempts a
	JOIN intents i ON i.tenant_id = $1 AND i.id = a.intent_id AND i.status NOT IN ` + unfinished + `
	WHERE a.tenant_id = $1 AND a.status = 'SUCCEEDED' AND a.action = 'BOOK' AND a.provider_id IS NOT NULL AND a.compensation = ''
	  AND NOT EXISTS (SELECT FROM reservations r WHERE r.tenant_id = $1 AND r.upstream_attempt_id = a.id)
	  AND NOT EXISTS (SELECT FROM attempts c WHERE c.tenant_id = $1 AND c.reference = a.reference AND c.action = 'CANCEL' AND c.status = 'SUCCEEDED')`}
