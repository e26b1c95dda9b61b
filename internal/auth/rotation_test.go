package auth_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/housetest"
)

// rotate gives a key another secret; the one it has is good for the interval, and where that is empty not any more.
func rotate(h *housetest.House, key uuid.UUID, overlap string) credential.Token {
	next := credential.New(credential.Key, h.Tenant, key)
	digest := next.Digest()
	h.Exec(`UPDATE api_keys SET previous_digest = CASE WHEN $3 <> '' THEN secret_digest END, previous_until = clock_timestamp() + nullif($3, '')::interval, secret_digest = $2, version = version + 1 WHERE id = $1`, key, digest[:], overlap)
	return next
}

func TestRotation(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	keys, clock := newKeys(t, h.DB)
	old, key := issue(t, h, keys, h.Staff, auth.IssueSpec{})
	before, err := keys.Authenticate(t.Context(), old)
	require.NoError(t, err)
	next := rotate(h, key, "1 hour")

	t.Run("both secrets open for a while, as the same principal", func(t *testing.T) {
		fresh, err := keys.Authenticate(t.Context(), next.String())
		require.NoError(t, err)
		require.Nil(t, fresh.ExpiresAt)
		stale, err := keys.Authenticate(t.Context(), old)
		require.NoError(t, err)
		require.WithinDuration(t, time.Now().Add(time.Hour), *stale.ExpiresAt, time.Minute, "whoever came by the old one leaves with it")
		require.True(t, keys.StillValid(t.Context(), fresh) && keys.StillValid(t.Context(), stale) && keys.StillValid(t.Context(), before))
		stale.ExpiresAt, stale.Fingerprint = nil, fresh.Fingerprint
		require.Equal(t, fresh, stale)
	})
	t.Run("then the new one alone", func(t *testing.T) {
		h.Exec(`UPDATE api_keys SET previous_until = clock_timestamp() WHERE id = $1`, key)
		clock.move(auth.TTL)
		refused(t, keys, old)
		fresh, err := keys.Authenticate(t.Context(), next.String())
		require.NoError(t, err)
		require.True(t, keys.StillValid(t.Context(), fresh))
		require.False(t, keys.StillValid(t.Context(), before), "whoever came by the old one, before it was to end")
	})
	t.Run("without an overlap whoever came by the old secret leaves", func(t *testing.T) {
		token, id := issue(t, h, keys, h.Staff, auth.IssueSpec{})
		a, err := keys.Authenticate(t.Context(), token)
		require.NoError(t, err)
		rotate(h, id, "")
		require.True(t, keys.StillValid(t.Context(), a), "an answer is believed for a moment")
		clock.move(auth.TTL)
		require.False(t, keys.StillValid(t.Context(), a))
		refused(t, keys, token)
	})
	t.Run("a key that ends sooner ends sooner for the old secret too", func(t *testing.T) {
		ends := time.Now().Add(time.Minute).UTC().Truncate(time.Microsecond)
		token, short := issue(t, h, keys, h.Staff, auth.IssueSpec{ExpiresAt: &ends})
		rotate(h, short, "1 hour")
		a, err := keys.Authenticate(t.Context(), token)
		require.NoError(t, err)
		require.True(t, ends.Equal(*a.ExpiresAt))
	})
}

// TestDoubt: a new secret opens at once, though the key is remembered with its old one; yet nobody has the database asked
// without end by showing wrong ones.
func TestDoubt(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	keys, clock := newKeys(t, h.DB)
	_, key := issue(t, h, keys, h.Staff, auth.IssueSpec{})
	wrong := credential.New(credential.Key, h.Tenant, key).String()
	refused(t, keys, wrong) // asks, and asks once more: the first doubt
	opens := func() bool {
		_, err := keys.Authenticate(t.Context(), rotate(h, key, "").String())
		return err == nil
	}
	for range 4 {
		require.True(t, opens())
	}
	require.False(t, opens(), "the answer has been doubted five times in a moment")
	clock.move(500 * time.Millisecond)
	require.True(t, opens())
	clock.move(auth.TTL)
	require.True(t, opens())
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
