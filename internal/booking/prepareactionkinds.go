package booking

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
)

func requestDeed(in RequestReservationAction) (deed, error) {
	slots, known, err := decodeSlots(in.SlotIDs)
	if err != nil {
		return deed{}, err
	}
	in.SlotIDs = slices.Sorted(slices.Values(in.SlotIDs))
	x := newDeed(toRequest, in, in.SlotIDs...)
	x.atOnce = !in.WaitForSeat
	x.scene = func(context.Context, Tx, actor.Actor) (*scene, string, error) {
		if !known {
			return nil, "slot", nil
		}
		return &scene{slots: slots, party: in.PartySize, waits: in.WaitForSeat, asks: true}, "", nil
	}
	x.do = func(ctx context.Context, tx Tx, h hand, _ []uuid.UUID) (verdict, error) {
		return requestReservation(ctx, tx, h.as, RequestReservation{SlotIDs: in.SlotIDs, PartySize: in.PartySize, WaitForSeat: in.WaitForSeat}, h.asked)
	}
	return x, nil
}

func cancelDeed(in CancelReservationAction) (deed, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return deed{}, err
	}
	x := newDeed(toCancel, in, in.ReservationID)
	x.expects = in.ExpectedVersion
	x.scene = func(ctx context.Context, tx Tx, as actor.Actor) (*scene, string, error) {
		b, err := findBooked(ctx, tx, as, in.ReservationID)
		if err != nil || b == nil {
			return nil, "reservation", err
		}
		return b.givenUp(), "", nil
	}
	x.do = func(ctx context.Context, tx Tx, h hand, _ []uuid.UUID) (verdict, error) {
		return decideCancel(ctx, tx, h.as, ReservationCommand{ReservationID: in.ReservationID, ExpectedVersion: in.ExpectedVersion}, in.ReasonCode, h.asked)
	}
	return x, nil
}

func moveDeed(in MoveReservationAction) (deed, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return deed{}, err
	}
	slots, known, err := decodeSlots(in.SlotIDs)
	if err != nil {
		return deed{}, err
	}
	in.SlotIDs = slices.Sorted(slices.Values(in.SlotIDs))
	x := newDeed(toMove, in, in.ReservationID) // wherever to: it can be moved to one place only
	x.expects = in.ExpectedVersion
	x.scene = func(ctx context.Context, tx Tx, as actor.Actor) (*scene, string, error) {
		b, err := findBooked(ctx, tx, as, in.ReservationID)
		switch {
		case err != nil || b == nil:
			return nil, "reservation", err
		case !known:
			return nil, "slot", nil
		}
		return b.movedTo(slots), "", nil
	}
	x.do = func(ctx context.Context, tx Tx, h hand, more []uuid.UUID) (verdict, error) {
		return decideMove(ctx, tx, h.as, MoveReservation{ReservationID: in.ReservationID, SlotIDs: in.SlotIDs, ExpectedVersion: in.ExpectedVersion}, h.asked, more)
	}
	return x, nil
}

func joinDeed(in JoinWaitlistAction) (deed, error) {
	in.From, in.To = in.From.UTC().Truncate(time.Microsecond), in.To.UTC().Truncate(time.Microsecond)
	if !in.From.Before(in.To) {
		return deed{}, problem.NewInvalid("to", "must be after from")
	}
	x := newDeed(toJoin, in, in.VenueID, in.From.Format(time.RFC3339Nano), in.To.Format(time.RFC3339Nano))
	x.scene = func(context.Context, Tx, actor.Actor) (*scene, string, error) { return wishScene(in) }
	x.do = func(ctx context.Context, tx Tx, h hand, _ []uuid.UUID) (verdict, error) {
		return decideJoin(ctx, tx, h.as, JoinWaitlist{VenueID: in.VenueID, PartySize: in.PartySize, From: in.From, To: in.To})
	}
	return x, nil
}

func confirmOfferDeed(in ConfirmOfferAction) (deed, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return deed{}, err
	}
	x := newDeed(toConfirmOffer, in, in.OfferID)
	x.expects = in.ExpectedVersion
	x.scene = func(ctx context.Context, tx Tx, as actor.Actor) (*scene, string, error) {
		b, err := findBacking(ctx, tx, as, in.OfferID)
		if err != nil || b == nil {
			return nil, "offer", err
		}
		found, err := b.scene(ctx, tx)
		return found, "", err
	}
	x.do = func(ctx context.Context, tx Tx, h hand, _ []uuid.UUID) (verdict, error) {
		return decideConfirmOffer(ctx, tx, h.as, ConfirmOffer{OfferID: in.OfferID, ExpectedVersion: in.ExpectedVersion, Source: h.source}, h.asked)
	}
	return x, nil
}
