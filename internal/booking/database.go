package booking

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// What a database answers besides rows.
var (
	// ErrWall means that a constraint of the database refused a write that the rules had allowed.
	ErrWall = errors.New("refused by a constraint of the database")
	// ErrMoved means that rows changed between being looked at and being locked; the command is to be decided anew.
	ErrMoved = errors.New("rows moved before they were locked")
	// ErrBusy means that a lock was not to be had in time and nothing happened; the command is to be decided anew.
	ErrBusy = errors.New("a lock took too long")
	// ErrCommitUnknown means that the connection was lost while committing: it may have happened or not.
	ErrCommitUnknown = errors.New("the fate of the commit is unknown")
)

// Database opens transactions in the scope of one tenant.
type Database interface {
	// Command runs fn in a transaction that has tried to lock the key; locked says whether it got it. fn may run twice.
	Command(ctx context.Context, tenant uuid.UUID, lock int64, fn func(ctx context.Context, tx Tx, locked bool) error) error
	// Group runs fn in a transaction that has tried to lock each of the keys; locked says which it got. fn may run twice.
	Group(ctx context.Context, tenant uuid.UUID, locks []int64, fn func(ctx context.Context, tx GroupTx, locked []bool) error) error
	// Routine runs fn in a transaction without a key. fn may run twice.
	Routine(ctx context.Context, tenant uuid.UUID, fn func(ctx context.Context, tx Tx) error) error
}

// Tx is one transaction: what the desk needs to read, to lock and to write. Locks are taken in the order access, customer,
// venue, slots, the time of resources, arrivals, reservations, offers, entries, intents (with their attempts), approvals, each
// by id or in order of time. Missing rows are left out, never an error.
type Tx interface {
	// WaitForKey waits for a key's lock, at most for patience; false means that it is still taken.
	WaitForKey(ctx context.Context, lock int64, patience time.Duration) (bool, error)
	// Record reads the ledger; nil means that the key is unknown.
	Record(ctx context.Context, owner uuid.UUID, key command.Digest) (*command.Record, error)
	// Now reads the database's clock, in microseconds. It is read after the locks are held.
	Now(ctx context.Context) (time.Time, error)

	Lookups
	Locks
	IntentLookups
	ApprovalLookups
	HouseLookups
	OpeningLookups
	OperationLookups
	PolicyLookups
	FeedLookups
	AccessLookups
	Surroundings

	// Apply writes the changes as sets. ErrMoved when a row is not at the version it was read at.
	Apply(ctx context.Context, changes *Changes) error
	// CheckWalls lets the walls speak now that otherwise do so when the transaction commits.
	CheckWalls(ctx context.Context) error
}

// Lookups are reads without locks.
type Lookups interface {
	Venue(ctx context.Context, id uuid.UUID) (*inventory.Venue, error)
	// Places reads slots as LockPlaces does, and keeps nobody from changing them.
	Places(ctx context.Context, slots []uuid.UUID) ([]Place, error)
	Resources(ctx context.Context, venue uuid.UUID) ([]inventory.Resource, error)
	ActivePolicy(ctx context.Context, venue uuid.UUID) (*policy.Version, error)
	PolicyVersion(ctx context.Context, id uuid.UUID) (*policy.Version, error)
	Reservation(ctx context.Context, id uuid.UUID) (*reservation.Reservation, error)
	Offer(ctx context.Context, id uuid.UUID) (*waitlist.Offer, error)
	Entry(ctx context.Context, id uuid.UUID) (*waitlist.Entry, error)
	// OfferOfHold is the offer that a promotional hold backs; nil when there is none.
	OfferOfHold(ctx context.Context, reservation uuid.UUID) (*waitlist.Offer, error)
	// Allocations are the present ones of a reservation by start, released or not, without those a move left behind.
	Allocations(ctx context.Context, reservation uuid.UUID) ([]inventory.Allocation, error)
	// Lapsed reads the clock and the holds on these slots that are over and not yet released.
	Lapsed(ctx context.Context, slots []uuid.UUID) (now time.Time, holds []LapsedHold, err error)
	// MatchCustomer finds the customer with this e-mail, else with this phone, both normalised; nil when there is none.
	MatchCustomer(ctx context.Context, emailKey, phoneKey *string) (*customer.Customer, error)
	// ActiveReservations counts a customer's reservations that occupy units now, and open intents that have no place yet.
	ActiveReservations(ctx context.Context, customer uuid.UUID, now time.Time) (int, error)
	// OverlappingEntries finds the entries of the customer in the venue that are recorded as live and overlap the range.
	OverlappingEntries(ctx context.Context, customer, venue uuid.UUID, from, to time.Time) ([]waitlist.Entry, error)
	// OverlappingReservation tells whether an active reservation of the customer overlaps the range in the venue, on the
	// resource when one is named.
	OverlappingReservation(ctx context.Context, customer, venue uuid.UUID, resource *uuid.UUID, from, to, now time.Time) (bool, error)
	// NextSelection is the number of the slot's next selection, and since when what a vacancy of the slot itself speaks of has
	// been free; nil when none does. It is read under the slot's lock.
	NextSelection(ctx context.Context, slot uuid.UUID) (generation int64, freed *time.Time, err error)
	// Promising lists slots of a range with free units and somebody eligible waiting, in order, after a slot.
	Promising(ctx context.Context, v Vacancy, after *inventory.Slot, now time.Time, limit int) ([]inventory.Slot, error)
	// Due lists what is over and not yet recorded, oldest first.
	DueHolds(ctx context.Context, limit int) ([]uuid.UUID, error)
	DueEntries(ctx context.Context, limit int) ([]uuid.UUID, error)
}

// IntentLookups are reads without locks about intents, attempts and providers.
type IntentLookups interface {
	Intent(ctx context.Context, id uuid.UUID) (*intent.Intent, error)
	Attempt(ctx context.Context, id uuid.UUID) (*intent.Attempt, error)
	// Attempts are those of an intent, by number.
	Attempts(ctx context.Context, intent uuid.UUID) ([]intent.Attempt, error)
	// Providers are those that a venue is tied to, in the order in which they are asked.
	Providers(ctx context.Context, venue uuid.UUID) ([]TiedProvider, error)
	// ProvidersByID are those with these ids, tied or not.
	ProvidersByID(ctx context.Context, ids []uuid.UUID) ([]intent.Provider, error)
	// Unfinished counts the open intents of a customer and of a venue.
	Unfinished(ctx context.Context, customer, venue uuid.UUID) (ofCustomer, ofVenue int, err error)
	// InLine counts the open intents of a venue for which no provider has been asked yet.
	InLine(ctx context.Context, venue uuid.UUID) (int, error)
	// Awaited tells which intents wait for each of the slots and could have all their slots now, as far as units go, in the
	// order in which they asked.
	Awaited(ctx context.Context, slots []uuid.UUID) (map[uuid.UUID][]inventory.Waiter, error)
	// Turn takes the next turn to write to a provider that takes so many a second, and says when it is.
	Turn(ctx context.Context, provider uuid.UUID, apart time.Duration) (time.Time, error)
	// DueIntents lists intents that have to be looked at, oldest first.
	DueIntents(ctx context.Context, limit int) ([]uuid.UUID, error)
}

// ApprovalLookups are reads without locks about approvals.
type ApprovalLookups interface {
	Approval(ctx context.Context, id uuid.UUID) (*approval.Approval, error)
	// PendingApprovals are the owner's that wait for a yes, recorded as such.
	PendingApprovals(ctx context.Context, owner uuid.UUID) ([]approval.Approval, error)
	// DueApprovals lists what is over and not yet recorded, oldest first.
	DueApprovals(ctx context.Context, limit int) ([]uuid.UUID, error)
}

// TiedProvider is a provider together with what of the venue it has a say in.
type TiedProvider struct {
	intent.Provider
	Over *inventory.ResourceKind // nil: everything
}

// Locks are reads that keep what they return from changing until the transaction ends.
type Locks interface {
	LockCustomer(ctx context.Context, id uuid.UUID) (*customer.Customer, error)
	// LockPlaces locks slots and reads with each its resource and the venue's active policy.
	LockPlaces(ctx context.Context, slots []uuid.UUID) ([]Place, error)
	LockReservations(ctx context.Context, ids []uuid.UUID) ([]reservation.Reservation, error)
	LockOffers(ctx context.Context, ids []uuid.UUID) ([]waitlist.Offer, error)
	LockEntries(ctx context.Context, ids []uuid.UUID) ([]waitlist.Entry, error)
	LockIntents(ctx context.Context, ids []uuid.UUID) ([]intent.Intent, error)
	LockApprovals(ctx context.Context, ids []uuid.UUID) ([]approval.Approval, error)
	// ClaimVacancy locks the tenant's oldest vacancy that nobody else works on and whose venue promotes now, besides those passed
	// by; with singles, the oldest of a single slot goes before all ranges. nil when there is none.
	ClaimVacancy(ctx context.Context, passed []uuid.UUID, singles bool) (*Vacancy, error)
}

// Place is a locked slot with what decides about it.
type Place struct {
	Slot     inventory.Slot
	Resource inventory.Resource
	Policy   policy.Version
	Switches inventory.Switches
	Tied     bool // an outside booking system has a say in it
	Awaited  bool // an intent waits for it, whether it could have it now or not

	PausesUntil *time.Time // when the last pause of the venue is over; nil: there is none to look for
}

// LapsedHold is a hold that is over and still counted, with all its allocations.
type LapsedHold struct {
	Reservation reservation.Reservation
	Allocations []inventory.Allocation
}

// Vacancy notes free units of one slot, or of the slots of a range, whose queue must be looked at.
type Vacancy struct {
	ID         uuid.UUID
	VenueID    uuid.UUID
	SlotID     *uuid.UUID
	From, To   *time.Time
	ResourceID *uuid.UUID
	Cause      string
	FreedAt    *time.Time // since when the place has been free; nil: the note only asks to look again
	CreatedAt  time.Time
}
