package demo

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
)

// Administration is what the demo asks of the desk in the name of an administrator.
type Administration interface {
	CreateArea(ctx context.Context, by actor.Actor, in booking.CreateArea, correlationID string) (command.Result, error)
	CreateResource(ctx context.Context, by actor.Actor, in booking.CreateResource, correlationID string) (command.Result, error)
	SetOpeningHours(ctx context.Context, by actor.Actor, in booking.SetOpeningHours, correlationID string) (command.Result, error)
	SetHolidays(ctx context.Context, by actor.Actor, in booking.SetHolidays, correlationID string) (command.Result, error)
	DraftPolicy(ctx context.Context, by actor.Actor, in booking.DraftPolicy, correlationID string) (command.Result, error)
}

// arrange shows what a venue can be: areas, tables that are joined, a room sold every half hour, public holidays, and a
// draft of rules that nobody has put in force yet.
func (s *Seeder) arrange(ctx context.Context, t tenant) error {
	h := &house{desk: s.Desk, admin: t.actor("admin"), venue: ref.Encode(ref.Venue, t.venueID()), version: func() (version int, err error) {
		err = s.DB.ReadTenant(ctx, t.tenantID(), func(ctx context.Context, tx *sql.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT version FROM venues WHERE tenant_id = $1 AND id = $2`, t.tenantID(), t.venueID()).Scan(&version)
		})
		return version, err
	}}
	switch t.code {
	case storyTenant:
		h.do("areas", func(k string, version int) (command.Result, error) {
			return h.desk.CreateArea(ctx, h.admin, booking.CreateArea{VenueID: h.venue, Name: "마당 Courtyard", Key: k}, k)
		})
		h.join(ctx, "Tables 11 + 12", 9, 14, t.id("resource", "Table 11"), t.id("resource", "Table 12"))
		h.draft(ctx, policy.RulesDraft{
			WaitlistWeights: []policy.FactorWeight{{Factor: policy.RecoveryCredit, Weight: 100}, {Factor: policy.WaitingAge, Weight: 1}},
			PacingCovers:    new(24), TurnTimes: []policy.TurnTime{{FromPartySize: 5, Duration: 150 * time.Minute}},
		})
		h.holidays(ctx, "KR", false)
	case "spree-klinik":
		room := h.create(ctx, booking.CreateResource{Name: "Ultraschall", Kind: inventory.Exclusive, Capacity: 1, MinParty: 1, MaxParty: 1})
		h.join(ctx, "Dr. Lena Vogel, Ultraschall", 1, 1, t.id("resource", "Dr. Lena Vogel"), room)
		h.holidays(ctx, "DE-BE", true)
		h.do("hours", func(k string, version int) (command.Result, error) {
			return h.desk.SetOpeningHours(ctx, h.admin, booking.SetOpeningHours{
				VenueID: h.venue, ResourceIDs: []string{ref.Encode(ref.Resource, room)}, ExpectedVersion: version,
				Windows: []booking.OpeningWindow{{Weekdays: []int{1, 2, 3, 4, 5}, Opens: "08:00", Closes: "12:00", SlotLength: time.Hour, Every: new(30 * time.Minute)}},
				Key:     k,
			}, k)
		})
	}
	return h.err
}

// house is an administrator at work; the first thing that goes wrong ends it.
type house struct {
	desk    Administration
	admin   actor.Actor
	venue   string
	version func() (int, error) // of the venue's row
	err     error
}

// do gives a command with a fresh key and the venue's present version.
func (h *house) do(what string, give func(key string, version int) (command.Result, error)) (result command.Result) {
	if h.err != nil {
		return result
	}
	version, err := h.version()
	if err == nil {
		result, err = committed(give(key("arrange"), version))
	}
	if err != nil {
		h.err = fmt.Errorf("%s: %w", what, err)
	}
	return result
}

func (h *house) create(ctx context.Context, in booking.CreateResource) uuid.UUID {
	in.VenueID = h.venue
	result := h.do(in.Name, func(k string, version int) (command.Result, error) {
		in.Key = k
		return h.desk.CreateResource(ctx, h.admin, in, k)
	})
	made, _ := result.Find(ref.Resource)
	return made.ID
}

func (h *house) join(ctx context.Context, name string, least, most int, parts ...uuid.UUID) {
	in := booking.CreateResource{Name: name, Kind: inventory.Exclusive, Capacity: 1, MinParty: least, MaxParty: most}
	for _, part := range parts {
		in.Combines = append(in.Combines, ref.Encode(ref.Resource, part))
	}
	h.create(ctx, in)
}

func (h *house) draft(ctx context.Context, rules policy.RulesDraft) {
	h.do("draft", func(k string, version int) (command.Result, error) {
		return h.desk.DraftPolicy(ctx, h.admin, booking.DraftPolicy{VenueID: h.venue, Rules: rules, Key: k}, k)
	})
}

func (h *house) holidays(ctx context.Context, region string, closed bool) {
	h.do("holidays", func(k string, version int) (command.Result, error) {
		return h.desk.SetHolidays(ctx, h.admin, booking.SetHolidays{VenueID: h.venue, Region: &region, Closed: closed, ExpectedVersion: version, Key: k}, k)
	})
}
