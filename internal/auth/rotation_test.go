package auth_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/housetest"
)

func TestRotation(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	keys, clock := newKeys(t, h.DB)
	old, key := issue(t, h, keys, h.Staff, auth.IssueSpec{})
	next := credential.New(credential.Key, h.Tenant, key)
	digest := next.Digest()
	h.Exec(`UPDATE api_keys SET previous_digest = secret_digest, previous_until = clock_timestamp() + interval '1 hour', secret_digest = $2, version = version + 1 WHERE id = $1`, key, digest[:])
	clock.move(auth.TTL)

	t.Run("both secrets open for a while, as the same principal", func(t *testing.T) {
		fresh, err := keys.Authenticate(t.Context(), next.String())
		require.NoError(t, err)
		require.Nil(t, fresh.ExpiresAt)
		stale, err := keys.Authenticate(t.Context(), old)
		require.NoError(t, err)
		require.WithinDuration(t, time.Now().Add(time.Hour), *stale.ExpiresAt, time.Minute, "whoever came by the old one leaves with it")
		stale.ExpiresAt = nil
		require.Equal(t, fresh, stale)
		require.True(t, keys.StillValid(t.Context(), stale))
	})
	t.Run("then the new one alone", func(t *testing.T) {
		h.Exec(`UPDATE api_keys SET previous_until = clock_timestamp() WHERE id = $1`, key)
		clock.move(auth.TTL)
		refused(t, keys, old)
		_, err := keys.Authenticate(t.Context(), next.String())
		require.NoError(t, err)
	})
	t.Run("a key that ends sooner ends sooner for the old secret too", func(t *testing.T) {
		ends := time.Now().Add(time.Minute).UTC().Truncate(time.Microsecond)
		token, short := issue(t, h, keys, h.Staff, auth.IssueSpec{ExpiresAt: &ends})
		h.Exec(`UPDATE api_keys SET previous_digest = secret_digest, previous_until = clock_timestamp() + interval '1 hour', secret_digest = $2 WHERE id = $1`, short, digest[:])
		a, err := keys.Authenticate(t.Context(), token)
		require.NoError(t, err)
		require.True(t, ends.Equal(*a.ExpiresAt))
	})
}

func TestScopes(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	keys, _ := newKeys(t, h.DB)
	token, key := issue(t, h, keys, h.Staff, auth.IssueSpec{})
	h.Exec(`INSERT INTO api_keys (id, tenant_id, principal_id, name, secret_digest, scopes, created_at)
		SELECT gen_random_uuid(), tenant_id, principal_id, 'narrow', secret_digest, 'reservation:read inventory:read', created_at FROM api_keys WHERE id = $1`, key)
	var narrow credential.Token
	h.Scan(`SELECT id FROM api_keys WHERE name = 'narrow'`, nil, &narrow.ID)
	parsed, _ := credential.Parse(credential.Key, token)
	parsed.ID = narrow.ID
	a, err := keys.Authenticate(t.Context(), parsed.String())
	require.NoError(t, err)
	require.Equal(t, []actor.Capability{"reservation:read", "inventory:read"}, a.Scopes)
	require.False(t, a.Can(actor.ReservationWrite))
	require.True(t, keys.StillValid(t.Context(), a))
}
