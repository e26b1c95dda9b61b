package main

import (
	"context"
	"fmt"
)

// Every so many bookings came from the queue, by an offer.
const offerEvery = 200

// waits fills the waitlist with people whose waiting is over, some of them because an offer was accepted.
func (f *filler) waits(ctx context.Context) {
	served := f.reservations / offerEvery
	customers := max(1, f.reservations/10)
	at := "LATERAL (SELECT now() - interval '200 days' + i * interval '1 minute' AS joined) AS at"
	all := fmt.Sprintf("generate_series(0, %d) AS i, %s", max(f.entries, served)-1, at)
	// The ith who was served had the booking i times as far on. The others left or were forgotten by themselves, in turn.
	status := fmt.Sprintf("CASE WHEN i < %d THEN 'FULFILLED' WHEN i %% 2 = 0 THEN 'EXPIRED' ELSE 'CANCELLED' END", served)
	f.made.Entries = f.copy(ctx, copies{table: "waitlist_entries", like: f.ofVenue(), from: all, set: map[string]string{
		"id": id("entry"), "customer_id": fmt.Sprintf("CASE WHEN i < %d THEN md5('customer' || (i * %d) %% %d)::uuid ELSE md5('customer' || i %% %d)::uuid END", served, offerEvery, customers, customers),
		"status": status, "version": fmt.Sprintf("CASE WHEN i < %d THEN 3 ELSE 2 END", served), "joined_at": "joined", "created_at": "joined", "updated_at": "joined + interval '1 hour'",
		"from_at": "joined + interval '1 hour'", "to_at": "joined + interval '5 hours'", "offer_expires_at": "NULL",
		"offer_id": fmt.Sprintf("CASE WHEN i < %d THEN %s END", served, id("offer")),
	}})
	byOffer := fmt.Sprintf("generate_series(0, %d) AS i, %s", served-1, at)
	f.copy(ctx, copies{table: "selections", like: f.ofVenue(), from: byOffer, set: map[string]string{
		"id": id("selection"), "slot_id": fmt.Sprintf("md5('slot' || i * %d)::uuid", offerEvery), "entry_id": id("entry"), "override": "false", "reason": "NULL", "generation": "1",
		"freed_at": "joined + interval '30 minutes'", "created_at": "joined + interval '30 minutes'",
	}})
	f.made.Offers = f.copy(ctx, copies{table: "offers", like: f.ofVenue(), from: byOffer, set: map[string]string{
		"id": id("offer"), "entry_id": id("entry"), "customer_id": fmt.Sprintf("md5('customer' || (i * %d) %% %d)::uuid", offerEvery, customers),
		"reservation_id": fmt.Sprintf("md5('reservation' || i * %d)::uuid", offerEvery), "selection_id": id("selection"), "generation": "1",
		"created_at": "joined + interval '30 minutes'", "updated_at": "joined + interval '35 minutes'", "decided_at": "joined + interval '35 minutes'", "expires_at": "joined + interval '45 minutes'",
	}})
	last := f.lastPosition(ctx, f.venue)
	f.made.Events += f.copy(ctx, copies{table: "events", like: f.ofVenue() + " AND kind = 'waitlist.joined'",
		from: fmt.Sprintf(`%s, LATERAL (VALUES ('we', 1, 'waitlist.joined'), ('we', 2, 'waitlist.offered'), ('of', 1, 'offer.made'), ('of', 2, 'offer.accepted'), ('we', 3, 'waitlist.fulfilled'))
			AS e (entity, version, kind)`, all),
		where: fmt.Sprintf("i < %d OR e.entity = 'we' AND e.version < 3", served),
		set: map[string]string{
			"id": f.eventIDs(ctx), "position": fmt.Sprintf("%d + row_number() OVER ()", last), "entity": "e.entity", "entity_version": "e.version",
			"kind":      fmt.Sprintf("CASE WHEN i >= %d AND e.version = 2 THEN CASE WHEN i %% 2 = 0 THEN 'waitlist.expired' ELSE 'waitlist.cancelled' END ELSE e.kind END", served),
			"entity_id": "CASE WHEN e.entity = 'we' THEN " + id("entry") + " ELSE " + id("offer") + " END", "occurred_at": "joined + e.version * interval '1 minute'",
			"data": "t.data || jsonb_build_object('id', " + id("entry") + ", 'version', e.version)",
		}})
	f.step("the waitlist is filled")
}

// lengthen lets more wait at a queue, behind those who do.
func (f *filler) lengthen(ctx context.Context, q *queue) {
	more := q.waiting - 10
	if more <= 0 {
		return
	}
	kind := "queued"
	ofQueue := fmt.Sprintf("venue_id = '%s'", q.venue)
	from := fmt.Sprintf("generate_series(1, %d) AS i", more)
	joined := fmt.Sprintf("now() - (%d - i) * interval '1 millisecond'", more)
	f.made.Customers += f.copy(ctx, copies{table: "customers", like: "tenant_id = '" + f.tenant.String() + "'", from: from, set: map[string]string{
		"id": id(kind), "version": "1", "name": "'Waiting ' || i", "email": "NULL", "email_key": "NULL", "phone": "NULL", "phone_key": "NULL", "created_at": joined, "updated_at": joined,
	}})
	f.made.Entries += f.copy(ctx, copies{table: "waitlist_entries", like: ofQueue + " AND status = 'WAITING'", from: from, set: map[string]string{
		"id": id(kind + " entry"), "customer_id": id(kind), "joined_at": joined, "created_at": joined, "updated_at": joined,
	}})
	last := f.lastPosition(ctx, q.venue)
	f.made.Events += f.copy(ctx, copies{table: "events", like: ofQueue + " AND kind = 'waitlist.joined'", from: from, set: map[string]string{
		"id": f.eventIDs(ctx), "position": fmt.Sprintf("%d + i", last), "entity_id": id(kind + " entry"), "customer_id": id(kind), "occurred_at": joined,
		"data": "t.data || jsonb_build_object('id', " + id(kind+" entry") + ")",
	}})
}
