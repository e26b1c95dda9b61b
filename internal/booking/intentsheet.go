package booking

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
)

// intentGoes and attemptGoes say what is announced when an intent or an attempt comes to a state.
var (
	intentGoes = map[intent.Status]event.Kind{
		intent.WaitingForSeat: event.IntentWaiting, intent.Reserving: event.IntentReserving, intent.Succeeded: event.IntentSucceeded,
		intent.FailedRace: event.IntentFailed, intent.FailedAuth: event.IntentFailed, intent.FailedUpstream: event.IntentFailed,
		intent.Cancelled: event.IntentCancelled, intent.Expired: event.IntentExpired,
	}
	attemptGoes = map[intent.AttemptStatus]event.Kind{
		intent.Running: event.AttemptRunning, intent.Unknown: event.AttemptUnknown, intent.AttemptSucceeded: event.AttemptSucceeded,
		intent.AttemptFailed: event.AttemptFailed, intent.AttemptCancelled: event.AttemptCancelled, intent.Discarded: event.AttemptDiscarded,
	}
)

// request writes a new intent; a worker is to look at it at once.
func (s *sheet) request(i intent.Intent) ref.Ref {
	i.ID, i.TenantID, i.Status, i.Version = ref.NewID(), s.tenant, intent.Initial, 1
	i.NextAt, i.CreatedAt, i.UpdatedAt = &s.now, s.now, s.now
	s.changes.Requested = append(s.changes.Requested, i)
	s.announce(i.VenueID, event.IntentRequested, ref.Intent, i.ID, i.Version, &i.CustomerID, i)
	return ref.Ref{Kind: ref.Intent, ID: i.ID}
}

// amendIntent writes one change of an intent's row. A change of state is announced as such, any other as progress.
func (s *sheet) amendIntent(before, after intent.Intent) intent.Intent {
	after.Version, after.UpdatedAt = before.Version+1, s.now
	kind := event.IntentProgressed
	if after.Status != before.Status {
		kind = intentGoes[after.Status]
	}
	if !after.Status.Open() {
		after.NextAt = nil
	}
	s.changes.Intents = append(s.changes.Intents, Change[intent.Intent]{Before: before, After: after})
	s.announce(after.VenueID, kind, ref.Intent, after.ID, after.Version, &after.CustomerID, after)
	return after
}

// leadIntent takes an intent along its machine, one change a state; the last one carries the rest of what changes.
func (s *sheet) leadIntent(i intent.Intent, last func(*intent.Intent), states ...intent.Status) intent.Intent {
	for k, to := range states {
		after := i
		after.Status = to
		if k == len(states)-1 && last != nil {
			last(&after)
		}
		i = s.amendIntent(i, after)
	}
	return i
}

// begin writes an attempt down, to be made by whichever worker comes first.
func (s *sheet) begin(i intent.Intent, number int, step intent.Step) intent.Attempt {
	a := intent.Attempt{
		ID: ref.NewID(), TenantID: s.tenant, VenueID: i.VenueID, CustomerID: i.CustomerID, IntentID: i.ID, Number: number,
		Provider: intent.Own, Action: step.Action, Target: step.Target, Reference: step.Booking,
		Status: intent.AttemptInitial, Version: 1, Epoch: i.Epoch + 1, StartedAt: s.now, UpdatedAt: s.now,
	}
	if step.Provider != nil {
		a.ProviderID, a.Provider = &step.Provider.ID, step.Provider.Code
	}
	if step.Action == intent.Book {
		a.Reference = ref.Encode(ref.Attempt, a.ID)
	}
	s.changes.Attempted = append(s.changes.Attempted, a)
	s.announce(a.VenueID, event.AttemptStarting, ref.Attempt, a.ID, a.Version, &a.CustomerID, a)
	return a
}

// amendAttempt writes one change of an attempt's row.
func (s *sheet) amendAttempt(before, after intent.Attempt) intent.Attempt {
	after.Version, after.UpdatedAt = before.Version+1, s.now
	kind := event.AttemptTakenOver
	switch {
	case after.Status != before.Status:
		kind = attemptGoes[after.Status]
	case after.Compensation != before.Compensation:
		kind = event.AttemptUndone
	}
	s.changes.Attempts = append(s.changes.Attempts, Change[intent.Attempt]{Before: before, After: after})
	s.announce(after.VenueID, kind, ref.Attempt, after.ID, after.Version, &after.CustomerID, after)
	return after
}

// handOver puts a reservation into the hands of an intent. A hold has no deadline of its own meanwhile: the intent has.
func (s *sheet) handOver(r reservation.Reservation, to uuid.UUID) reservation.Reservation {
	after := r
	after.IntentID = &to
	if r.Status == reservation.Held {
		after.ExpiresAt = nil
	}
	return s.amend(r, after, event.ReservationHandedOver)
}

// handBack takes it out of them again. A hold gets the deadline back that it had; it may have passed.
func (s *sheet) handBack(r reservation.Reservation, until *time.Time) reservation.Reservation {
	after := r
	after.IntentID = nil
	if r.Status == reservation.Held {
		after.ExpiresAt = until
	}
	return s.amend(r, after, event.ReservationHandedBack)
}
