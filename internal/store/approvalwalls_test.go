package store_test

import (
	"database/sql"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
)

const consumes = `UPDATE approvals SET status = 'CONSUMED', intent_id = $2, version = version + 1 WHERE id = $1`

// TestApprovalsHold: what a person said yes to stays what it was, and is carried out once, in time.
func TestApprovalsHold(t *testing.T) {
	t.Parallel()
	h := furnish(t, pgtest.New(t))
	const noRight = "42501"

	hands(t, h, "nothing is carried out without a yes", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_approvals_transition", `UPDATE approvals SET status = 'CONSUMED', decided_by = 'Ada', decided_at = clock_timestamp(), intent_id = $2, version = version + 1 WHERE id = $1`, h.pending, h.asked)
		refuses(t, tx, "23514", "x_approvals_status", `UPDATE approvals SET status = 'APPROVED', version = version + 1 WHERE id = $1`, h.pending)
	})
	hands(t, h, "nor twice", func(t *testing.T, tx *sql.Tx) {
		for _, edit := range []string{"intent_id = NULL", "result = 'rv_x', intent_id = NULL", "decided_by = 'Ada'", "decided_at = clock_timestamp()"} {
			refuses(t, tx, "23514", "x_approvals_once", `UPDATE approvals SET `+edit+` WHERE id = $1`, h.consumed)
		}
		refuses(t, tx, "23514", "x_approvals_once", `UPDATE approvals SET intent_id = $2 WHERE id = $1`, h.consumed, h.asked)
	})
	hands(t, h, "one thing comes of it when it is carried out, and nothing before", func(t *testing.T, tx *sql.Tx) {
		passes(t, tx, consumes, h.approved, h.asked)
		refuses(t, tx, "23514", "x_approvals_status", consumes, h.approved, nil)
		refuses(t, tx, "23514", "x_approvals_status", `UPDATE approvals SET intent_id = $2 WHERE id = $1`, h.approved, h.asked)
		refuses(t, tx, "23514", "x_approvals_status", `UPDATE approvals SET status = 'CONSUMED', intent_id = $2, result = 'rv_x', version = version + 1 WHERE id = $1`, h.approved, h.asked)
	})
	hands(t, h, "one waits for a yes to one thing", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23505", "approval_tenant_id_owner_id_action_target_key", again("approvals"), h.pending, `{}`)
		passes(t, tx, again("approvals"), h.pending, `{"target_key": "another"}`)
	})
	t.Run("its time, its arguments and whose it is don't change, by whatever hand", func(t *testing.T) {
		kept := map[string]string{
			"expires_at": "expires_at + interval '1 hour'", "arguments": `'{"partySize": 9}'`, "args_digest": "repeat('0', 64)",
		}
		for column, value := range kept {
			edit := `UPDATE approvals SET ` + column + ` = ` + value + ` WHERE id = $1`
			pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) { refuses(t, tx, noRight, "", edit, h.approved) })
			owner(t, h, func(t *testing.T, tx *sql.Tx) { refuses(t, tx, "23514", "x_approvals_once", edit, h.approved) })
		}
		owner(t, h, func(t *testing.T, tx *sql.Tx) {
			refuses(t, tx, "23514", "x_approvals_once", `UPDATE approvals SET expires_at = clock_timestamp() WHERE id = $1`, h.approved)
		})
		for _, column := range []string{"owner_id", "customer_id", "principal_id", "action", "target_key", "channel", "preview", "venue_id"} {
			pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
				refuses(t, tx, noRight, "", `UPDATE approvals SET `+column+` = `+column+` WHERE id = $1`, h.approved)
			})
		}
	})
	hands(t, h, "it has some time to begin with", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_approvals_channel", `INSERT INTO approvals SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'target_key', 'another', 'expires_at', o.created_at))).* FROM approvals o WHERE id = $1`, h.pending)
	})
	// Last, for time doesn't come back.
	h.Deadline("approvals", "expires_at", h.approved, 0)
	hands(t, h, "nothing is carried out from its deadline on", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_approvals_time", consumes, h.approved, h.asked)
		passes(t, tx, `UPDATE approvals SET status = 'EXPIRED', version = version + 1 WHERE id = $1`, h.approved)
	})
}

// TestProvidersHold: what a provider proved has a beginning and an end, and a venue asks in one order.
func TestProvidersHold(t *testing.T) {
	t.Parallel()
	h := furnish(t, pgtest.New(t))
	hands(t, h, "a proof ends after it began", func(t *testing.T, tx *sql.Tx) {
		for _, edit := range []string{"verified_at = NULL", "verified_until = NULL", "verified_until = verified_at"} {
			refuses(t, tx, "23514", "x_providers_verified", `UPDATE providers SET `+edit+` WHERE code = $1`, "city")
		}
	})
	hands(t, h, "a venue asks one after the other", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_venue_providers_rank", `UPDATE venue_providers SET rank = 0`)
		refuses(t, tx, "23514", "x_venue_providers_rank", `UPDATE venue_providers SET resource_kind = 'CHAIR'`)
		refuses(t, tx, "23505", "venueprovider_tenant_id_venue_id_provider_id", `INSERT INTO venue_providers SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'rank', 2))).* FROM venue_providers o`)
		does(t, tx, `INSERT INTO providers SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'code', 'other'))).* FROM providers o WHERE code = 'city'`)
		refuses(t, tx, "23505", "venueprovider_tenant_id_venue_id_rank", `INSERT INTO venue_providers SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'provider_id', p.id))).* FROM venue_providers o, providers p WHERE p.code = 'other'`)
	})
	t.Run("the application doesn't rename one", func(t *testing.T) {
		pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
			refuses(t, tx, "42501", "", `UPDATE providers SET code = 'other'`)
			_, err := try(t, tx, `UPDATE providers SET endpoint = 'http://127.0.0.1:2'`)
			require.NoError(t, err)
		})
	})
}
