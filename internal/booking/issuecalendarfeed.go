package booking

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/ical"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// mostFeeds is how many feeds of one subject may be open: enough for every device, and few enough to look through.
const mostFeeds = 20

// IssuedCalendarFeed is the answer of IssueCalendarFeed.
type IssuedCalendarFeed struct {
	command.Result
	Path *string // the secret address; only in the answer to the call that made the feed
}

// IssueCalendarFeed makes a feed of a resource, for staff, or of a customer, and answers with its address. The address is
// kept nowhere: a replay answers without it. One subject has at most 20 open feeds in a venue; a customer who asks for a
// resource's is refused with POLICY_FORBIDS.
func (d *Desk) IssueCalendarFeed(ctx context.Context, by actor.Actor, in IssueCalendarFeed, correlationID string) (IssuedCalendarFeed, error) {
	privacy, err := in.check(by)
	if err != nil {
		return IssuedCalendarFeed{}, err
	}
	c := call{actor: by, capability: actor.FeedIssue, operation: "issueCalendarFeed", key: in.Key, correlationID: correlationID,
		input: struct {
			VenueID                string
			ResourceID, CustomerID *string
			Privacy                ical.Privacy
		}{in.VenueID, in.ResourceID, in.CustomerID, privacy}}
	// Made before the decision, which may be taken more than once: whichever of the tries is kept, this is its address.
	fresh, address := CalendarFeed{ID: ref.NewID(), Privacy: privacy, Version: 1}, ical.NewAddress(by.TenantID)
	result, err := d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		return decideFeed(ctx, tx, by, in, IssuedFeed{CalendarFeed: fresh, Digest: address.Digest()})
	})
	issued := IssuedCalendarFeed{Result: result}
	// The id tells whether this call made the feed that is answered: another call with the same key made another.
	if made, ok := result.Find(ref.CalendarFeed); err == nil && ok && made.ID == fresh.ID {
		path := address.Path()
		issued.Path = &path
	}
	return issued, err
}

func (in IssueCalendarFeed) check(by actor.Actor) (ical.Privacy, error) {
	if in.ResourceID != nil && in.CustomerID != nil {
		return "", problem.NewInvalid("customerId", "give a resource or a customer, not both")
	}
	if in.ResourceID == nil && in.CustomerID == nil && !by.OwnOnly() {
		return "", problem.NewInvalid("resourceId", "give a resource or a customer")
	}
	if in.Privacy == nil {
		return ical.Busy, nil
	}
	if !slices.Contains(ical.PrivacyValues(), *in.Privacy) {
		return "", problem.NewInvalid("privacy", "is not known")
	}
	return *in.Privacy, nil
}

func decideFeed(ctx context.Context, tx Tx, by actor.Actor, in IssueCalendarFeed, made IssuedFeed) (verdict, error) {
	venue, ok := ref.Decode(ref.Venue, in.VenueID)
	if !ok || !by.SeesVenue(venue) {
		return unknownReference("venue")
	}
	found, err := tx.Venue(ctx, venue)
	if err != nil {
		return verdict{}, fmt.Errorf("find venue %s: %w", venue, err)
	}
	if found == nil {
		return unknownReference("venue")
	}
	made.VenueID = venue
	if in.ResourceID != nil {
		if by.OwnOnly() {
			return refused(problem.New(problem.PolicyForbids, "The calendar of a resource is for the staff.").WithField("resourceId"), answer{venue: venue})
		}
		if made.ResourceID, err = lockFeedResource(ctx, tx, venue, *in.ResourceID); err == nil && made.ResourceID == nil {
			return unknownReference("resource")
		}
	} else if made.CustomerID, err = lockFeedCustomer(ctx, tx, by, in.CustomerID); err == nil && made.CustomerID == nil {
		return unknownReference("customer")
	}
	if err != nil {
		return verdict{}, err
	}
	open, err := tx.OpenFeeds(ctx, made.CalendarFeed)
	if err != nil {
		return verdict{}, fmt.Errorf("count the open feeds: %w", err)
	}
	if open >= mostFeeds {
		return refused(problem.New(problem.PolicyForbids, "There are %d open calendar feeds already; revoke one that isn't needed any more.", open), answer{venue: venue})
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	made.CreatedAt = now
	s := newSheet(by.TenantID, now, nil)
	s.changes.Feeds.Issued = append(s.changes.Feeds.Issued, made)
	s.announce(venue, event.FeedIssued, ref.CalendarFeed, made.ID, made.Version, made.CustomerID, made.CalendarFeed)
	return verdict{changes: s.done(), answer: about(venue, ref.Ref{Kind: ref.CalendarFeed, ID: made.ID})}, nil
}

// lockFeedResource locks the named resource of the venue; nil when there is none.
func lockFeedResource(ctx context.Context, tx Tx, venue uuid.UUID, named string) (*uuid.UUID, error) {
	id, ok := ref.Decode(ref.Resource, named)
	if !ok {
		return nil, nil
	}
	locked, err := tx.LockResource(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("lock resource %s: %w", id, err)
	}
	if locked == nil || locked.VenueID != venue {
		return nil, nil
	}
	return &id, nil
}

// lockFeedCustomer locks the named customer, or the actor's own; nil when the actor can't refer to it.
func lockFeedCustomer(ctx context.Context, tx Tx, by actor.Actor, named *string) (*uuid.UUID, error) {
	id := by.CustomerID
	if named != nil {
		given, ok := ref.Decode(ref.Customer, *named)
		if !ok || by.OwnOnly() && !by.Owns(given) {
			return nil, nil
		}
		id = &given
	}
	if id == nil {
		return nil, fmt.Errorf("principal %s acts for no customer", by.PrincipalID)
	}
	locked, err := tx.LockCustomer(ctx, *id)
	if err != nil {
		return nil, fmt.Errorf("lock customer %s: %w", *id, err)
	}
	if locked == nil {
		return nil, nil
	}
	return id, nil
}
