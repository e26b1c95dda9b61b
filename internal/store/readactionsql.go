package store

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/slotq/slotq/internal/agenda"
)

// What waits for a person at a venue ($3) at a moment ($2): conditions on rows that are open. Each has an index of just these
// rows, so the past costs nothing.
const (
	openOffers = `offers o WHERE o.tenant_id = $1 AND o.venue_id = $3 AND o.status = 'OFFERED' AND o.intent_id IS NULL AND o.expires_at > $2`

	// agenda.RunsOutFrom in SQL; a test holds the two together.
	offerRunsOut = `greatest(o.created_at, o.expires_at - greatest((o.expires_at - o.created_at) / 4, interval '2 minutes'))`

	// Those who are seated are left to sit, and an offer's own hold goes the way of its offer.
	strandedHere = `slots s
		JOIN allocations a ON a.tenant_id = s.tenant_id AND a.slot_id = s.id AND a.released_at IS NULL
		JOIN reservations r ON r.tenant_id = a.tenant_id AND r.id = a.reservation_id
		WHERE s.tenant_id = $1 AND s.venue_id = $3 AND s.state = 'WITHDRAWN' AND s.ends_at > $2
		  AND (r.status = 'CONFIRMED' OR r.status = 'HELD' AND NOT r.promotional AND (r.expires_at IS NULL OR r.expires_at > $2))`

	// Reservation.Requested in SQL.
	requestedHere = `reservations r WHERE r.tenant_id = $1 AND r.venue_id = $3 AND r.status = 'HELD' AND r.requested_at IS NOT NULL
		AND r.intent_id IS NULL AND r.expires_at > $2`

	pendingHere = `approvals p WHERE p.tenant_id = $1 AND p.venue_id = $3 AND p.status = 'PENDING' AND p.expires_at > $2`

	// Unfinished intents that the clock hasn't ended. Where an attempt is in doubt, it is that which waits for a person.
	openIntents = `intents i WHERE i.tenant_id = $1 AND i.venue_id = $3 AND i.next_at IS NOT NULL
		AND (i.expires_at > $2 OR EXISTS (SELECT FROM attempts a WHERE a.tenant_id = $1 AND a.intent_id = i.id AND a.ended_at IS NULL))
		AND NOT EXISTS (SELECT FROM attempts a WHERE a.tenant_id = $1 AND a.intent_id = i.id AND a.status = 'UNKNOWN')`

	// It has failed before and is tried on; one that waits for a seat has time.
	intentFails = `(NOT i.wait_for_seat AND EXISTS (SELECT FROM attempts a WHERE a.tenant_id = $1 AND a.intent_id = i.id AND a.status = 'FAILED'))`

	// What was left behind at a provider is nobody's trouble once its time is over.
	surplusIntents = `(SELECT a.intent_id, min(a.updated_at) AS since FROM attempts a
			WHERE a.tenant_id = $1 AND a.venue_id = $3 AND a.compensation = 'FAILED' GROUP BY a.intent_id) u
		JOIN intents i ON i.tenant_id = $1 AND i.id = u.intent_id
		CROSS JOIN LATERAL (SELECT min(s.starts_at) AS starts_at, max(s.ends_at) AS ends_at FROM intent_slots w
			JOIN slots s ON s.tenant_id = w.tenant_id AND s.id = w.slot_id WHERE w.tenant_id = $1 AND w.intent_id = i.id) places
		WHERE places.ends_at > $2`

	// A reservation that was lost in a move is its last move's trouble until another is made in its place, or its time is over.
	lostHere = `reservations r
		CROSS JOIN LATERAL (SELECT i.id, i.version FROM intents i WHERE i.tenant_id = $1 AND i.customer_id = r.customer_id
			AND i.reservation_id = r.id AND i.kind = 'moveReservation' ORDER BY i.created_at DESC LIMIT 1) i
		WHERE r.tenant_id = $1 AND r.venue_id = $3 AND r.status_reason = 'LOST_IN_MOVE' AND r.status = 'CANCELLED' AND r.ends_at > $2
		  AND NOT EXISTS (SELECT FROM reservations n WHERE n.tenant_id = $1 AND n.corrects_id = r.id)`
)

var (
	intentRests    = interval(agenda.IdleAfter)
	intentPatience = interval(agenda.FailingAfter)
	intentIdles    = `i.next_at <= $2 - ` + intentRests
)

// actions are the queries of what waits, by matter: the subject, its version, by when, since when, and two texts.
var actions = map[agenda.Matter]string{
	agenda.OpenOffer:    `SELECT o.id, o.version, o.expires_at, o.created_at, '', '' FROM ` + openOffers,
	agenda.FailedNotice: `SELECT o.id, o.version, o.expires_at, o.updated_at, '', '' FROM ` + openOffers + ` AND o.delivery_state = 'FAILED'`,
	agenda.UnknownAttempt: `SELECT a.id, a.version, i.expires_at, coalesce(a.doubt_at, a.started_at), a.provider, coalesce(a.failure, '')
		FROM attempts a JOIN intents i ON i.tenant_id = a.tenant_id AND i.id = a.intent_id
		WHERE a.tenant_id = $1 AND a.venue_id = $3 AND a.status = 'UNKNOWN'`,
	agenda.StuckIntent: `SELECT DISTINCT ON (id) id, version, due, since, detail, '' FROM (
			SELECT i.id, i.version, r.starts_at AS due, r.updated_at AS since, 'LOST' AS detail, 1 AS rank FROM ` + lostHere + `
			UNION ALL SELECT i.id, i.version, places.starts_at, u.since, 'SURPLUS', 2 FROM ` + surplusIntents + `
			UNION ALL SELECT i.id, i.version, i.expires_at, CASE WHEN ` + intentIdles + ` THEN i.next_at ELSE i.created_at END, CASE WHEN ` + intentIdles + ` THEN 'IDLE' ELSE 'FAILING' END, 3
				FROM ` + openIntents + ` AND (` + intentIdles + ` OR i.created_at <= $2 - ` + intentPatience + ` AND ` + intentFails + `)
		) stuck ORDER BY id, rank`,
	// Reservation.Late in SQL.
	agenda.LateParty: `SELECT r.id, r.version, r.no_show_at, r.starts_at, '', '' FROM reservations r
		WHERE r.tenant_id = $1 AND r.venue_id = $3 AND r.status = 'CONFIRMED' AND r.starts_at <= $2`,
	agenda.StrandedBooking: `SELECT r.id, r.version, r.starts_at, coalesce(min(s.withdrawn_at), r.created_at), '', '' FROM ` + strandedHere + `
		GROUP BY r.id, r.version, r.starts_at, r.created_at`,
	agenda.RequestedBooking: `SELECT r.id, r.version, r.expires_at, r.requested_at, '', '' FROM ` + requestedHere,
	agenda.PendingApproval:  `SELECT p.id, p.version, p.expires_at, p.created_at, p.action, '' FROM ` + pendingHere,
}

// actionTurns are the moments to come at which time changes what waits, by matter.
var actionTurns = map[agenda.Matter]string{
	agenda.OpenOffer:    `SELECT CASE WHEN ` + offerRunsOut + ` > $2 THEN ` + offerRunsOut + ` ELSE o.expires_at END AS at FROM ` + openOffers,
	agenda.FailedNotice: `SELECT o.expires_at FROM ` + openOffers + ` AND o.delivery_state = 'FAILED'`,
	agenda.StuckIntent: `SELECT r.ends_at FROM ` + lostHere + ` UNION ALL SELECT places.ends_at FROM ` + surplusIntents + `
		UNION ALL SELECT turn.at FROM (SELECT i.next_at + ` + intentRests + ` AS idle, i.expires_at AS over, CASE WHEN ` + intentFails + ` THEN i.created_at + ` + intentPatience + ` END AS tired
			FROM ` + openIntents + `) i CROSS JOIN LATERAL (VALUES (idle), (over), (tired)) AS turn (at) WHERE turn.at > $2`,
	agenda.LateParty: `(SELECT r.starts_at FROM reservations r
		WHERE r.tenant_id = $1 AND r.venue_id = $3 AND r.status = 'CONFIRMED' AND r.starts_at > $2 ORDER BY r.starts_at LIMIT 1)`,
	agenda.StrandedBooking:  `SELECT least(s.ends_at, CASE r.status WHEN 'HELD' THEN r.expires_at END) FROM ` + strandedHere,
	agenda.RequestedBooking: `SELECT r.expires_at FROM ` + requestedHere,
	agenda.PendingApproval:  `SELECT p.expires_at FROM ` + pendingHere,
}

// actionTraces find, among subjects ($4), those about which something of a matter may have waited before. They depend on
// nothing that a row loses later: a look may come long after the event that asked for it, and must miss nothing.
var actionTraces = map[agenda.Matter]string{
	agenda.OpenOffer:      `SELECT o.id FROM offers o WHERE o.tenant_id = $1 AND o.venue_id = $3 AND o.id = ANY ($4::uuid[])`,
	agenda.FailedNotice:   `SELECT o.id FROM offers o WHERE o.tenant_id = $1 AND o.venue_id = $3 AND o.id = ANY ($4::uuid[]) AND o.delivery_state <> 'PENDING'`,
	agenda.UnknownAttempt: `SELECT a.id FROM attempts a WHERE a.tenant_id = $1 AND a.venue_id = $3 AND a.id = ANY ($4::uuid[]) AND a.doubt_at IS NOT NULL`,
	agenda.StuckIntent: `SELECT i.id FROM intents i WHERE i.tenant_id = $1 AND i.venue_id = $3 AND i.id = ANY ($4::uuid[])
		AND (i.created_at <= CASE WHEN i.next_at IS NULL THEN i.updated_at ELSE $2 END - ` + intentRests + ` OR i.kind = 'moveReservation' AND i.next_at IS NULL
			OR EXISTS (SELECT FROM attempts a WHERE a.tenant_id = $1 AND a.intent_id = i.id AND a.compensation = 'FAILED'))`,
	agenda.LateParty: `SELECT r.id FROM reservations r WHERE r.tenant_id = $1 AND r.venue_id = $3 AND r.id = ANY ($4::uuid[]) AND r.status NOT IN ('HELD', 'EXPIRED')
		AND (r.starts_at <= $2 OR EXISTS (SELECT FROM allocations a JOIN slots s ON s.tenant_id = a.tenant_id AND s.id = a.slot_id
			WHERE a.tenant_id = $1 AND a.reservation_id = r.id AND a.superseded AND s.starts_at <= $2))`,
	agenda.StrandedBooking: `SELECT r.id FROM reservations r WHERE r.tenant_id = $1 AND r.venue_id = $3 AND r.id = ANY ($4::uuid[])
		AND (r.id = ANY ($5::uuid[]) OR EXISTS (SELECT FROM allocations a JOIN slots s ON s.tenant_id = a.tenant_id AND s.id = a.slot_id
			WHERE a.tenant_id = $1 AND a.reservation_id = r.id AND s.state <> 'OPEN'))`,
	agenda.RequestedBooking: `SELECT r.id FROM reservations r WHERE r.tenant_id = $1 AND r.venue_id = $3 AND r.id = ANY ($4::uuid[]) AND r.requested_at IS NOT NULL`,
	agenda.PendingApproval:  `SELECT p.id FROM approvals p WHERE p.tenant_id = $1 AND p.venue_id = $3 AND p.id = ANY ($4::uuid[])`,
}

// actionsOf are the queries of matters, of offers only those that run out or only those that don't where just one kind is
// wanted.
func actionsOf(matters []agenda.Matter, kinds []agenda.Kind) []string {
	arms := actionArms(actions, matters, actionColumns)
	awaiting, expiring := slices.Contains(kinds, agenda.OfferAwaiting), slices.Contains(kinds, agenda.OfferExpiring)
	for i, m := range matters {
		if m == agenda.OpenOffer && awaiting != expiring {
			arms[i] = actionArm(m, fmt.Sprintf("%s AND (%s <= $2) = %t", actions[m], offerRunsOut, expiring), actionColumns)
		}
	}
	return arms
}

// actionArms are the queries of matters, as far as there are any.
func actionArms(of map[agenda.Matter]string, matters []agenda.Matter, columns string) (arms []string) {
	for _, m := range matters {
		if query := of[m]; query != "" {
			arms = append(arms, actionArm(m, query, columns))
		}
	}
	return arms
}

func actionArm(m agenda.Matter, query, columns string) string {
	return fmt.Sprintf("SELECT %d AS matter, w.* FROM (%s) AS w (%s)", m, query, columns)
}

// actionUnion joins the queries of what is asked for; what nobody asks for need not even be parsed.
func actionUnion(arms []string) string { return "(\n" + strings.Join(arms, "\nUNION ALL\n") + ") q" }

// interval writes a length of time, in whole seconds.
func interval(d time.Duration) string { return fmt.Sprintf("interval '%d seconds'", int(d.Seconds())) }
