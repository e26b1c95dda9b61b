package intent

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Work is an intent with all that decides what is to be done next, as it stands under lock.
type Work struct {
	Intent    Intent
	Attempts  []Attempt  // by number
	Providers []Provider // of the venue, in the order in which they are to be asked
	Former    []Provider // that the venue isn't tied to any more; what was begun there is finished there
	Wanted    string     // the target of what is to be booked; empty when nothing is
	Standing  *Attempt   // the booking at a provider that the reservation has already
}

// StepKind is what is to be done next.
type StepKind string

// The kinds of steps.
const (
	Rest  StepKind = "REST"  // nothing before At
	Seek  StepKind = "SEEK"  // find and keep a place
	Begin StepKind = "BEGIN" // write an attempt down
	Run   StepKind = "RUN"   // make an attempt: ask the provider
	Doubt StepKind = "DOUBT" // an attempt's worker is gone while it asked: its outcome is unknown
	Ask   StepKind = "ASK"   // ask the provider about an attempt of unknown outcome
	Await StepKind = "AWAIT" // the place is lost: wait for it again
	End   StepKind = "END"   // finish
	Watch StepKind = "WATCH" // ask the provider about an attempt that was given up
	Undo  StepKind = "UNDO"  // have the provider undo what counts for nothing here
)

// Step is what is to be done next, and with what.
type Step struct {
	Kind     StepKind
	At       time.Time // REST: until then, or for ever when zero; AWAIT: not before
	Attempt  *Attempt  // RUN, DOUBT, ASK, WATCH, UNDO
	Action   Action    // BEGIN
	Target   string    // BEGIN
	Booking  string    // BEGIN of a CANCEL: the reference that is to be cancelled
	Provider *Provider // BEGIN
	Status   Status    // END
	Failure  string    // END, in words
	Restored *Attempt  // END of a move that failed: the booking that took the old place back
	Lost     bool      // END of a move that failed: the old place is gone as well
}

const noProvider = "No verified booking system serves this venue now."

// tries is how often one provider is asked before the next one is.
const tries = 3

// Next decides what is to be done about an intent now. What an attempt may have left behind at a provider comes first, for
// it is somebody's seat.
func Next(w Work, now time.Time) Step {
	i := w.Intent
	if behind := w.behind(now); behind != nil {
		return *behind
	}
	if !i.Status.Open() {
		return Step{Kind: Rest}
	}
	if open := w.unresolved(); open != nil {
		return w.pending(open, now)
	}
	if i.Lapsed(false, now) && !w.gaveUp() {
		return Step{Kind: End, Status: Expired, Failure: "The time for it ended before it was done."}
	}
	if i.NextAt != nil && now.Before(*i.NextAt) && !w.due(now) {
		return Step{Kind: Rest, At: *i.NextAt}
	}
	if i.Kind == RequestReservation && i.Status != Reserving {
		return Step{Kind: Seek}
	}
	switch i.Kind {
	case CancelReservation:
		return w.cancel(now)
	case MoveReservation:
		return w.move(now)
	default:
		return w.book(now)
	}
}

// behind is what is to be done now about an attempt that is over.
func (w Work) behind(now time.Time) *Step {
	for k := range w.Attempts {
		a := &w.Attempts[k]
		if a.Status.Unresolved() || a.AskAt == nil || now.Before(*a.AskAt) {
			continue
		}
		if a.Compensation == UndoDue {
			return &Step{Kind: Undo, Attempt: a}
		}
		return &Step{Kind: Watch, Attempt: a}
	}
	return nil
}

// due reports whether a waiting intent may be looked at although its own time hasn't come: the seat may be free.
func (w Work) due(now time.Time) bool {
	return w.Intent.Status == WaitingForSeat && (w.Intent.NotBefore == nil || !now.Before(*w.Intent.NotBefore))
}

func (w Work) unresolved() *Attempt {
	for k := range w.Attempts {
		if w.Attempts[k].Status.Unresolved() {
			return &w.Attempts[k]
		}
	}
	return nil
}

// Unresolved reports whether an attempt may still turn out either way.
func (w Work) Unresolved() bool { return w.unresolved() != nil }

// pending is what is to be done about an attempt that is under way. The intent's NextAt is when it may be made, and then the
// end of its worker's lease.
func (w Work) pending(a *Attempt, now time.Time) Step {
	at := w.Intent.NextAt
	if a.Status == Unknown {
		at = a.AskAt
	}
	if at == nil || now.Before(*at) {
		step := Step{Kind: Rest}
		if at != nil {
			step.At = *at
		}
		return step
	}
	kind := map[AttemptStatus]StepKind{Starting: Run, Running: Doubt, Unknown: Ask}[a.Status]
	return Step{Kind: kind, Attempt: a}
}

// book is the next try to have the wanted places.
func (w Work) book(now time.Time) Step {
	if w.Wanted == "" { // nobody else has a say in it any more
		return Step{Kind: End, Status: FailedUpstream, Failure: noProvider}
	}
	provider, refusal := w.candidate(Book, w.Wanted, w.Providers, now)
	if provider != nil {
		return Step{Kind: Begin, Action: Book, Target: w.Wanted, Provider: provider}
	}
	if refusal.Status == FailedRace && w.Intent.WaitForSeat {
		return Step{Kind: Await, At: now.Add(pause(w.races(), seatPause, longestSeatPause)), Failure: refusal.Failure}
	}
	return refusal
}

// cancel is the next try to give up the booking that stands.
func (w Work) cancel(now time.Time) Step {
	if w.Standing == nil {
		return Step{Kind: End, Status: FailedUpstream, Failure: "There is no booking in the venue's booking system to give up."}
	}
	provider, refusal := w.candidate(Cancel, w.Standing.Target, w.homes(), now)
	if provider == nil {
		return refusal
	}
	return Step{Kind: Begin, Action: Cancel, Target: w.Standing.Target, Booking: w.Standing.Reference, Provider: provider}
}

// overlap reports whether two targets share a place: then our own old booking would stand in the way of the new one.
func overlap(a, b string) bool {
	parts := strings.Split(b, "+")
	return slices.ContainsFunc(strings.Split(a, "+"), func(part string) bool { return slices.Contains(parts, part) })
}

// move has the new places booked before the old ones are given up, so that nothing is lost when they are taken. Where a
// party may have only one booking the old one goes first, and is taken back if the new one can't be had.
func (w Work) move(now time.Time) Step {
	homes := w.homes()
	switch {
	case w.Wanted == "": // the new places are nobody else's business
		return w.cancel(now)
	case w.gaveUp(): // then there is no other way on, whatever the provider declares by now
	case len(homes) == 0 || !homes[0].Contract.ReleaseFirst && !overlap(w.Wanted, w.Standing.Target):
		return w.book(now)
	default:
		return w.cancel(now)
	}
	provider, refusal := w.candidate(Book, w.Wanted, homes, now)
	if provider != nil && !w.Intent.Lapsed(false, now) {
		return Step{Kind: Begin, Action: Book, Target: w.Wanted, Provider: provider}
	}
	if provider != nil {
		refusal = Step{Kind: End, Status: Expired, Failure: "The time for it ended before it was done."}
	}
	if back := w.successful(Book, w.Standing.Target); back != nil {
		refusal.Restored = back
		refusal.Failure += " The old place was taken back."
		return refusal
	}
	if provider, _ = w.candidate(Book, w.Standing.Target, homes, now); provider != nil {
		return Step{Kind: Begin, Action: Book, Target: w.Standing.Target, Provider: provider}
	}
	refusal.Lost = true
	refusal.Failure += " The old place had been given up and could not be taken back."
	return refusal
}

// gaveUp reports whether the booking that stood has been given up for the sake of a new one.
func (w Work) gaveUp() bool {
	return w.Intent.Kind == MoveReservation && w.Standing != nil && w.successful(Cancel, w.Standing.Target) != nil
}

func (w Work) successful(action Action, target string) *Attempt {
	for k := range w.Attempts {
		if a := &w.Attempts[k]; a.Action == action && a.Target == target && a.Status == AttemptSucceeded {
			return a
		}
	}
	return nil
}

// homes is the provider that has the standing booking: nobody else can give it up.
func (w Work) homes() []Provider {
	if w.Standing == nil || w.Standing.ProviderID == nil {
		return nil
	}
	all := append(slices.Clone(w.Providers), w.Former...)
	k := slices.IndexFunc(all, func(p Provider) bool { return p.ID == *w.Standing.ProviderID })
	if k < 0 {
		return nil
	}
	return all[k : k+1]
}

// candidate is the first provider that may be asked now, or why there is none.
func (w Work) candidate(action Action, target string, among []Provider, now time.Time) (*Provider, Step) {
	if w.raced(action, target) {
		return nil, Step{Kind: End, Status: FailedRace, Failure: "The place is taken in the venue's booking system."}
	}
	usable, locked := 0, 0
	for k := range among {
		if !among[k].Usable(now) || (action == Cancel && !among[k].Contract.Cancel) {
			continue
		}
		switch w.spent(among[k].ID, action, target) {
		case NoFailure:
			return &among[k], Step{}
		case ByAuth:
			locked++
		}
		usable++
	}
	switch {
	case usable == 0:
		return nil, Step{Kind: End, Status: FailedUpstream, Failure: noProvider}
	case locked == usable:
		return nil, Step{Kind: End, Status: FailedAuth, Failure: "The venue's booking system does not accept our credential."}
	default:
		return nil, Step{Kind: End, Status: FailedUpstream, Failure: fmt.Sprintf("The venue's booking system could not do it; attempts made: %d.", len(w.Attempts))}
	}
}

// raced reports whether somebody else has the place that is kept now.
func (w Work) raced(action Action, target string) bool {
	return slices.ContainsFunc(w.Attempts, func(a Attempt) bool {
		return a.Action == action && a.Target == target && a.FailureKind == ByRace && w.afterLastSeat(a)
	})
}

// afterLastSeat reports whether the attempt belongs to the place that is kept now. An intent that waited has lost another
// before, and that race is over.
func (w Work) afterLastSeat(a Attempt) bool {
	return w.Intent.NotBefore == nil || !a.StartedAt.Before(*w.Intent.NotBefore)
}

// spent is why a provider isn't asked again: it has been as often as is sensible. NoFailure means that it may be. What
// failed before an intent waited for its seat again is forgotten with that seat. A provider that takes no more for the
// moment may be asked as long as there is time, and then no oftener than any other.
func (w Work) spent(provider uuid.UUID, action Action, target string) FailureKind {
	failed := 0
	for _, a := range w.Attempts {
		if a.ProviderID == nil || *a.ProviderID != provider || a.Action != action || a.Target != target || !w.afterLastSeat(a) {
			continue
		}
		switch a.FailureKind {
		case ByAuth, ByRefusal:
			return a.FailureKind
		case ByUpstream, NeverArrived:
			failed++
		case ByRateLimit:
			if !a.StartedAt.Before(w.Intent.ExpiresAt) {
				failed++
			}
		}
	}
	if failed >= tries {
		return ByUpstream
	}
	return NoFailure
}

func (w Work) races() int {
	n := 0
	for _, a := range w.Attempts {
		if a.FailureKind == ByRace {
			n++
		}
	}
	return n
}

// Watched is an attempt of this work that was given up, after the provider was asked once more. A booking that nobody counts
// on any more, because it has been cancelled or exchanged since, is gone as it should be: then there is nothing to watch.
func (w Work) Watched(a Attempt, s Sighting, c Contract, now time.Time) Attempt {
	if a.Action == Cancel && !w.standsBy(a.Reference) {
		a.AskAt = nil
		return a
	}
	return a.Watched(s, c, now)
}

// standsBy reports whether the reservation still rests on the booking under a reference.
func (w Work) standsBy(reference string) bool {
	return w.Standing != nil && w.Standing.Reference == reference && w.successful(Cancel, w.Standing.Target) == nil
}

// Completes reports whether the success of an attempt is the success of the intent.
func (w Work) Completes(a Attempt) bool {
	if w.Intent.Kind == CancelReservation || w.Wanted == "" {
		return a.Action == Cancel
	}
	return a.Action == Book && a.Target == w.Wanted
}
