package intent

import (
	"fmt"
	"time"
)

// Heard is an attempt after the provider answered it. Only an answer that says so in the attempt's own words is a success;
// what is no answer leaves the outcome unknown.
func (a Attempt) Heard(answer Answer, c Contract, now time.Time) Attempt {
	switch answer.Kind {
	case Done:
		if !a.fits(answer.Booking) {
			return a.doubtful("The provider answered for another booking.", c, now)
		}
		if a.Action == Book && answer.Booking.Cancelled {
			return a.doubtful("The provider answered with a booking that was cancelled.", c, now)
		}
		return a.succeeded(answer.Booking, now)
	case Race:
		if a.Action == Cancel {
			return a.failed(ByUpstream, answer.Detail, now)
		}
		return a.failed(ByRace, answer.Detail, now)
	case Unauthorized:
		return a.failed(ByAuth, answer.Detail, now)
	case Unavailable:
		return a.failed(ByUpstream, answer.Detail, now)
	case RateLimited:
		return a.failed(ByRateLimit, answer.Detail, now)
	case Refused:
		return a.failed(ByRefusal, answer.Detail, now)
	default:
		return a.doubtful(answer.Detail, c, now)
	}
}

// fits reports whether what the provider says is about the very booking that the attempt is about.
func (a Attempt) fits(b Booking) bool {
	return b.Reference == a.Reference && (a.Action == Cancel || b.Target == a.Target)
}

// Own is an attempt at SlotQ's own books: it can't but succeed, for the place is kept.
func (a Attempt) Own(now time.Time) Attempt { return a.succeeded(Booking{}, now) }

// Doubted is an attempt whose worker went away while it asked.
func (a Attempt) Doubted(c Contract, now time.Time) Attempt {
	return a.doubtful("The worker that asked went away before the answer came.", c, now)
}

// Seen is an attempt of unknown outcome after the provider was asked for it by our reference. What can't be found counts as
// not done once the provider's settle time is over; a booking for another target settles nothing.
func (a Attempt) Seen(s Sighting, c Contract, now time.Time) Attempt {
	settled := a.DoubtAt != nil && !now.Before(a.DoubtAt.Add(c.Settle))
	switch {
	case s.Kind == Found && !a.fits(s.Booking):
		return a.askedAgain(fmt.Sprintf("Asked for the reference %s, the provider shows another booking.", a.Reference), now)
	case a.Action == Cancel && s.gone():
		return a.succeeded(s.Booking, now)
	case s.Kind == Found && a.Action == Cancel && settled:
		return a.givenUp(ByUpstream, "The booking still stands at the provider.", c, now)
	case s.Kind == Found && a.Action == Book && s.Booking.Cancelled:
		return a.failed(ByUpstream, "The provider has cancelled the booking.", now)
	case s.Kind == Found && a.Action == Book:
		return a.succeeded(s.Booking, now)
	case s.Kind == Absent && settled:
		return a.givenUp(NeverArrived, "The provider has no such booking.", c, now)
	case s.Kind == NotVisible:
		return a.askedAgain(s.Detail, now)
	default:
		return a.askedAgain("", now)
	}
}

// Resolution is how a person settles an attempt of unknown outcome.
type Resolution string

// The three ways.
const (
	ResolveSucceeded Resolution = "SUCCEEDED"
	ResolveFailed    Resolution = "FAILED"
	ResolveCancelled Resolution = "CANCELLED"
)

// Resolutions lists every way.
func Resolutions() []Resolution {
	return []Resolution{ResolveSucceeded, ResolveFailed, ResolveCancelled}
}

// Settled is an attempt of unknown outcome after a person settled it. What was said to have failed is watched: if it comes
// after all, it is undone.
func (a Attempt) Settled(how Resolution, upstreamRef *string, by, reason string, c Contract, now time.Time) Attempt {
	a.ResolvedBy, a.Resolution = &by, &reason
	if how == ResolveSucceeded {
		b := Booking{}
		if upstreamRef != nil {
			b.UpstreamRef = *upstreamRef
		}
		return a.succeeded(b, now)
	}
	a = a.givenUp(ByPerson, "A person settled it.", c, now)
	if how == ResolveCancelled {
		a.Status = AttemptCancelled
	}
	return a
}

// Watched is an attempt that was given up, after the provider was asked once more. What it did at the provider after all
// counts for nothing and is to be undone.
func (a Attempt) Watched(s Sighting, c Contract, now time.Time) Attempt {
	if a.late(s) {
		return a.discarded(s.Booking, c, now)
	}
	a.Asked++
	next := now.Add(pause(a.Asked, max(c.Settle/2, askPause), longestAskPause))
	a.AskAt = &next
	until := now
	if a.WatchUntil != nil {
		until = *a.WatchUntil
	}
	switch {
	case now.Before(until):
		if next.After(until) { // the last look is at the very end
			a.AskAt = &until
		}
	case s.Kind != NotVisible || !now.Before(until.Add(patience)): // a question that wasn't answered is no look
		a.AskAt = nil
	}
	return a
}

// late reports whether an attempt that was given up has been done at the provider after all. What lies there under another
// reference isn't ours to undo.
func (a Attempt) late(s Sighting) bool {
	if s.Kind == Found && s.Booking.Reference != a.Reference {
		return false
	}
	if a.Action == Cancel {
		return s.gone()
	}
	return s.Kind == Found && !s.Booking.Cancelled
}

// gone reports whether the provider says that it doesn't keep the booking, or no longer.
func (s Sighting) gone() bool { return s.Kind == Absent || s.Kind == Found && s.Booking.Cancelled }

// discarded is an attempt that did something at the provider when it no longer counted. A late cancellation can't be undone
// by us: the place is gone there, and a person must see to it.
func (a Attempt) discarded(b Booking, c Contract, now time.Time) Attempt {
	a.Status, a.Compensation, a.AskAt, a.Asked = Discarded, UndoDue, &now, 0
	if a.EndedAt == nil {
		a.EndedAt = &now
	}
	if b.UpstreamRef != "" {
		a.UpstreamRef = &b.UpstreamRef
	}
	if a.Action == Cancel || !c.Cancel {
		a.Compensation, a.AskAt = UndoFailed, nil
	}
	return a
}

// A provider is asked to undo until it does. One that says no so often won't; one that can't be reached has a day.
const (
	undoRefusals = 12
	undoTries    = 1440 // a minute apart
)

// UndoHeard is an attempt after the provider was asked to undo what it did.
func (a Attempt) UndoHeard(answer Answer, now time.Time) Attempt {
	a.Asked++
	next := now.Add(max(answer.RetryAfter, pause(a.Asked, tryPause, longestTryPause)))
	switch {
	case answer.Kind == Done:
		a.Compensation, a.AskAt = Undone, nil
	case a.Asked >= undoTries, a.Asked >= undoRefusals && (answer.Kind == Refused || answer.Kind == Unauthorized):
		a.Compensation, a.AskAt = UndoFailed, nil
		a.Failure = words(answer.Detail)
	default:
		a.AskAt = &next
	}
	return a
}

// Surplus is a booking that stood for a reservation and no longer does: the provider is to be asked to cancel it.
func (a Attempt) Surplus(c Contract, now time.Time) Attempt {
	a.Compensation, a.AskAt, a.Asked = UndoDue, &now, 0
	if !c.Cancel {
		a.Compensation, a.AskAt = UndoFailed, nil
	}
	return a
}

func (a Attempt) succeeded(b Booking, now time.Time) Attempt {
	a.Status, a.EndedAt, a.AskAt, a.Asked = AttemptSucceeded, &now, nil, 0
	a.FailureKind, a.Failure = NoFailure, nil
	if b.UpstreamRef != "" {
		a.UpstreamRef = &b.UpstreamRef
	}
	return a
}

func (a Attempt) failed(kind FailureKind, detail string, now time.Time) Attempt {
	a.Status, a.EndedAt, a.AskAt, a.Asked = AttemptFailed, &now, nil, 0
	a.FailureKind, a.Failure = kind, words(detail)
	return a
}

// givenUp has failed as far as anybody knows, and is watched.
func (a Attempt) givenUp(kind FailureKind, detail string, c Contract, now time.Time) Attempt {
	a = a.failed(kind, detail, now)
	if c.Lookup {
		next, until := now.Add(max(c.Settle/2, askPause)), now.Add(max(10*c.Settle, shortestWatch))
		a.AskAt, a.WatchUntil = &next, &until
	}
	return a
}

func (a Attempt) doubtful(detail string, c Contract, now time.Time) Attempt {
	a.Status, a.DoubtAt, a.Failure, a.Asked = Unknown, &now, words(detail), 0
	if c.Lookup {
		a.AskAt = &now
	}
	return a
}

func (a Attempt) askedAgain(detail string, now time.Time) Attempt {
	a.Asked++
	next := now.Add(pause(a.Asked, askPause, longestAskPause))
	a.AskAt = &next
	if detail != "" {
		a.Failure = words(detail)
	}
	return a
}

func words(detail string) *string {
	if detail == "" {
		return nil
	}
	if r := []rune(detail); len(r) > 500 {
		detail = string(r[:500])
	}
	return &detail
}
