package postgres_test

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/postgres"
)

// undone makes the server raise a SQLSTATE, as it does by itself when it undoes a transaction.
func undone(ctx context.Context, tx *sql.Tx, state string) error {
	_, err := tx.ExecContext(ctx, fmt.Sprintf(`DO $$ BEGIN RAISE EXCEPTION 'undone' USING ERRCODE = '%s'; END $$`, state))
	return fmt.Errorf("hold slot: %w", err)
}

func TestRetry(t *testing.T) {
	db := scratch(t)

	for _, state := range []string{"40001", "40P01"} {
		t.Run(state+" is run once more and leaves one effect", func(t *testing.T) {
			tenant, tries := uuid.New(), 0
			require.NoError(t, db.InTenant(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
				tries++
				require.NoError(t, insert(1)(ctx, tx))
				if tries == 1 {
					return undone(ctx, tx, state)
				}
				return nil
			}))
			require.Equal(t, 2, tries)
			require.Equal(t, 1, count(t, db, tenant))
		})

		t.Run(state+" twice is the caller's, who may ask again", func(t *testing.T) {
			tries := 0
			err := db.InTenant(t.Context(), uuid.New(), func(ctx context.Context, tx *sql.Tx) error {
				tries++
				return undone(ctx, tx, state)
			})
			require.True(t, postgres.IsSerialization(err))
			require.True(t, postgres.IsUnavailable(err))
			require.Equal(t, state, postgres.Code(err))
			require.Equal(t, 2, tries)
		})
	}

	t.Run("anything else is run once", func(t *testing.T) {
		tries := 0
		err := db.InTenant(t.Context(), uuid.New(), func(ctx context.Context, tx *sql.Tx) error {
			tries++
			return undone(ctx, tx, "23514")
		})
		require.Equal(t, "23514", postgres.Code(err))
		require.Equal(t, 1, tries)
	})

	t.Run("a caller that leaves after the first try gets no second", func(t *testing.T) {
		ctx, leave := context.WithCancel(t.Context())
		tries := 0
		err := db.InTenant(ctx, uuid.New(), func(ctx context.Context, tx *sql.Tx) error {
			tries++
			leave()
			return undone(ctx, tx, "40001")
		})
		require.Error(t, err)
		require.Equal(t, 1, tries)
	})

	t.Run("two transactions that lock each other both succeed", func(t *testing.T) {
		tenant := uuid.New()
		require.NoError(t, db.InTenant(t.Context(), tenant, insert(1)))
		require.NoError(t, db.InTenant(t.Context(), tenant, insert(2)))
		var tries atomic.Int32
		var bothHoldOne, done sync.WaitGroup
		bothHoldOne.Add(2)
		errs := make([]error, 2)
		over := [2]chan struct{}{make(chan struct{}), make(chan struct{})}
		for i, order := range [][2]int{{1, 2}, {2, 1}} {
			done.Go(func() {
				defer close(over[i])
				first := true
				errs[i] = db.InTenant(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
					tries.Add(1)
					if !first { // undone once: the other one has the way, and is let go first
						<-over[1-i]
					}
					for _, id := range order {
						if _, err := tx.ExecContext(ctx, `UPDATE notes SET v = v || 'x' WHERE id = $1`, id); err != nil {
							return err
						}
						if first {
							first = false
							bothHoldOne.Done()
							bothHoldOne.Wait()
						}
					}
					return nil
				})
			})
		}
		done.Wait()
		require.Equal(t, []error{nil, nil}, errs)
		require.EqualValues(t, 3, tries.Load(), "one of the two was undone and run again")
		require.NoError(t, db.ReadTenant(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
			var both bool
			require.NoError(t, tx.QueryRowContext(ctx, `SELECT bool_and(v = 'xx') FROM notes`).Scan(&both))
			require.True(t, both)
			return nil
		}))
	})

	t.Run("a write that a snapshot cannot see is 40001 in the server's own words", func(t *testing.T) {
		tenant, tries := uuid.New(), 0
		require.NoError(t, db.InTenant(t.Context(), tenant, insert(1)))
		require.NoError(t, db.InTenant(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
			tries++
			if tries == 1 {
				return serializationFailure(t, db, tenant)
			}
			return nil
		}))
		require.Equal(t, 2, tries)
	})
}

// serializationFailure provokes a real 40001: two REPEATABLE READ transactions update one row.
func serializationFailure(t *testing.T, db *postgres.DB, tenant uuid.UUID) error {
	t.Helper()
	tx, err := db.SQL().BeginTx(t.Context(), &sql.TxOptions{Isolation: sql.LevelRepeatableRead})
	require.NoError(t, err)
	defer func() { _ = tx.Rollback() }()
	_, err = tx.ExecContext(t.Context(), `SELECT FROM notes`)
	require.NoError(t, err)
	require.NoError(t, db.InTenant(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE notes SET v = 'first'`)
		return err
	}))
	_, err = tx.ExecContext(t.Context(), `UPDATE notes SET v = 'second'`)
	require.Equal(t, "40001", postgres.Code(err))
	return err
}
