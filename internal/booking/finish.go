package booking

import (
	"slices"

	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// outcome writes what an attempt came to by an answer, when that doesn't end the intent.
func (b *bench) outcome(a intent.Attempt, answer intent.Answer, c intent.Contract) *Changes {
	if a.Status == intent.Starting { // it was never made
		running := a
		running.Status = intent.Running
		a = b.amendAttempt(a, running)
	}
	return b.turnedOut(a, a.Heard(answer, c, b.now), answer)
}

// turnedOut writes an attempt's new state and when the intent is to be looked at next. A success that completes the intent
// must have gone to complete.
func (b *bench) turnedOut(before, after intent.Attempt, answer intent.Answer) *Changes {
	after = b.amendAttempt(before, after)
	i := b.work.Intent
	next := b.now
	switch after.Status {
	case intent.Unknown:
		if next = b.now.Add(forgotten); after.AskAt != nil {
			next = *after.AskAt
		}
	case intent.AttemptFailed, intent.AttemptCancelled:
		w := b.work.with(after)
		w.Intent.NextAt = &b.now
		if step := intent.Next(w.Work, b.now); step.Kind != intent.End && step.Kind != intent.Await {
			next = w.AfterFailure(answer, b.now)
		}
	}
	i.NextAt = &next
	b.amendIntent(b.work.Intent, i)
	return b.done()
}

// complete ends the intent by the success of an attempt: the one place where completed_by is written. Everything the intent
// has in hand must be locked.
func (b *bench) complete(before, after intent.Attempt) *Changes {
	after = b.amendAttempt(before, after)
	w, upstream := b.work, &after.ID
	if after.ProviderID == nil {
		upstream = nil
	}
	switch w.Intent.Kind {
	case intent.RequestReservation, intent.ConfirmReservation:
		row := b.subject.row
		row.Status, row.IntentID, row.UpstreamID, row.Tied = reservation.Confirmed, nil, upstream, upstream != nil
		b.amend(b.subject.row, row, event.ReservationConfirmed)
	case intent.ConfirmOffer:
		said := w.Intent.Decision
		b.accept(*b.offer, decision{by: said.By, source: said.Source}, upstream)
	case intent.CancelReservation:
		b.end(b.subject.row, b.subject.units, reservation.Cancelled, w.Intent.Decision.Reason)
	case intent.MoveReservation:
		b.moveOver(after)
	}
	b.leadIntent(w.Intent, func(i *intent.Intent) { i.CompletedBy, i.Failure = &after.ID, nil }, intent.Succeeded)
	return b.done()
}

// moveOver exchanges the places of a moved reservation: what the helping hold kept becomes its own, what it had goes back.
// The booking that stood at the provider is surplus unless it was given up before.
func (b *bench) moveOver(won intent.Attempt) {
	w, row := b.work, b.subject.row
	places, _ := b.inOrder(w.Intent.Slots)
	own := ownUnits(b.subject.units)
	if b.hold != nil {
		b.pass(b.hold)
	}
	after := row
	after.IntentID, after.UpstreamID = nil, &won.ID
	if won.Action == intent.Cancel {
		after.UpstreamID = nil
	}
	b.exchange(&booked{row: row, units: b.subject.units}, places, b.pinned(places), own, w.Intent.PartySize, func(r *reservation.Reservation) {
		r.IntentID, r.UpstreamID = after.IntentID, after.UpstreamID
	})
	if s := w.Standing; s != nil && won.Action == intent.Book && !gaveUp(w) {
		b.amendAttempt(*s, s.Surplus(w.provider(*s).Contract, b.now))
	}
}

// pinned is how long the places are kept already, by the reservation or by the helping hold: the policy may have changed while
// the provider was asked, and what it would ask for now may be somebody else's.
func (b *bench) pinned(places []*Place) []*policy.Span {
	keeps := make([]*policy.Span, len(places))
	for i, p := range places {
		if b.hold != nil {
			keeps[i] = b.hold.keeps(p.Slot.ID)
		}
		if keeps[i] == nil {
			keeps[i] = b.subject.keeps(p.Slot.ID)
		}
	}
	return keeps
}

// gaveUp reports whether the booking that stood was cancelled on the way.
func gaveUp(w *work) bool {
	return slices.ContainsFunc(w.Attempts, func(a intent.Attempt) bool {
		return a.Action == intent.Cancel && a.Status == intent.AttemptSucceeded
	})
}

// pass ends a helping hold whose units go over to the reservation in the same step: nobody is told that they are free.
func (b *bench) pass(hold *booked) {
	after := hold.row
	reason := "MOVED"
	after.Status, after.StatusReason, after.IntentID = reservation.Cancelled, &reason, nil
	b.amend(hold.row, after, event.ReservationCancelled)
	b.changes.Released = append(b.changes.Released, Release{ReservationID: hold.row.ID})
	for _, a := range hold.units {
		b.count(a.SlotID, -a.Units, event.SlotFreed)
	}
}

// fail ends the intent without success, or sends it back to waiting, and gives back what it had in hand.
func (b *bench) fail(step intent.Step) {
	w := b.work
	states := []intent.Status{step.Status}
	if step.Kind == intent.Await {
		states = []intent.Status{intent.WaitingForSeat}
	}
	if w.Intent.Status == intent.Requested || (w.Intent.Status == intent.WaitingForSeat && !w.Intent.Status.CanBecome(step.Status)) {
		states = append([]intent.Status{intent.Reserving}, states...)
	}
	b.giveBack(step)
	b.leadIntent(w.Intent, func(i *intent.Intent) {
		if step.Failure != "" {
			i.Failure = &step.Failure
		}
		if step.Kind == intent.Await {
			i.ReservationID, i.NotBefore, i.NextAt = nil, &step.At, &step.At
		}
	}, states...)
}

// giveBack undoes here what the intent kept. What was lost to somebody else is lost for good; what merely could not be done
// stays the customer's as it was.
func (b *bench) giveBack(step intent.Step) {
	w := b.work
	lost := step.Status == intent.FailedRace
	reason := string(step.Status)
	if step.Kind == intent.Await {
		reason = string(intent.FailedRace)
	}
	switch {
	case b.subject == nil:
	case w.Intent.Kind == intent.RequestReservation:
		to := reservation.Cancelled
		if step.Status == intent.Expired {
			to, reason = reservation.Expired, ""
		}
		b.end(b.subject.row, b.subject.units, to, reason)
	case w.Intent.Kind == intent.ConfirmOffer && lost:
		b.withdraw("The place is taken in the venue's booking system.")
	case w.Intent.Kind == intent.ConfirmOffer && w.Intent.HoldUntil != nil && !b.now.Before(*w.Intent.HoldUntil):
		b.withdraw("It was accepted in time, and the venue's booking system could not be asked.")
	case w.Intent.Kind == intent.ConfirmOffer:
		b.reopen()
	case w.Intent.Kind == intent.ConfirmReservation && lost:
		b.end(b.subject.row, b.subject.units, reservation.Cancelled, reason)
	case w.Intent.Kind == intent.MoveReservation:
		b.stay(step)
	default:
		b.handBack(b.subject.row, w.Intent.HoldUntil)
	}
}

// withdraw takes an offer back of which nothing can come any more: the entry waits again where it stood. Who said yes in time
// is not forgotten because somebody else could not be asked.
func (b *bench) withdraw(why string) {
	offer := *b.offer
	to := waitlist.Waiting
	if !b.now.Before(offer.entry.To) {
		to = waitlist.EntryExpired
	}
	_, entry := b.close(offer, waitlist.OfferWithdrawn, reservation.Cancelled, decision{by: program, reason: why}, to)
	if to == waitlist.Waiting {
		b.look(entry, string(event.EntryRequeued))
	}
}

// reopen puts an offer that could not be confirmed back as it was, while there is still time for it.
func (b *bench) reopen() {
	until := b.work.Intent.HoldUntil
	b.handBack(b.offer.hold, until)
	offer, entry := b.offer.offer, b.offer.entry
	offer.IntentID, entry.OfferExpiresAt = nil, until
	b.amendOffer(b.offer.offer, offer, event.OfferHandedBack)
	b.amendEntry(b.offer.entry, entry, event.EntryHandedBack)
}

// stay ends a move that came to nothing: the reservation keeps its place, at the provider by whichever booking took it back;
// where even that failed it is over, and says so.
func (b *bench) stay(step intent.Step) {
	if b.hold != nil {
		b.end(b.hold.row, b.hold.units, reservation.Cancelled, string(step.Status))
	}
	row := b.subject.row
	if step.Lost {
		b.end(row, b.subject.units, reservation.Cancelled, "LOST_IN_MOVE")
		return
	}
	if step.Restored != nil {
		row.UpstreamID = &step.Restored.ID
	}
	row.IntentID = nil
	b.amend(b.subject.row, row, event.ReservationHandedBack)
}
