package booking

// SeatWalkIn seats a party that came without a booking.
type SeatWalkIn struct {
	SlotIDs   []string
	PartySize int
	Customer  *Contact
	Note      *string
	Override  *Override
	Key       string
}
