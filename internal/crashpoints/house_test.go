package crashpoints_test

import (
	"testing"
	"time"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// house are the commands by which staff and admins keep the house.
var house = map[string]begin{
	"founding a venue": func(_ *testing.T, h *housetest.House) act {
		in := booking.CreateVenue{Code: "pier-" + h.Venue.String()[:8], Name: "Pier", TimeZone: "Asia/Seoul", Key: h.Key()}
		return func(d *booking.Desk) (command.Result, error) { return d.CreateVenue(ctx, h.Admin, in, "test") }
	},
	"adding a table": func(_ *testing.T, h *housetest.House) act {
		in := booking.CreateResource{VenueID: ref.Encode(ref.Venue, h.Venue), Name: "By the window", Kind: inventory.Exclusive, Capacity: 1, MinParty: 1, MaxParty: 4, Key: h.Key()}
		return func(d *booking.Desk) (command.Result, error) { return d.CreateResource(ctx, h.Admin, in, "test") }
	},
	"adding chairs": func(_ *testing.T, h *housetest.House) act {
		slot := h.Slot(h.Resource(inventory.Pooled, 4, 1, 10), 30*time.Hour, time.Hour)
		in := booking.AdjustCapacity{SlotID: ref.Encode(ref.Slot, slot), Capacity: 6, ExpectedVersion: 1, Reason: "More chairs", Key: h.Key()}
		return func(d *booking.Desk) (command.Result, error) { return d.AdjustCapacity(ctx, h.Admin, in, "test") }
	},
	"closing for a while": func(_ *testing.T, h *housetest.House) act {
		in := booking.PauseBookings{VenueID: ref.Encode(ref.Venue, h.Venue), Until: time.Now().Add(time.Hour), Reason: "Storm", Key: h.Key()}
		return func(d *booking.Desk) (command.Result, error) { return d.PauseBookings(ctx, h.Staff, in, "test") }
	},
	"activating a policy": func(t *testing.T, h *housetest.House) act {
		ttl := time.Hour
		draft := booking.DraftPolicy{VenueID: ref.Encode(ref.Venue, h.Venue), Rules: policy.RulesDraft{HoldTTL: &ttl}, Key: h.Key()}
		made := housetest.ID(t, housetest.Must(t)(h.Desk.DraftPolicy(ctx, h.Admin, draft, "test")), ref.PolicyVersion)
		in := booking.ActivatePolicy{PolicyVersionID: ref.Encode(ref.PolicyVersion, made), ExpectedVersion: 1, Key: h.Key()}
		return func(d *booking.Desk) (command.Result, error) { return d.ActivatePolicy(ctx, h.Admin, in, "test") }
	},
	"granting an adjustment": func(_ *testing.T, h *housetest.House) act {
		amount := 5
		in := booking.GrantAdjustment{VenueID: ref.Encode(ref.Venue, h.Venue), CustomerID: ref.Encode(ref.Customer, *h.Guest("Eun").CustomerID),
			Kind: waitlist.RecoveryCredit, Amount: &amount, Reason: "the table wobbled", Key: h.Key()}
		return func(d *booking.Desk) (command.Result, error) { return d.GrantAdjustment(ctx, h.Admin, in, "test") }
	},
}
