package booking_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

// approvalAct is something that writes approvals, with the tables that it needs. begin gets everything ready and returns the
// act, always under the same key.
type approvalAct struct {
	what   string
	tables []string
	begin  func(t *testing.T, f faulty) (act func() (command.Result, error))
}

var approvalActs = []approvalAct{
	{"preparing anew", []string{"approvals", "events", "audit_entries", "commands"},
		func(t *testing.T, f faulty) func() (command.Result, error) {
			agent, action := agentOf(f.House, f.Guest("Ahn")), seats(2, f.Evening())
			prepared(t, f.House, agent, action)
			in := booking.PrepareAction{Action: action, Key: f.Key()}
			return func() (command.Result, error) { return f.Desk.PrepareAction(ctx, agent, in, "test") }
		}},
	{"approving", []string{"approvals", "events", "audit_entries", "commands"},
		func(t *testing.T, f faulty) func() (command.Result, error) {
			in := onto(f.House, prepared(t, f.House, f.Staff, seats(2, f.Evening())), 1)
			return func() (command.Result, error) { return f.Desk.ApproveAction(ctx, f.Staff, in, "test") }
		}},
	{"carrying out a request", []string{"intents", "intent_slots", "approvals", "events", "audit_entries", "commands"},
		func(t *testing.T, f faulty) func() (command.Result, error) {
			guest := f.Guest("Ahn")
			in := onto(f.House, approved(t, f.House, guest, guest, seats(2, f.Evening())), 2)
			return func() (command.Result, error) { return f.Desk.ConfirmAction(ctx, guest, in, "test") }
		}},
	{"carrying out a cancellation", []string{"reservations", "allocations", "slots", "vacancies", "approvals", "events", "audit_entries", "commands"},
		func(t *testing.T, f faulty) func() (command.Result, error) {
			guest := f.Guest("Ahn")
			booked := confirmed(t, f.House, guest, 2, f.Evening())
			in := onto(f.House, approved(t, f.House, guest, guest, givingUp(booked, 2)), 2)
			return func() (command.Result, error) { return f.Desk.ConfirmAction(ctx, guest, in, "test") }
		}},
	{"recording that time is over", []string{"approvals", "events", "audit_entries"},
		func(t *testing.T, f faulty) func() (command.Result, error) {
			id := prepared(t, f.House, f.Staff, seats(2, f.Evening()))
			f.Deadline("approvals", "expires_at", id, 0)
			return func() (command.Result, error) {
				_, err := f.Desk.ExpireApproval(ctx, f.Tenant, id)
				return command.Result{Outcome: command.Committed}, err
			}
		}},
}

// TestApprovalsFaultInTheMiddle: whichever write fails, nothing of the act is left, and it works once the fault is gone.
func TestApprovalsFaultInTheMiddle(t *testing.T) {
	t.Parallel()
	for _, c := range approvalActs {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			f := newFaulty(t)
			for _, table := range c.tables {
				t.Run("while "+table+" can't be written", func(t *testing.T) {
					act := c.begin(t, f)
					mend := f.breaks(t, table)
					before := f.everything(t)
					_, err := act()
					require.ErrorContains(t, err, "injected fault")
					require.Equal(t, before, f.everything(t), "nothing of it is left")
					mend()
					doneOnce(t, f, act, before)
				})
			}
			sound(t, f.House)
		})
	}
}

// TestTheSessionDiesAtAnApproval: the server ends the session with the writing of each table, and while it commits.
func TestTheSessionDiesAtAnApproval(t *testing.T) {
	t.Parallel()
	f := newFaulty(t)
	dies := func(t *testing.T, c approvalAct, trigger, table string) {
		t.Helper()
		act := c.begin(t, f)
		f.run(t, trigger+` FOR EACH ROW EXECUTE FUNCTION test_death()`)
		before := f.everything(t)
		_, err := act()
		require.Error(t, err)
		require.Equal(t, before, f.everything(t))
		f.run(t, `DROP TRIGGER test_death ON `+table)
		doneOnce(t, f, act, before)
	}
	for _, c := range approvalActs {
		for _, table := range c.tables {
			t.Run(c.what+", writing "+table, func(t *testing.T) {
				dies(t, c, `CREATE TRIGGER test_death AFTER INSERT OR UPDATE ON `+table, table)
			})
		}
		t.Run(c.what+", at the commit", func(t *testing.T) {
			dies(t, c, `CREATE CONSTRAINT TRIGGER test_death AFTER INSERT ON audit_entries DEFERRABLE INITIALLY DEFERRED`, "audit_entries")
		})
	}
	sound(t, f.House)
}

// doneOnce demands that an act that came to nothing is done now, and once.
func doneOnce(t *testing.T, f faulty, act func() (command.Result, error), before string) {
	t.Helper()
	r, err := act()
	require.NoError(t, err)
	require.Nil(t, r.Problem)
	require.False(t, r.Replayed, "nothing of it had been done")
	after := f.everything(t)
	require.NotEqual(t, before, after)
	again, err := act()
	require.NoError(t, err)
	require.Equal(t, r.Refs, again.Refs)
	require.Equal(t, after, f.everything(t), "and it is done once")
}

// TestTheWriteAsksAgain: whatever the desk believed, the write itself carries nothing out that isn't approved, of that
// version, for those arguments, and in time by the database's clock.
func TestTheWriteAsksAgain(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Ahn")
	database := store.NewDatabase(h.DB)
	for what, c := range map[string]struct {
		spoil func(id uuid.UUID, before, after *approval.Approval)
		err   error
	}{
		"as it should be":  {func(uuid.UUID, *approval.Approval, *approval.Approval) {}, nil},
		"too late":         {func(id uuid.UUID, _, _ *approval.Approval) { h.Deadline("approvals", "expires_at", id, 0) }, booking.ErrMoved},
		"an older version": {func(_ uuid.UUID, before, _ *approval.Approval) { before.Version = 1 }, booking.ErrMoved},
		"other arguments":  {func(_ uuid.UUID, _, after *approval.Approval) { after.ArgsDigest = "00" }, booking.ErrMoved},
		"no such thing":    {func(_ uuid.UUID, _, after *approval.Approval) { after.ID = uuid.New() }, booking.ErrMoved},
		"nobody said yes":  {func(id uuid.UUID, _, _ *approval.Approval) { stateForged(t, h, id, "PENDING") }, booking.ErrMoved},
		"somebody said no": {func(id uuid.UUID, _, _ *approval.Approval) { stateForged(t, h, id, "REJECTED") }, booking.ErrMoved},
	} {
		t.Run(what, func(t *testing.T) {
			id := approved(t, h, guest, guest, seats(2, h.Evening()))
			err := database.Routine(ctx, h.Tenant, func(ctx context.Context, tx booking.Tx) error {
				found, err := tx.Approval(ctx, id)
				require.NoError(t, err)
				before, after := *found, *found
				after.Status, after.Result = approval.Consumed, &ref.Ref{Kind: ref.Entry, ID: uuid.New()}
				c.spoil(id, &before, &after)
				return tx.Apply(ctx, &booking.Changes{Now: found.UpdatedAt, Approvals: []booking.Change[approval.Approval]{{Before: before, After: after}}})
			})
			require.ErrorIs(t, err, c.err)
			require.Equal(t, c.err == nil, status(h, "approvals", id) == "CONSUMED")
		})
	}
}

func stateForged(t *testing.T, h *housetest.House, id uuid.UUID, state string) {
	t.Helper()
	forge(t, h, `UPDATE approvals SET status = $2 WHERE id = $1`, id, state)
}

// TestConfirmationOfUnknownFate: the line breaks while an approval is carried out; what happened is found out, never done
// again.
func TestConfirmationOfUnknownFate(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	wire, pool := housetest.NewWire(t, h.DB)
	desk := deskOver(pool)
	guest := h.Guest("Ahn")
	agent := agentOf(h, guest)
	id := approved(t, h, agent, guest, seats(2, h.Evening()))
	in := onto(h, id, 2)

	wire.CutAt(housetest.BeforeCommit)
	_, err := desk.ConfirmAction(ctx, agent, in, "lost")
	require.ErrorIs(t, err, problem.ErrUnavailable)
	require.Equal(t, "APPROVED", status(h, "approvals", id))

	wire.CutAt(housetest.AfterCommit)
	first, err := desk.ConfirmAction(ctx, agent, in, "lost")
	made := accepted(t)(first, err)
	require.False(t, first.Replayed, "it is the first answer")

	wire.CutAt(housetest.AfterCommit)
	again, err := desk.ConfirmAction(ctx, guest, onto(h, id, 2), "lost")
	require.Equal(t, made, accepted(t)(again, err))
	require.True(t, again.Replayed, "done before, under another key")
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM intents`))
	sound(t, h)
}
