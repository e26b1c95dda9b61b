package model

import "github.com/slotq/slotq/internal/command"

// answer is what every payload says of its command. The entities that go with it are read only when they are asked for.
type answer struct{ command.Result }

// IsCommandPayload makes every payload one.
func (answer) IsCommandPayload() {}

// RetryAfterMs is how long to wait before asking again with the same key; nil when there is nothing to wait for.
func (a answer) RetryAfterMs() *int {
	if a.Outcome != command.InProgress {
		return nil
	}
	ms := int(a.RetryAfter.Milliseconds())
	return &ms
}

// The payloads. The type tells which entities can be asked for.
type (
	HoldSlotPayload      struct{ answer }
	ReservationPayload   struct{ answer }
	WaitlistEntryPayload struct{ answer }
	OfferPayload         struct{ answer }
	ConfirmOfferPayload  struct{ answer }
	IntentPayload        struct{ answer }
	ApprovalPayload      struct{ answer }
	ConfirmActionPayload struct{ answer }

	VenuePayload      struct{ answer }
	AreaPayload       struct{ answer }
	ResourcePayload   struct{ answer }
	PausePayload      struct{ answer }
	SlotPayload       struct{ answer }
	PolicyPayload     struct{ answer }
	AdjustmentPayload struct{ answer }
	SeriesPayload     struct{ answer }
	MembershipPayload struct{ answer }
)

// payload is any of them.
type payload interface {
	HoldSlotPayload | ReservationPayload | WaitlistEntryPayload | OfferPayload | ConfirmOfferPayload |
		IntentPayload | ApprovalPayload | ConfirmActionPayload |
		VenuePayload | AreaPayload | ResourcePayload | PausePayload | SlotPayload | PolicyPayload |
		AdjustmentPayload | SeriesPayload | MembershipPayload
}

// Payload makes the payload of a result, or nothing of an error.
func Payload[P payload](result command.Result, err error) (*P, error) {
	if err != nil {
		return nil, err
	}
	return &P{answer{result}}, nil
}
