package store_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

var city = store.Registration{
	Code: "city", Endpoint: "http://127.0.0.1:8090", TokenVariable: "CITY_TOKEN",
	Contract: intent.Contract{Lookup: true, Cancel: true, Deadline: 3 * time.Second, Settle: 5 * time.Second, WritesPerSecond: 2.5, QueueLimit: 7},
}

func TestRegistrationIsChecked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*store.Registration)
		says   string
	}{
		"nothing is wrong":               {func(*store.Registration) {}, ""},
		"no credential is needed":        {func(r *store.Registration) { r.TokenVariable = "" }, ""},
		"a name has no blank":            {func(r *store.Registration) { r.Code = "the city" }, "name must be"},
		"a name is in small letters":     {func(r *store.Registration) { r.Code = "City" }, "name must be"},
		"a name is something":            {func(r *store.Registration) { r.Code = "" }, "name must be"},
		"a name has an end":              {func(r *store.Registration) { r.Code = strings.Repeat("a", 61) }, "name must be"},
		"and no line behind":             {func(r *store.Registration) { r.Code = "city\n" }, "name must be"},
		"an address is of the web":       {func(r *store.Registration) { r.Endpoint = "ftp://h" }, "http"},
		"an address has a host":          {func(r *store.Registration) { r.Endpoint = "http://" }, "host"},
		"an address holds no credential": {func(r *store.Registration) { r.Endpoint = "http://u:secret@h" }, "credential"},
		"an address has no query":        {func(r *store.Registration) { r.Endpoint = "http://h/?key=secret" }, "query"},
		"an address has an end":          {func(r *store.Registration) { r.Endpoint = "http://h/" + strings.Repeat("a", 500) }, "500 characters"},
		"a variable is no credential":    {func(r *store.Registration) { r.TokenVariable = "hunter2-secret" }, "environment variable"},
		"nor does it begin with a digit": {func(r *store.Registration) { r.TokenVariable = "1TOKEN" }, "environment variable"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := city
			c.change(&r)
			err := r.Validate()
			if c.says == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.says)
			require.NotContains(t, err.Error(), "secret")
		})
	}
}

func TestRegisterProvider(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h, other := housetest.In(t, db), housetest.In(t, db)
	ctx := context.Background()
	register := func(t *testing.T, r store.Registration) intent.Provider {
		t.Helper()
		p, err := store.RegisterProvider(ctx, db, h.Tenant, r)
		require.NoError(t, err)
		return p
	}
	verify := func(t *testing.T, p intent.Provider, passed bool) intent.Provider {
		t.Helper()
		p, err := store.SaveVerification(ctx, db, h.Tenant, p, passed, time.Hour, []byte(`{"passed": true}`))
		require.NoError(t, err)
		return p
	}
	first := register(t, city)

	t.Run("it is there as it was declared, unverified", func(t *testing.T) {
		found, err := store.FindProvider(ctx, db, h.Tenant, "city")
		require.NoError(t, err)
		require.Equal(t, first, found)
		require.Equal(t, city.Contract, found.Contract)
		require.Equal(t, 1, found.Version)
		require.False(t, found.Usable(time.Now()))
	})
	t.Run("what is wrong is not written", func(t *testing.T) {
		r := city
		r.Endpoint = "http://u:p@h"
		_, err := store.RegisterProvider(ctx, db, h.Tenant, r)
		require.Error(t, err)
		found, err := store.FindProvider(ctx, db, h.Tenant, "city")
		require.NoError(t, err)
		require.Equal(t, first, found)
	})
	t.Run("verified it may serve, for as long as was said", func(t *testing.T) {
		p := verify(t, first, true)
		require.True(t, p.Usable(time.Now()))
		require.Equal(t, time.Hour, p.VerifiedUntil.Sub(*p.VerifiedAt))
		require.Greater(t, p.Version, first.Version)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM providers WHERE transcript = '{"passed": true}'`))
	})
	t.Run("said once more, nothing changes", func(t *testing.T) {
		p := register(t, city)
		require.True(t, p.Usable(time.Now()))
	})
	for name, change := range map[string]func(*store.Registration){
		"at another address":         func(r *store.Registration) { r.Endpoint = "http://127.0.0.1:8091" },
		"with another credential":    func(r *store.Registration) { r.TokenVariable = "OTHER" },
		"by another contract":        func(r *store.Registration) { r.Contract.Cancel = false },
		"by a contract a bit slower": func(r *store.Registration) { r.Contract.Settle += time.Millisecond },
	} {
		t.Run(name+" it has to be verified anew", func(t *testing.T) {
			before := verify(t, register(t, city), true)
			r := city
			change(&r)
			p := register(t, r)
			require.False(t, p.Usable(time.Now()))
			require.Nil(t, p.VerifiedAt)
			require.Equal(t, before.ID, p.ID)
			require.Greater(t, p.Version, before.Version)
			require.Zero(t, h.Count(`SELECT count(*) FROM providers WHERE transcript IS NOT NULL`))
		})
	}
	t.Run("a verification that fails takes the last one away, and is kept", func(t *testing.T) {
		p := verify(t, verify(t, register(t, city), true), false)
		require.False(t, p.Usable(time.Now()))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM providers WHERE verified_at IS NULL AND verified_until IS NULL AND transcript IS NOT NULL`))
	})
	t.Run("a verification of what it was before doesn't count", func(t *testing.T) {
		read := register(t, city)
		r := city
		r.Endpoint = "http://127.0.0.1:8092"
		register(t, r)
		_, err := store.SaveVerification(ctx, db, h.Tenant, read, true, time.Hour, []byte(`{}`))
		require.ErrorContains(t, err, "changed while it was verified")
		require.Zero(t, h.Count(`SELECT count(*) FROM providers WHERE verified_at IS NOT NULL`))
	})
	t.Run("taking a turn doesn't spoil a verification under way", func(t *testing.T) {
		read := register(t, city)
		h.Exec(`UPDATE providers SET next_write_at = clock_timestamp()`)
		verify(t, read, true)
	})
	t.Run("another tenant knows nothing of it", func(t *testing.T) {
		_, err := store.FindProvider(ctx, db, other.Tenant, "city")
		require.EqualError(t, err, `provider "city": there is none of this name`)
		_, err = store.SaveVerification(ctx, db, other.Tenant, first, true, time.Hour, []byte(`{}`))
		require.Error(t, err)
	})
	t.Run("each change is in the audit, and what changed nothing isn't", func(t *testing.T) {
		audit := func() int { return h.Count(`SELECT count(*) FROM audit_entries WHERE actor = 'operator'`) }
		register(t, city)
		before := audit()
		register(t, city)
		require.Equal(t, before, audit())
		r := city
		r.TokenVariable = ""
		verify(t, register(t, r), true)
		require.Equal(t, before+2, audit())
	})
	t.Run("two who register at once leave one", func(t *testing.T) {
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				r := city
				r.Code = "twice"
				_, _ = store.RegisterProvider(ctx, db, h.Tenant, r)
			})
		}
		all.Wait()
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM providers WHERE code = 'twice'`))
	})
}

func TestTies(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	ctx := context.Background()
	second := h.SecondVenue()
	register := func(code string) intent.Provider {
		r := city
		r.Code = code
		p, err := store.RegisterProvider(ctx, h.DB, h.Tenant, r)
		require.NoError(t, err)
		return p
	}
	a, b := register("a"), register("b")
	seats := inventory.Exclusive
	tie := func(venue uuid.UUID, p intent.Provider, rank int, over *inventory.ResourceKind) error {
		return store.TieVenue(ctx, h.DB, h.Tenant, store.Tie{Venue: venue, Provider: p.ID, Rank: rank, Over: over})
	}
	ties := func() (all []string) {
		registered, err := store.ListProviders(ctx, h.DB, h.Tenant)
		require.NoError(t, err)
		for _, p := range registered {
			for _, tie := range p.Ties {
				over := "all"
				if tie.Over != nil {
					over = string(*tie.Over)
				}
				where := "other"
				if tie.Venue == h.Venue {
					where = tie.VenueCode
				}
				all = append(all, strings.Join([]string{p.Code, where, string(rune('0' + tie.Rank)), over}, " "))
			}
		}
		return all
	}

	t.Run("a tie is made, changed, and made once", func(t *testing.T) {
		require.NoError(t, tie(h.Venue, a, 1, nil))
		require.NoError(t, tie(h.Venue, a, 1, nil))
		require.NoError(t, tie(h.Venue, b, 2, &seats))
		require.NoError(t, tie(second.Venue, a, 1, nil))
		require.Equal(t, []string{"a main 1 all", "a other 1 all", "b main 2 EXCLUSIVE"}, slices.Sorted(slices.Values(ties())))
		require.NoError(t, tie(h.Venue, a, 3, &seats))
		require.NoError(t, tie(h.Venue, b, 2, nil))
		require.Equal(t, []string{"a main 3 EXCLUSIVE", "a other 1 all", "b main 2 all"}, slices.Sorted(slices.Values(ties())))
		require.NoError(t, tie(h.Venue, a, 1, nil))
	})
	t.Run("a rank is one provider's", func(t *testing.T) {
		require.EqualError(t, tie(h.Venue, b, 1, nil), "rank 1 of the venue is another provider's")
	})
	t.Run("ranks begin at 1, kinds are two", func(t *testing.T) {
		nonsense := inventory.ResourceKind("SEATS")
		require.ErrorContains(t, tie(h.Venue, a, 0, nil), "1 or more, not 0")
		require.ErrorContains(t, tie(h.Venue, a, 1, &nonsense), `not "SEATS"`)
	})
	t.Run("what isn't the tenant's can't be tied", func(t *testing.T) {
		stranger := housetest.In(t, h.DB)
		require.Error(t, tie(stranger.Venue, a, 1, nil))
		require.Error(t, store.TieVenue(ctx, h.DB, stranger.Tenant, store.Tie{Venue: stranger.Venue, Provider: a.ID, Rank: 1}))
		require.Zero(t, stranger.Count(`SELECT count(*) FROM venue_providers`))
	})
	t.Run("a tie can be taken back, once", func(t *testing.T) {
		require.NoError(t, store.Untie(ctx, h.DB, h.Tenant, second.Venue, a.ID))
		require.EqualError(t, store.Untie(ctx, h.DB, h.Tenant, second.Venue, a.ID), "the venue isn't tied to this provider")
		require.Equal(t, []string{"a main 1 all", "b main 2 all"}, slices.Sorted(slices.Values(ties())))
	})
	t.Run("a tie stays while reservations to come are booked by it", func(t *testing.T) {
		slot := h.Evening()
		held := housetest.Must(t)(h.Desk.HoldSlot(ctx, h.Guest("Guest"), booking.HoldSlot{SlotIDs: []string{ref.Encode(ref.Slot, slot)}, PartySize: 2, Key: h.Key()}, "test"))
		id, attempt := housetest.ID(t, held, ref.Reservation), uuid.New()
		var customer uuid.UUID
		h.Scan(`SELECT customer_id FROM reservations WHERE id = $1`, []any{id}, &customer)
		of := intentDue(h, customer, time.Hour)
		h.Exec(`INSERT INTO attempts (id, tenant_id, venue_id, customer_id, intent_id, number, provider_id, provider, action, reference, target, started_at, epoch, updated_at)
		        VALUES ($1, $2, $3, $4, $5, 1, $6, 'a', 'BOOK', 'r', 'x', clock_timestamp(), 1, clock_timestamp())`, attempt, h.Tenant, h.Venue, customer, of, a.ID)
		h.Exec(`UPDATE reservations SET upstream_attempt_id = $2, version = version + 1 WHERE id = $1`, id, attempt)
		require.ErrorContains(t, store.Untie(ctx, h.DB, h.Tenant, h.Venue, a.ID), "1 reservations to come are booked")
		require.NoError(t, store.Untie(ctx, h.DB, h.Tenant, h.Venue, b.ID))
	})
}

func TestCodes(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	one, other := housetest.In(t, db), housetest.In(t, db)
	ctx := context.Background()
	for _, h := range []*housetest.House{one, other} {
		found, err := store.FindTenant(ctx, db, h.Tenant.String()[:8])
		require.NoError(t, err)
		require.Equal(t, h.Tenant, found)
		venue, err := store.FindVenue(ctx, db, h.Tenant, "main")
		require.NoError(t, err)
		require.Equal(t, h.Venue, venue)
	}
	_, err := store.FindTenant(ctx, db, "nobody")
	require.EqualError(t, err, `there is no tenant "nobody"`)
	_, err = store.FindVenue(ctx, db, one.Tenant, "nowhere")
	require.EqualError(t, err, `there is no venue "nowhere"`)
}
