package reading

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// VenuesByID finds venues that the actor is granted.
func (r *Reader) VenuesByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]inventory.Venue, error) {
	return batch(ctx, r, a, "venues", ids, func(v inventory.Venue) uuid.UUID { return v.ID }, Rows.Venues)
}

// ResourcesByID finds resources of venues that the actor is granted.
func (r *Reader) ResourcesByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]inventory.Resource, error) {
	return batch(ctx, r, a, "resources", ids, func(v inventory.Resource) uuid.UUID { return v.ID }, Rows.Resources)
}

// CustomersByID finds customers of the tenant; a customer, and an agent, finds only itself.
func (r *Reader) CustomersByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]customer.Customer, error) {
	return batch(ctx, r, a, "customers", ids, func(v customer.Customer) uuid.UUID { return v.ID }, Rows.Customers)
}

// PolicyVersionsByID finds versions of the rules of venues that the actor is granted.
func (r *Reader) PolicyVersionsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]policy.Version, error) {
	return batch(ctx, r, a, "policy versions", ids, func(v policy.Version) uuid.UUID { return v.ID }, Rows.PolicyVersions)
}

// ReservationsByID finds reservations that the actor may see, in the state of now.
func (r *Reader) ReservationsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]reservation.Reservation, error) {
	return batch(ctx, r, a, "reservations", ids, func(v reservation.Reservation) uuid.UUID { return v.ID },
		func(rows Rows, ctx context.Context, want Want) ([]reservation.Reservation, error) {
			now, err := rows.Clock(ctx)
			if err != nil {
				return nil, err
			}
			found, err := rows.Reservations(ctx, want, ReservationFilter{}, now)
			age(found, ageReservation, now)
			return found, err
		})
}

// EntriesByID finds waitlist entries that the actor may see, in the state of now.
func (r *Reader) EntriesByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]waitlist.Entry, error) {
	return batch(ctx, r, a, "waitlist entries", ids, func(v waitlist.Entry) uuid.UUID { return v.ID },
		func(rows Rows, ctx context.Context, want Want) ([]waitlist.Entry, error) {
			now, err := rows.Clock(ctx)
			if err != nil {
				return nil, err
			}
			found, err := rows.Entries(ctx, want, nil, now)
			age(found, ageEntry, now)
			return found, err
		})
}

// OffersByID finds offers that the actor may see, in the state of now.
func (r *Reader) OffersByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]waitlist.Offer, error) {
	return batch(ctx, r, a, "offers", ids, func(v waitlist.Offer) uuid.UUID { return v.ID },
		func(rows Rows, ctx context.Context, want Want) ([]waitlist.Offer, error) {
			now, err := rows.Clock(ctx)
			if err != nil {
				return nil, err
			}
			found, err := rows.Offers(ctx, want, nil, now)
			age(found, ageOffer, now)
			return found, err
		})
}

// SelectionsByID finds the records of how offers came about. A customer, and an agent, sees those of its own entries, and
// not who was passed over.
func (r *Reader) SelectionsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]waitlist.Selection, error) {
	return batch(ctx, r, a, "selections", ids, func(v waitlist.Selection) uuid.UUID { return v.ID },
		func(rows Rows, ctx context.Context, want Want) ([]waitlist.Selection, error) {
			found, err := rows.Selections(ctx, want)
			for i := range found {
				if a.OwnOnly() {
					found[i].Skipped = nil
				}
			}
			return found, err
		})
}

// batch reads rows by id in one transaction and gives back those that the actor may see, by id. No ids, no transaction.
func batch[T any](ctx context.Context, r *Reader, a actor.Actor, what string, ids []uuid.UUID, id func(T) uuid.UUID, read func(Rows, context.Context, Want) ([]T, error)) (map[uuid.UUID]T, error) {
	var found []T
	err := r.each(ctx, a, ids, func(ctx context.Context, rows Rows, want Want) (err error) {
		found, err = read(rows, ctx, want)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read %d %s: %w", len(ids), what, err)
	}
	byID := make(map[uuid.UUID]T, len(found))
	for _, v := range found {
		byID[id(v)] = v
	}
	return byID, nil
}

// each opens the transaction of a batch, unless there is nothing to read.
func (r *Reader) each(ctx context.Context, a actor.Actor, ids []uuid.UUID, fn func(context.Context, Rows, Want) error) error {
	if len(ids) == 0 {
		return nil
	}
	return r.byID(ctx, a.TenantID, func(ctx context.Context, rows Rows) error {
		return fn(ctx, rows, seenBy(a).only(ids))
	})
}
