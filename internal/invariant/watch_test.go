package invariant

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/metrics"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/store"
)

// restless watches without a rest.
func restless(db *postgres.DB) *Watch {
	w := NewWatch(db, slog.New(slog.DiscardHandler))
	w.rest = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	return w
}

// shown is what an administrator of a house reads.
func shown(t testing.TB, h *housetest.House) (report reading.InvariantReport, checks map[string]reading.InvariantCheck) {
	t.Helper()
	report, err := reading.New(store.NewReads(h.DB)).Promised(10*time.Minute, Promises()).Invariants(ctx, h.Admin)
	require.NoError(t, err)
	require.Equal(t, 10*time.Minute, report.Every)
	checks = map[string]reading.InvariantCheck{}
	for _, c := range report.Checks {
		checks[c.Name] = c
	}
	return report, checks
}

func total(checks map[string]reading.InvariantCheck) (breaches int) {
	for _, c := range checks {
		breaches += c.Breaches
	}
	return breaches
}

func TestPromises(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, p := range Promises() {
		require.NotEmpty(t, p.Text, p.Name)
		require.Regexp(t, `^[A-Z].*\.$`, p.Text)
		require.LessOrEqual(t, len(p.Name), 60, "the column keeps no longer name")
		require.False(t, seen[p.Name] || seen[p.Text], p.Name)
		seen[p.Name], seen[p.Text] = true, true
	}
}

// TestWatch: what is broken is shown to its tenant after a round, and isn't any more after the round that finds it mended.
func TestWatch(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	other := housetest.In(t, s.DB)
	watch := restless(s.DB)
	round := func() { require.NoError(t, watch.Round(ctx)) }

	before, _ := shown(t, s.House)
	require.Nil(t, before.CheckedAt)
	require.Equal(t, []reading.InvariantCheck{}, before.Checks)

	round()
	first, checks := shown(t, s.House)
	require.Zero(t, total(checks))
	require.Len(t, first.Checks, len(names()))
	for i, promise := range Promises() {
		require.Equal(t, []string{promise.Name, promise.Text}, []string{first.Checks[i].Name, first.Checks[i].Promise})
		require.Nil(t, first.Checks[i].LastBreachAt)
		require.Positive(t, first.Checks[i].Took, promise.Name)
	}

	taken := s.Count(`SELECT taken FROM slots WHERE id = $1`, s.taken)
	s.plant(`UPDATE slots SET taken = 0 WHERE id = '` + s.taken.String() + `'`)
	round()
	second, checks := shown(t, s.House)
	require.Equal(t, 1, checks["slot-counter"].Breaches)
	require.Equal(t, 1, total(checks))
	require.True(t, second.CheckedAt.After(*first.CheckedAt))
	found := checks["slot-counter"].LastBreachAt
	require.Equal(t, checks["slot-counter"].CheckedAt, *found)
	_, checks = shown(t, other)
	require.Zero(t, total(checks), "it is nobody else's")
	require.Zero(t, other.Count(`SELECT count(*) FROM invariant_checks WHERE tenant_id = $1`, s.Tenant), "nor can anybody else read it")

	require.Equal(t, 1, taken)
	s.plant(`UPDATE slots SET taken = 1 WHERE id = '` + s.taken.String() + `'`)
	round()
	_, checks = shown(t, s.House)
	require.Zero(t, total(checks))
	require.Equal(t, found, checks["slot-counter"].LastBreachAt, "that it was broken once stays")
}

// TestAFallenWall counts for every tenant, and once among the figures.
func TestAFallenWall(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	other := housetest.In(t, s.DB)
	s.plant(`ALTER TABLE offers DISABLE TRIGGER x_guard_transition`)
	s.plant(`UPDATE slots SET taken = 0 WHERE id IN ('` + s.taken.String() + `', '` + s.pooled.String() + `')`)
	require.NoError(t, restless(s.DB).Round(ctx))
	for _, h := range []*housetest.House{s.House, other} {
		_, checks := shown(t, h)
		require.Equal(t, 2, checks["walls-stand"].Breaches, "it isn't in force, and it is switched off")
	}
	found, err := NewKept(s.DB).Checks(ctx)
	require.NoError(t, err)
	require.Len(t, found, len(names()))
	breaches := map[string]int64{}
	for _, c := range found {
		require.Less(t, c.Age, time.Minute)
		if c.Breaches > 0 {
			breaches[c.Name] = c.Breaches
		}
	}
	require.Equal(t, map[string]int64{"walls-stand": 2, "slot-counter": 2}, breaches)
}

// TestACheckThatDoesNotComeThrough leaves what was found before, with its moment, and keeps no other from being made.
func TestACheckThatDoesNotComeThrough(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	watch := restless(s.DB)
	require.NoError(t, watch.Round(ctx))
	first, before := shown(t, s.House)
	_, err := pgtest.Admin(t, s.DB).Exec(`ALTER TABLE approvals RENAME COLUMN target_key TO target`)
	require.NoError(t, err)
	require.NoError(t, watch.Round(ctx))
	second, after := shown(t, s.House)
	require.Equal(t, before["approval-open"], after["approval-open"])
	require.True(t, after["approval-outcome"].CheckedAt.After(before["approval-outcome"].CheckedAt))
	require.Equal(t, after["approval-open"].CheckedAt, *second.CheckedAt, "no more is claimed than was done")
	require.Equal(t, first.CheckedAt, second.CheckedAt)
}

// TestTurns: who had its turn longest ago comes first, and a round that is cut short begins there again.
func TestTurns(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	houses := []*housetest.House{housetest.In(t, db), housetest.In(t, db), housetest.In(t, db)}
	watch := restless(db)
	visited := 0
	cut, cancel := context.WithCancel(ctx)
	watch.rest = func(context.Context, time.Duration) error {
		if visited++; visited == 2 {
			cancel()
		}
		return cut.Err()
	}
	require.NoError(t, watch.Round(cut))
	checked := func() (tenants []uuid.UUID) {
		for _, h := range houses {
			if report, _ := shown(t, h); report.CheckedAt != nil {
				tenants = append(tenants, h.Tenant)
			}
		}
		return tenants
	}
	first := checked()
	require.Len(t, first, 2)
	turns, err := watch.turns(ctx)
	require.NoError(t, err)
	require.NotContains(t, first, turns[0])
	require.ElementsMatch(t, first, turns[1:])

	last := turns[len(turns)-1]
	_, err = pgtest.Admin(t, db).ExecContext(ctx, `UPDATE invariant_checks SET checked_at = checked_at - interval '1 day' WHERE tenant_id = $1 AND name = 'slot-counter'`, last)
	require.NoError(t, err)
	turns, err = watch.turns(ctx)
	require.NoError(t, err)
	require.Equal(t, last, turns[len(turns)-1], "one check that doesn't come through takes nobody else's turn")

	var ages []metrics.Check
	ages, err = NewKept(db).Checks(ctx)
	require.NoError(t, err)
	require.NotEmpty(t, ages)
	over, stop := context.WithCancel(ctx)
	stop()
	require.Error(t, watch.Round(over), "told to stop before it began, it did nothing")
	require.Len(t, checked(), 2)
}
