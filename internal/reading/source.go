package reading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/availability"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// Source opens read-only transactions in the scope of one tenant. fn may run twice.
type Source interface {
	// Read lets each statement see what is committed when it starts.
	Read(ctx context.Context, tenant uuid.UUID, fn func(ctx context.Context, rows Rows) error) error
	// ByID is Read for what is asked for by ids.
	ByID(ctx context.Context, tenant uuid.UUID, fn func(ctx context.Context, rows Rows) error) error
	// SnapshotByID is Snapshot for what is asked for by ids.
	SnapshotByID(ctx context.Context, tenant uuid.UUID, fn func(ctx context.Context, rows Rows) error) error
	// Snapshot lets all statements see one and the same moment, for answers that several statements make up.
	Snapshot(ctx context.Context, tenant uuid.UUID, fn func(ctx context.Context, rows Rows) error) error
}

// Rows are the rows of one tenant, as they are stored: the state that time gives them is the reader's work. Each method is
// one statement. Filters by state take the moment to which the states belong.
type Rows interface {
	// Clock reads the database's clock.
	Clock(ctx context.Context) (time.Time, error)
	// Ground reads the clock together with a venue and its active rules.
	Ground(ctx context.Context, venue uuid.UUID) (Ground, error)
	// Tenant is the tenant itself; nil when it is gone.
	Tenant(ctx context.Context) (*inventory.Tenant, error)

	Venues(ctx context.Context, want Want) ([]inventory.Venue, error)
	Resources(ctx context.Context, want Want) ([]inventory.Resource, error)
	// FirstResources are the oldest few of each of these venues.
	FirstResources(ctx context.Context, venues []uuid.UUID, each int) ([]inventory.Resource, error)
	Customers(ctx context.Context, want Want) ([]customer.Customer, error)
	Reservations(ctx context.Context, want Want, filter ReservationFilter, now time.Time) ([]reservation.Reservation, error)
	Entries(ctx context.Context, want Want, statuses []waitlist.EntryStatus, now time.Time) ([]waitlist.Entry, error)
	Offers(ctx context.Context, want Want, statuses []waitlist.OfferStatus, now time.Time) ([]waitlist.Offer, error)
	Selections(ctx context.Context, want Want) ([]waitlist.Selection, error)
	// Intents are two statements: what an intent wants never changes, and stands in a table of its own.
	Intents(ctx context.Context, want Want, statuses []intent.Status, now time.Time) ([]Intent, error)
	Attempts(ctx context.Context, want Want) ([]intent.Attempt, error)
	// AttemptsOf are the attempts at the intents with the wanted ids, by number.
	AttemptsOf(ctx context.Context, want Want) ([]intent.Attempt, error)
	Approvals(ctx context.Context, want Want, statuses []approval.Status, now time.Time) ([]approval.Approval, error)
	// PolicyVersions come newest first.
	PolicyVersions(ctx context.Context, want Want) ([]policy.Version, error)
	ActivePolicies(ctx context.Context, want Want) ([]policy.Version, error)

	// SlotsOfVenue and Slots give standings without rules and without an answer of the queue.
	SlotsOfVenue(ctx context.Context, venue uuid.UUID, in SlotRange, now time.Time) ([]inventory.Standing, error)
	Slots(ctx context.Context, want Want, now time.Time) ([]inventory.Standing, error)
	// SlotIDs are the present slots of reservations, by start.
	SlotIDs(ctx context.Context, want Want) (map[uuid.UUID][]uuid.UUID, error)
	// Positions are the places in the queue of the entries that wait.
	Positions(ctx context.Context, want Want, now time.Time) (map[uuid.UUID]int, error)
	// QueuePositions are the places of intents in the lines for providers that limit writes.
	QueuePositions(ctx context.Context, want Want, now time.Time) (map[uuid.UUID]int, error)
	availability.Ground

	AccessRows
	ActionRows
	CalendarRows
	HouseRows
	OperationRows
	OpeningRows
	PolicyRows
	ReportRows
	InvariantRows

	// Command is the ledger row of a principal's key; nil when there is none.
	Command(ctx context.Context, owner uuid.UUID, key command.Digest) (*command.Record, error)
}

// Intent is an intent as it is stored, and whether an attempt at it may still turn out either way, both of one moment: read
// one after the other, an intent that is just being completed would look as if its time had run out.
type Intent struct {
	intent.Intent
	Unresolved bool
}

// Ground is what a list of a venue stands on. Venue is nil when the tenant has no such venue; Rules are zero, and allow
// nothing, while no version is active.
type Ground struct {
	Now   time.Time
	Venue *inventory.Venue
	Rules policy.Rules
}

// Want narrows rows; all that is given must hold. Rows come in the order of their list.
type Want struct {
	Venues []uuid.UUID // of these venues; nil: of any
	Owner  *uuid.UUID  // of this customer; nil: of any. It is ignored for rows that belong to no customer
	IDs    []uuid.UUID // with these ids; nil: with any
	After  *Key        // behind this place; nil: from the start
	Limit  int         // at most so many; 0: all
}

// Key is a place in a list: a time in microseconds since 1970 or a number, and the id that decides between equals.
type Key struct {
	Sort int64
	ID   uuid.UUID
}

// Time is the sort value of a list that is ordered by time.
func (k Key) Time() time.Time { return time.UnixMicro(k.Sort).UTC() }

// SlotRange narrows the slots of a venue, in order of (start, id).
type SlotRange struct {
	From, Until time.Time // start in [From, Until)
	Fits        *int      // only if a party of that size would find an open resource and enough units, lapsed ones included
	NotOwed     bool      // without exclusive ones that somebody waits for who was not offered them; only where the venue promotes
	After       *Key
	Limit       int
}
