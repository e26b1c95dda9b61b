package graph

import (
	"github.com/slotq/slotq/graph/model"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/problem"
)

// actionOf reads the one action that is given. A document's literals are checked for that before, variables are not.
func actionOf(in model.ActionInput) (booking.Action, error) {
	action := booking.Action{
		RequestReservation: in.RequestReservation, MoveReservation: in.MoveReservation, JoinWaitlist: in.JoinWaitlist, ConfirmOffer: in.ConfirmOffer,
	}
	if c := in.CancelReservation; c != nil {
		action.CancelReservation = &booking.CancelReservationAction{
			ReservationID: c.ReservationID, ExpectedVersion: c.ExpectedVersion, ReasonCode: string(c.ReasonCode),
		}
	}
	given := 0
	for _, one := range []bool{
		action.RequestReservation != nil, action.CancelReservation != nil, action.MoveReservation != nil, action.JoinWaitlist != nil, action.ConfirmOffer != nil,
	} {
		if one {
			given++
		}
	}
	if given != 1 {
		return action, problem.NewInvalid("action", "give exactly one action")
	}
	return action, nil
}
