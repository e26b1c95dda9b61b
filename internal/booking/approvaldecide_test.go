package booking_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// deciding are the two answers that a person may give.
var deciding = map[string]func(*booking.Desk, actor.Actor, booking.ApprovalCommand) (command.Result, error){
	"APPROVED": func(d *booking.Desk, by actor.Actor, in booking.ApprovalCommand) (command.Result, error) {
		return d.ApproveAction(ctx, by, in, "test")
	},
	"REJECTED": func(d *booking.Desk, by actor.Actor, in booking.ApprovalCommand) (command.Result, error) {
		return d.RejectAction(ctx, by, in, "test")
	},
}

// TestWhoMayDecide: the owner and staff of the venue; never an agent; to everybody else there is no such approval.
func TestWhoMayDecide(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	elsewhere := h.SecondVenue()
	stranger := housetest.In(t, h.DB)
	guest, another := h.Guest("Ahn"), h.Guest("Bae")
	agent := agentOf(h, guest)
	outside := h.Person(actor.Staff, "Elsewhere")
	outside.VenueIDs = []uuid.UUID{elsewhere.Venue}
	for to, decide := range deciding {
		t.Run(to, func(t *testing.T) {
			for who, by := range map[string]actor.Actor{"the owner": guest, "staff": h.Staff, "an admin": h.Admin} {
				id := prepared(t, h, agent, seats(2, h.Evening()))
				housetest.Must(t)(decide(h.Desk, by, onto(h, id, 1)))
				require.Equal(t, to, status(h, "approvals", id), who)
				var by2 string
				h.Scan(`SELECT decided_by FROM approvals WHERE id = $1 AND decided_at IS NOT NULL AND version = 2`, []any{id}, &by2)
				require.Equal(t, by.Label(), by2)
			}
			id := prepared(t, h, agent, seats(2, h.Evening()))
			untouched(t, h, func() {
				_, err := decide(h.Desk, agent, onto(h, id, 1))
				require.ErrorIs(t, err, problem.ErrForbidden, "an agent")
				for who, by := range map[string]actor.Actor{"another guest": another, "staff elsewhere": outside} {
					r := rejected(t, problem.ReferenceNotFound)(decide(h.Desk, by, onto(h, id, 1)))
					require.Empty(t, r.Refs, who)
				}
				rejected(t, problem.ReferenceNotFound)(decide(stranger.Desk, stranger.Admin, onto(stranger, id, 1)))
				in := onto(h, id, 1)
				in.ApprovalID = ref.Encode(ref.Offer, id)
				rejected(t, problem.ReferenceNotFound)(decide(h.Desk, h.Admin, in))
				rejected(t, problem.ReferenceNotFound)(decide(h.Desk, h.Admin, onto(h, uuid.New(), 1)))
			})
			staffs := prepared(t, h, h.Staff, seats(2, h.Evening()))
			rejected(t, problem.ReferenceNotFound)(decide(h.Desk, guest, onto(h, staffs, 1)))
			housetest.Must(t)(decide(h.Desk, h.Admin, onto(h, staffs, 1)))
		})
	}
	sound(t, h)
}

// TestDecidingOnce: each approval is decided once, at the version that was read, within its time; and approving adds none.
func TestDecidingOnce(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Ahn")
	agent := agentOf(h, guest)
	for to, decide := range deciding {
		t.Run(to, func(t *testing.T) {
			id := prepared(t, h, agent, seats(2, h.Evening()))
			var before, after string
			h.Scan(`SELECT expires_at::text FROM approvals WHERE id = $1`, []any{id}, &before)
			r := rejected(t, problem.VersionStale)(decide(h.Desk, guest, onto(h, id, 2)))
			require.Equal(t, 1, *r.Problem.CurrentVersion)
			housetest.Must(t)(decide(h.Desk, guest, onto(h, id, 1)))
			h.Scan(`SELECT expires_at::text FROM approvals WHERE id = $1`, []any{id}, &after)
			require.Equal(t, before, after)
			untouched(t, h, func() {
				rejected(t, problem.VersionStale)(decide(h.Desk, guest, onto(h, id, 1)))
				for _, again := range deciding {
					rejected(t, problem.IllegalTransition)(again(h.Desk, guest, onto(h, id, 2)))
				}
			})
			late := prepared(t, h, agent, seats(2, h.Evening()))
			h.Deadline("approvals", "expires_at", late, 0)
			untouched(t, h, func() {
				for _, version := range []int{1, 2} {
					rejected(t, problem.ApprovalExpired)(decide(h.Desk, guest, onto(h, late, version)))
				}
			})
		})
	}
	t.Run("yes and no at once: one of them", func(t *testing.T) {
		for range 10 {
			id := prepared(t, h, agent, seats(2, h.Evening()))
			results := together(t, 2, func(i int) (command.Result, error) {
				return deciding[[]string{"APPROVED", "REJECTED"}[i]](h.Desk, guest, onto(h, id, 1))
			})
			done := 0
			for _, r := range results {
				if r.Outcome == command.Committed {
					done++
				} else {
					require.Equal(t, problem.VersionStale, code(r))
				}
			}
			require.Equal(t, 1, done)
		}
	})
	t.Run("at version 0", func(t *testing.T) {
		var invalid *problem.Invalid
		_, err := h.Desk.ApproveAction(ctx, guest, onto(h, uuid.New(), 0), "test")
		require.ErrorAs(t, err, &invalid)
		require.Equal(t, "expectedVersion", invalid.Field)
	})
	sound(t, h)
}

// TestApprovalsRunOut: what nobody carried out in time is recorded as over, once, by whoever sweeps first.
func TestApprovalsRunOut(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Ahn")
	agent := agentOf(h, guest)
	pending, yes := prepared(t, h, agent, seats(2, h.Evening())), approved(t, h, agent, guest, seats(2, h.Evening()))
	no, open := prepared(t, h, agent, seats(2, h.Evening())), prepared(t, h, agent, seats(2, h.Evening()))
	housetest.Must(t)(h.Desk.RejectAction(ctx, guest, onto(h, no, 1), "test"))
	for _, id := range []uuid.UUID{pending, yes, no} {
		h.Deadline("approvals", "expires_at", id, 0)
	}
	for _, id := range []uuid.UUID{pending, yes, no, open, uuid.New()} {
		together(t, 4, func(int) (command.Result, error) {
			_, err := h.Desk.ExpireApproval(ctx, h.Tenant, id)
			return command.Result{}, err
		})
	}
	for id, want := range map[uuid.UUID]string{pending: "EXPIRED", yes: "EXPIRED", no: "REJECTED", open: "PENDING"} {
		require.Equal(t, want, status(h, "approvals", id))
	}
	for id, version := range map[uuid.UUID]int{pending: 2, yes: 3} {
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE kind = 'approval.expired' AND entity_id = $1 AND entity_version = $2 AND customer_id = $3`, id, version, guest.CustomerID))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'expireApproval' AND subject = $1`, ref.Encode(ref.Approval, id)))
		require.Equal(t, version, h.Count(`SELECT version FROM approvals WHERE id = $1`, id))
		rejected(t, problem.ApprovalExpired)(h.Desk.ConfirmAction(ctx, guest, onto(h, id, version), "test"))
	}
	sound(t, h)
}
