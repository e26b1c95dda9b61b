package reading

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/ical"
)

// CalendarFeed is a secret address at which a calendar program reads reservations; the secret isn't kept.
type CalendarFeed struct {
	ID         uuid.UUID
	TenantID   uuid.UUID
	VenueID    uuid.UUID
	ResourceID *uuid.UUID
	CustomerID *uuid.UUID
	Privacy    ical.Privacy
	LastUsedAt *time.Time
	RevokedAt  *time.Time
	Version    int
	CreatedAt  time.Time
}
