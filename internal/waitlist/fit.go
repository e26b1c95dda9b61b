package waitlist

import "github.com/slotq/slotq/internal/problem"

// Fit is what a slot can do for one candidate at one moment. The zero value is Serves.
type Fit struct {
	answer answer
	code   problem.Code
}

type answer int

const (
	serves answer = iota
	waits
	never
)

// Serves says that the candidate can have the slot now.
func Serves() Fit { return Fit{} }

// Waits says that the slot would do, but there is too little of it now: CAPACITY_EXCEEDED, PACING_EXCEEDED. The candidate
// waits, and whether others may pass it is the policy's to say.
func Waits(code problem.Code) Fit { return Fit{waits, code} }

// Never says that the slot can't serve the candidate at all, however much of it were free: SLOT_OCCUPIED where its turn is
// longer than the gap. It waits for another slot, and holds nobody up at this one.
func Never(code problem.Code) Fit { return Fit{never, code} }

// enough narrows a fit to the free units.
func (f Fit) enough(units, free int) Fit {
	if f.answer == serves && units > free {
		return Waits(problem.CapacityExceeded)
	}
	return f
}
