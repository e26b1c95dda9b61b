package invariant

// offerPredicates say that nobody is promised what is not held for them.
func offerPredicates() []predicate {
	return []predicate{
		{name: "offer-per-entry", promise: "Nobody in the queue has two open offers.", sql: `
			SELECT format('entry %s has %s open offers', entry_id, count(*))
			FROM offers WHERE tenant_id = $1 AND status = 'OFFERED' GROUP BY entry_id HAVING count(*) > 1`},

		{name: "offer-per-hold", promise: "No held place is offered twice.", sql: `
			SELECT format('hold %s backs %s open offers', reservation_id, count(*))
			FROM offers WHERE tenant_id = $1 AND status = 'OFFERED' GROUP BY reservation_id HAVING count(*) > 1`},

		// While an intent has it in hand, time stands still for the offer, its hold and its entry.
		{name: "offer-backed", promise: "Behind every open offer a place is held, for the same person and until the same moment.", sql: `
			SELECT format('offer %s is open until %s in the hands of intent %s; its hold is %s until %s in those of %s, its entry is %s until %s with offer %s',
			       o.id, o.expires_at, coalesce(o.intent_id::text, 'none'), coalesce(r.status, 'missing'), r.expires_at, coalesce(r.intent_id::text, 'none'),
			       coalesce(e.status, 'missing'), e.offer_expires_at, e.offer_id)
			FROM offers o
			LEFT JOIN reservations r ON r.tenant_id = $1 AND r.id = o.reservation_id
			LEFT JOIN waitlist_entries e ON e.tenant_id = $1 AND e.id = o.entry_id
			LEFT JOIN intents i ON i.tenant_id = $1 AND i.id = o.intent_id
			WHERE o.tenant_id = $1 AND o.status = 'OFFERED' AND (o.expires_at > clock_timestamp() OR o.intent_id IS NOT NULL)
			  AND (r.status = 'HELD' AND r.promotional AND r.customer_id = o.customer_id AND r.intent_id IS NOT DISTINCT FROM o.intent_id
			       AND e.status = 'OFFERED' AND e.offer_id = o.id AND e.customer_id = o.customer_id
			       AND CASE WHEN o.intent_id IS NULL THEN r.expires_at = o.expires_at AND e.offer_expires_at = o.expires_at
			                ELSE r.expires_at IS NULL AND e.offer_expires_at IS NULL
			                 AND i.kind = 'confirmOffer' AND i.offer_id = o.id AND i.reservation_id = r.id AND i.status IN ` + unfinished + ` END) IS NOT TRUE`},

		{name: "offer-accepted", promise: "Every accepted offer has become a reservation.", sql: `
			SELECT format('offer %s is accepted; its reservation is %s, its entry is %s', o.id, coalesce(r.status, 'missing'), coalesce(e.status, 'missing'))
			FROM offers o
			LEFT JOIN reservations r ON r.tenant_id = $1 AND r.id = o.reservation_id
			LEFT JOIN waitlist_entries e ON e.tenant_id = $1 AND e.id = o.entry_id
			WHERE o.tenant_id = $1 AND o.status = 'ACCEPTED'
			  AND (r.status IN ('CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'CANCELLED', 'NO_SHOW') AND e.status = 'FULFILLED') IS NOT TRUE`},

		{name: "offer-closed", promise: "An offer that came to nothing keeps no place.", sql: `
			SELECT format('offer %s is %s; its hold is %s', o.id, o.status, coalesce(r.status, 'missing'))
			FROM offers o
			LEFT JOIN reservations r ON r.tenant_id = $1 AND r.id = o.reservation_id
			WHERE o.tenant_id = $1 AND o.status IN ('DECLINED', 'EXPIRED', 'WITHDRAWN') AND (r.status IN ('CANCELLED', 'EXPIRED')) IS NOT TRUE`},

		{name: "offer-selection", promise: "Every offer tells how it was chosen, by which rules.", sql: `
			SELECT format('offer %s does not follow from selection %s', o.id, o.selection_id)
			FROM offers o
			LEFT JOIN selections x ON x.tenant_id = $1 AND x.id = o.selection_id
			LEFT JOIN policy_versions p ON p.tenant_id = $1 AND p.id = x.policy_version_id
			WHERE o.tenant_id = $1
			  AND (x.entry_id = o.entry_id AND x.venue_id = o.venue_id AND x.generation = o.generation AND x.policy_digest = p.digest
			       AND EXISTS (SELECT FROM allocations a WHERE a.tenant_id = $1 AND a.reservation_id = o.reservation_id AND a.slot_id = x.slot_id)) IS NOT TRUE`},

		{name: "hold-offered", promise: "Every place that is held for the queue is offered to somebody.", sql: `
			SELECT format('promotional hold %s has %s open offers', r.id, count(o.id))
			FROM reservations r
			LEFT JOIN offers o ON o.tenant_id = $1 AND o.reservation_id = r.id AND o.status = 'OFFERED'
			WHERE r.tenant_id = $1 AND r.promotional AND r.status = 'HELD'
			GROUP BY r.id
			HAVING count(o.id) <> 1`},

		{name: "entry-offered", promise: "Who has an open offer stands in the queue as having it, and nobody else does.", sql: `
			SELECT format('entry %s is %s with offer %s; its open offer is %s', e.id, e.status, coalesce(e.offer_id::text, 'none'), coalesce(o.id::text, 'none'))
			FROM waitlist_entries e
			LEFT JOIN offers o ON o.tenant_id = $1 AND o.entry_id = e.id AND o.status = 'OFFERED'
			WHERE e.tenant_id = $1 AND CASE WHEN e.status = 'OFFERED' THEN o.id IS DISTINCT FROM e.offer_id ELSE o.id IS NOT NULL END`},
	}
}
