package demo_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
)

func TestSeed(t *testing.T) {
	t.Parallel()
	s := newStage(t, pgtest.New(t))
	seeded := s.seed()

	t.Run("there is a restaurant, a clinic and a library, each with its hours in its own zone", func(t *testing.T) {
		require.Len(t, seeded.Tenants, 3)
		for code, want := range map[string]struct {
			zone              string
			exclusive, pooled int
		}{"hanok": {"Asia/Seoul", 13, 0}, "spree-klinik": {"Europe/Berlin", 5, 0}, "hudson-library": {"America/New_York", 60, 1}} {
			tenant := tenantOf(t, seeded, code)
			require.Equal(t, want.zone, tenant.Zone)
			require.Equal(t, want.exclusive, s.count(tenant.ID, `SELECT count(*) FROM resources WHERE tenant_id = $1 AND kind = 'EXCLUSIVE'`))
			require.Equal(t, want.pooled, s.count(tenant.ID, `SELECT count(*) FROM resources WHERE tenant_id = $1 AND kind = 'POOLED' AND capacity = 20`))
			require.Equal(t, 1, s.count(tenant.ID, `SELECT count(*) FROM venues WHERE tenant_id = $1 AND id = $2 AND time_zone = $3 AND layout_days = 14`, tenant.VenueID, want.zone))
			require.Equal(t, 1, s.count(tenant.ID, `SELECT count(*) FROM policy_versions WHERE tenant_id = $1 AND number = 1 AND status = 'ACTIVE' AND digest = $2`, policy.Default().Digest()))
			require.GreaterOrEqual(t, s.count(tenant.ID, `SELECT count(DISTINCT date_trunc('day', starts_at AT TIME ZONE $2)) FROM slots WHERE tenant_id = $1`, want.zone), 10)
		}
	})

	t.Run("everything is booked by the desk's commands, and sound", func(t *testing.T) {
		for _, tenant := range seeded.Tenants {
			booked := s.count(tenant.ID, `SELECT count(*) FROM reservations WHERE tenant_id = $1 AND status = 'CONFIRMED'`)
			require.Greater(t, booked, 10, tenant.Code)
			require.Equal(t, booked, s.count(tenant.ID, `SELECT count(*) FROM reservations WHERE tenant_id = $1`))
			require.Equal(t, booked, s.count(tenant.ID, `SELECT count(*) FROM commands WHERE tenant_id = $1 AND operation = 'confirmReservation'`))
		}
		s.sound()
	})

	t.Run("people wait for a full evening, and there is nothing to offer them", func(t *testing.T) {
		hanok := tenantOf(t, seeded, "hanok")
		require.Equal(t, 4, s.count(hanok.ID, `SELECT count(*) FROM waitlist_entries WHERE tenant_id = $1 AND status = 'WAITING'`))
		_, err := s.desk.CatchUp(t.Context(), hanok.ID)
		require.NoError(t, err)
		require.Equal(t, 4, s.count(hanok.ID, `SELECT count(*) FROM waitlist_entries WHERE tenant_id = $1 AND status = 'WAITING'`))
		require.Zero(t, s.count(hanok.ID, `SELECT count(*) FROM offers WHERE tenant_id = $1`))
		require.Zero(t, s.count(hanok.ID, `SELECT count(*) FROM vacancies WHERE tenant_id = $1`))
	})

	t.Run("names are Korean and English, addresses and numbers are kept for examples", func(t *testing.T) {
		hanok := tenantOf(t, seeded, "hanok")
		require.Positive(t, s.count(hanok.ID, `SELECT count(*) FROM customers WHERE tenant_id = $1 AND name ~ '[가-힣]'`))
		require.Positive(t, s.count(hanok.ID, `SELECT count(*) FROM customers WHERE tenant_id = $1 AND name ~ '[A-Za-z]'`))
		require.Zero(t, s.count(hanok.ID, `SELECT count(*) FROM customers WHERE tenant_id = $1 AND email NOT LIKE '%@example.com'`))
	})

	t.Run("each token is its person's", func(t *testing.T) {
		for _, tenant := range seeded.Tenants {
			for token, role := range map[string]actor.Role{tenant.Admin: actor.Admin, tenant.Staff: actor.Staff, tenant.CustomerA: actor.Customer, tenant.CustomerB: actor.Customer, tenant.Agent: actor.Agent} {
				a := s.actor(token)
				require.Equal(t, tenant.ID, a.TenantID)
				require.Equal(t, role, a.Role)
				require.Empty(t, a.VenueIDs)
			}
			require.Equal(t, s.actor(tenant.CustomerA).CustomerID, s.actor(tenant.Agent).CustomerID, "the agent acts for customer A")
			require.NotEqual(t, s.actor(tenant.CustomerA).CustomerID, s.actor(tenant.CustomerB).CustomerID)
		}
	})

	t.Run("people may sign in, each as themselves, and the agent may not", func(t *testing.T) {
		for _, tenant := range seeded.Tenants {
			var roles []actor.Role
			for _, m := range tenant.Members {
				require.NotEmpty(t, m.Name)
				roles = append(roles, m.Role)
			}
			require.Equal(t, []actor.Role{actor.Admin, actor.Staff, actor.Customer, actor.Customer}, roles)
		}
	})
	t.Run("a second start keeps the data and the story, and issues new tokens in place of the old", func(t *testing.T) {
		counts := func() (all []int) {
			for _, tenant := range seeded.Tenants {
				for _, table := range []string{"customers", "slots", "reservations", "waitlist_entries", "commands", "principals", "memberships", "resources"} {
					all = append(all, s.count(tenant.ID, `SELECT count(*) FROM `+table+` WHERE tenant_id = $1`))
				}
			}
			return all
		}
		before := counts()
		again := s.seed()
		require.Equal(t, before, counts())
		require.Equal(t, seeded.Story, again.Story)
		fresh := auth.NewKeys(s.db) // nothing remembered
		t.Cleanup(fresh.Close)
		for i, tenant := range again.Tenants {
			require.Equal(t, seeded.Tenants[i].ID, tenant.ID)
			require.Equal(t, seeded.Tenants[i].Members, tenant.Members)
			_, err := fresh.Authenticate(t.Context(), seeded.Tenants[i].Staff)
			require.ErrorIs(t, err, auth.ErrUnauthenticated)
			_, err = fresh.Authenticate(t.Context(), tenant.Staff)
			require.NoError(t, err)
			require.Equal(t, 5, s.count(tenant.ID, `SELECT count(*) FROM api_keys WHERE tenant_id = $1 AND revoked_at IS NULL`))
		}
	})
}

func TestForeignTenant(t *testing.T) {
	t.Parallel()
	s := newStage(t, pgtest.New(t))
	other := uuid.New()
	write(t, s, other, `INSERT INTO tenants (id, code, name, created_at) VALUES ($1, 'hanok', 'Somebody', clock_timestamp())`)
	_, err := s.Seed(t.Context())
	require.ErrorContains(t, err, "a tenant of this code that the demo didn't make")
}
