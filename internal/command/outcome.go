// Package command owns the ledger's rules: what a key is, how an input becomes a digest, and how done, replayed, still
// running and refused are told apart. Storage of the rows is the store's work.
package command

import (
	"time"

	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// Outcome is what became of a command.
type Outcome string

// The four outcomes.
const (
	Committed  Outcome = "COMMITTED"   // it is done
	Accepted   Outcome = "ACCEPTED"    // a worker will do it
	InProgress Outcome = "IN_PROGRESS" // the same key is still running
	Rejected   Outcome = "REJECTED"    // refused by the domain; nothing changed
)

// OutcomeValues lists every outcome, in the order of the public contract.
func OutcomeValues() []Outcome { return []Outcome{Committed, Accepted, InProgress, Rejected} }

// Result is the answer to a command. Refs name the entities to show, as they stand when they are read: the subject first,
// then what goes with it (asked slots, the offer's reservation).
type Result struct {
	Outcome       Outcome
	Replayed      bool
	RetryAfter    time.Duration
	Problem       *problem.Problem
	Refs          []ref.Ref
	CorrelationID string
	// Rows are those of the refs whose rows the command has just committed whole, so that nobody need read them back. A replay
	// has none: what was committed then may be otherwise now.
	Rows map[ref.Ref]any
}

// Find returns the first ref of a kind; ok is false when there is none.
func (r Result) Find(kind ref.Kind) (found ref.Ref, ok bool) {
	for _, candidate := range r.Refs {
		if candidate.Kind == kind {
			return candidate, true
		}
	}
	return ref.Ref{}, false
}

// All returns every ref of a kind, in order.
func (r Result) All(kind ref.Kind) []ref.Ref {
	var all []ref.Ref
	for _, candidate := range r.Refs {
		if candidate.Kind == kind {
			all = append(all, candidate)
		}
	}
	return all
}

// Record is a ledger row as its owner may read it.
type Record struct {
	Operation   string
	InputDigest Digest
	Result      Result
	CreatedAt   time.Time
	CompletedAt time.Time
}
