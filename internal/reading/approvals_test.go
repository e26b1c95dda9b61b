package reading_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/ref"
)

func TestApprovalsInTheStateOfNow(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	past, future := h.now.Add(-time.Second), h.now.Add(time.Hour)

	want := map[uuid.UUID]approval.Status{}
	for _, status := range approval.StatusValues() {
		for _, expiresAt := range []time.Time{past, future} {
			id := h.prepare(venue, plan{status: status, expiresAt: expiresAt})
			want[id] = status
			if (status == approval.Pending || status == approval.Approved) && expiresAt.Equal(past) {
				want[id] = approval.Expired
			}
		}
	}
	of := func(a approval.Approval) (uuid.UUID, approval.Status) { return a.ID, a.Status }

	t.Run("a list shows what is open and over as expired", func(t *testing.T) {
		c, err := h.reader.Approvals(t.Context(), h.staff, nil, whole)
		require.NoError(t, err)
		require.Equal(t, want, statuses(c.Nodes, of))
	})
	t.Run("a batch shows the same", func(t *testing.T) {
		found, err := h.reader.ApprovalsByID(t.Context(), h.staff, keys(want))
		require.NoError(t, err)
		require.Len(t, found, len(want))
		for id, a := range found {
			require.Equal(t, want[id], a.Status)
		}
	})
	t.Run("a filter asks for the state that is shown", func(t *testing.T) {
		for _, asked := range subsets(approval.StatusValues()) {
			c, err := h.reader.Approvals(t.Context(), h.staff, asked, whole)
			require.NoError(t, err)
			require.Equal(t, among(want, asked), statuses(c.Nodes, of), "asked for %v", asked)
		}
	})
}

func TestApprovalsComeWhole(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue, owner := h.venue("UTC"), h.customer()
	id := h.prepare(venue, plan{customer: &owner, status: approval.Approved})
	entry := ref.Ref{Kind: ref.Entry, ID: uuid.New()}
	h.exec(`UPDATE approvals SET status = 'CONSUMED', version = version + 1, result = $1 WHERE id = $2`, entry.String(), id)

	found, err := h.reader.ApprovalsByID(t.Context(), h.staff, []uuid.UUID{id})
	require.NoError(t, err)
	one := found[id]
	by := "STAFF Ada"
	require.JSONEq(t, `{"words": "Join"}`, string(one.Preview))
	require.Equal(t, approval.Approval{
		ID: id, TenantID: h.tenant, VenueID: venue, OwnerID: owner, CustomerID: &owner, PrincipalID: h.staff.PrincipalID, Channel: approval.Web, Action: "joinWaitlist",
		TargetKey: id.String(), Status: approval.Consumed, Version: 3, Arguments: one.Arguments, ArgsDigest: "digest", Preview: one.Preview, ExpiresAt: h.now.Add(time.Hour),
		DecidedBy: &by, Result: &entry, CreatedAt: h.now.Add(-time.Hour), UpdatedAt: one.UpdatedAt,
	}, one)
}

func TestTheWholeTenantsLists(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	mine, theirs := h.things(h.venue("UTC")), h.things(h.venue("UTC"))
	beside := h.things(mine.venue)
	next := h.neighbour()
	foreign := next.things(next.venue("UTC"))
	ofTheHouse := h.prepare(mine.venue, plan{})
	abroad := h.guest(mine.customer)
	abroad.VenueIDs = []uuid.UUID{theirs.venue}
	nobody := h.guest(uuid.Nil)
	nobody.CustomerID = nil

	for name, of := range map[string]func(things) uuid.UUID{
		"intents":   func(o things) uuid.UUID { return o.intent },
		"approvals": func(o things) uuid.UUID { return o.approval },
	} {
		var list pages
		for _, l := range everyList(h) {
			if l.name == name {
				list = l
			}
		}
		for who, c := range map[string]struct {
			a     actor.Actor
			want  []things
			house bool // what staff prepared for the house is seen as well
		}{
			"staff see all of the tenant's":                       {h.staff, []things{mine, theirs, beside}, true},
			"staff of a venue see the venue's":                    {h.only(mine.venue), []things{mine, beside}, true},
			"staff of two venues see both":                        {h.only(mine.venue, theirs.venue), []things{mine, theirs, beside}, true},
			"staff of another tenant's venue see nothing":         {h.only(foreign.venue), nil, false},
			"a customer sees its own":                             {h.guest(mine.customer), []things{mine}, false},
			"an agent sees its customer's":                        {h.agentOf(beside.customer), []things{beside}, false},
			"a customer of another venue sees none of its own":    {abroad, nil, false},
			"who ought to be a customer and is none sees nothing": {nobody, nil, false},
		} {
			t.Run(name+": "+who, func(t *testing.T) {
				got, err := list.list(t.Context(), c.a, uuid.Nil, whole)
				require.NoError(t, err)
				var want []uuid.UUID
				for _, o := range c.want {
					want = append(want, of(o))
				}
				if name == "approvals" && c.house {
					want = append(want, ofTheHouse)
				}
				require.ElementsMatch(t, want, got.Nodes)
			})
		}
	}
	t.Run("what staff prepared for the house is no customer's", func(t *testing.T) {
		found, err := h.reader.ApprovalsByID(t.Context(), h.guest(mine.customer), []uuid.UUID{ofTheHouse})
		require.NoError(t, err)
		require.Empty(t, found)
		found, err = h.reader.ApprovalsByID(t.Context(), h.staff, []uuid.UUID{ofTheHouse})
		require.NoError(t, err)
		require.Len(t, found, 1)
	})
}
