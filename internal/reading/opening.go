package reading

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
)

// OpeningRules are what a venue opens by, and how far the slots follow.
type OpeningRules struct {
	Number        int
	LaidOutNumber int
	Tzdata        string
	Sets          []OpeningSet
}

// OpeningSet is the rules of the venue, or of one resource that has its own.
type OpeningSet struct {
	ResourceID *uuid.UUID
	Windows    []calendar.Window
	Exceptions []calendar.Exception
}

// OpeningPreview is what a change of opening rules would do.
type OpeningPreview struct {
	Slots    []PlannedSlot
	Total    int
	Stranded []Slot
}

// PlannedSlot is a slot that would follow from rules that are tried.
type PlannedSlot struct {
	ResourceID uuid.UUID
	StartsAt   time.Time
	EndsAt     time.Time
	WalkInOnly bool
}
