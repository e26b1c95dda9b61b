package store_test

import (
	"database/sql"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/internal/worker"
)

// TestOperationWalls: what the database itself says of corrections, overrides and requests.
func TestOperationWalls(t *testing.T) {
	t.Parallel()
	h := furnish(t, pgtest.New(t))
	refuse := func(name, code, wall, query string, args ...any) {
		t.Run(name, func(t *testing.T) {
			pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) { refuses(t, tx, code, wall, query, args...) })
		})
	}
	copied := `INSERT INTO reservations SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'status', 'HELD', 'version', 1) || $2::jsonb)).*
		FROM reservations o, generate_series(1, $3) WHERE o.id = $1`
	refuse("one mistake is corrected once", "23505", "reservation_tenant_id_corrects_id", copied, h.booked, `{"corrects_id": "`+h.booked.String()+`"}`, 2)
	refuse("nothing is passed over without a reason", "23514", "x_reservations_override", `UPDATE reservations SET override_codes = 'PACING_EXCEEDED' WHERE id = $1`, h.booked)
	refuse("there is no reason where nothing is passed over", "23514", "x_reservations_override", `UPDATE reservations SET override_reason = 'a feast' WHERE id = $1`, h.booked)
	refuse("what an offer holds is asked for by nobody", "23514", "x_reservations_requested", `UPDATE reservations SET requested_at = clock_timestamp() WHERE id = $1`, h.held)
}

// TestDueNoShows: a tenant is due when a party is to be given up, and not while an intent has the party in hand.
func TestDueNoShows(t *testing.T) {
	t.Parallel()
	h := furnish(t, pgtest.New(t))
	h.Exec(`DELETE FROM vacancies`)
	due := func() []worker.Due {
		all, err := store.NewAgenda(h.DB).Due(t.Context(), time.Minute)
		require.NoError(t, err)
		return all
	}
	require.Empty(t, due())
	h.Deadline("reservations", "no_show_at", h.booked, 2*time.Minute)
	require.Empty(t, due())
	h.Deadline("reservations", "no_show_at", h.booked, 30*time.Second)
	require.Len(t, due(), 1)
	h.Deadline("reservations", "no_show_at", h.booked, -time.Hour)
	require.Len(t, due(), 1)
	require.Equal(t, h.Tenant, due()[0].Tenant)
	require.Less(t, due()[0].In, -59*time.Minute)

	tx, err := pgtest.Admin(t, h.DB).Begin()
	require.NoError(t, err)
	_, err = tx.Exec(`SET LOCAL session_replication_role = replica`)
	require.NoError(t, err)
	_, err = tx.Exec(`UPDATE reservations SET intent_id = gen_random_uuid() WHERE id = $1`, h.booked)
	require.NoError(t, err)
	require.NoError(t, tx.Commit())
	require.Empty(t, due(), "the intent gives it back first")
}
