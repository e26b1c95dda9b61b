package booking

import "github.com/slotq/slotq/internal/reservation"

// CorrectReservation makes a reservation anew whose row ended, or began, by mistake.
type CorrectReservation struct {
	ReservationID   string
	Becomes         reservation.Status // CONFIRMED or CHECKED_IN
	Reason          string
	ExpectedVersion int
	Key             string
}
