package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
)

// automatic is the statusReason of a party that was given up without anybody's asking.
const automatic = "AUTOMATIC"

// catchUpNoShows gives up the parties that have not come in time, where the rules that they booked under say so.
func (d *Desk) catchUpNoShows(ctx context.Context, tenant uuid.UUID) (did int, failed []error) {
	for {
		var due []uuid.UUID
		err := d.database.Routine(ctx, tenant, func(ctx context.Context, tx Tx) (err error) {
			due, err = tx.DueNoShows(ctx, dueBatch)
			return err
		})
		if err != nil {
			return did, append(failed, fmt.Errorf("list due no-shows: %w", err))
		}
		before := did
		for _, id := range due {
			did, failed = tally(did, failed)(d.GiveUp(ctx, tenant, id))
		}
		if did == before || len(due) < dueBatch {
			return did, failed
		}
	}
}

// GiveUp records that a party has not come by the time that was set for it when it booked, and frees its units. Nothing happens
// when it has come, still has time, or an intent has it in hand; any number of sweepers may try at once.
func (d *Desk) GiveUp(ctx context.Context, tenant, id uuid.UUID) (did bool, err error) {
	return d.routine(ctx, tenant, "giveUp", func(ctx context.Context, tx Tx) (*Changes, *answer, error) {
		row, err := tx.Reservation(ctx, id)
		if err != nil || row == nil || row.Status != reservation.Confirmed {
			return nil, nil, err
		}
		units, err := tx.Allocations(ctx, id)
		if err != nil {
			return nil, nil, fmt.Errorf("read the slots of reservation %s: %w", id, err)
		}
		places, err := tx.LockPlaces(ctx, slotsOf(units))
		if err != nil {
			return nil, nil, fmt.Errorf("lock the slots of reservation %s: %w", id, err)
		}
		rows, err := tx.LockReservations(ctx, []uuid.UUID{id})
		if err != nil || len(rows) != 1 || rows[0].Version != row.Version {
			return nil, nil, err // somebody else moved it: the party may be here
		}
		now, err := tx.Now(ctx)
		if err != nil || !missed(rows[0], now) {
			return nil, nil, err
		}
		s := newSheet(tenant, now, places)
		s.end(rows[0], units, reservation.NoShow, automatic)
		a := about(row.VenueID, ref.Ref{Kind: ref.Reservation, ID: id})
		return s.done(), &a, nil
	})
}

// missed reports whether a party is to be given up now.
func missed(r reservation.Reservation, now time.Time) bool {
	return r.Status == reservation.Confirmed && r.NoShowAt != nil && !now.Before(*r.NoShowAt) && !r.InHand()
}
