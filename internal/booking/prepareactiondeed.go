package booking

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/waitlist"
)

// deed is one of the five actions that can be prepared: what is kept of it, where it would happen, and how it is done. It is
// made from a caller's input and, later, from what was kept.
type deed struct {
	action    string          // the mutation that it stands for
	target    string          // what it is done to
	arguments json.RawMessage // canonical
	expects   int             // the version of the row that it is about; 0: it is about none
	atOnce    bool            // whether it needs free places now
	scene     look
	do        func(ctx context.Context, tx Tx, h hand, more []uuid.UUID) (verdict, error)
}

// look finds, without locking, where a deed would happen. A nil scene comes with the word for what there isn't.
type look func(ctx context.Context, tx Tx, as actor.Actor) (found *scene, missing string, err error)

// hand is who carries a deed out: in whose name, from where the yes came, and on what approval.
type hand struct {
	as     actor.Actor
	source waitlist.ConfirmationSource
	asked  askedFor
}

// The five actions, by the mutations that they stand for.
const (
	toRequest      = "requestReservation"
	toCancel       = "cancelReservation"
	toMove         = "moveReservation"
	toJoin         = "joinWaitlist"
	toConfirmOffer = "confirmOffer"
)

// deed reads the caller's choice. It must be one action, no more and no less.
func (a Action) deed() (x deed, err error) {
	given := 0
	if a.RequestReservation != nil {
		given++
		x, err = requestDeed(*a.RequestReservation)
	}
	if a.CancelReservation != nil {
		given++
		x, err = cancelDeed(*a.CancelReservation)
	}
	if a.MoveReservation != nil {
		given++
		x, err = moveDeed(*a.MoveReservation)
	}
	if a.JoinWaitlist != nil {
		given++
		x, err = joinDeed(*a.JoinWaitlist)
	}
	if a.ConfirmOffer != nil {
		given++
		x, err = confirmOfferDeed(*a.ConfirmOffer)
	}
	if given != 1 {
		return deed{}, problem.NewInvalid("action", "name one action, no more and no less")
	}
	return x, err
}

// keptDeed reads what an approval keeps.
func keptDeed(a approval.Approval) (deed, error) {
	switch a.Action {
	case toRequest:
		return kept(a.Arguments, requestDeed)
	case toCancel:
		return kept(a.Arguments, cancelDeed)
	case toMove:
		return kept(a.Arguments, moveDeed)
	case toJoin:
		return kept(a.Arguments, joinDeed)
	case toConfirmOffer:
		return kept(a.Arguments, confirmOfferDeed)
	default:
		return deed{}, fmt.Errorf("approval %s is for %q, which nobody knows how to do", a.ID, a.Action)
	}
}

func kept[In any](arguments json.RawMessage, of func(In) (deed, error)) (deed, error) {
	var in In
	if err := json.Unmarshal(arguments, &in); err != nil {
		return deed{}, fmt.Errorf("read the arguments of an approval: %w", err)
	}
	return of(in)
}

// newDeed names a deed. The arguments are one of the action types, in canonical form.
func newDeed(action string, arguments any, refs ...string) deed {
	raw, err := json.Marshal(arguments)
	if err != nil {
		panic("arguments of " + action + ": " + err.Error()) // inputs are plain structs; only a programming error gets here
	}
	return deed{action: action, target: approval.TargetKey(action, refs...), arguments: raw}
}
