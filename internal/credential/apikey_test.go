package credential_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/problem"
)

func TestWhatBecomesOfAKey(t *testing.T) {
	t.Parallel()
	now := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	before, after := now.Add(-time.Microsecond), now.Add(time.Microsecond)
	for name, c := range map[string]struct {
		key            credential.APIKey
		good           bool
		revoke, rotate problem.Code
	}{
		"in use":              {credential.APIKey{}, true, "", ""},
		"with time left":      {credential.APIKey{ExpiresAt: &after}, true, "", ""},
		"at its very end":     {credential.APIKey{ExpiresAt: &now}, false, "", problem.IllegalTransition},
		"expired":             {credential.APIKey{ExpiresAt: &before}, false, "", problem.IllegalTransition},
		"revoked":             {credential.APIKey{RevokedAt: &before}, false, problem.IllegalTransition, problem.IllegalTransition},
		"expired and revoked": {credential.APIKey{ExpiresAt: &before, RevokedAt: &before}, false, problem.IllegalTransition, problem.IllegalTransition},
	} {
		t.Run(name, func(t *testing.T) {
			c.key.Version = 3
			require.Equal(t, c.good, c.key.Good(now))
			require.Equal(t, c.revoke, codeOf(c.key.DecideRevoke(3)))
			require.Equal(t, c.rotate, codeOf(c.key.DecideRotate(3, now)))
			for _, stale := range []int{2, 4} {
				require.Equal(t, problem.VersionStale, codeOf(c.key.DecideRevoke(stale)))
				require.Equal(t, 3, *c.key.DecideRotate(stale, now).CurrentVersion)
			}
		})
	}
}

func codeOf(p *problem.Problem) problem.Code {
	if p == nil {
		return ""
	}
	return p.Code
}

func TestTokens(t *testing.T) {
	t.Parallel()
	token := credential.New(credential.Key, uuid.New(), uuid.New())
	digest := token.Digest()
	read, ok := credential.Parse(credential.Key, token.String())
	require.True(t, ok)
	require.Equal(t, token, read)
	require.True(t, read.Opens(digest[:]))
	require.False(t, read.Opens(nil))
	require.False(t, credential.New(credential.Key, token.Tenant, token.ID).Opens(digest[:]), "each has a secret of its own")
	for _, text := range []string{"", token.String() + "A", token.String() + "\n", token.String()[:len(token.String())-1], credential.New(credential.Session, token.Tenant, token.ID).String(),
		credential.New(credential.Key, uuid.Nil, token.ID).String()} {
		_, ok := credential.Parse(credential.Key, text)
		require.False(t, ok, "%q", text)
	}
}
