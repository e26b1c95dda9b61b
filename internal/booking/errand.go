package booking

import (
	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/intent"
)

// Errand is what a worker has to ask of a provider, outside of any transaction, for one attempt at an intent. It carries the
// attempt as it was handed out: what is reported under an older epoch or version is refused.
type Errand struct {
	Tenant   uuid.UUID
	IntentID uuid.UUID
	Kind     intent.StepKind // RUN: book or cancel; ASK and WATCH: find; UNDO: cancel
	Provider intent.Provider
	Order    intent.Order // of a RUN that books
	Attempt  intent.Attempt
	Subject  string // the reference that is to be cancelled or found
}
