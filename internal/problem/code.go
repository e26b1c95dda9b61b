package problem

// Code is the stable name of a refusal. Codes are only ever added.
type Code string

// Every code of the public contract; the SDL says at each mutation which may come back.
const (
	ReferenceNotFound         Code = "REFERENCE_NOT_FOUND"
	IdempotencyMismatch       Code = "IDEMPOTENCY_MISMATCH"
	VersionStale              Code = "VERSION_STALE"
	DecisionStale             Code = "DECISION_STALE"
	IllegalTransition         Code = "ILLEGAL_TRANSITION"
	SlotOccupied              Code = "SLOT_OCCUPIED"
	CapacityExceeded          Code = "CAPACITY_EXCEEDED"
	HoldExpired               Code = "HOLD_EXPIRED"
	OfferExpired              Code = "OFFER_EXPIRED"
	AlreadyWaiting            Code = "ALREADY_WAITING"
	AlreadyBooked             Code = "ALREADY_BOOKED"
	PartyTooSmall             Code = "PARTY_TOO_SMALL"
	PartyTooLarge             Code = "PARTY_TOO_LARGE"
	OutsideBookingWindow      Code = "OUTSIDE_BOOKING_WINDOW"
	OutsideCancellationWindow Code = "OUTSIDE_CANCELLATION_WINDOW"
	ResourceClosed            Code = "RESOURCE_CLOSED"
	PacingExceeded            Code = "PACING_EXCEEDED"
	WalkInOnly                Code = "WALK_IN_ONLY"
	AttemptUnresolved         Code = "ATTEMPT_UNRESOLVED"
	ApprovalRequired          Code = "APPROVAL_REQUIRED"
	ApprovalExpired           Code = "APPROVAL_EXPIRED"
	ApprovalSuperseded        Code = "APPROVAL_SUPERSEDED"
	ApprovalConsumed          Code = "APPROVAL_CONSUMED"
	PolicyForbids             Code = "POLICY_FORBIDS"
)

// retries is the published table of code and way on.
var retries = map[Code]Retry{
	ReferenceNotFound: RetryReread, IdempotencyMismatch: RetryFixInput,
	VersionStale: RetryReread, DecisionStale: RetryReread, IllegalTransition: RetryReread,
	SlotOccupied: RetryReread, CapacityExceeded: RetryReread, HoldExpired: RetryReread, OfferExpired: RetryReread,
	AlreadyWaiting: RetryNever, AlreadyBooked: RetryNever,
	PartyTooSmall: RetryFixInput, PartyTooLarge: RetryFixInput,
	OutsideBookingWindow: RetryNever, OutsideCancellationWindow: RetryNever, ResourceClosed: RetryNever,
	PacingExceeded: RetryNever, WalkInOnly: RetryNever, PolicyForbids: RetryNever,
	AttemptUnresolved: RetryReread, ApprovalRequired: RetryReread, ApprovalExpired: RetryReread,
	ApprovalSuperseded: RetryReread, ApprovalConsumed: RetryReread,
}

func (c Code) retry() Retry {
	if r, known := retries[c]; known {
		return r
	}
	return RetryNever
}

// CodeValues lists every code, in the order of the public contract.
func CodeValues() []Code {
	return []Code{
		ReferenceNotFound, IdempotencyMismatch, VersionStale, DecisionStale, IllegalTransition,
		SlotOccupied, CapacityExceeded, HoldExpired, OfferExpired, AlreadyWaiting, AlreadyBooked,
		PartyTooSmall, PartyTooLarge, OutsideBookingWindow, OutsideCancellationWindow, ResourceClosed, PacingExceeded, WalkInOnly,
		AttemptUnresolved, ApprovalRequired, ApprovalExpired, ApprovalSuperseded, ApprovalConsumed, PolicyForbids,
	}
}
