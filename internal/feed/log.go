package feed

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/event"
)

// Log is the stored log of events. Every call is one transaction of its own, or two; problem.ErrUnavailable means that it
// may be tried again.
type Log interface {
	// Pending lists the tenants with events to number and those with audit entries to seal.
	Pending(ctx context.Context) (Pending, error)
	// Number gives a batch of a tenant's committed events their positions, behind those given before, in the order of their
	// insertion. It returns how each venue grew that did; more says that there may be another batch.
	Number(ctx context.Context, tenant uuid.UUID) (grown map[uuid.UUID]Growth, more bool, err error)
	// Seal links a batch of a tenant's committed audit entries to its chain; more says that there may be another batch.
	Seal(ctx context.Context, tenant uuid.UUID) (more bool, err error)

	// Head reads how far a venue's log reaches; problem.ErrNotFound when the tenant has no such venue.
	Head(ctx context.Context, tenant, venue uuid.UUID) (Head, error)
	// Heads reads the last positions of several venues; a venue without events is left out.
	Heads(ctx context.Context, tenant uuid.UUID, venues []uuid.UUID) (map[uuid.UUID]int64, error)
	// Page reads numbered events of a venue after a position, in order.
	Page(ctx context.Context, tenant, venue uuid.UUID, after int64, limit int) ([]event.Numbered, error)

	// Poke tells the other nodes that tenants have new numbered events. A poke may be lost.
	Poke(ctx context.Context, node string, tenants []uuid.UUID) error
	// Listen hears the pokes of all nodes until ctx ends. Connections that break are replaced; an error means that the server
	// refused to let us listen.
	Listen(ctx context.Context, ears Ears) error

	// Tenants lists all tenants.
	Tenants(ctx context.Context) ([]uuid.UUID, error)
	// Trim deletes a batch of the tenant's numbered events that are older than keep, from the front of one venue's log, and
	// notes how far. It returns how many; zero means that none are left.
	Trim(ctx context.Context, tenant uuid.UUID, keep time.Duration) (int64, error)
}

// Growth is what a venue's log gained: so many positions, the last of them its new head.
type Growth struct{ Count, Head int64 }

// Ears are told what is heard. They must return at once.
type Ears struct {
	Heard     func(node string, tenant uuid.UUID) // a poke
	Listening func()                              // pokes are heard from now on; those before may have been missed
	Deaf      func(err error)                     // the connection is lost, or another try to connect has failed
}

// Pending is who has work for the numbering pass.
type Pending struct {
	Unnumbered []uuid.UUID
	Unsealed   []uuid.UUID
}

// Head is how far a venue's log reaches at one moment.
type Head struct {
	Last       int64 // the last position given; 0 before the first
	Trimmed    int64 // positions up to here are gone
	Unnumbered bool  // the tenant has committed events without a position
	Now        time.Time
}
