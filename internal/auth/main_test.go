package auth_test

import (
	"context"
	"database/sql"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWithoutLeaks(m)) }

// watch is a clock that stands until it is moved.
type watch struct {
	mu sync.Mutex
	at time.Time
}

func (w *watch) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.at
}

func (w *watch) move(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = w.at.Add(d)
}

// newKeys are keys whose cache goes by the watch.
func newKeys(t testing.TB, db *postgres.DB) (*auth.Keys, *watch) {
	keys, clock := auth.NewKeys(db), &watch{at: time.Now()}
	keys.SetClock(clock.now)
	t.Cleanup(keys.Close)
	return keys, clock
}

// issue makes a key of a person.
func issue(t testing.TB, h *housetest.House, keys *auth.Keys, who actor.Actor, spec auth.IssueSpec) (token string, key uuid.UUID) {
	t.Helper()
	token, key, err := tryIssue(h, keys, who, spec)
	require.NoError(t, err)
	return token, key
}

func tryIssue(h *housetest.House, keys *auth.Keys, who actor.Actor, spec auth.IssueSpec) (token string, key uuid.UUID, err error) {
	spec.Name = "test"
	err = h.DB.InTenant(context.Background(), h.Tenant, func(ctx context.Context, tx *sql.Tx) (err error) {
		token, key, err = keys.Issue(ctx, tx, h.Tenant, who.PrincipalID, spec)
		return err
	})
	return token, key, err
}

func revoke(h *housetest.House, key uuid.UUID) {
	h.Exec(`UPDATE api_keys SET revoked_at = clock_timestamp(), version = version + 1 WHERE id = $1`, key)
}

func refused(t testing.TB, keys *auth.Keys, token string) {
	t.Helper()
	a, err := keys.Authenticate(context.Background(), token)
	require.ErrorIs(t, err, auth.ErrUnauthenticated, token)
	require.Equal(t, actor.Actor{}, a, "nobody stands behind a refused token")
}
