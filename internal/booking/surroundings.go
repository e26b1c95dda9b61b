package booking

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/availability"
)

// Surroundings are reads of what lies around slots: their queues, the time that others keep of their resources, pauses,
// arrivals.
type Surroundings interface {
	availability.Ground
	// LockTime lets one command at a time decide about the time of each of these resources, where it is sold by slots that
	// overlap: the locks of the slots alone keep nobody from the others. It is taken behind the locks of slots, before those
	// of arrivals, and kept until the transaction ends.
	LockTime(ctx context.Context, resources []uuid.UUID) error
	// LockArrivals lets one command at a time count who arrives at a venue in these quarters of an hour, given in order. It is
	// taken behind the locks of slots, and kept until the transaction ends.
	LockArrivals(ctx context.Context, venue uuid.UUID, quarters []time.Time) error
}
