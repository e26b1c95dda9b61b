package auth_test

import (
	"encoding/base64"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/problem"
)

func TestAuthenticate(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	keys, _ := newKeys(t, h.DB)

	t.Run("the actor is the key's principal, with the key's grant and end", func(t *testing.T) {
		guest := h.Guest("김하나")
		ends := time.Now().Add(time.Hour).UTC().Truncate(time.Microsecond)
		token, key := issue(t, h, keys, guest, auth.IssueSpec{VenueIDs: []uuid.UUID{h.Venue}, ExpiresAt: &ends})
		a, err := keys.Authenticate(t.Context(), token)
		require.NoError(t, err)
		shown, _ := credential.Parse(credential.Key, token)
		guest.KeyID, guest.Fingerprint, guest.VenueIDs, guest.ExpiresAt = key, shown.Fingerprint(), []uuid.UUID{h.Venue}, &ends
		got := a.ExpiresAt.UTC()
		a.ExpiresAt = &got
		require.Equal(t, guest, a)
	})

	t.Run("a key without a grant sees every venue and lasts for ever", func(t *testing.T) {
		token, _ := issue(t, h, keys, h.Admin, auth.IssueSpec{})
		a, err := keys.Authenticate(t.Context(), token)
		require.NoError(t, err)
		require.True(t, a.SeesVenue(uuid.New()))
		require.Nil(t, a.ExpiresAt)
		require.Equal(t, actor.Admin, a.Role)
		require.Nil(t, a.CustomerID)
	})

	t.Run("a token fits into a header and an address as it is", func(t *testing.T) {
		token, _ := issue(t, h, keys, h.Staff, auth.IssueSpec{})
		require.Regexp(t, `^sq\.[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{43}$`, token)
	})

	t.Run("only a digest of the secret is stored", func(t *testing.T) {
		token, key := issue(t, h, keys, h.Staff, auth.IssueSpec{})
		secret := token[strings.LastIndex(token, ".")+1:]
		raw, err := base64.RawURLEncoding.DecodeString(secret)
		require.NoError(t, err)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM api_keys WHERE id = $1 AND secret_digest = sha256($2)`, key, raw))
		require.Zero(t, h.Count(`SELECT count(*) FROM api_keys k WHERE k::text LIKE '%' || $1 || '%'`, secret))
	})

	t.Run("what is no token is refused", func(t *testing.T) {
		token, _ := issue(t, h, keys, h.Staff, auth.IssueSpec{})
		parts := strings.Split(token, ".")
		for _, text := range []string{
			"", "sq", "sq..", "Bearer " + token, token + " ", " " + token, token + "\n", token + "=", token + ".", token[:len(token)-1], token + "A",
			strings.ToUpper(token), "sk." + parts[1] + "." + parts[2], parts[1] + "." + parts[2], "sq." + parts[2] + "." + parts[1],
			"sq." + parts[1] + "." + parts[1], "sq." + parts[1][:42] + "\n." + parts[2], "sq." + parts[1] + ".", strings.Repeat("x", 1<<16),
		} {
			refused(t, keys, text)
		}
	})

	t.Run("a token of any other bit is refused", func(t *testing.T) {
		token, _ := issue(t, h, keys, h.Staff, auth.IssueSpec{})
		parts := strings.Split(token, ".")
		for part := 1; part <= 2; part++ {
			raw, err := base64.RawURLEncoding.DecodeString(parts[part])
			require.NoError(t, err)
			for bit := range len(raw) * 8 {
				raw[bit/8] ^= 1 << (bit % 8)
				other := []string{parts[0], parts[1], parts[2]}
				other[part] = base64.RawURLEncoding.EncodeToString(raw)
				refused(t, keys, strings.Join(other, "."))
				raw[bit/8] ^= 1 << (bit % 8)
			}
		}
		_, err := keys.Authenticate(t.Context(), token)
		require.NoError(t, err)
	})
}

func TestTenants(t *testing.T) {
	t.Parallel()
	mine := housetest.New(t)
	other := housetest.In(t, mine.DB)
	keys, _ := newKeys(t, mine.DB)
	own, _ := issue(t, mine, keys, mine.Staff, auth.IssueSpec{})
	foreign, foreignKey := issue(t, other, keys, other.Staff, auth.IssueSpec{})
	secret := func(token string) string { return token[strings.LastIndex(token, ".")+1:] }
	named := func(tenant, key uuid.UUID, secret string) string {
		return "sq." + base64.RawURLEncoding.EncodeToString(append(tenant[:], key[:]...)) + "." + secret
	}
	require.Equal(t, foreign, named(other.Tenant, foreignKey, secret(foreign)))

	t.Run("another tenant's key under the own tenant's name is unknown", func(t *testing.T) {
		refused(t, keys, named(mine.Tenant, foreignKey, secret(foreign)))
		refused(t, keys, named(mine.Tenant, foreignKey, secret(own)))
	})
	t.Run("so it is after the right owner used it", func(t *testing.T) {
		a, err := keys.Authenticate(t.Context(), foreign)
		require.NoError(t, err)
		require.Equal(t, other.Tenant, a.TenantID)
		refused(t, keys, named(mine.Tenant, foreignKey, secret(foreign)))
	})
	t.Run("a tenant that doesn't exist has no keys", func(t *testing.T) {
		refused(t, keys, named(uuid.New(), foreignKey, secret(foreign)))
		refused(t, keys, named(uuid.Nil, foreignKey, secret(foreign)))
	})
	t.Run("guesses are not remembered", func(t *testing.T) {
		before := keys.Remembered()
		for range 20 {
			refused(t, keys, named(mine.Tenant, uuid.New(), secret(own)))
		}
		require.Equal(t, before, keys.Remembered())
	})
	t.Run("a key can't be issued for another tenant's principal or venue", func(t *testing.T) {
		_, _, err := tryIssue(mine, keys, other.Staff, auth.IssueSpec{})
		require.Equal(t, "x_api_keys_principal_id", postgres.Constraint(err))
		_, _, err = tryIssue(mine, keys, mine.Staff, auth.IssueSpec{VenueIDs: []uuid.UUID{other.Venue}})
		require.Equal(t, "x_api_key_venues_venue_id", postgres.Constraint(err))
	})
}

func TestEnds(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)

	t.Run("a revoked key is refused within the time that answers are remembered", func(t *testing.T) {
		keys, clock := newKeys(t, h.DB)
		token, key := issue(t, h, keys, h.Staff, auth.IssueSpec{})
		a, err := keys.Authenticate(t.Context(), token)
		require.NoError(t, err)
		revoke(h, key)
		clock.move(auth.TTL - time.Nanosecond)
		_, err = keys.Authenticate(t.Context(), token)
		require.NoError(t, err, "still remembered")
		require.True(t, keys.StillValid(t.Context(), a))
		clock.move(time.Nanosecond)
		refused(t, keys, token)
		require.False(t, keys.StillValid(t.Context(), a))
		elsewhere, _ := newKeys(t, h.DB)
		refused(t, elsewhere, token)
	})

	t.Run("a key ends at its instant by the database's clock, remembered or not", func(t *testing.T) {
		keys := auth.NewKeys(h.DB)
		t.Cleanup(keys.Close)
		databaseNow := func() (now time.Time) { h.Scan(`SELECT clock_timestamp()`, nil, &now); return now }
		accepted := 0
		for life := 400 * time.Millisecond; accepted == 0 && life < time.Minute; life *= 2 { // a slow machine shows it too late
			ends := databaseNow().Add(life)
			token, _ := issue(t, h, keys, h.Staff, auth.IssueSpec{ExpiresAt: &ends})
			for {
				before := databaseNow()
				_, err := keys.Authenticate(t.Context(), token)
				after := databaseNow()
				if err == nil {
					require.True(t, before.Before(ends), "accepted at %s, ended at %s", before, ends)
					accepted++
					continue
				}
				require.ErrorIs(t, err, auth.ErrUnauthenticated)
				require.False(t, after.Before(ends), "refused before %s, ends at %s", after, ends)
				break
			}
		}
		require.Positive(t, accepted)
	})

	t.Run("a key whose grant changed no longer carries those who came with the old one", func(t *testing.T) {
		keys, clock := newKeys(t, h.DB)
		token, key := issue(t, h, keys, h.Staff, auth.IssueSpec{VenueIDs: []uuid.UUID{h.Venue}})
		a, err := keys.Authenticate(t.Context(), token)
		require.NoError(t, err)
		h.Exec(`DELETE FROM api_key_venues WHERE api_key_id = $1`, key)
		clock.move(auth.TTL)
		require.False(t, keys.StillValid(t.Context(), a))
		again, err := keys.Authenticate(t.Context(), token)
		require.NoError(t, err)
		require.Empty(t, again.VenueIDs)
	})
}

func TestUse(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	used := func(key uuid.UUID) (at *time.Time) {
		h.Scan(`SELECT last_used_at FROM api_keys WHERE id = $1`, []any{key}, &at)
		return at
	}
	use := func(t *testing.T, token string) {
		keys := auth.NewKeys(h.DB)
		_, err := keys.Authenticate(t.Context(), token)
		require.NoError(t, err)
		keys.Close() // waits for the note
	}
	token, key := issue(t, h, auth.NewKeys(h.DB), h.Staff, auth.IssueSpec{})

	t.Run("the first use is noted", func(t *testing.T) {
		require.Nil(t, used(key))
		use(t, token)
		require.NotNil(t, used(key))
	})
	t.Run("others within a minute are not", func(t *testing.T) {
		first := used(key)
		use(t, token)
		require.Equal(t, first, used(key))
	})
	t.Run("after a minute it is noted again, and the version stays", func(t *testing.T) {
		h.Exec(`UPDATE api_keys SET last_used_at = clock_timestamp() - interval '61 seconds' WHERE id = $1`, key)
		old := used(key)
		use(t, token)
		require.True(t, used(key).After(*old))
		require.Equal(t, 1, h.Count(`SELECT version FROM api_keys WHERE id = $1`, key))
	})
	t.Run("after Close nothing is noted, and keys are still read", func(t *testing.T) {
		fresh, freshKey := issue(t, h, auth.NewKeys(h.DB), h.Staff, auth.IssueSpec{})
		keys := auth.NewKeys(h.DB)
		keys.Close()
		_, err := keys.Authenticate(t.Context(), fresh)
		require.NoError(t, err)
		keys.Close()
		require.Nil(t, used(freshKey))
	})
}

func TestUnavailable(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	pool, err := postgres.Open(h.DB.DSN(), postgres.PoolOptions{MaxOpen: 2})
	require.NoError(t, err)
	keys, clock := newKeys(t, pool)
	token, _ := issue(t, h, keys, h.Staff, auth.IssueSpec{})
	a, err := keys.Authenticate(t.Context(), token)
	require.NoError(t, err)
	keys.Close()
	require.NoError(t, pool.Close())

	t.Run("what is remembered needs no database", func(t *testing.T) {
		_, err := keys.Authenticate(t.Context(), token)
		require.NoError(t, err)
	})
	t.Run("after that a key is neither known nor unknown, and open connections stay", func(t *testing.T) {
		clock.move(auth.TTL)
		_, err := keys.Authenticate(t.Context(), token)
		require.ErrorIs(t, err, problem.ErrUnavailable)
		require.NotErrorIs(t, err, auth.ErrUnauthenticated)
		require.True(t, keys.StillValid(t.Context(), a))
	})
	t.Run("a malformed token is refused all the same", func(t *testing.T) {
		refused(t, keys, "sq.x.y")
	})
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	keys, clock := newKeys(t, h.DB)
	var tokens []string
	for range 4 {
		token, _ := issue(t, h, keys, h.Staff, auth.IssueSpec{})
		tokens = append(tokens, token)
	}
	var all sync.WaitGroup
	errs := make(chan error, 400)
	for i := range 400 {
		all.Go(func() {
			if i%50 == 0 {
				clock.move(auth.TTL)
			}
			_, err := keys.Authenticate(t.Context(), tokens[i%len(tokens)])
			errs <- err
		})
	}
	all.Wait()
	close(errs)
	for err := range errs {
		require.NoError(t, err)
	}
}
