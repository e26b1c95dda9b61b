package reading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/series"
)

// OperationRows are the rows of arrivals and series.
type OperationRows interface {
	// ArrivalsByQuarter counts who arrives within a span, by quarters of an hour; with limited also where nobody does and a
	// slot starts.
	ArrivalsByQuarter(ctx context.Context, venue uuid.UUID, from, until, now time.Time, limited bool) ([]ArrivalWindow, error)
	SeriesRows(ctx context.Context, want Want) ([]reservation.Series, error)
	// ReservationsOfSeries are the reservations of the wanted series, by start.
	ReservationsOfSeries(ctx context.Context, want Want) ([]reservation.Reservation, error)
	// SlotsStarting are the slots that start within any of the reaches, without retired ones: where and when they are.
	SlotsStarting(ctx context.Context, reaches []series.Reach) ([]inventory.Slot, error)
	// Recurring is what else decides about a series of these slots.
	Recurring(ctx context.Context, slots []uuid.UUID, owner *uuid.UUID, now time.Time) (Recurring, error)
}

// Recurring is whether an outside booking system has a say in any of some slots, and how many reservations a customer has.
type Recurring struct {
	Tied   bool
	Active int
}
