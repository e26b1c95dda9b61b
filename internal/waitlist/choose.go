package waitlist

import (
	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// Candidate is one entry of a slot's queue, in the order of the queue, with what it needs of the slot.
type Candidate struct {
	EntryID        uuid.UUID
	CustomerID     uuid.UUID
	Version        int
	PartySize      int
	Units          int // of this slot
	PassedOver     int // how often others were served before it because it was too large
	AlreadyOffered bool
}

// Skipped is a candidate that was passed over, its 1-based place in the slot's queue, and why.
type Skipped struct {
	EntryID  uuid.UUID    `json:"entryId"`
	Position int          `json:"position"`
	Code     problem.Code `json:"code"`
}

// Choice is the answer of the queue. Chosen is nil when nobody is to be served now. Undecided means that the given part of
// the queue did not settle it and the next part is needed.
type Choice struct {
	Chosen     *Candidate
	Considered int
	Skipped    []Skipped
	Undecided  bool
}

// Queue walks a slot's queue for free units of it. The queue may be given in parts, front first; a Queue is for one slot
// at one moment.
type Queue struct {
	free      int
	fit       policy.WaitlistFit
	skipLimit int
	choice    Choice
	settled   bool
}

// NewQueue starts a walk for the given free units under the given rules.
func NewQueue(free int, rules policy.Rules) *Queue {
	return &Queue{free: free, fit: rules.WaitlistFit, skipLimit: rules.SkipLimit, settled: free <= 0 || !rules.AutoPromote}
}

// Next looks at the next part of the queue; last says that nobody comes after it.
//
// An entry that was offered this slot before is passed by. The first other entry is served if the free units are enough
// for it. If they are not, it waits: under STRICT_FIFO everybody behind it waits too; under BEST_FIT_WITH_SKIP_LIMIT it may
// be passed until it has been passed skipLimit times.
func (q *Queue) Next(part []Candidate, last bool) Choice {
	for i := range part {
		if q.settled {
			break
		}
		q.look(part[i])
	}
	if last {
		q.settled = true
	}
	q.choice.Undecided = !q.settled
	return q.choice
}

func (q *Queue) look(c Candidate) {
	q.choice.Considered++
	switch {
	case c.AlreadyOffered:
		q.skip(c, problem.PolicyForbids)
	case c.Units <= q.free:
		q.choice.Chosen, q.settled = &c, true
	case q.fit == policy.BestFitWithSkipLimit && c.PassedOver < q.skipLimit:
		q.skip(c, problem.CapacityExceeded)
	default:
		q.settled = true
	}
}

func (q *Queue) skip(c Candidate, why problem.Code) {
	q.choice.Skipped = append(q.choice.Skipped, Skipped{EntryID: c.EntryID, Position: q.choice.Considered, Code: why})
}
