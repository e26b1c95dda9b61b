package approval_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
)

func TestWhoSeesAndWhoDecides(t *testing.T) {
	t.Parallel()
	customer, stranger, venue, elsewhere := uuid.New(), uuid.New(), uuid.New(), uuid.New()
	theirs := approval.Approval{VenueID: venue, OwnerID: customer, CustomerID: &customer}
	principal := uuid.New()
	house := approval.Approval{VenueID: venue, OwnerID: principal, PrincipalID: principal}
	for _, c := range []struct {
		name             string
		by               actor.Actor
		sees, decides    bool // what was prepared for the customer
		ofHouse, settles bool // what staff prepared for the house
	}{
		{"the customer", actor.Actor{Role: actor.Customer, CustomerID: &customer}, true, true, false, false},
		{"another customer", actor.Actor{Role: actor.Customer, CustomerID: &stranger}, false, false, false, false},
		{"a customer of nobody", actor.Actor{Role: actor.Customer}, false, false, false, false},
		{"a customer whose principal prepared it", actor.Actor{Role: actor.Customer, CustomerID: &stranger, PrincipalID: principal}, false, false, false, false},
		{"a customer kept to another venue", actor.Actor{Role: actor.Customer, CustomerID: &customer, VenueIDs: []uuid.UUID{elsewhere}}, false, false, false, false},
		{"an agent of the customer", actor.Actor{Role: actor.Agent, CustomerID: &customer}, true, false, false, false},
		{"an agent of another", actor.Actor{Role: actor.Agent, CustomerID: &stranger}, false, false, false, false},
		{"an agent of nobody", actor.Actor{Role: actor.Agent}, false, false, false, false},
		{"the agent that prepared it", actor.Actor{Role: actor.Agent, CustomerID: &customer, PrincipalID: principal}, true, false, false, false},
		{"staff of every venue", actor.Actor{Role: actor.Staff}, true, true, true, true},
		{"staff of the venue", actor.Actor{Role: actor.Staff, VenueIDs: []uuid.UUID{elsewhere, venue}}, true, true, true, true},
		{"staff of another venue", actor.Actor{Role: actor.Staff, VenueIDs: []uuid.UUID{elsewhere}}, false, false, false, false},
		{"an admin", actor.Actor{Role: actor.Admin}, true, true, true, true},
		{"an admin of another venue", actor.Actor{Role: actor.Admin, VenueIDs: []uuid.UUID{elsewhere}}, false, false, false, false},
		{"nobody", actor.Actor{}, false, false, false, false},
		{"a role of a later version", actor.Actor{Role: "ROBOT", CustomerID: &customer}, false, false, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.sees, theirs.Visible(c.by))
			require.Equal(t, c.decides, theirs.MayDecide(c.by))
			require.Equal(t, c.ofHouse, house.Visible(c.by))
			require.Equal(t, c.settles, house.MayDecide(c.by))
		})
	}
}

func TestSupersedes(t *testing.T) {
	t.Parallel()
	owner, other := uuid.New(), uuid.New()
	for _, next := range []approval.Channel{approval.Agent, approval.Web} {
		for _, old := range []approval.Channel{approval.Agent, approval.Web} {
			for _, s := range approval.StatusValues() {
				for _, mine := range []bool{true, false} {
					for _, action := range []string{"cancelReservation", "moveReservation"} {
						for _, target := range []string{"cancelReservation:a", "cancelReservation:b"} {
							was := approval.Approval{OwnerID: owner, Channel: old, Status: s, Action: action, TargetKey: target}
							is := approval.Approval{OwnerID: owner, Channel: next, Status: approval.Pending, Action: "cancelReservation", TargetKey: "cancelReservation:a"}
							if !mine {
								was.OwnerID = other
							}
							sameThing := action == is.Action && target == is.TargetKey
							want := mine && s == approval.Pending && (sameThing || next == approval.Web && old == approval.Web)
							require.Equal(t, want, approval.Supersedes(is, was), "%s after %s %s, mine %t: %s %s", next, s, old, mine, action, target)
						}
					}
				}
			}
		}
	}
}

// TestPreparedTwiceForOneTargetAndOnceForAnother is the story that the issue tells.
func TestPreparedTwiceForOneTargetAndOnceForAnother(t *testing.T) {
	t.Parallel()
	owner := uuid.New()
	for channel, pending := range map[approval.Channel]int{approval.Agent: 2, approval.Web: 1} {
		var all []approval.Approval
		for _, target := range []string{"a", "a", "b"} {
			next := approval.Approval{OwnerID: owner, Channel: channel, Status: approval.Pending, Action: "moveReservation", TargetKey: target}
			for k := range all {
				if approval.Supersedes(next, all[k]) {
					all[k].Status = approval.Superseded
				}
			}
			all = append(all, next)
		}
		n := 0
		for _, a := range all {
			if a.Status == approval.Pending {
				n++
			}
		}
		require.Equal(t, pending, n, channel)
	}
}
