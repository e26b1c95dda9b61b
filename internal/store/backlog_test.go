package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/metrics"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/store"
)

// TestBacklog: what is unfinished is counted over all tenants, as old as the database's clock says, and what is finished or
// was turned off isn't counted at all.
func TestBacklog(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	one := furnish(t, db)
	furnish(t, db) // another tenant, the same again
	admin := pgtest.Admin(t, db)
	age := func(statement string, args ...any) {
		t.Helper()
		tx, err := admin.Begin()
		require.NoError(t, err)
		defer func() { _ = tx.Rollback() }()
		_, err = tx.Exec(`SET LOCAL session_replication_role = replica`) // past the walls: this is how time passes
		require.NoError(t, err)
		_, err = tx.Exec(statement, args...)
		require.NoError(t, err)
		require.NoError(t, tx.Commit())
	}
	backlog := store.NewBacklog(db)
	look := func() map[string]metrics.Waiting {
		t.Helper()
		waiting, _, err := backlog.Waiting(t.Context())
		require.NoError(t, err)
		all := map[string]metrics.Waiting{}
		for _, w := range waiting {
			require.NotContains(t, all, w.Thing+" "+w.State, "each stands once")
			all[w.Thing+" "+w.State] = w
		}
		return all
	}
	truth := func(where string) (n int64) {
		t.Helper()
		require.NoError(t, admin.QueryRow(`SELECT count(*) FROM `+where).Scan(&n))
		return n
	}

	fresh := look()
	for name, where := range map[string]string{
		"hold live": `reservations WHERE status = 'HELD' AND intent_id IS NULL`, "hold deciding": `reservations WHERE status = 'HELD' AND intent_id IS NOT NULL`, "offer live": `offers WHERE status = 'OFFERED' AND intent_id IS NULL`,
		"offer deciding": `offers WHERE status = 'OFFERED' AND intent_id IS NOT NULL`, "entry live": `waitlist_entries WHERE status = 'WAITING'`,
		"event unnumbered": `events WHERE position IS NULL`, "audit_entry unsealed": `audit_entries WHERE sequence IS NULL`,
		"intent reserving": `intents WHERE next_at IS NOT NULL AND status = 'RESERVING'`, "attempt unknown": `attempts WHERE ended_at IS NULL AND status = 'UNKNOWN'`,
		"approval pending": `approvals WHERE status = 'PENDING'`, "vacancy noted": `vacancies`, "undo failed": `attempts WHERE compensation = 'FAILED'`,
	} {
		require.Equal(t, truth(where), fresh[name].Count, name)
	}
	require.GreaterOrEqual(t, fresh["hold live"].Count, int64(2), "of both tenants")
	for _, name := range []string{"hold lapsed", "offer lapsed", "arrival lapsed", "policy due", "venue outdated"} {
		require.Equal(t, metrics.Waiting{Thing: fresh[name].Thing, State: fresh[name].State}, fresh[name], "nothing, and yet there: %s", name)
		require.NotEmpty(t, fresh[name].Thing, name)
	}

	age(`UPDATE reservations SET expires_at = clock_timestamp() - interval '90 seconds' WHERE id = $1`, one.held)
	age(`UPDATE offers SET expires_at = clock_timestamp() - interval '80 seconds' WHERE id = $1`, one.offer)
	age(`UPDATE reservations SET no_show_at = clock_timestamp() - interval '70 seconds' WHERE id = $1`, one.booked)
	age(`UPDATE vacancies SET created_at = clock_timestamp() - interval '60 seconds' WHERE tenant_id = $1`, one.Tenant)
	age(`UPDATE events SET occurred_at = clock_timestamp() - interval '50 seconds', position = NULL WHERE tenant_id = $1`, one.Tenant)
	age(`UPDATE venues SET opening_number = 1, laid_out_number = 0 WHERE id = $1`, one.Venue)
	age(`UPDATE opening_revisions SET created_at = clock_timestamp() - interval '40 seconds' WHERE venue_id = $1`, one.Venue)
	late := look()
	for name, seconds := range map[string]int{"hold lapsed": 90, "offer lapsed": 80, "arrival lapsed": 70, "vacancy noted": 60, "event unnumbered": 50, "venue outdated": 40} {
		require.Positive(t, late[name].Count, name)
		require.InDelta(t, time.Duration(seconds)*time.Second, late[name].Oldest, float64(30*time.Second), name)
		require.GreaterOrEqual(t, late[name].Oldest, time.Duration(seconds)*time.Second, name)
	}

	age(`UPDATE venues SET offers_on = false`)
	age(`UPDATE reservations SET status = 'CANCELLED', no_show_at = NULL WHERE intent_id IS NULL`)
	rest := look()
	require.Zero(t, rest["vacancy noted"].Count, "nobody waits for what the venue has turned off")
	require.Zero(t, rest["hold lapsed"].Count)
	require.Zero(t, rest["arrival lapsed"].Count)
}

func TestBacklogOfJobs(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	admin := pgtest.Admin(t, db)
	for i, state := range []string{"available", "available", "scheduled"} {
		_, err := admin.Exec(`INSERT INTO river.river_job (kind, args, state, max_attempts, scheduled_at) VALUES ('trim_events', '{}', $1::river.river_job_state, 3, clock_timestamp() + $2::interval)`,
			state, fmt.Sprintf("%d minutes", []int{-5, 5, -9}[i]))
		require.NoError(t, err)
	}
	_, jobs, err := store.NewBacklog(db).Waiting(t.Context())
	require.NoError(t, err)
	found := map[string]metrics.Job{}
	for _, j := range jobs {
		found[j.State] = j
	}
	require.EqualValues(t, 2, found["available"].Count)
	require.InDelta(t, 5*time.Minute, found["available"].Oldest, float64(30*time.Second))
	require.EqualValues(t, 1, found["scheduled"].Count)
	require.Zero(t, found["scheduled"].Oldest)
}
