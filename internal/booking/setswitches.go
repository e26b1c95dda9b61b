package booking

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// SetSwitches turns on or off what a venue sends out of itself; nil leaves a switch as it is.
type SetSwitches struct {
	VenueID         string
	Offers          *bool
	Notices         *bool
	AllowListed     *bool
	AllowList       []string // nil keeps it
	Reason          string
	ExpectedVersion int
	Key             string
}

// longestAllowList is how many customers a venue's list may have.
const longestAllowList = 1000

// SetSwitches turns automatic offers and notices of a venue on or off, or keeps offers to an allow list. Expiry, release and
// reconciliation go on whatever it says. What changes nothing raises no version.
func (d *Desk) SetSwitches(ctx context.Context, by actor.Actor, in SetSwitches, correlationID string) (command.Result, error) {
	customers, known, err := in.check()
	if err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.VenueManage, operation: "setSwitches", key: in.Key, correlationID: correlationID, reason: in.Reason,
		input: struct {
			VenueID                      string
			Offers, Notices, AllowListed *bool
			Listed                       bool
			AllowList                    []string
			Reason                       string
			ExpectedVersion              int
		}{in.VenueID, in.Offers, in.Notices, in.AllowListed, in.AllowList != nil, slices.Sorted(slices.Values(in.AllowList)), in.Reason, in.ExpectedVersion}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		return decideSwitches(ctx, tx, by, in, customers, known)
	})
}

// check refuses what can't be, makes of the reason what is kept, and reads who is named; known is false when one of them
// can't be a customer.
func (in *SetSwitches) check() (customers []uuid.UUID, known bool, err error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return nil, false, err
	}
	if in.Reason, err = givenReason(in.Reason); err != nil {
		return nil, false, err
	}
	if in.Offers == nil && in.Notices == nil && in.AllowListed == nil && in.AllowList == nil {
		return nil, false, problem.NewInvalid("input", "give something to change")
	}
	if len(in.AllowList) > longestAllowList {
		return nil, false, problem.NewInvalid("allowList", "name at most %d customers", longestAllowList)
	}
	named := map[string]bool{}
	for _, text := range in.AllowList {
		if named[text] {
			return nil, false, problem.NewInvalid("allowList", "name each customer once")
		}
		named[text] = true
		id, ok := ref.Decode(ref.Customer, text)
		if !ok {
			return nil, false, nil
		}
		customers = append(customers, id)
	}
	return customers, true, nil
}

func decideSwitches(ctx context.Context, tx Tx, by actor.Actor, in SetSwitches, customers []uuid.UUID, known bool) (verdict, error) {
	venue, err := lockVenue(ctx, tx, by, in.VenueID)
	if err != nil {
		return verdict{}, err
	}
	if venue == nil {
		return unknownReference("venue")
	}
	found, err := tx.KnownCustomers(ctx, customers)
	if err != nil {
		return verdict{}, fmt.Errorf("find the customers of the list: %w", err)
	}
	if !known || found != len(customers) {
		return unknownReference("customer")
	}
	shown := about(venue.ID, ref.Ref{Kind: ref.Venue, ID: venue.ID})
	if p := readAnother("venue", venue.Version, in.ExpectedVersion); p != nil {
		return refused(p, shown)
	}
	relisted, err := in.relists(ctx, tx, venue.ID, customers)
	if err != nil {
		return verdict{}, err
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	s, after := newSheet(by.TenantID, now, nil), *venue
	offers, notices := change(&after.Switches.Offers, in.Offers), change(&after.Switches.Notices, in.Notices)
	bound := change(&after.Switches.AllowListed, in.AllowListed)
	if relisted {
		s.changes.House.AllowLists = append(s.changes.House.AllowLists, AllowList{VenueID: venue.ID, Customers: customers})
	}
	if offers || notices || bound || relisted {
		s.amendVenue(*venue, after)
	}
	// A list that became shorter may have let go of one who stood in the way of others, so any change of it is looked at.
	if offers && after.Switches.Offers || bound || relisted && after.Switches.AllowListed {
		s.lookAhead(venue.ID, event.VenueChanged)
	}
	return verdict{changes: s.done(), answer: shown}, nil
}

// relists tells whether the given list has others on it than the venue's.
func (in *SetSwitches) relists(ctx context.Context, tx Tx, venue uuid.UUID, customers []uuid.UUID) (bool, error) {
	if in.AllowList == nil {
		return false, nil
	}
	listed, err := tx.AllowList(ctx, venue)
	if err != nil {
		return false, fmt.Errorf("read the allow list of venue %s: %w", venue, err)
	}
	return len(listed) != len(customers) || slices.ContainsFunc(listed, func(id uuid.UUID) bool { return !slices.Contains(customers, id) }), nil
}
