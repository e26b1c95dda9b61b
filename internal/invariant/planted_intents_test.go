package invariant

import "github.com/google/uuid"

func asked(s *scene) uuid.UUID  { return s.city.asked }
func unsure(s *scene) uuid.UUID { return s.city.unsure }
func kept(s *scene) uuid.UUID   { return s.city.kept }
func moved(s *scene) uuid.UUID  { return s.city.moved }
func moving(s *scene) uuid.UUID { return s.city.moving }
func helper(s *scene) uuid.UUID { return s.city.helper }
func mover(s *scene) uuid.UUID  { return s.city.mover }
func gone(s *scene) uuid.UUID   { return s.city.gone }
func late(s *scene) uuid.UUID   { return s.city.late }
func waits(s *scene) uuid.UUID  { return s.city.waits }
func yes(s *scene) uuid.UUID    { return s.city.yes }
func given(s *scene) uuid.UUID  { return s.city.offer }

// one more attempt of the intent, like its first but for what is said.
func oneMore(but string) string {
	return `INSERT INTO attempts SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid()) || '` + but + `')).* FROM attempts a WHERE intent_id = '$id' AND number = 1`
}

const (
	anyAttempt     = `DROP INDEX attempt_tenant_id_intent_id`
	anyNumber      = `DROP INDEX attempt_tenant_id_intent_id_number`
	anyIntentState = `ALTER TABLE intents DROP CONSTRAINT x_intents_status`
	anyIntentKind  = `ALTER TABLE intents DROP CONSTRAINT x_intents_kind`
	letGo          = `intent_id = NULL, expires_at = now() + interval '1 hour'`
)

// intentDamages are done to what a person wants done.
var intentDamages = map[string]map[string]damage{
	"intent-attempts": {
		"two attempts under way":                  by(unsure, anyAttempt, oneMore(`{"number": 2}`)),
		"one under way of an intent that is over": by(asked, `UPDATE attempts SET status = 'UNKNOWN', ended_at = NULL, doubt_at = now() WHERE intent_id = '$id'`),
		"no first attempt":                        by(asked, `UPDATE attempts SET number = 2 WHERE intent_id = '$id'`),
		"a gap in the numbers":                    by(late, `UPDATE attempts SET number = 3 WHERE intent_id = '$id' AND number = 2`),
		"a number given twice":                    by(late, anyNumber, oneMore(`{"number": 3}`), `UPDATE attempts SET number = 1 WHERE intent_id = '$id' AND number = 2`),
		"a worker that was never let in":          by(asked, `UPDATE attempts SET epoch = epoch + 2 WHERE intent_id = '$id'`),
	},
	"intent-completed": {
		"a success by nothing":                  by(asked, anyIntentState, `UPDATE intents SET completed_by = NULL WHERE id = '$id'`),
		"a failure that somebody completed":     by(asked, anyIntentState, `UPDATE intents SET status = 'FAILED_RACE' WHERE id = '$id'`),
		"a success by an attempt that failed":   by(asked, `UPDATE attempts SET status = 'FAILED' WHERE intent_id = '$id'`),
		"a success by another intent's attempt": by(asked, `UPDATE intents SET completed_by = (SELECT completed_by FROM intents WHERE kind = 'cancelReservation') WHERE id = '$id'`),
		"two attempts that succeeded":           by(late, `UPDATE attempts SET status = 'SUCCEEDED' WHERE intent_id = '$id'`),
		"a success that nobody noticed":         by(unsure, `UPDATE attempts SET status = 'SUCCEEDED', ended_at = now() WHERE intent_id = '$id'`),
		"a request that cancelled":              by(asked, oneMore(`{"number": 2, "action": "CANCEL"}`)),
		"a request that only cancelled":         by(asked, `UPDATE attempts SET action = 'CANCEL' WHERE intent_id = '$id'`),
		"a cancellation that booked":            by(gone, oneMore(`{"number": 2, "action": "BOOK"}`)),
		"a cancellation that only booked":       by(gone, `UPDATE attempts SET action = 'BOOK' WHERE intent_id = '$id'`),
		"a cancellation done twice":             by(gone, oneMore(`{"number": 2}`)),
		"a move that booked twice":              by(moved, oneMore(`{"number": 2}`)),
		"a move that gave up twice":             by(moved, oneMore(`{"number": 2, "action": "CANCEL"}`), oneMore(`{"number": 3, "action": "CANCEL"}`)),
		"a move done by giving up what it booked": by(moved, oneMore(`{"number": 2, "action": "CANCEL"}`),
			`UPDATE intents SET completed_by = (SELECT id FROM attempts WHERE intent_id = '$id' AND number = 2) WHERE id = '$id'`),
	},
	"intent-hand": {
		"a hold in another's hands":             by(kept, `UPDATE reservations SET intent_id = (SELECT id FROM intents WHERE kind = 'moveReservation' AND next_at IS NOT NULL) WHERE id = '$id'`),
		"a hold in the hands of what is over":   by(kept, `UPDATE intents SET status = 'CANCELLED', next_at = NULL WHERE reservation_id = '$id'`),
		"a hold in the hands of nobody":         by(kept, `DELETE FROM intents WHERE reservation_id = '$id'`),
		"a hold that its intent doesn't name":   by(kept, `UPDATE intents SET reservation_id = NULL WHERE reservation_id = '$id'`),
		"a hold in hand with a deadline":        by(kept, `UPDATE reservations SET expires_at = now() + interval '1 hour' WHERE id = '$id'`),
		"a hold of another customer":            by(kept, `UPDATE reservations SET customer_id = gen_random_uuid() WHERE id = '$id'`),
		"a hold in another venue":               by(kept, `UPDATE reservations SET venue_id = gen_random_uuid() WHERE id = '$id'`),
		"a request's hold that is confirmed":    by(kept, `UPDATE reservations SET status = 'CONFIRMED' WHERE id = '$id'`),
		"a move's new place that is confirmed":  by(helper, `UPDATE reservations SET status = 'CONFIRMED' WHERE id = '$id'`),
		"a move's reservation that is held":     by(mover, `UPDATE reservations SET status = 'HELD' WHERE id = '$id'`),
		"a reservation in hand that is over":    by(mover, `ALTER TABLE reservations DROP CONSTRAINT x_reservations_in_hand`, `UPDATE reservations SET status = 'COMPLETED' WHERE id = '$id'`),
		"an offer in the hands of what is over": by(given, `UPDATE intents SET status = 'CANCELLED', next_at = NULL WHERE offer_id = '$id'`),
		"an offer in another's hands":           by(given, `UPDATE offers SET intent_id = (SELECT id FROM intents WHERE kind = 'moveReservation' AND next_at IS NOT NULL) WHERE id = '$id'`),
		"an offer that its intent doesn't name": by(given, `UPDATE intents SET offer_id = (SELECT id FROM offers WHERE status = 'DECLINED') WHERE offer_id = '$id'`),
		"an offer in hand for another purpose":  by(given, anyIntentKind, `UPDATE intents SET kind = 'confirmReservation' WHERE offer_id = '$id'`),
		"an offer in hand that was declined":    by(given, `ALTER TABLE offers DROP CONSTRAINT x_offers_in_hand`, `UPDATE offers SET status = 'DECLINED', decided_at = now() WHERE id = '$id'`),
		"a request that let its hold go":        by(unsure, `UPDATE reservations SET `+letGo+` WHERE intent_id = '$id'`),
		"a request under way that keeps nothing": by(unsure, `UPDATE reservations SET `+letGo+` WHERE intent_id = '$id'`,
			`UPDATE intents SET reservation_id = NULL WHERE id = '$id'`),
		"a request that waits and keeps a place": by(unsure, `UPDATE intents SET status = 'WAITING_FOR_SEAT' WHERE id = '$id'`),
		"a move that let its reservation go":     by(moving, `UPDATE reservations SET intent_id = NULL WHERE intent_id = '$id' AND status = 'CONFIRMED'`),
		"a move that let its new place go":       by(moving, `UPDATE reservations SET `+letGo+` WHERE intent_id = '$id' AND status = 'HELD'`),
		"a move that waits":                      by(moving, `UPDATE intents SET status = 'WAITING_FOR_SEAT' WHERE id = '$id'`),
		"a yes that let its offer go":            by(yes, `UPDATE offers SET intent_id = NULL WHERE intent_id = '$id'`),
	},
	"intent-wanted": {
		"nothing":                       by(waits, `DELETE FROM intent_slots WHERE intent_id = '$id'`),
		"a slot that isn't there":       by(waits, `UPDATE intent_slots SET slot_id = gen_random_uuid() WHERE intent_id = '$id'`),
		"a slot of another venue":       by(waits, `UPDATE intent_slots SET slot_id = (SELECT s.id FROM slots s JOIN venues v ON v.id = s.venue_id WHERE v.code = 'main' LIMIT 1) WHERE intent_id = '$id'`),
		"a place that isn't the first":  by(waits, `UPDATE intent_slots SET place = 1 WHERE intent_id = '$id'`),
		"a place before the first":      by(waits, someMore(1, 1), `UPDATE intent_slots SET place = -1 WHERE intent_id = '$id' AND place = 0`),
		"a gap between two slots":       by(waits, someMore(1, 2)),
		"two slots in the same place":   by(waits, someMore(2, 2), `UPDATE intent_slots SET place = 2 WHERE intent_id = '$id' AND place = 3`),
		"more than a reservation takes": by(waits, someMore(20, 1)),
	},
	"command-intent": {
		"a command whose intent is gone":      by(nobody, `DELETE FROM intents WHERE kind = 'cancelReservation'`),
		"a command that names none":           by(nobody, `UPDATE commands SET refs = '[]' WHERE operation = 'confirmOffer'`),
		"a command that names what isn't one": by(nobody, `UPDATE commands SET refs = '["in_short", 7, "in_**********************", "rv_AAAAAAAAAAAAAAAAAAAAAA", "in_AAAAAAAAAAAAAAAAAAAAAA"]' WHERE operation = 'confirmOffer'`),
	},
	"offer-backed": {
		"a hold that an intent has and its offer hasn't": by(open, `UPDATE reservations SET intent_id = (SELECT id FROM intents WHERE kind = 'confirmOffer') WHERE id = (SELECT reservation_id FROM offers WHERE id = '$id')`),
		"an offer in hand whose hold another has":        by(given, `UPDATE reservations SET intent_id = (SELECT id FROM intents WHERE kind = 'moveReservation' AND next_at IS NOT NULL) WHERE id = (SELECT reservation_id FROM offers WHERE id = '$id')`),
		"an offer in hand whose hold has a deadline":     by(given, `UPDATE reservations SET expires_at = now() WHERE id = (SELECT reservation_id FROM offers WHERE id = '$id')`),
		"an offer in hand whose entry has a deadline":    by(given, `UPDATE waitlist_entries SET offer_expires_at = now() WHERE offer_id = '$id'`),
		"an offer in hand past its time, unbacked": by(given, `ALTER TABLE reservations DROP CONSTRAINT x_reservations_in_hand`, `UPDATE offers SET expires_at = now() - interval '1 hour' WHERE id = '$id'`,
			`UPDATE reservations SET status = 'EXPIRED' WHERE id = (SELECT reservation_id FROM offers WHERE id = '$id')`),
		"an offer in the hands of what is over":    by(given, `UPDATE intents SET status = 'EXPIRED', next_at = NULL WHERE offer_id = '$id'`),
		"an offer in the hands of another's yes":   by(given, `UPDATE intents SET offer_id = (SELECT id FROM offers WHERE status = 'DECLINED') WHERE offer_id = '$id'`),
		"an offer in hand for something else":      by(given, anyIntentKind, `UPDATE intents SET kind = 'confirmReservation' WHERE offer_id = '$id'`),
		"an offer in hand with another's hold":     by(given, `UPDATE intents SET reservation_id = (SELECT reservation_id FROM offers WHERE status = 'DECLINED') WHERE offer_id = '$id'`),
		"an offer in the hands of nobody that was": by(given, `DELETE FROM intents WHERE offer_id = '$id'`),
	},
	"event-per-version": {
		"an intent's change not told":   by(asked, `UPDATE intents SET version = version + 1 WHERE id = '$id'`),
		"an intent never spoken of":     by(waits, `DELETE FROM events WHERE entity_id = '$id'`),
		"an attempt's change not told":  by(won, `UPDATE attempts SET version = version + 1 WHERE id = '$id'`),
		"an attempt's birth not told":   by(won, `DELETE FROM events WHERE entity_id = '$id' AND entity_version = 1`),
		"an approval's change not told": by(carried, `UPDATE approvals SET version = version + 1 WHERE id = '$id'`),
		"an approval's birth not told":  by(pending, `DELETE FROM events WHERE entity_id = '$id' AND entity_version = 1`),
	},
	"event-entity": {
		"an event of an intent that was deleted":    by(asked, `DELETE FROM intents WHERE id = '$id'`),
		"an event of an attempt that was deleted":   by(won, `DELETE FROM attempts WHERE id = '$id'`),
		"an event of an approval that was deleted":  by(pending, `DELETE FROM approvals WHERE id = '$id'`),
		"an intent's event told at another venue":   by(asked, `UPDATE intents SET venue_id = gen_random_uuid() WHERE id = '$id'`),
		"an attempt's event told at another venue":  by(won, `UPDATE attempts SET venue_id = gen_random_uuid() WHERE id = '$id'`),
		"an approval's event told at another venue": by(pending, `UPDATE approvals SET venue_id = gen_random_uuid() WHERE id = '$id'`),
	},
}
