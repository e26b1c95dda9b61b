package invariant

import (
	"fmt"

	"github.com/google/uuid"
)

func tied(s *scene) uuid.UUID      { return s.city.booked }
func won(s *scene) uuid.UUID       { return s.city.won }
func surplus(s *scene) uuid.UUID   { return s.city.surplus }
func cancelled(s *scene) uuid.UUID { return s.city.cancelled }
func pending(s *scene) uuid.UUID   { return s.city.pending }
func owner(s *scene) uuid.UUID     { return s.city.owner }
func web(s *scene) uuid.UUID       { return s.city.web }
func approved(s *scene) uuid.UUID  { return s.city.approved }
func carried(s *scene) uuid.UUID   { return s.city.carried }
func done(s *scene) uuid.UUID      { return s.city.done }

// someMore lets an intent want more slots of its venue, in places from one on.
func someMore(n, from int) string {
	return fmt.Sprintf(`WITH more AS (
			INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, capacity)
			SELECT gen_random_uuid(), s.tenant_id, s.venue_id, s.resource_id, s.starts_at + nth * interval '1 day', s.ends_at + nth * interval '1 day', s.capacity
			FROM intent_slots w JOIN slots s ON s.id = w.slot_id, generate_series(1, %d) AS nth WHERE w.intent_id = '$id' RETURNING id, tenant_id)
		INSERT INTO intent_slots (id, tenant_id, intent_id, slot_id, place) SELECT gen_random_uuid(), tenant_id, '$id', id, %d + row_number() OVER () - 1 FROM more`, n, from)
}

const (
	anyApproval      = `DROP INDEX approval_tenant_id_owner_id_action_target_key`
	anyApprovalState = `ALTER TABLE approvals DROP CONSTRAINT x_approvals_status`
)

// upstreamDamages are done to what stands at the provider, and to what a person said yes to.
var upstreamDamages = map[string]map[string]damage{
	"reservation-upstream": {
		"a tied reservation without a booking":     by(tied, `UPDATE reservations SET upstream_attempt_id = NULL WHERE id = '$id'`),
		"a booking that is gone":                   by(tied, `DELETE FROM attempts WHERE id = (SELECT upstream_attempt_id FROM reservations WHERE id = '$id')`),
		"a booking that failed":                    by(tied, `UPDATE attempts SET status = 'FAILED' WHERE id = (SELECT upstream_attempt_id FROM reservations WHERE id = '$id')`),
		"a booking that is a cancellation":         by(tied, `UPDATE attempts SET action = 'CANCEL' WHERE id = (SELECT upstream_attempt_id FROM reservations WHERE id = '$id')`),
		"a booking that is being undone":           by(tied, `UPDATE attempts SET compensation = 'DUE' WHERE id = (SELECT upstream_attempt_id FROM reservations WHERE id = '$id')`),
		"a booking in our own books":               by(tied, `UPDATE attempts SET provider_id = NULL WHERE id = (SELECT upstream_attempt_id FROM reservations WHERE id = '$id')`),
		"a booking of another reservation":         by(tied, `UPDATE intents SET reservation_id = NULL WHERE reservation_id = '$id'`),
		"a booking under what is cancelled":        by(tied, `UPDATE reservations SET status = 'CANCELLED' WHERE id = '$id'`),
		"a booking under what was never confirmed": by(tied, `UPDATE reservations SET status = 'HELD', expires_at = now() WHERE id = '$id'`),
		"a booking for two reservations":           by(won, `UPDATE reservations SET upstream_attempt_id = '$id' WHERE upstream_attempt_id IS NOT NULL`),
	},
	"upstream-orphan": {
		"a booking without its reservation":          by(won, `UPDATE reservations SET upstream_attempt_id = NULL WHERE upstream_attempt_id = '$id'`),
		"a booking that a move left behind":          by(surplus, `UPDATE attempts SET compensation = '' WHERE id = '$id'`),
		"a booking whose cancellation failed":        by(cancelled, `UPDATE attempts SET status = 'FAILED' WHERE action = 'CANCEL'`),
		"a booking whose cancellation was another's": by(cancelled, `UPDATE attempts SET reference = 'another' WHERE action = 'CANCEL'`),
	},
	"approval-open": {
		"two for one target":      by(owner, anyApproval, `UPDATE approvals SET status = 'PENDING' WHERE status = 'SUPERSEDED'`),
		"two prepared on the web": by(owner, `INSERT INTO approvals SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'target_key', 'another'))).* FROM approvals a WHERE channel = 'WEB'`),
	},
	"approval-outcome": {
		"nothing came of what was carried out": by(carried, anyApprovalState, `UPDATE approvals SET intent_id = NULL WHERE id = '$id'`),
		"two things came of it":                by(carried, anyApprovalState, `UPDATE approvals SET result = 'rv_x' WHERE id = '$id'`),
		"something came of what only waits":    by(pending, anyApprovalState, `UPDATE approvals SET result = 'rv_x' WHERE id = '$id'`),
		"an intent that knows nothing of it":   by(carried, `UPDATE intents SET approval_id = NULL WHERE approval_id = '$id'`),
		"an intent at another venue":           by(carried, `UPDATE approvals SET venue_id = gen_random_uuid() WHERE id = '$id'`),
		"an intent that isn't there":           by(carried, `UPDATE approvals SET intent_id = gen_random_uuid() WHERE id = '$id'`),
		"an intent of two approvals": by(carried, `UPDATE approvals SET status = 'CONSUMED', decided_by = 'x', decided_at = created_at, intent_id = (SELECT intent_id FROM approvals WHERE id = '$id') WHERE status = 'PENDING' AND channel = 'AGENT'`,
			`UPDATE intents SET approval_id = (SELECT id FROM approvals WHERE status = 'CONSUMED' AND decided_by = 'x') WHERE approval_id = '$id'`),
		"an intent on what nobody carried out": by(asked, `UPDATE intents SET approval_id = (SELECT id FROM approvals WHERE status = 'APPROVED') WHERE id = '$id'`),
		"an intent on another's approval":      by(asked, `UPDATE intents SET approval_id = (SELECT id FROM approvals WHERE intent_id IS NOT NULL) WHERE id = '$id'`),
		"an intent on no approval":             by(asked, `UPDATE intents SET approval_id = gen_random_uuid() WHERE id = '$id'`),
		"carried out when its time was over":   by(done, `UPDATE approvals SET updated_at = expires_at WHERE id = '$id'`),
		"a yes when its time was over":         by(approved, `UPDATE approvals SET decided_at = expires_at WHERE id = '$id'`),
		"a yes from nobody":                    by(approved, anyApprovalState, `UPDATE approvals SET decided_by = NULL, decided_at = NULL WHERE id = '$id'`),
		"a yes at no moment":                   by(approved, `UPDATE approvals SET decided_at = NULL WHERE id = '$id'`),
		"a yes to what still waits for one":    by(pending, `UPDATE approvals SET decided_by = 'x', decided_at = created_at WHERE id = '$id'`),
	},
	"approval-digest": {
		"other arguments": by(approved, `UPDATE approvals SET arguments = arguments || '{"partySize": 4}' WHERE id = '$id'`),
		"another action":  by(web, `UPDATE approvals SET action = 'cancelReservation' WHERE id = '$id'`),
		"another digest":  by(pending, `UPDATE approvals SET args_digest = repeat('0', 64) WHERE id = '$id'`),
	},
}
