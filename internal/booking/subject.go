package booking

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// checkVersion refuses a version that no row can have.
func checkVersion(expected int) error {
	if expected < 1 {
		return problem.NewInvalid("expectedVersion", "give the version that was read, 1 or more")
	}
	return nil
}

// booked is a reservation that a command is about: the row, its present slots, the rules it was made under.
type booked struct {
	row   reservation.Reservation
	units []inventory.Allocation
	terms policy.Version
}

// findBooked looks a reservation up without locking. nil means that the actor can't refer to it.
func findBooked(ctx context.Context, tx Facts, by actor.Actor, text string) (*booked, error) {
	id, ok := ref.Decode(ref.Reservation, text)
	if !ok {
		return nil, nil
	}
	row, err := tx.Reservation(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("find reservation %s: %w", id, err)
	}
	if row == nil || !by.MaySee(row.VenueID, row.CustomerID) {
		return nil, nil
	}
	units, err := tx.Allocations(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read the slots of reservation %s: %w", id, err)
	}
	terms, err := tx.PolicyVersion(ctx, row.PolicyVersionID)
	if err != nil || terms == nil {
		return nil, fmt.Errorf("read the policy of reservation %s: %w", id, err)
	}
	return &booked{row: *row, units: units, terms: *terms}, nil
}

// lock locks the row; ErrMoved when it isn't as it was found, for then its slots may be others.
func (b *booked) lock(ctx context.Context, tx Facts) error {
	rows, err := tx.LockReservations(ctx, []uuid.UUID{b.row.ID})
	if err != nil {
		return fmt.Errorf("lock reservation %s: %w", b.row.ID, err)
	}
	if len(rows) != 1 || rows[0].Version != b.row.Version {
		return ErrMoved
	}
	b.row = rows[0]
	return nil
}

// answer shows the reservation and its slots.
func (b *booked) answer() answer {
	return about(b.row.VenueID, ref.Ref{Kind: ref.Reservation, ID: b.row.ID}, slotRefs(slotsOf(b.units))...)
}

// findBacking looks an offer up with the hold and the entry behind it, without locking. nil means that the actor can't
// refer to it.
func findBacking(ctx context.Context, tx Facts, by actor.Actor, text string) (*backing, error) {
	id, ok := ref.Decode(ref.Offer, text)
	if !ok {
		return nil, nil
	}
	offer, err := tx.Offer(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("find offer %s: %w", id, err)
	}
	if offer == nil || !by.MaySee(offer.VenueID, offer.CustomerID) {
		return nil, nil
	}
	return behind(ctx, tx, *offer)
}

// behind reads what stands behind an offer.
func behind(ctx context.Context, tx Facts, offer waitlist.Offer) (*backing, error) {
	b := &backing{offer: offer}
	var err error
	if b.units, err = tx.Allocations(ctx, offer.ReservationID); err != nil {
		return nil, fmt.Errorf("read the slots of offer %s: %w", offer.ID, err)
	}
	return b, nil
}

// lock locks the hold, the offer and the entry, in this order, and takes them as they stand.
func (b *backing) lock(ctx context.Context, tx Facts) error {
	holds, err := tx.LockReservations(ctx, []uuid.UUID{b.offer.ReservationID})
	if err != nil {
		return fmt.Errorf("lock the hold of offer %s: %w", b.offer.ID, err)
	}
	offers, err := tx.LockOffers(ctx, []uuid.UUID{b.offer.ID})
	if err != nil {
		return fmt.Errorf("lock offer %s: %w", b.offer.ID, err)
	}
	entries, err := tx.LockEntries(ctx, []uuid.UUID{b.offer.EntryID})
	if err != nil {
		return fmt.Errorf("lock the entry of offer %s: %w", b.offer.ID, err)
	}
	if len(holds) != 1 || len(offers) != 1 || len(entries) != 1 {
		return ErrMoved
	}
	b.hold, b.offer, b.entry = holds[0], offers[0], entries[0]
	return nil
}

// answer shows the offer, the hold behind it and the entry.
func (b *backing) answer() answer {
	return about(b.offer.VenueID, ref.Ref{Kind: ref.Offer, ID: b.offer.ID},
		ref.Ref{Kind: ref.Reservation, ID: b.offer.ReservationID}, ref.Ref{Kind: ref.Entry, ID: b.offer.EntryID})
}
