package reservation

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/problem"
)

// Series is a booking that recurs; its reservations name it.
type Series struct {
	ID         uuid.UUID
	TenantID   uuid.UUID
	VenueID    uuid.UUID
	CustomerID uuid.UUID
	Rule       string // as RFC 5545 writes it
	PartySize  int
	Failures   []SeriesFailure // the dates that could not be had
	Version    int
	CreatedAt  time.Time
}

// SeriesFailure is a date of a series that could not be booked.
type SeriesFailure struct {
	Date calendar.Date `json:"date"`
	Code problem.Code  `json:"code"`
}
