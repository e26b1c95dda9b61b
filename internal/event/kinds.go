package event

// The registry: every fact that this program states.
const (
	ReservationHeld      Kind = "reservation.held"
	ReservationExtended  Kind = "reservation.extended"
	ReservationConfirmed Kind = "reservation.confirmed"
	ReservationMoved     Kind = "reservation.moved"
	ReservationCheckedIn Kind = "reservation.checked_in"
	ReservationCompleted Kind = "reservation.completed"
	ReservationCancelled Kind = "reservation.cancelled"
	ReservationNoShow    Kind = "reservation.no_show"
	ReservationExpired   Kind = "reservation.expired"

	EntryJoined    Kind = "waitlist.joined"
	EntryOffered   Kind = "waitlist.offered"
	EntryRequeued  Kind = "waitlist.requeued"
	EntryFulfilled Kind = "waitlist.fulfilled"
	EntryDeclined  Kind = "waitlist.declined"
	EntryExpired   Kind = "waitlist.expired"
	EntryCancelled Kind = "waitlist.cancelled"

	OfferMade      Kind = "offer.made"
	OfferAccepted  Kind = "offer.accepted"
	OfferDeclined  Kind = "offer.declined"
	OfferExpired   Kind = "offer.expired"
	OfferWithdrawn Kind = "offer.withdrawn"

	SlotTaken Kind = "slot.taken"
	SlotFreed Kind = "slot.freed"
)

// Kinds lists the registry.
func Kinds() []Kind {
	return []Kind{
		ReservationHeld, ReservationExtended, ReservationConfirmed, ReservationMoved, ReservationCheckedIn,
		ReservationCompleted, ReservationCancelled, ReservationNoShow, ReservationExpired,
		EntryJoined, EntryOffered, EntryRequeued, EntryFulfilled, EntryDeclined, EntryExpired, EntryCancelled,
		OfferMade, OfferAccepted, OfferDeclined, OfferExpired, OfferWithdrawn,
		SlotTaken, SlotFreed,
	}
}
