package store

import (
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/ent/db"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

func reservationOf(r *db.Reservation) reservation.Reservation {
	return reservation.Reservation{
		ID: r.ID, TenantID: r.TenantID, VenueID: r.VenueID, CustomerID: r.CustomerID, PartySize: r.PartySize,
		Status: r.Status, StatusReason: r.StatusReason, Version: r.Version, ExpiresAt: utc(r.ExpiresAt), Extended: r.Extended,
		Promotional: r.Promotional, PolicyVersionID: r.PolicyVersionID, Tied: r.Tied, IntentID: r.IntentID, UpstreamID: r.UpstreamAttemptID,
		RequestedAt: utc(r.RequestedAt), NoShowAt: utc(r.NoShowAt), WalkIn: r.WalkIn, OverrideReason: r.OverrideReason, OverrideCodes: strings.Fields(r.OverrideCodes),
		SeriesID: r.SeriesID, CorrectsID: r.CorrectsID, StartsAt: r.StartsAt.UTC(), EndsAt: r.EndsAt.UTC(),
		Note: r.Note, CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(),
	}
}

func entryOf(e *db.WaitlistEntry) waitlist.Entry {
	return waitlist.Entry{
		ID: e.ID, TenantID: e.TenantID, VenueID: e.VenueID, CustomerID: e.CustomerID, PartySize: e.PartySize,
		From: e.FromAt.UTC(), To: e.ToAt.UTC(), ResourceID: e.ResourceID, Status: e.Status, Version: e.Version,
		JoinedAt: e.JoinedAt.UTC(), PassedOver: e.PassedOver, Priority: e.Priority, OfferID: e.OfferID, OfferExpiresAt: utc(e.OfferExpiresAt),
		RequeuesOnLapse: e.RequeuesOnLapse, CreatedAt: e.CreatedAt.UTC(), UpdatedAt: e.UpdatedAt.UTC(),
	}
}

func offerOf(o *db.Offer) waitlist.Offer {
	return waitlist.Offer{
		ID: o.ID, TenantID: o.TenantID, VenueID: o.VenueID, EntryID: o.EntryID, CustomerID: o.CustomerID,
		ReservationID: o.ReservationID, SelectionID: o.SelectionID, Status: o.Status, Version: o.Version,
		ExpiresAt: o.ExpiresAt.UTC(), DeliveryState: o.DeliveryState, Generation: o.Generation, IntentID: o.IntentID, DecidedAt: utc(o.DecidedAt),
		DecidedBy: o.DecidedBy, Source: o.Source, ReasonCode: o.ReasonCode, Reason: o.Reason,
		CreatedAt: o.CreatedAt.UTC(), UpdatedAt: o.UpdatedAt.UTC(),
	}
}

func resourceOf(r *db.Resource) inventory.Resource {
	return inventory.Resource{
		ID: r.ID, TenantID: r.TenantID, VenueID: r.VenueID, Name: r.Name, Kind: r.Kind, Capacity: r.Capacity,
		MinParty: r.MinParty, MaxParty: r.MaxParty, Active: r.Active, AreaID: r.AreaID, WalkInOnly: r.WalkInOnly, Shared: r.Shared, Combines: uuidsOf(r.Combines),
		Version: r.Version, CreatedAt: r.CreatedAt.UTC(),
	}
}

func venueOf(v *db.Venue) inventory.Venue {
	return inventory.Venue{
		ID: v.ID, TenantID: v.TenantID, Code: v.Code, Name: v.Name, TimeZone: v.TimeZone, LayoutDays: v.LayoutDays,
		HolidayRegion: v.HolidayRegion, ClosedOnHolidays: v.ClosedOnHolidays, OpeningNumber: v.OpeningNumber, LaidOutNumber: v.LaidOutNumber, Tzdata: v.Tzdata,
		Switches: inventory.Switches{Offers: v.OffersOn, Notices: v.NoticesOn, AllowListed: v.AllowListed},
		Version:  v.Version, CreatedAt: v.CreatedAt.UTC(),
	}
}

func customerOf(c *db.Customer) customer.Customer {
	return customer.Customer{ID: c.ID, TenantID: c.TenantID, Name: c.Name, Email: c.Email, Phone: c.Phone, Version: c.Version}
}

func allocationOf(a *db.Allocation) inventory.Allocation {
	made := inventory.Allocation{ID: a.ID, ReservationID: a.ReservationID, SlotID: a.SlotID, Units: a.Units}
	if a.OccupiesFrom != nil && a.OccupiesUntil != nil {
		made.Keeps = &policy.Span{From: a.OccupiesFrom.UTC(), Until: a.OccupiesUntil.UTC()}
	}
	return made
}

func policyOf(p *db.PolicyVersion) (policy.Version, error) {
	rules, err := rulesOf(p.ID, p.Rules)
	return policy.Version{
		ID: p.ID, TenantID: p.TenantID, VenueID: p.VenueID, Number: p.Number, Status: p.Status, Version: p.Version, Rules: rules,
		Digest: p.Digest, ActivatedAt: utc(p.ActivatedAt), ActivatesAt: utc(p.ActivatesAt), DraftedBy: p.DraftedBy, CreatedAt: p.CreatedAt.UTC(),
	}, err
}

// rulesRead keeps parsed rules: a version's rules never change, and every hold asks for them.
var rulesRead sync.Map

func rulesOf(version uuid.UUID, raw string) (policy.Rules, error) {
	if known, ok := rulesRead.Load(version); ok {
		return known.(policy.Rules), nil
	}
	rules, err := policy.Parse([]byte(raw))
	if err == nil {
		rulesRead.Store(version, rules)
	}
	return rules, err
}

// uuidsOf reads an array column; the database wrote what is in it.
func uuidsOf(texts []string) []uuid.UUID {
	var ids []uuid.UUID
	for _, text := range texts {
		ids = append(ids, uuid.MustParse(text))
	}
	return ids
}

func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	u := t.UTC()
	return &u
}

// array writes ids for a parameter that is cast to uuid[].
func array(ids []uuid.UUID) any {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	return pq.Array(texts)
}

// each maps rows.
func each[Row any, T any](rows []*Row, of func(*Row) T) []T {
	all := make([]T, len(rows))
	for i, row := range rows {
		all[i] = of(row)
	}
	return all
}
