package crashpoints_test

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/crashpoints"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/invariant"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/problem"
)

// act is what somebody asks of a desk, always with the same key and the same words.
type act func(desk *booking.Desk) (command.Result, error)

// begin furnishes a house up to the moment in which somebody asks.
type begin func(t *testing.T, h *housetest.House) act

// town is a database with a house for every situation, a line to it that breaks and a pool that doesn't.
type town struct {
	*housetest.House // the tenant in which houses are furnished now
	furnished        int
	line             *crashpoints.Line
	weak             *postgres.DB  // over the line
	broken           *booking.Desk // over the line
	admin            *sql.DB
	ledger           *ledger
}

func newTown(t *testing.T) *town {
	t.Helper()
	w := &town{House: housetest.New(t)}
	w.line, w.weak = crashpoints.Lay(t, w.DB, 2)
	w.broken, w.admin = deskOver(w.weak), pgtest.Admin(t, w.DB)
	w.ledger = newLedger(t, w.admin)
	return w
}

// fresh furnishes a house that nobody has been in. A tenant with many of them takes long to look at, so there are several.
func (w *town) fresh(t *testing.T) *housetest.House {
	t.Helper()
	if w.furnished++; w.furnished%12 == 0 {
		w.House = housetest.In(t, w.DB)
	}
	return w.SecondVenue()
}

// long is how many statements are many. After that many a lost answer is tried at each COMMIT only: what is not committed is
// undone, whether its answer was lost or the next statement, and the parts of a long round are broken one by one elsewhere.
const long = 45

// breaks are the ways in which the line can break at these statements: before each and after each, turn by turn closed and
// reset; at the last, which commits, each in both ways.
func breaks(passed []string) (all []crashpoints.Break) {
	for i, statement := range passed {
		at := i + 1
		all = append(all, crashpoints.Break{At: at, Reset: at%2 == 1})
		if len(passed) <= long || statement == "COMMIT" {
			all = append(all, crashpoints.Break{At: at, Delivered: true, Reset: at%2 == 0})
		}
	}
	for _, last := range all[len(all)-2:] {
		last.Reset = !last.Reset
		all = append(all, last)
	}
	return all
}

// name says where a line broke.
func name(b crashpoints.Break, passed []string) string {
	side, how := "before", "closed"
	if b.Delivered {
		side = "after"
	}
	if b.Reset {
		how = "reset"
	}
	statement := passed[min(b.At, len(passed))-1]
	return fmt.Sprintf("%s %s statement %d of %d, %.60s", how, side, b.At, len(passed), statement)
}

// unlocked demands that no transaction is open and no lock is left.
func (w *town) unlocked(t *testing.T, where string) {
	t.Helper()
	w.line.Settle()
	var open, locks int
	require.NoError(t, w.admin.QueryRow(`SELECT
		(SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL),
		(SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE d.datname = current_database() AND l.pid <> pg_backend_pid() AND l.locktype <> 'virtualxid')`).
		Scan(&open, &locks))
	require.Zero(t, open, "%s: a transaction is still open", where)
	require.Zero(t, locks, "%s: a lock is left", where)
}

// sound demands that every promise holds, in all houses, once everything is done that is due.
func (w *town) sound(t *testing.T) {
	t.Helper()
	tenants, err := w.DB.Tenants(ctx)
	require.NoError(t, err)
	for _, tenant := range tenants {
		_, err := w.Desk.CatchUp(ctx, tenant)
		require.NoError(t, err)
	}
	report, err := invariant.VerifyQuiet(ctx, w.DB)
	require.NoError(t, err)
	require.Empty(t, report.Violations)
}

// shape is what two answers to the same question have in common.
func shape(r command.Result) string {
	var kinds []string
	for _, one := range r.Refs {
		kinds = append(kinds, string(one.Kind))
	}
	code := ""
	if r.Problem != nil {
		code = string(r.Problem.Code)
	}
	return fmt.Sprintf("%s %s %s", r.Outcome, code, strings.Join(kinds, ","))
}

// whole asks once over the whole line, and returns the statements that it took, the answer and what it changed.
func (w *town) whole(t *testing.T, begin begin) (passed []string, want command.Result, changed string) {
	t.Helper()
	ask := begin(t, w.fresh(t))
	before := w.ledger.count(t, w.Tenant)
	w.line.Count()
	want, err := ask(w.broken)
	require.NoError(t, err)
	require.NotEqual(t, command.InProgress, want.Outcome)
	passed = w.line.Passed()
	require.GreaterOrEqual(t, len(passed), 3)
	require.Equal(t, "COMMIT", passed[len(passed)-1])
	return passed, want, change(before, w.ledger.count(t, w.Tenant))
}

// everyBreak asks in a house of its own for every way in which the line can break, and then asks again over one that is whole.
func (w *town) everyBreak(t *testing.T, begin begin) {
	t.Helper()
	passed, want, changed := w.whole(t, begin)
	kept := want.Outcome != command.Rejected || want.Problem.Replayable()
	for _, b := range breaks(passed) {
		where := name(b, passed)
		ask := begin(t, w.fresh(t))
		before := w.ledger.count(t, w.Tenant)
		w.line.BreakAt(b)
		got, err := ask(w.broken)
		require.True(t, w.line.Broke(), "%s: the line never broke", where)
		again := w.again(t, where, ask)

		require.Equal(t, shape(want), shape(again), where)
		if err != nil {
			require.ErrorIs(t, err, problem.ErrUnavailable, "%s: the caller is told to come back, and nothing else", where)
			require.False(t, again.Replayed, "%s: what was not done was not done before", where)
			require.False(t, kept && b.Delivered && b.At == len(passed), "%s: what was done is found", where)
		} else {
			require.Equal(t, shape(want), shape(got), where)
			require.False(t, got.Replayed, "%s: it is the first answer", where)
			require.Equal(t, kept, again.Replayed, "%s: the second is a replay", where)
			require.Equal(t, got.Refs, again.Refs, where)
			require.Contains(t, []string{"BEGIN", "COMMIT", "ROLLBACK"}, strings.Fields(passed[b.At-1])[0], "%s: half of it is not an answer", where)
		}
		require.Equal(t, changed, change(before, w.ledger.count(t, w.Tenant)), "%s: what is there afterwards", where)
		w.unlocked(t, where)
	}
	w.sound(t)
}

// again asks with the same key over a whole line until it is told.
func (w *town) again(t *testing.T, where string, ask act) command.Result {
	t.Helper()
	for range 10 {
		r, err := ask(w.Desk)
		if errors.Is(err, problem.ErrUnavailable) || err == nil && r.Outcome == command.InProgress {
			w.line.Settle() // the server hasn't noticed yet that the one before has gone
			continue
		}
		require.NoError(t, err, where)
		return r
	}
	t.Fatalf("%s: it is never told", where)
	return command.Result{}
}
