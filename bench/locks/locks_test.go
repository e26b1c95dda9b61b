package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/bench/machine"
	"github.com/slotq/slotq/internal/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// newHouse is a house in a database of the test's own.
func newHouse(t *testing.T) *house {
	t.Helper()
	db := pgtest.New(t)
	h := &house{dsn: db.DSN(), admin: pgtest.Admin(t, db), warm: 1}
	require.NoError(t, h.furnish(t.Context(), 200))
	return h
}

// TestQuick plays a short round of every load under every strategy. A round fails when what it leaves isn't what callers were told.
func TestQuick(t *testing.T) {
	const callers = 6
	h := newHouse(t)
	p := plan{rounds: 1, seconds: 0.05, callers: []int{callers}, seed: 7}
	rounds, err := measure(t.Context(), h, p, func(int, int, measured) {})
	require.NoError(t, err)
	require.Len(t, rounds, len(loads)*len(strategies))
	for _, m := range rounds {
		require.Positive(t, m.Booked, "%s by %s", m.Load, m.Strategy)
		require.Positive(t, m.WAL)
		require.LessOrEqual(t, m.P50, m.P99)
		if m.Load == "race" {
			require.Positive(t, m.Refused, "of %d callers four find a unit", callers)
		}
	}
}

// TestARoundThatLeavesSomethingWrongIsFoundOut shows that the check can fail, and that the wall of the database stands before it.
func TestARoundThatLeavesSomethingWrongIsFoundOut(t *testing.T) {
	h := newHouse(t)
	// careless looks without a lock, and writes what it makes of that.
	careless := strategy{"careless", sql.LevelReadCommitted, func(ctx context.Context, tx *sql.Tx, tenant, slot uuid.UUID) (bool, error) {
		return lookAndWrite(ctx, tx, readSlot, tenant, slot)
	}}
	play := func(s strategy, l load) error {
		_, err := played(t.Context(), h, l, s, 6, 1, 0.1, 7)
		return err
	}
	rushed := loads[1]
	require.ErrorContains(t, play(careless, rushed), "is not the units of its allocations", "the trigger refuses it")

	_, err := h.admin.ExecContext(t.Context(), `ALTER TABLE locks.slots DISABLE TRIGGER USER; ALTER TABLE locks.allocations DISABLE TRIGGER USER`)
	require.NoError(t, err)
	require.ErrorContains(t, play(careless, rushed), "acknowledged", "without the trigger, the check finds it")

	sceptic := strategy{"sceptic", sql.LevelReadCommitted, func(context.Context, *sql.Tx, uuid.UUID, uuid.UUID) (bool, error) { return false, nil }}
	require.ErrorContains(t, play(sceptic, loads[0]), "were refused while only 0 of 4 units were taken")
}

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	page := filepath.Join(folder, "locks.md")
	require.NoError(t, os.WriteFile(page, []byte("# By hand\n"+begin+"\nof yesterday\n"+end+"\nmore by hand\n"), 0o600))
	var rounds []measured
	for _, l := range loads {
		for i, s := range strategies {
			for _, callers := range []int{1, 64} {
				for nth := range 2 {
					m := measured{Load: l.name, Strategy: s.name, Callers: callers, Round: nth, Seconds: 1, P99: 5, CPU: -1, WAL: 3000}
					m.Booked = 100*(i+1) + 10*nth
					rounds = append(rounds, m)
				}
			}
		}
	}
	for range 2 { // renewing it again leaves one copy
		require.NoError(t, write(folder, circumstances{Circumstances: machine.Circumstances{Commit: "abc"}}, rounds))
	}
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), "# By hand\n"+begin) && strings.HasSuffix(string(text), end+"\nmore by hand\n"), string(text))
	require.NotContains(t, string(text), "of yesterday")
	require.Contains(t, string(text), "| conditional | **105** (100 to 110), x 0.34 | **105** (100 to 110), x 0.34 |")

	var stored struct{ Rounds []measured }
	text, err = os.ReadFile(filepath.Join(folder, "locks.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &stored))
	require.Equal(t, len(rounds), len(stored.Rounds))
	for _, c := range charts {
		picture, err := os.ReadFile(filepath.Join(folder, c.name+".svg"))
		require.NoError(t, err)
		require.NotContains(t, string(picture), "NaN")
		require.NotContains(t, string(picture), "Inf")
	}
}
