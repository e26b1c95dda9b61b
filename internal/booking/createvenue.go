package booking

import (
	"context"
	"fmt"
	"regexp"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// CreateVenue opens a venue.
type CreateVenue struct {
	Code     string
	Name     string
	TimeZone string
	Key      string
}

// newVenueLayoutDays is how far ahead slots of a new venue are laid out: as far as its first policy takes bookings.
const newVenueLayoutDays = 60

var venueCode = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,59}$`)

// CreateVenue opens a venue without opening hours, with policy version 1, the defaults, in force. A code that the tenant has
// is POLICY_FORBIDS, and so is a credential that is limited to venues: it would not see what it made.
func (d *Desk) CreateVenue(ctx context.Context, by actor.Actor, in CreateVenue, correlationID string) (command.Result, error) {
	if !venueCode.MatchString(in.Code) {
		return command.Result{}, problem.NewInvalid("code", "give 1 to 60 lower-case letters, digits and hyphens, not a hyphen first")
	}
	name, err := givenName(in.Name)
	if err != nil {
		return command.Result{}, err
	}
	if err := checkZone(in.TimeZone); err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.VenueManage, operation: "createVenue", key: in.Key, correlationID: correlationID,
		input: struct{ Code, Name, TimeZone string }{in.Code, name, in.TimeZone}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		if len(by.VenueIDs) > 0 {
			return refused(problem.New(problem.PolicyForbids, "Your key is limited to certain venues and would not reach a new one. Use a key for all venues."), answer{})
		}
		known, err := tx.VenueCoded(ctx, in.Code)
		if err != nil {
			return verdict{}, fmt.Errorf("look for the code %s: %w", in.Code, err)
		}
		if known != nil {
			return refused(problem.New(problem.PolicyForbids, "There is a venue with the code %s already.", in.Code).WithField("code"), about(*known, ref.Ref{Kind: ref.Venue, ID: *known}))
		}
		now, err := tx.Now(ctx)
		if err != nil {
			return verdict{}, err
		}
		s := newSheet(by.TenantID, now, nil)
		venue := s.found(inventory.Venue{
			ID: ref.NewID(), TenantID: by.TenantID, Code: in.Code, Name: name, TimeZone: in.TimeZone, LayoutDays: newVenueLayoutDays,
			Switches: inventory.Switches{Offers: true, Notices: true}, Version: 1, CreatedAt: now,
		}, policy.Default())
		return verdict{changes: s.done(), answer: about(venue.ID, ref.Ref{Kind: ref.Venue, ID: venue.ID})}, nil
	})
}

// found writes a venue with the rules that it begins under. They come into force in the same step: a venue without rules
// sells nothing, and there is nobody yet to whom a draft would have to be shown.
func (s *sheet) found(venue inventory.Venue, rules policy.Rules) inventory.Venue {
	draft := policy.Version{
		ID: ref.NewID(), TenantID: s.tenant, VenueID: venue.ID, Number: 1, Status: policy.Draft, Version: 1,
		Rules: rules, Digest: rules.Digest(), CreatedAt: s.now,
	}
	active := draft
	active.Status, active.Version, active.ActivatedAt = policy.Active, 2, &s.now
	s.changes.House.Founded = append(s.changes.House.Founded, Founding{Venue: venue, Policy: active})
	s.announce(venue.ID, event.VenueCreated, ref.Venue, venue.ID, venue.Version, nil, tellVenue(venue))
	s.announce(venue.ID, event.PolicyDrafted, ref.PolicyVersion, draft.ID, draft.Version, nil, tellFirstPolicy(draft))
	s.announce(venue.ID, event.PolicyActivated, ref.PolicyVersion, active.ID, active.Version, nil, tellFirstPolicy(active))
	return venue
}

// checkZone refuses what is not the name of a time zone.
func checkZone(name string) error {
	if _, err := calendar.ValidateZone(name); err != nil {
		return problem.NewInvalid("timeZone", "give an IANA time zone such as Asia/Seoul")
	}
	return nil
}
