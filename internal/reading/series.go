package reading

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/reservation"
)

// SeriesByID finds series that the actor may see.
func (r *Reader) SeriesByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]reservation.Series, error) {
	return batch(ctx, r, a, "series", ids, func(v reservation.Series) uuid.UUID { return v.ID }, Rows.SeriesRows)
}

// ReservationsOfSeries finds, by series, the reservations that the actor may see, by start and in the state of now.
func (r *Reader) ReservationsOfSeries(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID][]reservation.Reservation, error) {
	of := map[uuid.UUID][]reservation.Reservation{}
	err := r.each(ctx, a, ids, func(ctx context.Context, rows Rows, want Want) error {
		clear(of)
		now, err := rows.Clock(ctx)
		if err != nil {
			return err
		}
		found, err := rows.ReservationsOfSeries(ctx, want)
		age(found, ageReservation, now)
		for _, row := range found {
			of[*row.SeriesID] = append(of[*row.SeriesID], row)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the reservations of %d series: %w", len(ids), err)
	}
	return of, nil
}
