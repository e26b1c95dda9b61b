package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// JoinWaitlist asks for a place in a venue's queue: any slot within [From, To), on one resource or on any.
type JoinWaitlist struct {
	VenueID    string
	PartySize  int
	From, To   time.Time
	ResourceID *string
	Customer   *Contact
	Key        string
}

// JoinWaitlist puts a customer into the queue. While places are free in the range they are offered at once. A live entry
// of the customer that overlaps is ALREADY_WAITING and comes back; an overlapping active reservation is ALREADY_BOOKED.
func (d *Desk) JoinWaitlist(ctx context.Context, by actor.Actor, in JoinWaitlist, correlationID string) (command.Result, error) {
	in.From, in.To = in.From.UTC().Truncate(time.Microsecond), in.To.UTC().Truncate(time.Microsecond)
	if !in.From.Before(in.To) {
		return command.Result{}, problem.NewInvalid("to", "must be after from")
	}
	if err := checkContact(in.Customer); err != nil {
		return command.Result{}, err
	}
	c := call{
		actor: by, capability: actor.WaitlistWrite, operation: "joinWaitlist", key: in.Key, correlationID: correlationID,
		input: struct {
			VenueID    string
			PartySize  int
			From, To   time.Time
			ResourceID *string
			Customer   *canonicalContact
		}{in.VenueID, in.PartySize, in.From, in.To, in.ResourceID, canonical(in.Customer)},
	}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) { return decideJoin(ctx, tx, by, in) })
}

func decideJoin(ctx context.Context, tx Tx, by actor.Actor, in JoinWaitlist) (verdict, error) {
	venueID, ok := ref.Decode(ref.Venue, in.VenueID)
	if !ok || !by.SeesVenue(venueID) {
		return unknownReference("venue")
	}
	terms, err := tx.ActivePolicy(ctx, venueID)
	if err != nil {
		return verdict{}, fmt.Errorf("read the policy of venue %s: %w", venueID, err)
	}
	if terms == nil {
		return unknownReference("venue")
	}
	resources, err := tx.Resources(ctx, venueID)
	if err != nil {
		return verdict{}, fmt.Errorf("read the resources of venue %s: %w", venueID, err)
	}
	wanted, ok := wantedResources(resources, in.ResourceID)
	if !ok {
		return unknownReference("resource")
	}
	owner, write, err := whose(ctx, tx, by, in.Customer)
	if err != nil {
		return verdict{}, err
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	shown := answer{venue: venueID}
	if p := joinRefusal(in, wanted, *terms, now); p != nil {
		return refused(p, shown)
	}
	s := newSheet(by.TenantID, now, nil)
	if write == nil || !write.Insert {
		p, existing, err := s.already(ctx, tx, owner.ID, venueID, in, wanted)
		if err != nil {
			return verdict{}, err
		}
		if p != nil {
			if existing != nil {
				shown = about(venueID, ref.Ref{Kind: ref.Entry, ID: existing.ID})
			}
			return refused(p, shown)
		}
	}
	if write != nil {
		s.changes.Customers = append(s.changes.Customers, *write)
	}
	entry := waitlist.Entry{
		ID: ref.NewID(), TenantID: by.TenantID, VenueID: venueID, CustomerID: owner.ID, PartySize: in.PartySize,
		From: in.From, To: in.To, Status: waitlist.EntryInitial, Version: 1, JoinedAt: now, CreatedAt: now, UpdatedAt: now,
	}
	if in.ResourceID != nil {
		entry.ResourceID = &wanted[0].ID
	}
	s.changes.Joined = append(s.changes.Joined, entry)
	s.announce(venueID, event.EntryJoined, ref.Entry, entry.ID, entry.Version, &entry.CustomerID, entry)
	s.look(entry, string(event.EntryJoined))
	return verdict{changes: s.done(), answer: about(venueID, ref.Ref{Kind: ref.Entry, ID: entry.ID})}, nil
}

// wantedResources are those that the entry may be served with: the named one, or all.
func wantedResources(all []inventory.Resource, named *string) ([]inventory.Resource, bool) {
	if named == nil {
		return all, true
	}
	id, ok := ref.Decode(ref.Resource, *named)
	if !ok {
		return nil, false
	}
	for _, r := range all {
		if r.ID == id {
			return []inventory.Resource{r}, true
		}
	}
	return nil, false
}

// joinRefusal decides by party, closure and window, in this order. A party must suit one of the wanted resources.
func joinRefusal(in JoinWaitlist, wanted []inventory.Resource, terms policy.Version, now time.Time) *problem.Problem {
	suits, small, open := false, true, false
	_, last := terms.Rules.Window(now, policy.Guest) // nothing is offered beyond what guests may book
	for _, r := range wanted {
		small = small && in.PartySize < r.MinParty
		if in.PartySize >= r.MinParty && in.PartySize <= r.MaxParty {
			suits, open = true, open || r.Active
		}
	}
	switch {
	case in.PartySize < 1 || (!suits && small):
		return problem.New(problem.PartyTooSmall, "A party of %d is too small for what is asked for.", in.PartySize).WithField("partySize")
	case !suits:
		return problem.New(problem.PartyTooLarge, "A party of %d is too large for what is asked for.", in.PartySize).WithField("partySize")
	case !open:
		return problem.New(problem.ResourceClosed, "What is asked for is closed.")
	case !now.Before(in.To) || in.From.After(last):
		return problem.New(problem.OutsideBookingWindow, "The range has passed or lies further ahead than the venue takes bookings.")
	}
	return nil
}

// already refuses a second wish for the same time. Entries of the customer whose range is over are taken out of the way.
func (s *sheet) already(ctx context.Context, tx Tx, owner, venue uuid.UUID, in JoinWaitlist, wanted []inventory.Resource) (*problem.Problem, *waitlist.Entry, error) {
	entries, err := tx.OverlappingEntries(ctx, owner, venue, in.From, in.To)
	if err != nil {
		return nil, nil, fmt.Errorf("look for overlapping entries: %w", err)
	}
	for i, e := range entries {
		if e.Effective(s.now).Live() {
			return problem.New(problem.AlreadyWaiting, "The customer is already waiting for an overlapping time.").WithVersion(e.Version), &entries[i], nil
		}
	}
	for _, e := range entries {
		if err := s.clear(ctx, tx, e); err != nil {
			return nil, nil, err
		}
	}
	var resource *uuid.UUID
	if in.ResourceID != nil {
		resource = &wanted[0].ID
	}
	booked, err := tx.OverlappingReservation(ctx, owner, venue, resource, in.From, in.To, s.now)
	if err != nil {
		return nil, nil, fmt.Errorf("look for an overlapping reservation: %w", err)
	}
	if booked {
		return problem.New(problem.AlreadyBooked, "The customer has a reservation at an overlapping time."), nil, nil
	}
	return nil, nil, nil
}

// clear records that an entry is over which still stands in the way of a new one.
func (s *sheet) clear(ctx context.Context, tx Tx, e waitlist.Entry) error {
	if e.Status == waitlist.Waiting {
		locked, err := tx.LockEntries(ctx, []uuid.UUID{e.ID})
		if err != nil {
			return fmt.Errorf("lock entry %s: %w", e.ID, err)
		}
		if len(locked) != 1 || locked[0].Version != e.Version {
			return ErrMoved
		}
		after := e
		after.Status = waitlist.EntryExpired
		s.amendEntry(e, after, event.EntryExpired)
		return nil
	}
	return &lapsedFirst{offer: *e.OfferID}
}

// lapsedFirst asks the desk to record a lapsed offer in a transaction of its own before the command is decided anew.
type lapsedFirst struct{ offer uuid.UUID }

// Error says what has to be recorded first.
func (l *lapsedFirst) Error() string {
	return "offer " + l.offer.String() + " has lapsed and is not recorded"
}

// Is lets the desk decide anew.
func (l *lapsedFirst) Is(target error) bool { return target == ErrMoved }
