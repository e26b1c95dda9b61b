package store_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/internal/worker"
)

// intentDue plants an intent that has to be looked at so long from now.
func intentDue(h *housetest.House, customer uuid.UUID, in time.Duration) uuid.UUID {
	id := uuid.New()
	h.Exec(`INSERT INTO intents (id, tenant_id, venue_id, customer_id, kind, party_size, expires_at, next_at, created_at, updated_at)
	        SELECT $1, $2, $3, $4, 'requestReservation', 1, now + interval '1 hour', now + $5 * interval '1 microsecond', now, now FROM (SELECT clock_timestamp() AS now) c`,
		id, h.Tenant, h.Venue, customer, in.Microseconds())
	return id
}

// attemptDue plants an attempt of an intent about which the provider has to be asked so long from now.
func attemptDue(h *housetest.House, customer, of uuid.UUID, in time.Duration) {
	h.Exec(`INSERT INTO attempts (id, tenant_id, venue_id, customer_id, intent_id, number, provider, action, reference, target, started_at, epoch, ask_at, updated_at)
	        SELECT $1, $2, $3, $4, $5, 1, 'slotq', 'BOOK', $6, 'x', now, 1, now + $7 * interval '1 microsecond', now FROM (SELECT clock_timestamp() AS now) c`,
		uuid.New(), h.Tenant, h.Venue, customer, of, of.String(), in.Microseconds())
}

func TestChores(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	busy, calm := housetest.In(t, db), housetest.In(t, db)
	whose, whom := *busy.Guest("Ahn").CustomerID, *calm.Guest("Bora").CustomerID
	agenda := store.NewAgenda(db)
	list := func() []worker.Chore {
		chores, err := agenda.Chores(context.Background(), time.Second)
		require.NoError(t, err)
		return chores
	}
	intents := func(chores []worker.Chore) (all []uuid.UUID) {
		for _, c := range chores {
			all = append(all, c.Intent)
		}
		return all
	}
	require.Empty(t, list())

	oldest := intentDue(busy, whose, -time.Hour)
	second := intentDue(busy, whose, -30*time.Minute)
	third := intentDue(busy, whose, -20*time.Minute)
	its := intentDue(calm, whom, -time.Minute)
	intentDue(calm, whom, time.Minute) // not yet

	t.Run("the tenants take turns, each with its most overdue", func(t *testing.T) {
		chores := list()
		require.Equal(t, []uuid.UUID{oldest, its, second, third}, intents(chores))
		require.Equal(t, calm.Tenant, chores[1].Tenant)
		require.InDelta(t, -time.Minute.Seconds(), chores[1].In.Seconds(), 10)
	})

	t.Run("what is due soon is listed with how soon, by the database's clock", func(t *testing.T) {
		soon := intentDue(calm, whom, 900*time.Millisecond)
		chores, err := agenda.Chores(context.Background(), 10*time.Second)
		require.NoError(t, err)
		require.Contains(t, intents(chores), soon)
		for _, c := range chores {
			if c.Intent == soon {
				require.Less(t, c.In, 900*time.Millisecond)
			}
		}
	})

	t.Run("an attempt that has to be asked about makes its intent due, once", func(t *testing.T) {
		attemptDue(busy, whose, third, -2*time.Hour)
		quiet := intentDue(busy, whose, time.Hour)
		attemptDue(busy, whose, quiet, -3*time.Hour)
		require.Equal(t, []uuid.UUID{quiet, third, oldest, second}, intents(only(list(), busy.Tenant)))
	})

	t.Run("the list has an end, and it hurts only those who have much to do", func(t *testing.T) {
		busy.Exec(`INSERT INTO intents (id, tenant_id, venue_id, customer_id, kind, party_size, expires_at, next_at, created_at, updated_at)
		           SELECT gen_random_uuid(), $1, $2, $3, 'requestReservation', 1, now + interval '1 hour', now - interval '2 days', now, now FROM (SELECT clock_timestamp() AS now) c, generate_series(1, 1200)`,
			busy.Tenant, busy.Venue, whose)
		chores := list()
		require.Len(t, chores, 1000)
		require.Contains(t, intents(chores), its)
	})
}

func only(chores []worker.Chore, tenant uuid.UUID) (its []worker.Chore) {
	for _, c := range chores {
		if c.Tenant == tenant {
			its = append(its, c)
		}
	}
	return its
}
