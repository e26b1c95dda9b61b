package auth

import (
	"context"
	"database/sql"
	"sync"
	"sync/atomic"

	"github.com/slotq/slotq/internal/postgres"
)

// mostNoting is how many uses are noted at once; what comes on top is noted at the credential's next look.
const mostNoting = 4

// uses notes when a credential was last used, beside the calls and never in their way.
type uses struct {
	db      *postgres.DB
	update  string // of a tenant's row, $1 and $2; it asks for the minute once more, since another process may have noted the same
	places  chan struct{}
	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup
}

func newUses(db *postgres.DB, update string) *uses {
	return &uses{db: db, update: update, places: make(chan struct{}, mostNoting)}
}

// noteOnce notes a use of a credential that says it should be, and then not again before it is looked up anew. It returns
// at once; a use that can't be noted now is let go.
func (u *uses) noteOnce(at place, unnoted *atomic.Bool) {
	if unnoted.CompareAndSwap(true, false) {
		u.note(at)
	}
}

func (u *uses) note(at place) {
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
		_ = u.db.InTenant(context.Background(), at.tenant, func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, u.update, at.tenant, at.id)
			return err
		})
	})
}

func (u *uses) close() {
	u.mu.Lock()
	u.closed = true
	u.mu.Unlock()
	u.running.Wait()
}
