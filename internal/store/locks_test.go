package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/store"
)

// TestLocks: what is decided by waits for whoever is changing it, and is then read as that one left it.
func TestLocks(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h, ctx, admin := furnish(t, db), t.Context(), pgtest.Admin(t, db)
	customer := h.Guest("Dora").CustomerID
	for table, lock := range map[string]struct {
		row  uuid.UUID
		read func(tx booking.Tx, id uuid.UUID) (version int, err error)
	}{
		"slots": {h.slot, func(tx booking.Tx, id uuid.UUID) (int, error) {
			rows, err := tx.LockPlaces(ctx, []uuid.UUID{id})
			return first(rows).Slot.Version, err
		}},
		"reservations": {h.booked, func(tx booking.Tx, id uuid.UUID) (int, error) {
			rows, err := tx.LockReservations(ctx, []uuid.UUID{id})
			return first(rows).Version, err
		}},
		"offers": {h.offer, func(tx booking.Tx, id uuid.UUID) (int, error) {
			rows, err := tx.LockOffers(ctx, []uuid.UUID{id})
			return first(rows).Version, err
		}},
		"waitlist_entries": {h.wish, func(tx booking.Tx, id uuid.UUID) (int, error) {
			rows, err := tx.LockEntries(ctx, []uuid.UUID{id})
			return first(rows).Version, err
		}},
		"intents": {h.unsure, func(tx booking.Tx, id uuid.UUID) (int, error) {
			rows, err := tx.LockIntents(ctx, []uuid.UUID{id})
			return first(rows).Version, err
		}},
		"approvals": {h.pending, func(tx booking.Tx, id uuid.UUID) (int, error) {
			rows, err := tx.LockApprovals(ctx, []uuid.UUID{id})
			return first(rows).Version, err
		}},
		"customers": {*customer, func(tx booking.Tx, id uuid.UUID) (int, error) {
			rows, err := tx.(booking.GroupTx).LockCustomers(ctx, []uuid.UUID{id})
			return first(rows).Version, err
		}},
	} {
		t.Run(table, func(t *testing.T) {
			other, err := admin.BeginTx(ctx, nil)
			require.NoError(t, err)
			defer func() { _ = other.Rollback() }()
			_, err = other.Exec(`SET LOCAL session_replication_role = replica`)
			require.NoError(t, err)
			var left int
			require.NoError(t, other.QueryRow(`UPDATE `+table+` SET version = version + 7 WHERE id = $1 RETURNING version`, lock.row).Scan(&left))

			seen := make(chan int, 1)
			go func() {
				var version int
				err := booking.ErrBusy
				for errors.Is(err, booking.ErrBusy) { // on a slow machine it has waited for long enough before we let go
					err = store.NewDatabase(db).Routine(ctx, h.Tenant, func(_ context.Context, tx booking.Tx) (err error) {
						version, err = lock.read(tx, lock.row)
						return err
					})
				}
				if err != nil {
					t.Error(err)
				}
				seen <- version
			}()
			require.Eventually(t, func() bool {
				var waiting int
				err := admin.QueryRow(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting)
				return len(seen) > 0 || err == nil && waiting > 0
			}, time.Minute, 2*time.Millisecond)
			require.Empty(t, seen, "it was read while another was changing it")
			require.NoError(t, other.Commit())
			require.Equal(t, left, <-seen)
		})
	}
}

// first is the first row, or an empty one where none was found.
func first[T any](rows []T) (row T) {
	for _, row = range rows {
		break
	}
	return row
}
