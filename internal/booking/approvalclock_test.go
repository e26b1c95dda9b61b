package booking_test

import (
	"database/sql"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/problem"
)

// stopped is a clock of the database that a test holds in its hand: it stands where it is put, and goes on by a step each
// time that anybody looks at it.
type stopped struct {
	admin *sql.DB
	desk  *booking.Desk // whose database has this clock
}

// stopClock hides the database's clock behind one that stands still.
func stopClock(t *testing.T, h *housetest.House) stopped {
	t.Helper()
	s := stopped{admin: pgtest.Admin(t, h.DB)}
	for _, statement := range []string{
		`CREATE SCHEMA stopped`,
		`CREATE TABLE stopped.clock (at timestamptz NOT NULL, step interval NOT NULL)`,
		`INSERT INTO stopped.clock VALUES (now(), '0')`,
		`CREATE SEQUENCE stopped.looks`,
		`CREATE FUNCTION stopped.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE SECURITY DEFINER AS 'SELECT at + nextval(''stopped.looks'') * step FROM stopped.clock'`,
		`GRANT USAGE ON SCHEMA stopped TO PUBLIC`,
		`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, stopped, pg_catalog', current_database()); END $$`,
	} {
		_, err := s.admin.Exec(statement)
		require.NoError(t, err)
	}
	pool, err := postgres.Open(h.DB.DSN(), postgres.PoolOptions{MaxOpen: 5}) // its sessions begin with the new path
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, pool.Close()) })
	s.desk = deskOver(pool)
	return s
}

// put sets the clock relative to the deadline of an approval.
func (s stopped) put(t *testing.T, approval uuid.UUID, before, step time.Duration) {
	t.Helper()
	_, err := s.admin.Exec(`UPDATE stopped.clock SET at = (SELECT expires_at FROM approvals WHERE id = $1) - $2 * interval '1 microsecond', step = $3 * interval '1 microsecond'`,
		approval, before.Microseconds(), step.Microseconds())
	require.NoError(t, err)
	_, err = s.admin.Exec(`ALTER SEQUENCE stopped.looks RESTART`)
	require.NoError(t, err)
}

// looks is how often somebody looked at the clock since it was put.
func (s stopped) looks(t *testing.T) (n int) {
	t.Helper()
	require.NoError(t, s.admin.QueryRow(`SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM stopped.looks`).Scan(&n))
	return n
}

// TestTheMillisecondBeforeAndAfter: in time to the last moment, and too late from the deadline itself on.
func TestTheMillisecondBeforeAndAfter(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Ahn")
	agent := agentOf(h, guest)
	clock := stopClock(t, h)
	for _, c := range []struct {
		what   string
		before time.Duration
		inTime bool
	}{
		{"a millisecond before", time.Millisecond, true},
		{"a microsecond before", time.Microsecond, true},
		{"at the deadline", 0, false},
		{"a microsecond after", -time.Microsecond, false},
		{"a millisecond after", -time.Millisecond, false},
	} {
		t.Run(c.what, func(t *testing.T) {
			want := func(state string, r command.Result, err error) {
				t.Helper()
				require.NoError(t, err)
				require.NotZero(t, clock.looks(t), "the database's clock decides")
				if !c.inTime {
					require.Equal(t, problem.ApprovalExpired, code(r))
					return
				}
				require.Equal(t, state, string(r.Outcome), "problem: %v", r.Problem)
			}
			yes, no := prepared(t, h, agent, seats(2, h.Evening())), prepared(t, h, agent, seats(2, h.Evening()))
			done, swept := approved(t, h, agent, guest, seats(2, h.Evening())), approved(t, h, agent, guest, seats(2, h.Evening()))
			clock.put(t, yes, c.before, 0)
			r, err := clock.desk.ApproveAction(ctx, guest, onto(h, yes, 1), "test")
			want("COMMITTED", r, err)
			clock.put(t, no, c.before, 0)
			r, err = clock.desk.RejectAction(ctx, guest, onto(h, no, 1), "test")
			want("COMMITTED", r, err)
			clock.put(t, done, c.before, 0)
			r, err = clock.desk.ConfirmAction(ctx, agent, onto(h, done, 2), "test")
			want("ACCEPTED", r, err)
			clock.put(t, swept, c.before, 0)
			did, err := clock.desk.ExpireApproval(ctx, h.Tenant, swept)
			require.NoError(t, err)
			require.Equal(t, !c.inTime, did)
		})
	}
}

// TestTimeRunsOutInTheMiddle: wherever in a confirmation the deadline comes, it is done wholly or not at all; the last word
// has the write itself.
func TestTimeRunsOutInTheMiddle(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Ahn")
	agent := agentOf(h, guest)
	clock := stopClock(t, h)
	done, late := 0, 0
	for ticks := 1; done < 2; ticks++ {
		require.Less(t, ticks, 100, "however long it has, it isn't done")
		booked := confirmed(t, h, guest, 2, h.Evening())
		id := approved(t, h, agent, guest, givingUp(booked, 2))
		clock.put(t, id, time.Duration(ticks)*time.Millisecond, time.Millisecond)
		r, err := clock.desk.ConfirmAction(ctx, agent, onto(h, id, 2), "test")
		require.NoError(t, err)
		if r.Outcome == command.Committed {
			done++
			require.Equal(t, []string{"CONSUMED", "CANCELLED"}, []string{status(h, "approvals", id), status(h, "reservations", booked)})
		} else {
			late++
			require.Zero(t, done, "with less time it was done")
			require.Equal(t, problem.ApprovalExpired, code(r))
			require.Equal(t, []string{"APPROVED", "CONFIRMED"}, []string{status(h, "approvals", id), status(h, "reservations", booked)})
		}
		cancelAll(t, h, guest)
	}
	require.Greater(t, late, 2, "the deadline came before the first look, between two, and before the write")
}

// TestConfirmAgainstTheSweepOfApprovals: at the deadline both come at once, and one of them has it.
func TestConfirmAgainstTheSweepOfApprovals(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Close")
	agent := agentOf(h, guest)
	for round := range 30 {
		booked := confirmed(t, h, guest, 2, h.Evening())
		id := approved(t, h, agent, guest, givingUp(booked, 2))
		h.Deadline("approvals", "expires_at", id, time.Duration(round%10)*time.Millisecond)
		results := together(t, 2, func(i int) (command.Result, error) {
			if i == 0 {
				return carrying(h, agent, id)
			}
			_, err := h.Desk.ExpireApproval(ctx, h.Tenant, id)
			return command.Result{}, err
		})
		if results[0].Outcome == command.Committed {
			require.Equal(t, []string{"CONSUMED", "CANCELLED"}, []string{status(h, "approvals", id), status(h, "reservations", booked)})
		} else {
			require.Equal(t, problem.ApprovalExpired, code(results[0]))
			require.Equal(t, "CONFIRMED", status(h, "reservations", booked))
			require.NotEqual(t, "CONSUMED", status(h, "approvals", id))
		}
		cancelAll(t, h, guest)
	}
	sound(t, h)
}
