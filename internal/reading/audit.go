package reading

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
)

// AuditEntry is one command or routine, by whom, and how it ended.
type AuditEntry struct {
	ID            int64
	VenueID       uuid.UUID
	At            time.Time
	Actor         string
	Operation     string
	SubjectID     *string
	Outcome       command.Outcome
	ProblemCode   *problem.Code
	Reason        *string
	CorrelationID string
}
