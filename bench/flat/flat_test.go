package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestLives: what is told of a life is what an invariant demands of a real one, each version of a booking from the first and of its
// slot from the second, in order, once.
func TestLives(t *testing.T) {
	all := 0
	for nth := range lives {
		l, next := lifeOf(nth), map[string]int{"rv": 1, "sl": 2}
		for _, e := range append(append([]told{}, before...), l.deeds...) {
			require.Equal(t, next[e.entity], e.version, "%s of life %d", e.kind, nth)
			next[e.entity]++
			all++
		}
		reservation, slot := l.versions()
		require.Equal(t, next["rv"], reservation+1)
		require.Equal(t, next["sl"], slot+1)
		require.Equal(t, l.status == "CONFIRMED", slot == 6, "who stays keeps the slot")
	}
	rows, perTwenty := eventTable()
	require.Equal(t, all, perTwenty)
	require.Equal(t, perTwenty, strings.Count(rows, "'sl'")+strings.Count(rows, "'rv'"))
	require.Greater(t, eventsOf(1_000_000), 10_000_000, "ten events a booking, or more")
}

func TestScaled(t *testing.T) {
	for _, scale := range []float64{0.0001, 0.013, 1} {
		p := full.scaled(scale)
		require.Zero(t, p.reservations%lives)
		require.GreaterOrEqual(t, p.queue, 100, "else both queues are short")
		require.Equal(t, p.reservations, p.told)
	}
}

// measured is a bench at which the full house took twice as long.
func measured(t *testing.T) *bench {
	t.Helper()
	b := &bench{plan: full, series: map[string]*series{}, verify: map[string]verified{"empty": {took: time.Second}, "full": {took: 3 * time.Second, late: "waiting-forgotten"}}}
	for nth := 1; nth <= 3; nth++ {
		for side, times := range map[string]time.Duration{"empty": 1, "full": 2, "long": 2} {
			for _, measure := range []string{holding, promoting} {
				r := b.round(measure, side)
				for range 10 {
					r.add(times * time.Duration(nth) * time.Millisecond) // later rounds are slower at both
				}
				r.lasted = time.Second
			}
		}
	}
	return b
}

func TestFigures(t *testing.T) {
	all := map[string]figure{}
	for _, f := range measured(t).figures() {
		all[f.Figure] = f
	}
	hold := all["hold_full_vs_empty_database"]
	require.Equal(t, []float64{2, 2, 2}, []float64{hold.Low, hold.Ratio, hold.High}, "each round beside the other side's of the same")
	require.Equal(t, []float64{4, 2, 10, 60}, []float64{hold.Ours, hold.Theirs, hold.Rate, float64(hold.Deeds)})
	require.Equal(t, "<= 1.2: **missed**", hold.judged())
	require.Equal(t, "<= 1.5: met", all["promotion_long_vs_short_queue"].judged())
	require.Contains(t, all["verify_full_vs_empty_database"].Note, "given up")
	require.NotContains(t, all, "cancel_full_vs_empty_database", "what was not measured is not told")
}

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	page := filepath.Join(folder, "flatness.md")
	require.NoError(t, os.WriteFile(page, []byte("# By hand\n"+begin+"\nof yesterday\n"+end+"\nmore by hand\n"), 0o600))
	figures := measured(t).figures()
	for range 2 { // renewing it again leaves one copy
		require.NoError(t, write(folder, circumstances{Clients: 4}, figures))
	}
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), "# By hand\n"+begin) && strings.HasSuffix(string(text), end+"\nmore by hand\n"), string(text))
	require.NotContains(t, string(text), "of yesterday")
	require.Equal(t, 1, strings.Count(string(text), "| `hold_full_vs_empty_database` | **2.00** (2.00 to 2.00) |"))
	raw, err := os.ReadFile(filepath.Join(folder, "flatness.json"))
	require.NoError(t, err)
	var kept struct{ Figures []figure }
	require.NoError(t, json.Unmarshal(raw, &kept))
	require.Len(t, kept.Figures, len(figures))
	picture, err := os.ReadFile(filepath.Join(folder, "flatness.svg"))
	require.NoError(t, err)
	require.Contains(t, string(picture), "promotion, long queue 1")
}
