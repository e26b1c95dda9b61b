package store_test

import (
	"database/sql"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
)

// hands are the two under which raw SQL is tried: the application's own role, and whoever may write every column.
func hands(t *testing.T, h lived, name string, fn func(t *testing.T, tx *sql.Tx)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) { fn(t, tx) })
		owner(t, h, fn)
	})
}

// owner tries raw SQL past every grant and every policy. Everything is rolled back.
func owner(t *testing.T, h lived, fn func(t *testing.T, tx *sql.Tx)) {
	t.Helper()
	tx, err := pgtest.Admin(t, h.DB).Begin()
	require.NoError(t, err)
	defer func() { _ = tx.Rollback() }()
	fn(t, tx)
}

// does demands that a statement stands, and leaves it standing.
func does(t *testing.T, tx *sql.Tx, query string, args ...any) {
	t.Helper()
	_, err := tx.Exec(query, args...)
	require.NoError(t, err)
}

// passes demands that a statement would stand when the transaction commits.
func passes(t *testing.T, tx *sql.Tx, query string, args ...any) {
	t.Helper()
	rows, err := try(t, tx, query, args...)
	require.NoError(t, err)
	require.EqualValues(t, 1, rows)
}

const (
	ends      = `UPDATE intents SET status = $2, next_at = NULL, version = version + 1 WHERE id = $1`
	completes = `UPDATE intents SET status = 'SUCCEEDED', completed_by = $2, next_at = NULL, version = version + 1 WHERE id = $1`
	turnsOut  = `UPDATE attempts SET status = $2, ended_at = clock_timestamp(), version = version + 1 WHERE id = $1`
	fresh     = `{"status": "STARTING", "version": 1, "ended_at": null, "number": 2}`
)

// TestOneWinner: an intent ends once, by one attempt of its own, and not while that may still turn out either way.
func TestOneWinner(t *testing.T) {
	t.Parallel()
	h := furnish(t, pgtest.New(t))

	hands(t, h, "while one attempt may still turn out either way no other begins", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23505", "attempt_tenant_id_intent_id", again("attempts"), h.doubt, fresh)
		does(t, tx, turnsOut, h.doubt, "FAILED")
		passes(t, tx, again("attempts"), h.doubt, fresh)
		refuses(t, tx, "23505", "attempt_tenant_id_intent_id_number", again("attempts"), h.doubt, `{"status": "STARTING", "version": 1, "ended_at": null}`)
	})
	hands(t, h, "no intent ends while an attempt is UNKNOWN", func(t *testing.T, tx *sql.Tx) {
		for _, status := range []string{"FAILED_RACE", "FAILED_AUTH", "FAILED_UPSTREAM", "CANCELLED", "EXPIRED"} {
			refuses(t, tx, "23514", "x_intents_unresolved", ends, h.unsure, status)
		}
		refuses(t, tx, "23514", "x_intents_unresolved", completes, h.unsure, h.doubt)
		does(t, tx, turnsOut, h.doubt, "CANCELLED")
		passes(t, tx, ends, h.unsure, "FAILED_UPSTREAM")
	})
	hands(t, h, "nor is anything begun for one that is over", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_intents_unresolved", again("attempts"), h.won, fresh)
	})
	hands(t, h, "who completes it has succeeded", func(t *testing.T, tx *sql.Tx) {
		does(t, tx, turnsOut, h.doubt, "FAILED")
		refuses(t, tx, "23514", "x_intents_winner", completes, h.unsure, h.doubt)
	})
	hands(t, h, "and is an attempt of this very intent", func(t *testing.T, tx *sql.Tx) {
		does(t, tx, turnsOut, h.doubt, "SUCCEEDED")
		refuses(t, tx, "23503", "x_intents_completed_by", completes, h.unsure, h.won)
		passes(t, tx, completes, h.unsure, h.doubt)
	})
	hands(t, h, "completed is written once", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_intents_once", `UPDATE intents SET completed_by = $2 WHERE id = $1`, h.asked, h.doubt)
		refuses(t, tx, "23514", "x_intents_once", `UPDATE intents SET completed_by = NULL WHERE id = $1`, h.asked)
	})
	hands(t, h, "the state, the winner and the next look say the same", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_intents_status", ends, h.unsure, "SUCCEEDED")
		refuses(t, tx, "23514", "x_intents_status", `UPDATE intents SET completed_by = $2 WHERE id = $1`, h.unsure, h.doubt)
		refuses(t, tx, "23514", "x_intents_status", `UPDATE intents SET next_at = NULL WHERE id = $1`, h.unsure)
		refuses(t, tx, "23514", "x_intents_status", `UPDATE intents SET next_at = clock_timestamp() WHERE id = $1`, h.asked)
		refuses(t, tx, "23514", "x_attempts_status", `UPDATE attempts SET ended_at = clock_timestamp() WHERE id = $1`, h.doubt)
		refuses(t, tx, "23514", "x_attempts_status", `UPDATE attempts SET ended_at = NULL WHERE id = $1`, h.won)
		refuses(t, tx, "23514", "x_attempts_status", `UPDATE attempts SET doubt_at = NULL WHERE id = $1`, h.doubt)
	})
	hands(t, h, "an epoch only rises", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_intents_fence", `UPDATE intents SET epoch = epoch - 1 WHERE id = $1`, h.unsure)
		refuses(t, tx, "23514", "x_attempts_fence", `UPDATE attempts SET epoch = epoch - 1 WHERE id = $1`, h.doubt)
		passes(t, tx, `UPDATE intents SET epoch = epoch + 1 WHERE id = $1`, h.unsure)
	})
	t.Run("what an attempt is stays, by whatever hand", func(t *testing.T) {
		owner(t, h, func(t *testing.T, tx *sql.Tx) {
			for _, edit := range []string{"number = 7", "reference = 'x'", "target = 'x'", "action = 'CANCEL'", "intent_id = gen_random_uuid()"} {
				refuses(t, tx, "23514", "x_attempts_once", `UPDATE attempts SET `+edit+` WHERE id = $1`, h.won)
			}
			refuses(t, tx, "23514", "x_intents_once", `UPDATE intents SET hold_id = reservation_id WHERE id = $1`, h.moving)
			refuses(t, tx, "23514", "x_intents_once", `UPDATE intents SET offer_id = $2 WHERE id = $1`, h.yes, h.offer)
			refuses(t, tx, "23514", "x_intents_once", `UPDATE intents SET approval_id = NULL WHERE approval_id = $1`, h.consumed)
		})
	})
	hands(t, h, "a person's word is written once", func(t *testing.T, tx *sql.Tx) {
		does(t, tx, `UPDATE attempts SET resolved_by = 'Somi' WHERE id = $1`, h.doubt)
		refuses(t, tx, "23514", "x_attempts_once", `UPDATE attempts SET resolved_by = 'Ada' WHERE id = $1`, h.doubt)
	})
}

// TestInHand: what an unfinished intent has in hand has no deadline of its own, and goes nowhere but by it.
func TestInHand(t *testing.T) {
	t.Parallel()
	h := furnish(t, pgtest.New(t))

	hands(t, h, "only a hold in hand is without a deadline", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_reservations_status", `UPDATE reservations SET expires_at = NULL WHERE id = $1`, h.held)
		refuses(t, tx, "23514", "x_reservations_status", `UPDATE reservations SET intent_id = NULL WHERE id = $1`, h.kept)
		passes(t, tx, `UPDATE reservations SET expires_at = NULL, intent_id = $2 WHERE id = $1`, h.held, h.unsure)
		refuses(t, tx, "23514", "x_reservations_stays_in_hand", `UPDATE reservations SET expires_at = clock_timestamp() + interval '1 minute', intent_id = NULL WHERE id = $1`, h.kept)
		does(t, tx, turnsOut, h.doubt, "FAILED")
		does(t, tx, ends, h.unsure, "CANCELLED")
		passes(t, tx, `UPDATE reservations SET expires_at = clock_timestamp() + interval '1 minute', intent_id = NULL WHERE id = $1`, h.kept)
	})
	hands(t, h, "a reservation in hand doesn't end, and isn't checked in", func(t *testing.T, tx *sql.Tx) {
		for _, status := range []string{"CHECKED_IN", "CANCELLED", "NO_SHOW"} {
			refuses(t, tx, "23514", "x_reservations_in_hand", `UPDATE reservations SET status = $2, version = version + 1 WHERE id = $1`, h.mover, status)
		}
		does(t, tx, `UPDATE reservations SET status = 'CHECKED_IN', version = version + 1 WHERE id = $1`, h.booked)
		does(t, tx, `UPDATE slots SET taken = taken - 3 WHERE id = $1`, h.slot)
		does(t, tx, `UPDATE allocations SET released_at = clock_timestamp() WHERE reservation_id = $1`, h.booked)
		refuses(t, tx, "23514", "x_reservations_in_hand", `UPDATE reservations SET status = 'COMPLETED', intent_id = $2, version = version + 1 WHERE id = $1`, h.booked, h.unsure)
		passes(t, tx, `UPDATE reservations SET status = 'COMPLETED', version = version + 1 WHERE id = $1`, h.booked)
	})
	hands(t, h, "an offer in hand isn't decided", func(t *testing.T, tx *sql.Tx) {
		for _, status := range []string{"ACCEPTED", "DECLINED", "EXPIRED", "WITHDRAWN"} {
			refuses(t, tx, "23514", "x_offers_in_hand", `UPDATE offers SET status = $2, decided_at = clock_timestamp(), version = version + 1 WHERE id = $1`, h.promised, status)
		}
		refuses(t, tx, "23514", "x_offers_stays_in_hand", `UPDATE offers SET status = 'DECLINED', decided_at = clock_timestamp(), intent_id = NULL, version = version + 1 WHERE id = $1`, h.promised)
	})
	hands(t, h, "nothing is in the hands of what isn't there", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23503", "x_reservations_intent_id", `UPDATE reservations SET intent_id = gen_random_uuid() WHERE id = $1`, h.kept)
		refuses(t, tx, "23503", "x_offers_intent_id", `UPDATE offers SET intent_id = gen_random_uuid() WHERE id = $1`, h.promised)
		refuses(t, tx, "23503", "x_reservations_upstream_attempt_id", `UPDATE reservations SET upstream_attempt_id = gen_random_uuid() WHERE id = $1`, h.mover)
	})
	hands(t, h, "one unfinished intent has a reservation, and one an offer", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23505", "intent_tenant_id_reservation_id", again("intents"), h.moving, `{"status": "REQUESTED", "version": 1}`)
		refuses(t, tx, "23505", "intent_tenant_id_offer_id", again("intents"), h.yes, `{"status": "REQUESTED", "version": 1, "reservation_id": "`+h.booked.String()+`"}`)
	})
	hands(t, h, "a kind names what it is about and nothing else", func(t *testing.T, tx *sql.Tx) {
		for _, but := range []string{
			`{"kind": "cancelReservation", "hold_id": null, "reservation_id": null}`, `{"kind": "cancelReservation"}`, `{"kind": "confirmOffer", "hold_id": null}`,
			`{"offer_id": "` + h.offer.String() + `"}`, `{"kind": "dance"}`,
		} {
			refuses(t, tx, "23514", "x_intents_kind", `INSERT INTO intents SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'status', 'REQUESTED', 'version', 1) || $2::jsonb)).* FROM intents o WHERE id = $1`, h.moving, but)
		}
		refuses(t, tx, "23514", "x_intents_party", again("intents"), h.unsure, `{"status": "REQUESTED", "version": 1, "reservation_id": null, "party_size": 0}`)
		refuses(t, tx, "23505", "intentslot_tenant_id_intent_id_slot_id",
			`INSERT INTO intent_slots SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'place', 1))).* FROM intent_slots o WHERE intent_id = $1`, h.unsure)
	})
}
