package model

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/waitlist"
)

// OfferDecision is how an offer was decided, or that it is open.
type OfferDecision struct {
	State      OfferDecisionState
	DecidedAt  *time.Time
	DecidedBy  *string
	Source     *waitlist.ConfirmationSource
	ReasonCode *DeclineReason
	Hold       uuid.UUID // becomes the customer's reservation when the answer was yes
}
