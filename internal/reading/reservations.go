package reading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reservation"
)

// ReservationFilter narrows a list; all that is given must hold. Statuses are those of now (a lapsed hold is EXPIRED); nil
// is any, and an empty set is none. From is inclusive and To exclusive, both of the start of the first slot. ResourceID
// wants a slot of that resource, not counting those that a move left behind.
type ReservationFilter struct {
	Statuses   []reservation.Status
	From, To   *time.Time
	ResourceID *uuid.UUID
	Late       *bool   // whether the party should be here and isn't
	Requested  *bool   // whether it waits for the venue's yes
	Search     *string // whose customer is found by it; see customer.Search
}

// Reservations lists a venue's reservations by start; a customer, and an agent for its customer, sees only its own.
// problem.ErrNotFound for a venue that isn't the actor's to see, and for a resource to filter by that isn't the venue's.
func (r *Reader) Reservations(ctx context.Context, a actor.Actor, venue uuid.UUID, filter ReservationFilter, page Page) (c Connection[reservation.Reservation], err error) {
	l := list{kind: reservationList, tenant: a.TenantID, venue: venue}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	if filter.Search != nil {
		if _, ok := customer.SearchOf(*filter.Search); !ok {
			return c, problem.NewInvalid("filter.search", "give %d to %d characters", customer.ShortestSearch, customer.LongestSearch)
		}
	}
	err = r.inVenue(ctx, a, venue, func(ctx context.Context, rows Rows, g Ground) error {
		if filter.ResourceID != nil {
			named, err := rows.Resources(ctx, seenBy(a).of(venue).only([]uuid.UUID{*filter.ResourceID}))
			if err != nil {
				return err
			}
			if len(named) == 0 {
				return problem.ErrNotFound
			}
		}
		found, err := rows.Reservations(ctx, seenBy(a).of(venue).part(after, page.First), filter, g.Now)
		age(found, ageReservation, g.Now)
		c = connect(l, page, found, func(v reservation.Reservation) Key { return Key{Sort: v.StartsAt.UnixMicro(), ID: v.ID} })
		return err
	})
	if err != nil {
		return Connection[reservation.Reservation]{}, fmt.Errorf("list reservations of venue %s: %w", venue, err)
	}
	return c, nil
}
