package inventory

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/policy"
)

// Ask is what somebody wants of a slot: the evaluator's question.
type Ask struct {
	Party   int
	Channel policy.Channel
	Now     time.Time
	WalkIn  bool         // the party stands at the door: times ahead of the start don't bind, walk-in-only places are open to it
	Own     *uuid.UUID   // the reservation that is moved: its own time doesn't stand in its way
	Keeps   *policy.Span // how long an exclusive resource is kept, where the slot is one of several; nil: as for the slot alone
	Follows bool         // not the first slot of the booking: the party has arrived already and is not paced again
}

// Arrivals are the parties and people that arrive in one quarter of an hour of a venue already.
type Arrivals struct {
	Parties int
	Covers  int
}
