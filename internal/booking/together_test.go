package booking_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/invariant"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/store"
)

// together runs fn n times at once and returns what each answered. Nothing that went wrong inside is forgiven; who was only told to
// come back, because the machine is slow, comes back.
func together(t *testing.T, n int, fn func(i int) (command.Result, error)) []command.Result {
	t.Helper()
	results, errs := make([]command.Result, n), make([]error, n)
	begin := make(chan struct{})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			<-begin
			for {
				results[i], errs[i] = fn(i)
				if !toldToComeBack(results[i], errs[i]) {
					return
				}
			}
		})
	}
	close(begin)
	all.Wait()
	for i := range n {
		require.NoError(t, errs[i], "call %d", i)
	}
	return results
}

// toldToComeBack reports whether nothing was decided, and nobody is to blame: a turn, a lock or a twin took too long.
func toldToComeBack(r command.Result, err error) bool {
	return errors.Is(err, booking.ErrCrowded) || errors.Is(err, booking.ErrBusy) || err == nil && r.Outcome == command.InProgress
}

// tally counts outcomes, the refused ones by their code.
func tally(results []command.Result) map[string]int {
	counts := map[string]int{}
	for _, r := range results {
		if r.Problem != nil {
			counts[string(r.Problem.Code)]++
			continue
		}
		counts[string(r.Outcome)]++
	}
	return counts
}

// sound demands that every promise of the domain holds of what stands in the database, with nothing left to do.
func sound(t *testing.T, h *housetest.House) {
	t.Helper()
	report, err := invariant.VerifyQuiet(context.Background(), h.DB)
	require.NoError(t, err)
	require.Empty(t, report.Violations)
}

// code is the code of a refusal, or nothing.
func code(r command.Result) problem.Code {
	if r.Problem == nil {
		return ""
	}
	return r.Problem.Code
}

// principals are the ids under which people act, for a parameter that is cast to uuid[].
func principals(people []actor.Actor) any {
	var texts []string
	for _, p := range people {
		texts = append(texts, p.PrincipalID.String())
	}
	return pq.Array(texts)
}

// quietDesk opens one more desk, over another pool or another kind of database.
func quietDesk(database booking.Database) *booking.Desk {
	return booking.NewDesk(database, func(uuid.UUID) {}, slog.New(slog.DiscardHandler))
}

func deskOver(db *postgres.DB) *booking.Desk { return quietDesk(store.NewDatabase(db)) }
