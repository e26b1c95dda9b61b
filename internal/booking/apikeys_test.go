package booking_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// keyOf asks for a key, of the staff unless it is said otherwise.
func keyOf(h *housetest.House, by actor.Actor, in booking.IssueAPIKey) (booking.IssuedAPIKey, error) {
	if in.Role == "" {
		in.Role = actor.Staff
	}
	if in.Name == "" {
		in.Name = "Till"
	}
	if in.Key == "" {
		in.Key = h.Key()
	}
	return h.Desk.IssueAPIKey(ctx, by, in, "test")
}

// issued is a new key and its token.
func issued(t *testing.T, h *housetest.House, by actor.Actor, in booking.IssueAPIKey) (uuid.UUID, credential.Token) {
	t.Helper()
	made, err := keyOf(h, by, in)
	id := housetest.ID(t, housetest.Must(t)(made.Result, err), ref.APIKey)
	return id, tokenOf(t, made)
}

func tokenOf(t *testing.T, made booking.IssuedAPIKey) credential.Token {
	t.Helper()
	require.NotNil(t, made.Secret)
	token, ok := credential.Parse(credential.Key, *made.Secret)
	require.True(t, ok)
	return token
}

// opens reports whether the secret is the key's present one, or else the one before.
func opens(h *housetest.House, token credential.Token) (now, before bool) {
	digest := token.Digest()
	h.Scan(`SELECT secret_digest = $2, previous_digest IS NOT NULL AND previous_digest = $2 AND previous_until > clock_timestamp() FROM api_keys WHERE id = $1`, []any{token.ID, digest[:]}, &now, &before)
	return now, before
}

func revokeKey(h *housetest.House, id uuid.UUID, version int) booking.RevokeAPIKey {
	return booking.RevokeAPIKey{APIKeyID: ref.Encode(ref.APIKey, id), ExpectedVersion: version, Key: h.Key()}
}

func rotateKey(h *housetest.House, id uuid.UUID, version int) booking.RotateAPIKey {
	return booking.RotateAPIKey{APIKeyID: ref.Encode(ref.APIKey, id), ExpectedVersion: version, Key: h.Key()}
}

func venueRefs(ids ...uuid.UUID) (texts []string) {
	for _, id := range ids {
		texts = append(texts, ref.Encode(ref.Venue, id))
	}
	return texts
}

// by is the actor that a key makes.
func by(h *housetest.House, id uuid.UUID, grant actor.Grant) actor.Actor {
	a := actor.Actor{TenantID: h.Tenant, KeyID: id, Role: grant.Role, VenueIDs: grant.VenueIDs, Scopes: grant.Scopes}
	h.Scan(`SELECT p.id, p.display_name FROM principals p JOIN api_keys k ON k.principal_id = p.id WHERE k.id = $1`, []any{id}, &a.PrincipalID, &a.DisplayName)
	return a
}

func TestIssueAPIKey(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	there := h.SecondVenue().Venue

	t.Run("the secret is answered once, and kept nowhere", func(t *testing.T) {
		in := booking.IssueAPIKey{Name: "  Till  ", Role: actor.Staff, VenueIDs: venueRefs(h.Venue, there), Scopes: []string{"reservation:write", "reservation:read"}, Key: h.Key()}
		first, err := keyOf(h, h.Admin, in)
		id := housetest.ID(t, housetest.Must(t)(first.Result, err), ref.APIKey)
		token := tokenOf(t, first)
		require.Equal(t, h.Tenant, token.Tenant)
		require.Equal(t, id, token.ID)
		now, _ := opens(h, token)
		require.True(t, now)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM api_keys k JOIN principals p ON p.id = k.principal_id WHERE k.id = $1 AND k.name = 'Till' AND k.scopes = 'reservation:read reservation:write'
			AND k.version = 1 AND k.expires_at IS NULL AND p.role = 'STAFF' AND p.display_name = 'Till' AND p.customer_id IS NULL`, id))
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM api_key_venues WHERE api_key_id = $1`, id))

		again, err := keyOf(h, h.Admin, booking.IssueAPIKey{Name: "Till", Role: actor.Staff, VenueIDs: venueRefs(there, h.Venue), Scopes: []string{"reservation:read", "reservation:write"}, Key: in.Key})
		require.True(t, housetest.Must(t)(again.Result, err).Replayed, "sets have no order")
		require.Equal(t, first.Refs, again.Refs)
		require.Nil(t, again.Secret, "nobody knows it any more")

		in.Scopes = nil
		other, err := keyOf(h, h.Admin, in)
		rejected(t, problem.IdempotencyMismatch)(other.Result, err)
		require.Nil(t, other.Secret)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'issueApiKey' AND outcome = 'COMMITTED' AND subject = $1 AND venue_id IS NULL`, ref.Encode(ref.APIKey, id)))
		secret := strings.Split(*first.Secret, ".")[2]
		for _, table := range []string{"api_keys", "principals", "commands", "audit_entries", "events"} {
			require.Zero(t, h.Count(`SELECT count(*) FROM `+table+` t WHERE t::text LIKE '%' || $1 || '%'`, secret), table)
		}
		require.Zero(t, h.Count(`SELECT count(*) FROM events`), "no venue's log tells of credentials")
	})
	t.Run("a key of one venue stands in that venue's audit", func(t *testing.T) {
		id, _ := issued(t, h, h.Admin, booking.IssueAPIKey{VenueIDs: venueRefs(there)})
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE subject = $1 AND venue_id = $2`, ref.Encode(ref.APIKey, id), there))
	})
	t.Run("customers and agents act for a customer", func(t *testing.T) {
		guest := h.Guest("Minji")
		for _, role := range []actor.Role{actor.Customer, actor.Agent} {
			id, _ := issued(t, h, h.Admin, booking.IssueAPIKey{Role: role, CustomerID: customerRef(*guest.CustomerID)})
			require.Equal(t, 1, h.Count(`SELECT count(*) FROM api_keys k JOIN principals p ON p.id = k.principal_id WHERE k.id = $1 AND p.role = $2 AND p.customer_id = $3`, id, string(role), *guest.CustomerID))
		}
	})
	t.Run("a commit whose answer is lost still gives the secret", func(t *testing.T) {
		wire, pool := housetest.NewWire(t, h.DB)
		wire.CutAt(housetest.AfterCommit)
		made, err := deskOver(pool).IssueAPIKey(ctx, h.Admin, booking.IssueAPIKey{Name: "Lost", Role: actor.Staff, Key: h.Key()}, "test")
		require.False(t, housetest.Must(t)(made.Result, err).Replayed)
		now, _ := opens(h, tokenOf(t, made))
		require.True(t, now)
	})
}

func TestIssueAPIKeyRefusals(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	foreign, there := housetest.In(t, h.DB), h.SecondVenue().Venue
	guest := h.Guest("Minji")
	local, part := h.Admin, h.Admin
	local.VenueIDs = []uuid.UUID{h.Venue}
	part.Scopes = []actor.Capability{actor.AccessManage, actor.SessionRead, actor.InventoryRead}
	text := func(s string) *string { return &s }
	var past time.Time
	h.Scan(`SELECT clock_timestamp()`, nil, &past)

	for name, c := range map[string]struct {
		by   actor.Actor
		in   booking.IssueAPIKey
		code problem.Code
	}{
		"no such venue":                           {h.Admin, booking.IssueAPIKey{VenueIDs: venueRefs(uuid.New())}, problem.ReferenceNotFound},
		"one of two venues":                       {h.Admin, booking.IssueAPIKey{VenueIDs: venueRefs(h.Venue, uuid.New())}, problem.ReferenceNotFound},
		"no venue's id":                           {h.Admin, booking.IssueAPIKey{VenueIDs: []string{"42"}}, problem.ReferenceNotFound},
		"another tenant's venue":                  {h.Admin, booking.IssueAPIKey{VenueIDs: venueRefs(foreign.Venue)}, problem.ReferenceNotFound},
		"a venue that isn't granted":              {local, booking.IssueAPIKey{VenueIDs: venueRefs(there)}, problem.ReferenceNotFound},
		"no such customer":                        {h.Admin, booking.IssueAPIKey{Role: actor.Agent, CustomerID: customerRef(uuid.New())}, problem.ReferenceNotFound},
		"no customer's id":                        {h.Admin, booking.IssueAPIKey{Role: actor.Agent, CustomerID: text("42")}, problem.ReferenceNotFound},
		"another tenant's customer":               {h.Admin, booking.IssueAPIKey{Role: actor.Customer, CustomerID: customerRef(*foreign.Guest("Ada").CustomerID)}, problem.ReferenceNotFound},
		"all venues, by an admin of one":          {local, booking.IssueAPIKey{}, problem.PolicyForbids},
		"a whole role, by an admin of a part":     {part, booking.IssueAPIKey{Role: actor.Agent, CustomerID: customerRef(*guest.CustomerID)}, problem.PolicyForbids},
		"a capability that the admin hasn't":      {part, booking.IssueAPIKey{Scopes: []string{"inventory:read", "audit:read"}}, problem.PolicyForbids},
		"the whole tenant, by an admin of a part": {part, booking.IssueAPIKey{Role: actor.Admin}, problem.PolicyForbids},
	} {
		t.Run(name, func(t *testing.T) {
			made, err := keyOf(h, c.by, c.in)
			rejected(t, c.code)(made.Result, err)
			require.Nil(t, made.Secret)
		})
	}
	many := make([]uuid.UUID, 101)
	for i := range many {
		many[i] = uuid.New()
	}
	for name, c := range map[string]struct {
		in    booking.IssueAPIKey
		field string
	}{
		"no name":                      {booking.IssueAPIKey{Name: " "}, "name"},
		"no role":                      {booking.IssueAPIKey{Role: "OWNER"}, "role"},
		"no venues":                    {booking.IssueAPIKey{VenueIDs: []string{}}, "venueIds"},
		"a venue twice":                {booking.IssueAPIKey{VenueIDs: venueRefs(h.Venue, h.Venue)}, "venueIds"},
		"too many venues":              {booking.IssueAPIKey{VenueIDs: venueRefs(many...)}, "venueIds"},
		"no scopes":                    {booking.IssueAPIKey{Scopes: []string{}}, "scopes"},
		"an unknown scope":             {booking.IssueAPIKey{Scopes: []string{"inventory:read", "everything"}}, "scopes[1]"},
		"a scope of another role":      {booking.IssueAPIKey{Scopes: []string{"access:manage"}}, "scopes[0]"},
		"a scope twice":                {booking.IssueAPIKey{Scopes: []string{"inventory:read", "inventory:read"}}, "scopes"},
		"a customer for staff":         {booking.IssueAPIKey{CustomerID: customerRef(*guest.CustomerID)}, "customerId"},
		"no customer for a customer":   {booking.IssueAPIKey{Role: actor.Customer}, "customerId"},
		"no customer for an agent":     {booking.IssueAPIKey{Role: actor.Agent}, "customerId"},
		"an end that has been already": {booking.IssueAPIKey{ExpiresAt: &past}, "expiresAt"},
	} {
		t.Run(name, func(t *testing.T) {
			made, err := keyOf(h, h.Admin, c.in)
			var invalid *problem.Invalid
			require.ErrorAs(t, err, &invalid)
			require.Equal(t, c.field, invalid.Field)
			require.Nil(t, made.Secret)
		})
	}
	t.Run("nobody but an admin, and not by a key without the capability", func(t *testing.T) {
		blind := h.Admin
		blind.Scopes = []actor.Capability{actor.VenueManage}
		for _, who := range []actor.Actor{h.Staff, guest, h.Person(actor.Agent, "Bot"), blind} {
			_, err := keyOf(h, who, booking.IssueAPIKey{})
			require.ErrorIs(t, err, problem.ErrForbidden)
		}
	})
	require.Zero(t, h.Count(`SELECT count(*) FROM api_keys`))
	t.Run("within its limits an admin of a part may", func(t *testing.T) {
		issued(t, h, local, booking.IssueAPIKey{Role: actor.Admin, VenueIDs: venueRefs(h.Venue)})
		issued(t, h, part, booking.IssueAPIKey{Scopes: []string{"inventory:read"}})
	})
}

func TestTwoHundredKeys(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	h.Exec(`INSERT INTO api_keys (id, tenant_id, principal_id, name, secret_digest, created_at)
		SELECT gen_random_uuid(), $1, $2, 'key', sha256(n::text::bytea), clock_timestamp() FROM generate_series(1, 195) n`, h.Tenant, h.Staff.PrincipalID)
	h.Exec(`INSERT INTO api_keys (id, tenant_id, principal_id, name, secret_digest, created_at, expires_at, revoked_at)
		SELECT gen_random_uuid(), $1, $2, 'ended', sha256(n::text::bytea), clock_timestamp(), CASE WHEN n % 2 = 0 THEN clock_timestamp() END, CASE WHEN n % 2 = 1 THEN clock_timestamp() END
		FROM generate_series(1, 20) n`, h.Tenant, h.Staff.PrincipalID)
	keys := make([]uuid.UUID, 9)
	results := together(t, len(keys), func(i int) (command.Result, error) {
		made, err := keyOf(h, h.Admin, booking.IssueAPIKey{})
		if found, ok := made.Find(ref.APIKey); ok {
			keys[i] = found.ID
		}
		return made.Result, err
	})
	require.Equal(t, map[string]int{"COMMITTED": 5, "POLICY_FORBIDS": 4}, tally(results), "all at once, and not one more; ended ones don't count")
	for _, id := range keys {
		if id != uuid.Nil {
			housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, id, 1), "test"))
			break
		}
	}
	issued(t, h, h.Admin, booking.IssueAPIKey{})
}

func TestRotateAPIKey(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)

	t.Run("the key and its principal stay, and the old secret is good for a while", func(t *testing.T) {
		id, old := issued(t, h, h.Admin, booking.IssueAPIKey{})
		in := rotateKey(h, id, 1)
		made, err := h.Desk.RotateAPIKey(ctx, h.Admin, in, "test")
		require.Equal(t, id, housetest.ID(t, housetest.Must(t)(made.Result, err), ref.APIKey))
		fresh := tokenOf(t, made)
		require.Equal(t, old.ID, fresh.ID)
		now, _ := opens(h, fresh)
		_, before := opens(h, old)
		require.True(t, now && before)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM api_keys WHERE id = $1 AND version = 2 AND previous_until BETWEEN clock_timestamp() + interval '59 minutes' AND clock_timestamp() + interval '60 minutes'`, id))

		again, err := h.Desk.RotateAPIKey(ctx, h.Admin, in, "test")
		require.True(t, housetest.Must(t)(again.Result, err).Replayed)
		require.Nil(t, again.Secret)
		now, _ = opens(h, fresh)
		require.True(t, now, "a replay rotates nothing")
		hour := 60
		in.OverlapMinutes = &hour
		same, err := h.Desk.RotateAPIKey(ctx, h.Admin, in, "test")
		require.True(t, housetest.Must(t)(same.Result, err).Replayed, "an hour is what is usual")

		next, err := h.Desk.RotateAPIKey(ctx, h.Admin, rotateKey(h, id, 2), "test")
		housetest.Must(t)(next.Result, err)
		now, before = opens(h, old)
		require.False(t, now || before, "only the last secret goes on")
		_, before = opens(h, fresh)
		require.True(t, before)
	})
	t.Run("without an overlap the old secret is gone at once", func(t *testing.T) {
		id, old := issued(t, h, h.Admin, booking.IssueAPIKey{})
		in, none := rotateKey(h, id, 1), 0
		in.OverlapMinutes = &none
		made, err := h.Desk.RotateAPIKey(ctx, h.Admin, in, "test")
		housetest.Must(t)(made.Result, err)
		now, before := opens(h, old)
		require.False(t, now || before)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM api_keys WHERE id = $1 AND previous_digest IS NULL AND previous_until IS NULL`, id))
	})
	t.Run("of many at once one rotates, and its secret opens", func(t *testing.T) {
		id, _ := issued(t, h, h.Admin, booking.IssueAPIKey{})
		made := make([]booking.IssuedAPIKey, 6)
		results := together(t, len(made), func(i int) (_ command.Result, err error) {
			made[i], err = h.Desk.RotateAPIKey(ctx, h.Admin, rotateKey(h, id, 1), "test")
			return made[i].Result, err
		})
		require.Equal(t, map[string]int{"COMMITTED": 1, "VERSION_STALE": 5}, tally(results))
		for _, m := range made {
			require.Equal(t, m.Outcome == command.Committed, m.Secret != nil)
			if m.Secret != nil {
				now, _ := opens(h, tokenOf(t, m))
				require.True(t, now)
			}
		}
	})
	t.Run("one idempotency key at two desks at once gives one secret, and that one opens", func(t *testing.T) {
		id, _ := issued(t, h, h.Admin, booking.IssueAPIKey{})
		desks, in := []*booking.Desk{h.Desk, deskOver(h.DB)}, rotateKey(h, id, 1)
		made := make([]booking.IssuedAPIKey, len(desks))
		together(t, len(made), func(i int) (_ command.Result, err error) {
			made[i], err = desks[i].RotateAPIKey(ctx, h.Admin, in, "test")
			return made[i].Result, err
		})
		require.NotEqual(t, made[0].Secret == nil, made[1].Secret == nil)
		for _, m := range made {
			if m.Secret != nil {
				now, _ := opens(h, tokenOf(t, m))
				require.True(t, now)
			}
		}
	})
	t.Run("a commit whose answer is lost still gives the secret", func(t *testing.T) {
		id, _ := issued(t, h, h.Admin, booking.IssueAPIKey{})
		wire, pool := housetest.NewWire(t, h.DB)
		wire.CutAt(housetest.AfterCommit)
		made, err := deskOver(pool).RotateAPIKey(ctx, h.Admin, rotateKey(h, id, 1), "test")
		housetest.Must(t)(made.Result, err)
		now, _ := opens(h, tokenOf(t, made))
		require.True(t, now)
	})
	t.Run("refusals", func(t *testing.T) {
		id, _ := issued(t, h, h.Admin, booking.IssueAPIKey{})
		rotated := func(by actor.Actor, in booking.RotateAPIKey) (command.Result, error) {
			made, err := h.Desk.RotateAPIKey(ctx, by, in, "test")
			require.Nil(t, made.Secret)
			return made.Result, err
		}
		rejected(t, problem.VersionStale)(rotated(h.Admin, rotateKey(h, id, 2)))
		rejected(t, problem.ReferenceNotFound)(rotated(h.Admin, rotateKey(h, uuid.New(), 1)))
		rejected(t, problem.ReferenceNotFound)(rotated(housetest.In(t, h.DB).Admin, rotateKey(h, id, 1)))
		local, part := h.Admin, h.Admin
		local.VenueIDs, part.Scopes = []uuid.UUID{h.Venue}, []actor.Capability{actor.AccessManage, actor.InventoryRead}
		rejected(t, problem.ReferenceNotFound)(rotated(local, rotateKey(h, id, 1)))
		rejected(t, problem.ReferenceNotFound)(rotated(part, rotateKey(h, id, 1))) // what is wider would be a way up
		for _, minutes := range []int{-1, 10081} {
			in := rotateKey(h, id, 1)
			in.OverlapMinutes = &minutes
			_, err := rotated(h.Admin, in)
			require.ErrorAs(t, err, new(*problem.Invalid))
		}
		ends := time.Now().Add(time.Hour)
		expired, _ := issued(t, h, h.Admin, booking.IssueAPIKey{ExpiresAt: &ends})
		h.Rewind("api_keys", "expires_at", expired)
		rejected(t, problem.IllegalTransition)(rotated(h.Admin, rotateKey(h, expired, 1)))
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, expired, 1), "test"))
		rejected(t, problem.IllegalTransition)(rotated(h.Admin, rotateKey(h, expired, 2)))
	})
}

func TestRevokeAPIKey(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)

	t.Run("once, for good", func(t *testing.T) {
		id, _ := issued(t, h, h.Admin, booking.IssueAPIKey{})
		rejected(t, problem.VersionStale)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, id, 2), "test"))
		in := revokeKey(h, id, 1)
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, in, "test"))
		require.True(t, housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, in, "test")).Replayed)
		stale := rejected(t, problem.VersionStale)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, id, 1), "test"))
		require.Equal(t, 2, *stale.Problem.CurrentVersion)
		rejected(t, problem.IllegalTransition)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, id, 2), "test"))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM api_keys WHERE id = $1 AND revoked_at IS NOT NULL AND version = 2`, id))
	})
	t.Run("only by those who have as much themselves", func(t *testing.T) {
		there := h.SecondVenue().Venue
		whole, _ := issued(t, h, h.Admin, booking.IssueAPIKey{})
		here, _ := issued(t, h, h.Admin, booking.IssueAPIKey{VenueIDs: venueRefs(h.Venue)})
		both, _ := issued(t, h, h.Admin, booking.IssueAPIKey{VenueIDs: venueRefs(h.Venue, there)})
		local, part := h.Admin, h.Admin
		local.VenueIDs, part.Scopes = []uuid.UUID{h.Venue}, []actor.Capability{actor.AccessManage}
		for name, c := range map[string]struct {
			by actor.Actor
			id uuid.UUID
		}{
			"all venues', by an admin of one": {local, whole}, "two venues', by an admin of one": {local, both}, "a whole role's, by an admin of a part": {part, here},
			"by another tenant": {housetest.In(t, h.DB).Admin, here}, "one that isn't": {h.Admin, uuid.New()},
		} {
			t.Run(name, func(t *testing.T) {
				r := rejected(t, problem.ReferenceNotFound)(h.Desk.RevokeAPIKey(ctx, c.by, revokeKey(h, c.id, 1), "test"))
				require.Empty(t, r.Refs)
			})
		}
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, local, revokeKey(h, here, 1), "test"))
	})
	t.Run("a version that can't be", func(t *testing.T) {
		_, err := h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, uuid.New(), 0), "test")
		require.ErrorAs(t, err, new(*problem.Invalid))
	})
}

// TestNobodyIsLockedOut: the last credential that rules the tenant stays, whoever asks and how many at once.
func TestNobodyIsLockedOut(t *testing.T) {
	t.Parallel()
	rules := booking.IssueAPIKey{Role: actor.Admin}

	t.Run("the last is kept, and what is limited is no substitute", func(t *testing.T) {
		h := housetest.New(t)
		last, _ := issued(t, h, h.Admin, rules)
		soon := time.Now().Add(time.Hour)
		issued(t, h, h.Admin, booking.IssueAPIKey{Role: actor.Admin, VenueIDs: venueRefs(h.Venue)})
		issued(t, h, h.Admin, booking.IssueAPIKey{Role: actor.Admin, Scopes: []string{"access:manage"}})
		short, _ := issued(t, h, h.Admin, booking.IssueAPIKey{Role: actor.Admin, ExpiresAt: &soon})
		rejected(t, problem.PolicyForbids)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, last, 1), "test"))
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, short, 1), "test"))
		second, _ := issued(t, h, h.Admin, rules)
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, last, 1), "test"))
		rejected(t, problem.PolicyForbids)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, second, 1), "test"))
	})
	t.Run("an end of its own makes nobody wait for another", func(t *testing.T) {
		h := housetest.New(t)
		soon, later := time.Now().Add(time.Hour), time.Now().Add(2*time.Hour)
		first, _ := issued(t, h, h.Admin, booking.IssueAPIKey{Role: actor.Admin, ExpiresAt: &soon})
		second, _ := issued(t, h, h.Admin, booking.IssueAPIKey{Role: actor.Admin, ExpiresAt: &later})
		rejected(t, problem.PolicyForbids)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, second, 1), "test"))
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, first, 1), "test"))
		h.Rewind("api_keys", "expires_at", second)
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, second, 1), "test"))
	})
	t.Run("of two who revoke each other, and of many who revoke the last two, one wins", func(t *testing.T) {
		h := housetest.New(t)
		keys := make([]uuid.UUID, 2)
		for i := range keys {
			keys[i], _ = issued(t, h, h.Admin, rules)
		}
		desks := []*booking.Desk{h.Desk, deskOver(h.DB)}
		whole := actor.Grant{Role: actor.Admin}
		var asking sync.WaitGroup
		outcomes := make([]string, 2)
		for i := range keys {
			asking.Go(func() {
				r, err := desks[i].RevokeAPIKey(ctx, by(h, keys[i], whole), revokeKey(h, keys[1-i], 1), "test")
				outcomes[i] = string(r.Outcome)
				if err != nil {
					outcomes[i] = err.Error()
				}
			})
		}
		asking.Wait()
		require.Contains(t, outcomes, "COMMITTED")
		require.Contains(t, outcomes, "revokeApiKey: "+problem.ErrForbidden.Error(), "whose key is gone revokes nobody's: %v", outcomes)

		third, _ := issued(t, h, h.Admin, rules)
		left := third
		h.Scan(`SELECT id FROM api_keys WHERE revoked_at IS NULL AND id <> $1`, []any{third}, &left)
		results := together(t, 6, func(i int) (command.Result, error) {
			return desks[i%2].RevokeAPIKey(ctx, h.Admin, revokeKey(h, []uuid.UUID{left, third}[i%2], 1), "test")
		})
		require.Equal(t, 1, tally(results)["COMMITTED"], tally(results))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM api_keys WHERE revoked_at IS NULL`))
	})
	t.Run("whoever's own credential has ended makes no other, whatever is remembered of it", func(t *testing.T) {
		h := housetest.New(t)
		issued(t, h, h.Admin, rules)
		stolen, _ := issued(t, h, h.Admin, rules)
		thief := by(h, stolen, actor.Grant{Role: actor.Admin})
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, stolen, 1), "test"))
		made, err := keyOf(h, thief, rules)
		require.ErrorIs(t, err, problem.ErrForbidden)
		require.Nil(t, made.Secret)
	})
}
