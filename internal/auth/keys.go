package auth

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/singleflight"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/problem"
)

// ErrUnauthenticated means that a token is malformed, unknown, revoked or expired: one answer for all.
var ErrUnauthenticated = errors.New("the credential is not valid")

// remembered is how long an answer of the database is believed, and so how long a revoked key may go on.
const (
	remembered     = 2 * time.Second
	mostRemembered = 10_000
)

// Keys turns tokens into actors. It is safe for concurrent use.
type Keys struct {
	db      *postgres.DB
	now     func() time.Time // for the age of remembered answers only; what expires is decided by the database
	reading singleflight.Group
	uses    *uses

	mu   sync.Mutex
	seen map[keyID]seen
}

// keyID is where a key stands: a key is looked up within its tenant and nowhere else.
type keyID struct{ tenant, key uuid.UUID }

// seen is what the database said about a key, and until when that is believed.
type seen struct {
	digest []byte
	actor  actor.Actor
	valid  bool
	until  time.Time
}

// NewKeys reads keys from a database. Close waits for what is still being noted.
func NewKeys(db *postgres.DB) *Keys {
	return &Keys{db: db, now: time.Now, uses: newUses(db), seen: map[keyID]seen{}}
}

// Close waits until the last uses are noted; later ones are not noted any more. Call it before the pool is closed.
func (k *Keys) Close() { k.uses.close() }

// Authenticate finds the actor behind a token. ErrUnauthenticated when there is none; problem.ErrUnavailable when the
// database can't be asked. A key that is revoked is refused within two seconds, one that expires at its instant.
func (k *Keys) Authenticate(ctx context.Context, text string) (actor.Actor, error) {
	t, ok := credential.Parse(credential.Key, text)
	if !ok {
		return actor.Actor{}, ErrUnauthenticated
	}
	found, err := k.find(ctx, keyID{t.Tenant, t.ID})
	if err != nil {
		return actor.Actor{}, err
	}
	if !t.Opens(found.digest) || !found.valid {
		return actor.Actor{}, ErrUnauthenticated
	}
	return found.actor, nil
}

// StillValid reports whether the key behind an actor may go on as it was admitted, for connections that stay open: not
// revoked, not expired, with the same grant of venues. While the database can't be asked nobody is sent away.
func (k *Keys) StillValid(ctx context.Context, a actor.Actor) bool {
	found, err := k.find(ctx, keyID{a.TenantID, a.KeyID})
	if err != nil {
		return true
	}
	return found.valid && slices.Equal(found.actor.VenueIDs, a.VenueIDs)
}

// find answers from memory, or lets one of those who ask at the same time ask the database for all.
func (k *Keys) find(ctx context.Context, id keyID) (seen, error) {
	if known, fresh := k.recall(id); fresh {
		return known, nil
	}
	answer := k.reading.DoChan(id.tenant.String()+id.key.String(), func() (any, error) {
		// The reading belongs to all who wait for it, so none of them can break it off; the transaction has its own limit.
		return k.read(context.WithoutCancel(ctx), id)
	})
	select {
	case <-ctx.Done():
		return seen{}, ctx.Err()
	case a := <-answer:
		if a.Err != nil {
			return seen{}, fmt.Errorf("look key %s up: %w", id.key, a.Err)
		}
		return a.Val.(seen), nil
	}
}

func (k *Keys) recall(id keyID) (known seen, fresh bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	known, found := k.seen[id]
	return known, found && k.now().Before(known.until)
}

// read asks the database and remembers keys that exist. Others are not remembered: whoever guesses must not push the keys
// of others out.
func (k *Keys) read(ctx context.Context, id keyID) (seen, error) {
	asked := k.now()
	row, err := readKey(ctx, k.db, id)
	if postgres.IsUnavailable(err) {
		err = fmt.Errorf("%w: %w", problem.ErrUnavailable, err)
	}
	if err != nil || row == nil {
		return seen{}, err
	}
	found := seen{digest: row.digest, actor: row.actor, valid: row.valid, until: asked.Add(remembered)}
	if row.valid && row.lasts != nil {
		found.until = asked.Add(min(remembered, *row.lasts))
	}
	if row.valid && row.unnoted {
		k.uses.note(id)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.seen) >= mostRemembered {
		clear(k.seen) // rare, and costs each key one look
	}
	k.seen[id] = found
	return found, nil
}
