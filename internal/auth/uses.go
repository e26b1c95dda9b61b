package auth

import (
	"context"
	"database/sql"
	"sync"

	"github.com/slotq/slotq/internal/postgres"
)

// mostNoting is how many uses are noted at once; what comes on top is noted a minute later, at the key's next look.
const mostNoting = 4

// uses notes when a key was last used, beside the calls and never in their way: nothing depends on it.
type uses struct {
	db      *postgres.DB
	places  chan struct{}
	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup
}

func newUses(db *postgres.DB) *uses {
	return &uses{db: db, places: make(chan struct{}, mostNoting)}
}

// note returns at once. A use that can't be noted now is let go.
func (u *uses) note(id keyID) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.closed {
		return
	}
	select {
	case u.places <- struct{}{}:
	default:
		return
	}
	u.running.Go(func() {
		defer func() { <-u.places }()
		// It belongs to no call; the transaction ends by its own limit.
		_ = u.write(context.Background(), id)
	})
}

// write asks for the minute once more: another process may have noted the same use.
func (u *uses) write(ctx context.Context, id keyID) error {
	return u.db.InTenant(ctx, id.tenant, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE api_keys SET last_used_at = clock_timestamp() WHERE tenant_id = $1 AND id = $2
			AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')`, id.tenant, id.key)
		return err
	})
}

func (u *uses) close() {
	u.mu.Lock()
	u.closed = true
	u.mu.Unlock()
	u.running.Wait()
}
