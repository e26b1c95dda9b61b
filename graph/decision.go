package graph

import (
	"github.com/slotq/slotq/graph/model"
	"github.com/slotq/slotq/internal/waitlist"
)

// decisionOn tells how an offer was decided. Where time decided there is nobody to name, and the moment is the deadline
// even before anybody has recorded it.
func decisionOn(o waitlist.Offer) *model.OfferDecision {
	d := &model.OfferDecision{State: model.OfferDecisionState(o.Status), DecidedAt: o.DecidedAt, Hold: o.ReservationID}
	switch o.Status {
	case waitlist.OfferOpen:
		d.State, d.DecidedAt = model.OfferDecisionStateNone, nil
	case waitlist.OfferExpired:
		d.DecidedAt = &o.ExpiresAt
	default:
		d.DecidedBy = o.DecidedBy
		d.Source = (*waitlist.ConfirmationSource)(o.Source)
		d.ReasonCode = (*model.DeclineReason)(o.ReasonCode)
	}
	return d
}
