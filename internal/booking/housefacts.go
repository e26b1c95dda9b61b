package booking

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
)

// What events tell of the house: the fields of the row as of that version. Who is on an allow list is nobody's business.

type venueFact struct {
	ID               uuid.UUID `json:"id"`
	Code             string    `json:"code"`
	Name             string    `json:"name"`
	TimeZone         string    `json:"timeZone"`
	LayoutDays       int       `json:"layoutDays"`
	HolidayRegion    *string   `json:"holidayRegion,omitempty"`
	ClosedOnHolidays bool      `json:"closedOnHolidays"`
	OpeningNumber    int       `json:"openingNumber"`
	Offers           bool      `json:"offers"`
	Notices          bool      `json:"notices"`
	AllowListed      bool      `json:"allowListed"`
	Version          int       `json:"version"`
}

func tellVenue(v inventory.Venue) venueFact {
	return venueFact{
		ID: v.ID, Code: v.Code, Name: v.Name, TimeZone: v.TimeZone, LayoutDays: v.LayoutDays, HolidayRegion: v.HolidayRegion,
		ClosedOnHolidays: v.ClosedOnHolidays, OpeningNumber: v.OpeningNumber, Offers: v.Switches.Offers, Notices: v.Switches.Notices,
		AllowListed: v.Switches.AllowListed, Version: v.Version,
	}
}

type firstPolicyFact struct {
	ID      uuid.UUID     `json:"id"`
	VenueID uuid.UUID     `json:"venueId"`
	Number  int           `json:"number"`
	Status  policy.Status `json:"status"`
	Digest  string        `json:"digest"`
	Version int           `json:"version"`
}

func tellFirstPolicy(p policy.Version) firstPolicyFact {
	return firstPolicyFact{ID: p.ID, VenueID: p.VenueID, Number: p.Number, Status: p.Status, Digest: p.Digest, Version: p.Version}
}

type areaFact struct {
	ID      uuid.UUID `json:"id"`
	VenueID uuid.UUID `json:"venueId"`
	Name    string    `json:"name"`
	Version int       `json:"version"`
}

func tellArea(a inventory.Area) areaFact {
	return areaFact{ID: a.ID, VenueID: a.VenueID, Name: a.Name, Version: a.Version}
}

type resourceFact struct {
	ID         uuid.UUID              `json:"id"`
	VenueID    uuid.UUID              `json:"venueId"`
	Name       string                 `json:"name"`
	Kind       inventory.ResourceKind `json:"kind"`
	Capacity   int                    `json:"capacity"`
	MinParty   int                    `json:"minParty"`
	MaxParty   int                    `json:"maxParty"`
	Active     bool                   `json:"active"`
	AreaID     *uuid.UUID             `json:"areaId,omitempty"`
	WalkInOnly bool                   `json:"walkInOnly"`
	Combines   []uuid.UUID            `json:"combines,omitempty"`
	Version    int                    `json:"version"`
}

func tellResource(r inventory.Resource) resourceFact {
	return resourceFact{
		ID: r.ID, VenueID: r.VenueID, Name: r.Name, Kind: r.Kind, Capacity: r.Capacity, MinParty: r.MinParty, MaxParty: r.MaxParty,
		Active: r.Active, AreaID: r.AreaID, WalkInOnly: r.WalkInOnly, Combines: r.Combines, Version: r.Version,
	}
}

type pauseFact struct {
	ID         uuid.UUID  `json:"id"`
	VenueID    uuid.UUID  `json:"venueId"`
	ResourceID *uuid.UUID `json:"resourceId,omitempty"`
	From       time.Time  `json:"from"`
	Until      time.Time  `json:"until"`
	EndedAt    *time.Time `json:"endedAt,omitempty"`
	Version    int        `json:"version"`
}

func tellPause(p inventory.Pause) pauseFact {
	return pauseFact{ID: p.ID, VenueID: p.VenueID, ResourceID: p.ResourceID, From: p.From, Until: p.Until, EndedAt: p.EndedAt, Version: p.Version}
}
