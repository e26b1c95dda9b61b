package postgres_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/postgres"
)

var errBroken = errors.New("a programmer's mistake")

// withoutEntrances makes a pool whose connections are not told the context of BEGIN.
func withoutEntrances(c driver.Connector) *sql.DB { return sql.OpenDB(deaf{c}) }

type deaf struct{ driver.Connector }

func (d deaf) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := d.Connector.Connect(ctx)
	return struct{ driver.Conn }{conn}, err
}

// leftover is what a connection has of a scope; nothing of it may outlive a transaction.
const leftover = `SELECT concat_ws(' ', current_user, coalesce(nullif(current_setting('app.tenant', true), ''), '-'), current_setting('lock_timeout'),
	current_setting('statement_timeout'), current_setting('plan_cache_mode'), current_setting('transaction_read_only'))`

func TestEntrance(t *testing.T) {
	db := scratch(t)
	tenant := uuid.New()
	// one is the same database through one connection, so that who comes next gets what the last one left.
	one, err := postgres.Open(db.DSN(), postgres.PoolOptions{MaxOpen: 1})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, one.Close()) })
	before := text(t, one, leftover)
	require.Contains(t, before, "slotq_test - ")

	t.Run("the first statement stands in the scope already", func(t *testing.T) {
		var got string
		require.NoError(t, one.ReadByID(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
			return tx.QueryRowContext(ctx, leftover).Scan(&got)
		}))
		require.Equal(t, "slotq_app "+tenant.String()+" 500ms 5s force_generic_plan on", got)
		require.NoError(t, one.LookTenant(t.Context(), tenant, time.Minute, func(ctx context.Context, tx *sql.Tx) error {
			return tx.QueryRowContext(ctx, leftover).Scan(&got)
		}))
		require.Equal(t, "slotq_app "+tenant.String()+" 500ms 1min auto on", got)
	})
	for name, end := range map[string]func(ctx context.Context, tx *sql.Tx) error{
		"a commit":   insert(1),
		"a rollback": func(context.Context, *sql.Tx) error { return errBroken },
		"a failed statement": func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `SELECT 1/0`)
			return err
		},
		"a failed one that is overlooked": func(ctx context.Context, tx *sql.Tx) error {
			_, _ = tx.ExecContext(ctx, `SELECT 1/0`)
			return nil
		},
	} {
		t.Run("nothing is left by "+name, func(t *testing.T) {
			_ = one.InTenant(t.Context(), tenant, end)
			require.Equal(t, before, text(t, one, leftover))
			_ = one.InTenantLocked(t.Context(), tenant, 7, func(ctx context.Context, tx *sql.Tx, locked bool) error {
				require.True(t, locked, "no lock is left either")
				return end(ctx, tx)
			})
			require.Equal(t, before, text(t, one, leftover))
		})
	}
	t.Run("an overlooked failure is told by the word of the driver", func(t *testing.T) {
		err := one.InTenant(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
			_, _ = tx.ExecContext(ctx, `SELECT 1/0`)
			return nil
		})
		require.ErrorIs(t, err, pq.ErrInFailedTransaction)
	})
	t.Run("who can't enter has begun nothing, and keeps nobody out", func(t *testing.T) {
		ran := false
		const beyondMeasure = time.Duration(1 << 62) // what the server takes for no time at all
		err := one.LookTenant(t.Context(), tenant, beyondMeasure, func(context.Context, *sql.Tx) error { ran = true; return nil })
		require.ErrorContains(t, err, "begin")
		require.Equal(t, "22023", postgres.Code(err))
		require.False(t, ran)
		require.Zero(t, one.SQL().Stats().InUse)
		require.NoError(t, one.InTenant(t.Context(), tenant, insert(2)))
		require.Equal(t, before, text(t, one, leftover))
	})
	t.Run("a transaction that somebody left open is not gone on with", func(t *testing.T) {
		conn, err := one.SQL().Conn(t.Context())
		require.NoError(t, err)
		_, err = conn.ExecContext(t.Context(), `BEGIN; SET LOCAL ROLE slotq_worker`)
		require.NoError(t, err)
		require.NoError(t, conn.Close())
		require.ErrorContains(t, one.InTenant(t.Context(), tenant, insert(3)), "left a transaction open")
		require.NoError(t, one.InTenant(t.Context(), tenant, insert(3)), "and its connection is given up")
		require.Equal(t, before, text(t, one, leftover))
	})
	t.Run("keys are told apart, one by one", func(t *testing.T) {
		keys := []int64{-1 << 63, -1, 0, 1<<63 - 1}
		require.NoError(t, db.InTenantAll(t.Context(), tenant, keys[1:3], func(ctx context.Context, tx *sql.Tx, first []bool) error {
			require.Equal(t, []bool{true, true}, first)
			return db.InTenantAll(t.Context(), tenant, keys, func(ctx context.Context, tx *sql.Tx, locked []bool) error {
				require.Equal(t, []bool{true, false, false, true}, locked)
				return nil
			})
		}))
		require.NoError(t, db.InTenantAll(t.Context(), tenant, nil, func(_ context.Context, _ *sql.Tx, locked []bool) error {
			require.Empty(t, locked)
			return nil
		}))
	})
	t.Run("the end of a context cancels what runs, and gives up the connection", func(t *testing.T) {
		slept := false
		for most := 50 * time.Millisecond; !slept; most *= 2 { // on a slow machine it ends before there is anything to cancel
			err := one.LookTenant(t.Context(), tenant, most, func(ctx context.Context, tx *sql.Tx) error {
				if _, err := tx.ExecContext(ctx, `SELECT set_config('statement_timeout', '0', true)`); err != nil {
					return err
				}
				slept = true
				_, err := tx.ExecContext(ctx, `SELECT pg_sleep(30)`)
				return err
			})
			require.ErrorIs(t, err, postgres.ErrUnavailable)
		}
		require.Equal(t, before, text(t, one, leftover))
		soon(t, func() bool {
			return text(t, one, `SELECT count(*)::text FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep%'`) == "0"
		}, "the server doesn't sleep on")
	})
	t.Run("a pool that isn't made here can't be entered", func(t *testing.T) {
		foreign, err := postgres.Open(db.DSN(), postgres.PoolOptions{OpenDB: withoutEntrances})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, foreign.Close()) })
		ran := false
		err = foreign.InTenant(t.Context(), tenant, func(context.Context, *sql.Tx) error { ran = true; return nil })
		require.ErrorContains(t, err, "outside every scope")
		require.False(t, ran)
	})
}
