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

	// an unfinished intent has it in hand; the intent gave it back
	ReservationHandedOver Kind = "reservation.handed_over"
	ReservationHandedBack Kind = "reservation.handed_back"
	EntryHandedOver       Kind = "waitlist.handed_over"
	EntryHandedBack       Kind = "waitlist.handed_back"
	OfferHandedOver       Kind = "offer.handed_over"
	OfferHandedBack       Kind = "offer.handed_back"

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

	SlotTaken     Kind = "slot.taken"
	SlotFreed     Kind = "slot.freed"
	SlotAdjusted  Kind = "slot.capacity_adjusted"
	SlotWithdrawn Kind = "slot.withdrawn" // the opening rules no longer have it
	SlotReopened  Kind = "slot.reopened"

	ReservationRequested Kind = "reservation.requested" // a customer has asked; the venue confirms or declines
	EntryPrioritized     Kind = "waitlist.prioritized"
	SeriesBooked         Kind = "series.booked"

	VenueCreated    Kind = "venue.created"
	VenueChanged    Kind = "venue.changed"
	OpeningSet      Kind = "venue.opening_set"
	SlotsLaidOut    Kind = "venue.slots_laid_out" // slots follow the opening rules as they now stand
	AreaCreated     Kind = "area.created"
	AreaChanged     Kind = "area.changed"
	ResourceCreated Kind = "resource.created"
	ResourceChanged Kind = "resource.changed"
	PauseMade       Kind = "pause.made"
	PauseEnded      Kind = "pause.ended"

	PolicyDrafted     Kind = "policy.drafted"
	PolicyPlanned     Kind = "policy.planned"
	PolicyActivated   Kind = "policy.activated"
	PolicyRetired     Kind = "policy.retired"
	AdjustmentGranted Kind = "adjustment.granted"
	AdjustmentRevoked Kind = "adjustment.revoked"

	FeedIssued  Kind = "feed.issued"
	FeedRevoked Kind = "feed.revoked"

	IntentRequested  Kind = "intent.requested"
	IntentWaiting    Kind = "intent.waiting_for_seat"
	IntentReserving  Kind = "intent.reserving"
	IntentProgressed Kind = "intent.progressed" // an attempt at it began, or turned out one way or the other
	IntentSucceeded  Kind = "intent.succeeded"
	IntentFailed     Kind = "intent.failed"
	IntentCancelled  Kind = "intent.cancelled"
	IntentExpired    Kind = "intent.expired"

	AttemptStarting  Kind = "attempt.starting"
	AttemptRunning   Kind = "attempt.running"
	AttemptUnknown   Kind = "attempt.unknown"
	AttemptSucceeded Kind = "attempt.succeeded"
	AttemptFailed    Kind = "attempt.failed"
	AttemptCancelled Kind = "attempt.cancelled"
	AttemptDiscarded Kind = "attempt.discarded"
	AttemptUndone    Kind = "attempt.undone"     // what it did at the provider was undone, or can't be
	AttemptTakenOver Kind = "attempt.taken_over" // another worker has it now

	ApprovalPrepared   Kind = "approval.prepared"
	ApprovalApproved   Kind = "approval.approved"
	ApprovalRejected   Kind = "approval.rejected"
	ApprovalConsumed   Kind = "approval.consumed"
	ApprovalSuperseded Kind = "approval.superseded"
	ApprovalExpired    Kind = "approval.expired"
)

// Kinds lists the registry.
func Kinds() []Kind {
	return []Kind{
		ReservationHeld, ReservationExtended, ReservationConfirmed, ReservationMoved, ReservationCheckedIn,
		ReservationCompleted, ReservationCancelled, ReservationNoShow, ReservationExpired,
		EntryJoined, EntryOffered, EntryRequeued, EntryFulfilled, EntryDeclined, EntryExpired, EntryCancelled,
		OfferMade, OfferAccepted, OfferDeclined, OfferExpired, OfferWithdrawn,
		SlotTaken, SlotFreed,
		ReservationHandedOver, ReservationHandedBack, EntryHandedOver, EntryHandedBack, OfferHandedOver, OfferHandedBack,
		IntentRequested, IntentWaiting, IntentReserving, IntentProgressed, IntentSucceeded, IntentFailed, IntentCancelled, IntentExpired,
		AttemptStarting, AttemptRunning, AttemptUnknown, AttemptSucceeded, AttemptFailed, AttemptCancelled, AttemptDiscarded,
		AttemptUndone, AttemptTakenOver,
		ApprovalPrepared, ApprovalApproved, ApprovalRejected, ApprovalConsumed, ApprovalSuperseded, ApprovalExpired,
		SlotAdjusted, SlotWithdrawn, SlotReopened, ReservationRequested, EntryPrioritized, SeriesBooked,
		VenueCreated, VenueChanged, OpeningSet, SlotsLaidOut, AreaCreated, AreaChanged, ResourceCreated, ResourceChanged, PauseMade, PauseEnded,
		PolicyDrafted, PolicyPlanned, PolicyActivated, PolicyRetired, AdjustmentGranted, AdjustmentRevoked, FeedIssued, FeedRevoked,
	}
}
