// Package intent owns the rules of what a person wants done, once: the lives of intents and of the attempts at them, what
// an answer of an outside booking system means, and what is to be done next. It is pure: rows, answers and `now` in,
// decision out.
package intent

import "slices"

// Status is where an intent stands.
type Status string

// The states of an intent.
const (
	Requested      Status = "REQUESTED"        // stored; nobody has begun
	WaitingForSeat Status = "WAITING_FOR_SEAT" // until the slot is free for it, or its time ends
	Reserving      Status = "RESERVING"        // its places are kept and attempts are made
	Succeeded      Status = "SUCCEEDED"        // done, by exactly one attempt
	FailedRace     Status = "FAILED_RACE"      // somebody else has the place
	FailedAuth     Status = "FAILED_AUTH"      // no provider accepts our credential
	FailedUpstream Status = "FAILED_UPSTREAM"  // no provider could do it
	Cancelled      Status = "CANCELLED"        // called off before it was done
	Expired        Status = "EXPIRED"          // its time ended before it was done
)

// StatusValues lists every state of an intent, in the order of the public contract.
func StatusValues() []Status {
	return []Status{Requested, WaitingForSeat, Reserving, Succeeded, FailedRace, FailedAuth, FailedUpstream, Cancelled, Expired}
}

// Initial is the only state in which an intent is born.
const Initial = Requested

// Transitions is the state machine of an intent. "Accepted" is an answer, never a state.
var Transitions = map[Status][]Status{
	Requested:      {WaitingForSeat, Reserving},
	WaitingForSeat: {Reserving, Cancelled, Expired},
	Reserving:      {Succeeded, FailedRace, FailedAuth, FailedUpstream, WaitingForSeat, Cancelled, Expired},
}

// CanBecome reports whether the state machine has the edge.
func (s Status) CanBecome(to Status) bool { return slices.Contains(Transitions[s], to) }

// Open reports whether the intent is still to be done. It is the one definition of "unfinished".
func (s Status) Open() bool { return s == Requested || s == WaitingForSeat || s == Reserving }

// AttemptStatus is where one try stands.
type AttemptStatus string

// The states of an attempt.
const (
	Starting         AttemptStatus = "STARTING"  // written down; the provider hasn't been asked
	Running          AttemptStatus = "RUNNING"   // the provider is being asked
	Unknown          AttemptStatus = "UNKNOWN"   // nobody knows whether the provider did it
	AttemptSucceeded AttemptStatus = "SUCCEEDED" // the provider did it
	AttemptFailed    AttemptStatus = "FAILED"    // the provider didn't do it
	AttemptCancelled AttemptStatus = "CANCELLED" // a person settled that it counts for nothing
	Discarded        AttemptStatus = "DISCARDED" // what it did came too late and was undone
)

// AttemptValues lists every state of an attempt, in the order of the public contract.
func AttemptValues() []AttemptStatus {
	return []AttemptStatus{Starting, Running, Unknown, AttemptSucceeded, AttemptFailed, AttemptCancelled, Discarded}
}

// AttemptInitial is the only state in which an attempt is born.
const AttemptInitial = Starting

// AttemptTransitions is the state machine of an attempt. An attempt that was given up, and then turns out to have done
// something at the provider after all, is DISCARDED.
var AttemptTransitions = map[AttemptStatus][]AttemptStatus{
	Starting:         {Running, Discarded},
	Running:          {AttemptSucceeded, AttemptFailed, Unknown, Discarded},
	Unknown:          {AttemptSucceeded, AttemptFailed, AttemptCancelled, Discarded},
	AttemptFailed:    {Discarded},
	AttemptCancelled: {Discarded},
}

// CanBecome reports whether the state machine has the edge.
func (s AttemptStatus) CanBecome(to AttemptStatus) bool {
	return slices.Contains(AttemptTransitions[s], to)
}

// Unresolved reports whether the attempt may still turn out either way. While one is, no other may begin.
func (s AttemptStatus) Unresolved() bool { return s == Starting || s == Running || s == Unknown }
