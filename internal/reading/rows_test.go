package reading_test

import (
	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

func defaultRules() policy.Rules { return policy.Default() }

func idOf(row any) uuid.UUID {
	switch v := row.(type) {
	case inventory.Venue:
		return v.ID
	case inventory.Resource:
		return v.ID
	case reading.Slot:
		return v.ID
	case reservation.Reservation:
		return v.ID
	case waitlist.Entry:
		return v.ID
	case waitlist.Offer:
		return v.ID
	case intent.Intent:
		return v.ID
	case intent.Attempt:
		return v.ID
	case approval.Approval:
		return v.ID
	case policy.Version:
		return v.ID
	case waitlist.Adjustment:
		return v.ID
	case reading.AuditEntry:
		return v.PublicID()
	case uuid.UUID:
		return v
	}
	panic("a row of no known kind")
}

func filterAll() reading.ReservationFilter {
	return reading.ReservationFilter{Statuses: reservation.Values()}
}
