package booking

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// Facts are what a decision about slots, one reservation or one offer reads and locks. Decisions that need no more than this
// can be made together with others, in one transaction.
type Facts interface {
	Now(ctx context.Context) (time.Time, error)
	PolicyVersion(ctx context.Context, id uuid.UUID) (*policy.Version, error)
	Reservation(ctx context.Context, id uuid.UUID) (*reservation.Reservation, error)
	Allocations(ctx context.Context, reservation uuid.UUID) ([]inventory.Allocation, error)
	Offer(ctx context.Context, id uuid.UUID) (*waitlist.Offer, error)
	OfferOfHold(ctx context.Context, reservation uuid.UUID) (*waitlist.Offer, error)
	MatchCustomer(ctx context.Context, emailKey, phoneKey *string) (*customer.Customer, error)
	ActiveReservations(ctx context.Context, customer uuid.UUID, now time.Time) (int, error)
	Lapsed(ctx context.Context, slots []uuid.UUID) (now time.Time, holds []LapsedHold, err error)
	Awaited(ctx context.Context, slots []uuid.UUID) (map[uuid.UUID][]inventory.Waiter, error)

	LockCustomer(ctx context.Context, id uuid.UUID) (*customer.Customer, error)
	LockPlaces(ctx context.Context, slots []uuid.UUID) ([]Place, error)
	LockReservations(ctx context.Context, ids []uuid.UUID) ([]reservation.Reservation, error)
	LockOffers(ctx context.Context, ids []uuid.UUID) ([]waitlist.Offer, error)
	LockEntries(ctx context.Context, ids []uuid.UUID) ([]waitlist.Entry, error)
	Surroundings
}

// GroupTx is a transaction of several commands: what each of them would ask for by itself is asked for all of them at once.
type GroupTx interface {
	Tx
	// Records reads the ledger; keys that are unknown are left out.
	Records(ctx context.Context, owners []uuid.UUID, keys []command.Digest) ([]LedgerRow, error)

	Reservations(ctx context.Context, ids []uuid.UUID) ([]reservation.Reservation, error)
	AllocationsOf(ctx context.Context, reservations []uuid.UUID) ([]inventory.Allocation, error)
	PolicyVersions(ctx context.Context, ids []uuid.UUID) ([]policy.Version, error)
	Offers(ctx context.Context, ids []uuid.UUID) ([]waitlist.Offer, error)
	LockCustomers(ctx context.Context, ids []uuid.UUID) ([]customer.Customer, error)
	ActiveReservationsOf(ctx context.Context, customers []uuid.UUID, now time.Time) (map[uuid.UUID]int, error)
}
