package store_test

import (
	"database/sql"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

// again copies a row of a table with other values for some columns.
func again(table string) string {
	return `INSERT INTO ` + table + ` SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()) || $2::jsonb)).* FROM ` + table + ` o WHERE id = $1`
}

// TestWalls: what the database itself refuses to raw SQL under the application's own role.
func TestWalls(t *testing.T) {
	t.Parallel()
	h := furnish(t, pgtest.New(t)) // a room of four: three confirmed, one held by an offer
	asApp := func(name string, fn func(t *testing.T, tx *sql.Tx)) {
		t.Run(name, func(t *testing.T) {
			pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) { fn(t, tx) })
		})
	}
	var allocation, selection, entryOfNobody uuid.UUID
	h.Scan(`SELECT id FROM allocations WHERE reservation_id = $1`, []any{h.booked}, &allocation)
	h.Scan(`SELECT selection_id FROM offers WHERE id = $1`, []any{h.offer}, &selection)
	h.Scan(`SELECT id FROM waitlist_entries WHERE status = 'WAITING'`, nil, &entryOfNobody)

	asApp("a counter can't pass the capacity", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_slots_capacity", `UPDATE slots SET taken = taken + 1 WHERE id = $1`, h.slot)
		refuses(t, tx, "23514", "x_slots_capacity", `UPDATE slots SET taken = -1 WHERE id = $1`, h.slot)
		refuses(t, tx, "23514", "x_slots_capacity", `UPDATE slots SET capacity = 3 WHERE id = $1`, h.slot)
	})
	asApp("a counter that isn't the sum of the allocations doesn't commit", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_slots_counter", `UPDATE slots SET taken = taken - 1 WHERE id = $1`, h.slot)
		refuses(t, tx, "23514", "x_slots_counter", `UPDATE slots SET taken = 1 WHERE id = $1`, h.later)
	})
	asApp("what the counter is compared with is changed by allocations alone", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_slots_allocated", `UPDATE slots SET taken = 1, allocated = 1 WHERE id = $1`, h.later)
		refuses(t, tx, "23514", "x_slots_counter", `INSERT INTO slots SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'taken', 1, 'allocated', 1,
			'starts_at', s.starts_at + interval '100 days', 'ends_at', s.ends_at + interval '100 days'))).* FROM slots s WHERE id = $1`, h.later)
	})
	asApp("one unit more than there is can't be allocated, with the counter or without", func(t *testing.T, tx *sql.Tx) {
		insert := `INSERT INTO allocations (id, tenant_id, reservation_id, slot_id, units, created_at) VALUES (gen_random_uuid(), $1, $2, $3, 1, clock_timestamp())`
		refuses(t, tx, "23514", "x_slots_counter", insert, h.Tenant, h.booked, h.later)
		refuses(t, tx, "23505", "allocation_tenant_id_slot_id_reservation_id", insert, h.Tenant, h.booked, h.slot)
		refuses(t, tx, "23514", "x_slots_capacity", `WITH more AS (`+insert+`) UPDATE slots SET taken = taken + 1 WHERE id = $4`, h.Tenant, h.booked, h.later, h.slot)
		refuses(t, tx, "23514", "x_allocations_units", `INSERT INTO allocations (id, tenant_id, reservation_id, slot_id, units, created_at) VALUES (gen_random_uuid(), $1, $2, $3, 0, clock_timestamp())`, h.Tenant, h.booked, h.later)
	})
	asApp("units can't be given back without the counter, or the counter without the state", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "", `UPDATE allocations SET released_at = clock_timestamp() WHERE id = $1`, allocation)
		refuses(t, tx, "23514", "x_reservations_occupies", `WITH r AS (UPDATE allocations SET released_at = clock_timestamp() WHERE id = $1) UPDATE slots SET taken = taken - 3 WHERE id = $2`, allocation, h.slot)
	})
	asApp("a reservation can't end and keep its units", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_reservations_occupies", `UPDATE reservations SET status = 'CANCELLED', version = version + 1 WHERE id = $1`, h.booked)
	})
	asApp("a reservation that has ended can't be given units", func(t *testing.T, tx *sql.Tx) {
		for _, step := range []string{
			`UPDATE reservations SET status = 'CANCELLED', version = version + 1 WHERE id = $1`,
			`UPDATE slots s SET taken = s.taken - a.units FROM allocations a WHERE a.reservation_id = $1 AND a.slot_id = s.id AND a.released_at IS NULL`,
			`UPDATE allocations SET released_at = clock_timestamp() WHERE reservation_id = $1`,
		} {
			_, err := tx.Exec(step, h.booked)
			require.NoError(t, err)
		}
		refuses(t, tx, "23514", "x_reservations_occupies", `WITH more AS (
			INSERT INTO allocations (id, tenant_id, reservation_id, slot_id, units, created_at) VALUES (gen_random_uuid(), $1, $2, $3, 1, clock_timestamp()))
			UPDATE slots SET taken = taken + 1 WHERE id = $3`, h.Tenant, h.booked, h.later)
	})
	asApp("what is released stays released", func(t *testing.T, tx *sql.Tx) {
		_, err := tx.Exec(`UPDATE allocations SET released_at = clock_timestamp() WHERE id = $1`, allocation)
		require.NoError(t, err)
		refuses(t, tx, "23514", "x_allocations_once", `UPDATE allocations SET released_at = NULL WHERE id = $1`, allocation)
		refuses(t, tx, "23514", "x_allocations_once", `UPDATE allocations SET released_at = clock_timestamp() WHERE id = $1`, allocation)
		refuses(t, tx, "23514", "x_allocations_superseded", `UPDATE allocations SET superseded = true WHERE reservation_id = $1`, h.held)
	})
	asApp("slots of one pooled resource don't overlap, by a microsecond either", func(t *testing.T, tx *sql.Tx) {
		insert := `INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, capacity) SELECT gen_random_uuid(), tenant_id, venue_id, resource_id, ends_at - $2::interval, ends_at + '1 hour', capacity FROM slots WHERE id = $1`
		refuses(t, tx, "23P01", "x_slots_overlap", insert, h.slot, "1 microsecond")
		rows, err := try(t, tx, insert, h.slot, "0")
		require.NoError(t, err, "one may begin when the other ends")
		require.EqualValues(t, 1, rows)
		refuses(t, tx, "23514", "x_slots_range", again("slots"), h.later, `{"ends_at": "2020-01-01T00:00:00Z", "taken": 0}`)
	})
	asApp("an entry has one open offer, and a hold backs one offer", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23505", "offer_tenant_id_reservation_id", again("offers"), h.offer, `{"entry_id": "`+entryOfNobody.String()+`"}`)
		refuses(t, tx, "23505", "offer_tenant_id_entry_id", again("offers"), h.offer, `{"reservation_id": "`+h.booked.String()+`"}`)
		refuses(t, tx, "23505", "selection_tenant_id_slot_id_entry_id", again("selections"), selection, `{"generation": 99}`)
		refuses(t, tx, "23505", "selection_tenant_id_slot_id_generation", again("selections"), selection, `{"entry_id": "`+entryOfNobody.String()+`"}`)
	})
	asApp("a customer has one live entry for a time", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23P01", "x_waitlist_entries_overlap", again("waitlist_entries"), entryOfNobody, `{}`)
	})
	asApp("a hold needs a deadline, an offered entry its offer, a decided offer its moment", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_reservations_status", `UPDATE reservations SET expires_at = NULL WHERE id = $1`, h.held)
		refuses(t, tx, "23514", "x_waitlist_entries_status", `UPDATE waitlist_entries SET offer_id = NULL WHERE id = $1`, h.wish)
		refuses(t, tx, "23514", "x_offers_status", `UPDATE offers SET status = 'DECLINED', version = version + 1 WHERE id = $1`, h.offer)
	})
	asApp("a venue has one active policy", func(t *testing.T, tx *sql.Tx) {
		_, err := tx.Exec(again("policy_versions"), h.Policy, `{"number": 2, "version": 1, "status": "DRAFT"}`)
		require.NoError(t, err)
		refuses(t, tx, "23505", "policyversion_tenant_id_venue_id", `UPDATE policy_versions SET status = 'ACTIVE', version = 2, activated_at = clock_timestamp() WHERE number = $1`, 2)
	})
	asApp("a key has one row, and two events of one version are one too many", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23505", "command_tenant_id_principal_id_key_digest", `INSERT INTO commands SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()))).* FROM commands o LIMIT $1`, 1)
		refuses(t, tx, "23505", "event_tenant_id_entity_id_entity_version", `INSERT INTO events SELECT (jsonb_populate_record(o, jsonb_build_object('id', 999999))).* FROM events o LIMIT $1`, 1)
	})
}

// TestWrittenOnce: history can't be rewritten under the application's role.
func TestWrittenOnce(t *testing.T) {
	t.Parallel()
	h := furnish(t, pgtest.New(t))
	const forbidden = "42501"
	may := map[string][]string{ // the columns that may change, in history once
		"events": {"position"}, "audit_entries": {"sequence", "previous_digest", "digest"},
		"allocations": {"released_at", "superseded"}, "selections": nil, "commands": nil, "intent_slots": nil,
		"intents":   {"version", "status", "reservation_id", "failure", "completed_by", "epoch", "next_at", "not_before", "hold_until", "updated_at"},
		"attempts":  {"version", "status", "upstream_ref", "failure_kind", "failure", "ended_at", "resolved_by", "resolution", "compensation", "epoch", "ask_at", "asked", "doubt_at", "watch_until", "updated_at"},
		"approvals": {"version", "status", "decided_by", "decided_at", "intent_id", "result", "updated_at"},
	}
	for table, open := range may {
		for _, column := range columns(t, h, table) {
			t.Run(table+": "+column, func(t *testing.T) {
				pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
					_, err := try(t, tx, `UPDATE `+table+` SET `+column+` = `+column)
					if contains(open, column) {
						require.NoError(t, err)
						return
					}
					require.Equal(t, forbidden, postgres.Code(err), "%v", err)
				})
			})
		}
	}
	t.Run("a number once given stays", func(t *testing.T) {
		pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
			_, err := tx.Exec(`WITH n AS (SELECT id, row_number() OVER (ORDER BY id) AS at FROM events) UPDATE events e SET position = n.at FROM n WHERE n.id = e.id`)
			require.NoError(t, err)
			refuses(t, tx, "23514", "x_events_once", `UPDATE events SET position = position + 1000`)
			refuses(t, tx, "23514", "x_events_once", `UPDATE events SET position = NULL`)
		})
	})
	t.Run("a seal once set stays", func(t *testing.T) {
		pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
			_, err := tx.Exec(`UPDATE audit_entries SET sequence = id, digest = '\x01', previous_digest = '\x00'`)
			require.NoError(t, err)
			for _, edit := range []string{`sequence = NULL`, `digest = '\x02'`, `previous_digest = NULL`} {
				refuses(t, tx, "23514", "x_audit_entries_once", `UPDATE audit_entries SET `+edit)
			}
		})
	})
	t.Run("nothing that happened can be deleted", func(t *testing.T) {
		pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
			for _, table := range []string{"allocations", "selections", "audit_entries", "reservations", "waitlist_entries", "offers", "intents", "intent_slots", "attempts", "approvals", "providers", "policy_versions", "customers", "tenants", "venues", "resources", "principals", "api_keys"} {
				refuses(t, tx, forbidden, "", `DELETE FROM `+table)
			}
		})
	})
	t.Run("nothing can be emptied, changed in shape or unguarded", func(t *testing.T) {
		pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
			for _, attack := range []string{
				`TRUNCATE events`, `ALTER TABLE slots DISABLE TRIGGER ALL`, `DROP TABLE vacancies`, `ALTER TABLE slots DISABLE ROW LEVEL SECURITY`,
				`CREATE POLICY mine ON slots USING (true)`, `SET session_replication_role = replica`, `CREATE TABLE mine ()`,
				`ALTER FUNCTION x_guard_transition() OWNER TO slotq_app`, `ALTER ROLE slotq_app BYPASSRLS`, `CREATE OR REPLACE FUNCTION x_guard_transition() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
			} {
				refuses(t, tx, forbidden, "", attack)
			}
		})
	})
}

func columns(t *testing.T, h lived, table string) (names []string) {
	t.Helper()
	return texts(t, pgtest.Admin(t, h.DB), `SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`, table)
}

func texts(t *testing.T, db *sql.DB, query string, args ...any) (all []string) {
	t.Helper()
	rows, err := db.Query(query, args...)
	require.NoError(t, err)
	defer func() { require.NoError(t, rows.Close()) }()
	for rows.Next() {
		var text string
		require.NoError(t, rows.Scan(&text))
		all = append(all, text)
	}
	require.NoError(t, rows.Err())
	return all
}

func contains(all []string, one string) bool {
	for _, s := range all {
		if s == one {
			return true
		}
	}
	return false
}
