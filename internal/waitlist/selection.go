package waitlist

import (
	"time"

	"github.com/google/uuid"
)

// Selection records how an offer came about: who was chosen for which slot, who was looked at, who was passed over and
// why, under which policy. It is written once, with the offer, and never changed.
type Selection struct {
	ID              uuid.UUID
	TenantID        uuid.UUID
	VenueID         uuid.UUID
	SlotID          uuid.UUID
	EntryID         uuid.UUID
	PolicyVersionID uuid.UUID
	PolicyDigest    string
	Considered      int
	Skipped         []Skipped
	Override        bool // by a person, outside the queue's order
	Reason          *string
	Generation      int64
	FreedAt         *time.Time // since when the place had been free; nil: nothing had just become so
	CreatedAt       time.Time
}
