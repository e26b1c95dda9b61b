package feed_test

import (
	"context"
	"database/sql"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/store"
)

// audited commits n audit entries.
func audited(t testing.TB, h *housetest.House, n int) {
	t.Helper()
	h.Exec(`INSERT INTO audit_entries (tenant_id, venue_id, at, principal_id, actor, operation, subject, outcome, reason, correlation_id)
		SELECT $1, CASE WHEN n % 2 = 0 THEN $2::uuid END, clock_timestamp(), $3, 'STAFF Somi', 'holdSlot', 'rv_' || n, 'COMMITTED', CASE WHEN n % 3 = 0 THEN '' END, 'test'
		FROM generate_series(1, $4) AS n`, h.Tenant, h.Venue, h.Staff.PrincipalID, n)
}

// verifyChain reads the whole chain and returns its length, or why it does not hold.
func verifyChain(t testing.TB, h *housetest.House) (length int64, broken error) {
	t.Helper()
	require.NoError(t, h.DB.ReadTenant(context.Background(), h.Tenant, func(ctx context.Context, tx *sql.Tx) error {
		rows, err := store.SealedEntries(ctx, tx, h.Tenant, 0, 1_000_000)
		require.NoError(t, err)
		var chain feed.Chain
		for _, r := range rows {
			if broken = chain.Check(r); broken != nil {
				return nil
			}
		}
		length = chain.Sequence
		return nil
	}))
	return length, broken
}

func sealAll(t testing.TB, h *housetest.House, log *store.FeedLog) {
	for more := true; more; {
		var err error
		if more, err = log.Seal(context.Background(), h.Tenant); err != nil {
			t.Error(err)
			return
		}
	}
}

func TestSeal(t *testing.T) {
	t.Parallel()

	t.Run("two nodes that seal at once make one chain", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		logs := []*store.FeedLog{store.NewFeedLog(h.DB), store.NewFeedLog(otherPool(t, h))}
		var all sync.WaitGroup
		for round := range 4 {
			audited(t, h, 600*(round+1))
			for _, log := range logs {
				all.Go(func() { sealAll(t, h, log) })
			}
		}
		all.Wait()
		sealAll(t, h, logs[0]) // what a pass left to another that was almost over
		length, broken := verifyChain(t, h)
		require.NoError(t, broken)
		require.EqualValues(t, 6000, length)
	})

	for name, tampering := range map[string]string{
		"a changed column":             `UPDATE audit_entries SET outcome = 'REJECTED' WHERE sequence = 3`,
		"an empty reason made absent":  `UPDATE audit_entries SET reason = NULL WHERE sequence = 3`,
		"a moved moment":               `UPDATE audit_entries SET at = at + interval '1 microsecond' WHERE sequence = 3`,
		"a deleted entry":              `DELETE FROM audit_entries WHERE sequence = 3`,
		"a deleted first entry":        `DELETE FROM audit_entries WHERE sequence = 1`,
		"two entries that change side": `UPDATE audit_entries SET sequence = CASE sequence WHEN 3 THEN 4 ELSE 3 END WHERE sequence IN (3, 4)`,
		"a digest made to fit":         `UPDATE audit_entries SET actor = 'nobody', digest = sha256('x') WHERE sequence = 3`,
	} {
		t.Run(name+" is found", func(t *testing.T) {
			t.Parallel()
			h := housetest.New(t)
			audited(t, h, 6)
			_, err := store.NewFeedLog(h.DB).Seal(t.Context(), h.Tenant)
			require.NoError(t, err)
			_, broken := verifyChain(t, h)
			require.NoError(t, broken)

			admin := pgtest.Admin(t, h.DB)
			tx, err := admin.Begin()
			require.NoError(t, err)
			defer func() { _ = tx.Rollback() }()
			for _, statement := range []string{`SET LOCAL session_replication_role = replica`, `DROP INDEX auditentry_tenant_id_sequence`, tampering} {
				_, err = tx.Exec(statement)
				require.NoError(t, err)
			}
			require.NoError(t, tx.Commit())
			_, broken = verifyChain(t, h)
			require.Error(t, broken)
		})
	}

	t.Run("a seal can't be set anew by the application", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		audited(t, h, 1)
		_, err := store.NewFeedLog(h.DB).Seal(t.Context(), h.Tenant)
		require.NoError(t, err)
		pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
			_, err := tx.Exec(`UPDATE audit_entries SET digest = sha256('x')`)
			require.ErrorContains(t, err, "written once")
		})
	})
}
