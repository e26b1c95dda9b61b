package waitlist

import (
	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// Skipped is a candidate that was passed over, its 1-based place in the slot's queue, and why.
type Skipped struct {
	EntryID  uuid.UUID    `json:"entryId"`
	Position int          `json:"position"`
	Code     problem.Code `json:"code"`
	Reason   Reason       `json:"reason,omitempty"` // with POLICY_FORBIDS; the other codes say all there is to say
	Counted  bool         `json:"-"`                // it would have been next: once the choice is carried out, it counts against the skip limit
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
	free    int
	rules   policy.Rules
	fit     func(Candidate) Fit
	choice  Choice
	settled bool
}

// NewQueue starts a walk for the given free units under the given rules. With nothing free it is over before it begins.
func NewQueue(free int, rules policy.Rules) *Queue {
	return &Queue{
		free: free, rules: rules, settled: free <= 0 || !rules.AutoPromote,
		fit: func(Candidate) Fit { return Serves() },
	}
}

// Asking lets the slot say what it can do for each candidate. It narrows: who needs more than the free units waits, even if
// the slot says that it serves.
func (q *Queue) Asking(fit func(Candidate) Fit) *Queue {
	q.fit = fit
	return q
}

// Next looks at the next part of the queue, in its order; last says that nobody comes after it.
//
// An entry that is barred, that was offered this slot before or that the slot can't serve at all is passed by and holds
// nobody up. The first other entry is served if there is enough for it. If there isn't, it waits: under STRICT_FIFO
// everybody behind it waits too; under BEST_FIT_WITH_SKIP_LIMIT it may be passed until it has been passed skipLimit times.
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
	if why := c.forbidden(); why != "" {
		q.skip(c, Skipped{Code: problem.PolicyForbids, Reason: why})
		return
	}
	switch fit := q.fit(c).enough(c.Units, q.free); {
	case fit.answer == never:
		q.skip(c, Skipped{Code: fit.code})
	case fit.answer == serves:
		q.choice.Chosen, q.settled = &c, true
	case q.mayPass(c):
		q.skip(c, Skipped{Code: fit.code, Counted: true})
	default:
		q.settled = true
	}
}

// mayPass reports whether whoever comes after a waiting candidate may be served before it.
func (q *Queue) mayPass(c Candidate) bool {
	return q.rules.WaitlistFit == policy.BestFitWithSkipLimit && c.PassedOver < q.rules.SkipLimit
}

func (q *Queue) skip(c Candidate, s Skipped) {
	s.EntryID, s.Position = c.EntryID, q.choice.Considered
	q.choice.Skipped = append(q.choice.Skipped, s)
}
