package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/graph/model"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
)

// Operations are the commands of people's daily work.
type Operations interface {
	SeatWalkIn(ctx context.Context, by actor.Actor, in booking.SeatWalkIn, correlationID string) (command.Result, error)
	CorrectReservation(ctx context.Context, by actor.Actor, in booking.CorrectReservation, correlationID string) (command.Result, error)
	BookSeries(ctx context.Context, by actor.Actor, in booking.BookSeries, correlationID string) (command.Result, error)
}

// OperationsReader is what is read of arrivals and series.
type OperationsReader interface {
	Arrivals(ctx context.Context, a actor.Actor, venue uuid.UUID, date calendar.Date) ([]reading.ArrivalWindow, error)
	SeriesPreview(ctx context.Context, a actor.Actor, query reading.SeriesQuery) ([]reading.SeriesOccurrence, error)
	SeriesByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]reservation.Series, error)
	ReservationsOfSeries(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID][]reservation.Reservation, error)
}

// seriesLoaders are the batches of recurring bookings.
type seriesLoaders struct {
	series   *batch[reservation.Series]
	seriesOf *batch[[]reservation.Reservation] // by series
}

func newSeriesLoaders(a *asker) seriesLoaders {
	return seriesLoaders{series: newBatch(a, Reader.SeriesByID), seriesOf: newBatch(a, Reader.ReservationsOfSeries)}
}

// seriesQuery reads a question; problem.ErrNotFound for what can't be a slot's id.
func seriesQuery(in model.SeriesPreviewInput) (reading.SeriesQuery, error) {
	query := reading.SeriesQuery{Rule: in.Rule, PartySize: in.PartySize}
	for _, text := range in.SlotIds {
		id, ok := ref.Decode(ref.Slot, text)
		if !ok {
			return query, problem.ErrNotFound
		}
		query.SlotIDs = append(query.SlotIDs, id)
	}
	return query, nil
}

// overrideOf shows why staff booked against the rules; nil when they didn't.
func overrideOf(r *reservation.Reservation) *model.Override {
	if r.OverrideReason == nil {
		return nil
	}
	shown := &model.Override{Reason: *r.OverrideReason, Codes: []problem.Code{}}
	for _, code := range r.OverrideCodes {
		shown.Codes = append(shown.Codes, problem.Code(code))
	}
	return shown
}
