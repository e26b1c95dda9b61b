// Package reservation owns the rules of a booking's life: which state may follow which, when a command may be given and
// what it answers otherwise. It is pure: rows and `now` in, decision out; loading and writing are others' work.
package reservation

import "slices"

// Status is where a reservation stands.
type Status string

// The states of a reservation.
const (
	Held      Status = "HELD"       // units are kept until expiresAt
	Confirmed Status = "CONFIRMED"  // the customer has the place
	CheckedIn Status = "CHECKED_IN" // the party is here
	Completed Status = "COMPLETED"  // the party has left
	Cancelled Status = "CANCELLED"  // given up by somebody
	NoShow    Status = "NO_SHOW"    // nobody came
	Expired   Status = "EXPIRED"    // the hold lapsed
)

// Values lists every state, in the order of the public contract.
func Values() []Status {
	return []Status{Held, Confirmed, CheckedIn, Completed, Cancelled, NoShow, Expired}
}

// Initial is the only state in which a reservation is born.
const Initial = Held

// Transitions is the state machine: held may be confirmed, may lapse, may be given up; confirmed may be seated,
// cancelled, marked a no-show; seated may be completed. Nothing leaves the rest.
var Transitions = map[Status][]Status{
	Held:      {Confirmed, Expired, Cancelled},
	Confirmed: {CheckedIn, Cancelled, NoShow},
	CheckedIn: {Completed},
}

// CanBecome reports whether the state machine has the edge.
func (s Status) CanBecome(to Status) bool { return slices.Contains(Transitions[s], to) }

// Active reports whether a reservation in this state occupies its units. It is the one definition of "occupying".
func (s Status) Active() bool { return s == Held || s == Confirmed || s == CheckedIn }
