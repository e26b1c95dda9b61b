package main

import (
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

func TestTheDeck(t *testing.T) {
	drawn := func(seed uint64, n int) (all []string) {
		s, dice := &storm{faults: faults}, rand.New(rand.NewPCG(seed, 0))
		for range n {
			all = append(all, s.draw(dice).kind)
		}
		return all
	}
	t.Run("every fault comes before any comes again", func(t *testing.T) {
		var all []string
		for _, f := range faults {
			all = append(all, f.kind)
		}
		require.ElementsMatch(t, all, drawn(1, len(faults)))
	})
	t.Run("a seed deals the same again, and another otherwise", func(t *testing.T) {
		require.Equal(t, drawn(7, 40), drawn(7, 40))
		require.NotEqual(t, drawn(7, 40), drawn(8, 40))
	})
}

func TestHealing(t *testing.T) {
	var h healing
	before := time.Now()
	h.from("fault")
	h.worked("api-1", before)
	require.True(t, h.waits(), "what was asked while it was broken shows nothing")
	h.worked("api-1", time.Now())
	require.False(t, h.waits())
	require.Len(t, h.all(), 1)
}

func TestAWatcher(t *testing.T) {
	event := func(kind, cursor, id string, version int, status string) gjson.Result {
		reservation := ""
		if id != "" {
			reservation = `,"reservation":{"id":"` + id + `","version":` + string(rune('0'+version)) + `,"status":"` + status + `"}`
		}
		return gjson.Parse(`{"data":{"it":{"kind":"` + kind + `","cursor":"` + cursor + `"` + reservation + `}}}`)
	}
	w := watch(&node{process: &process{name: "api-1"}}, "", "vn")
	require.NoError(t, w.hear(event("SNAPSHOT", "c0", "", 0, "")))
	require.NoError(t, w.hear(event("CHANGE", "c1", "rv", 1, "HELD")))
	require.NoError(t, w.hear(event("CHANGE", "c2", "rv", 2, "CONFIRMED")))
	require.Empty(t, w.complaints())
	require.Equal(t, "c2", w.last, "it goes on from where it was")

	now := &truth{reservations: map[string]found{"rv": {venue: "vn", version: 2, ending: ending{status: "CONFIRMED"}}, "elsewhere": {venue: "other", version: 1}}}
	require.NoError(t, w.upToDate(now))
	now.reservations["rv"] = found{venue: "vn", version: 3, ending: ending{status: "CANCELLED"}}
	require.ErrorContains(t, w.upToDate(now), "has last seen reservation rv at version 2")

	require.NoError(t, w.hear(event("CHANGE", "c2", "rv", 2, "CONFIRMED")))
	require.NoError(t, w.hear(event("CHANGE", "c3", "rv", 1, "HELD")))
	wrong := w.complaints()
	require.Len(t, wrong, 2)
	require.Contains(t, wrong[0], "twice")
	require.Contains(t, wrong[1], "at version 1 after 2")
}

func TestTheSummary(t *testing.T) {
	sum := summary{
		Seed: 7, Seconds: 20, Faults: map[string]int{"api killed": 1}, Answers: map[string]int{committed: 3}, Violations: 1,
		Strikes:   []strike{{Round: 1, Kind: "api killed", What: "api-1 <&>", From: 3, To: 5}},
		PerSecond: []second{{Known: 5}, {Later: 3, Unsaid: 1}, {}},
		Rounds:    []outcome{{Round: 1, Seed: 7, Violations: []string{"it broke"}}},
	}
	t.Run("the chart is a picture", func(t *testing.T) {
		in := xml.NewDecoder(strings.NewReader(sum.svg()))
		for {
			_, err := in.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
		}
		require.Contains(t, sum.svg(), "api killed")
	})
	t.Run("the page keeps what people wrote", func(t *testing.T) {
		page := renewed("# Storm\n"+begin+"\nfigures of last year\n"+end+"\nafter\n", sum.table())
		require.True(t, strings.HasPrefix(page, "# Storm\n"))
		require.True(t, strings.HasSuffix(page, end+"\nafter\n"))
		require.NotContains(t, page, "last year")
		require.Contains(t, page, "| violations | 1 |")
		require.Equal(t, page, renewed(page, sum.table()), "writing again changes nothing")
	})
	t.Run("as JSON it holds every round", func(t *testing.T) {
		require.Equal(t, "it broke", gjson.GetBytes(sum.raw(), "rounds.0.violations.0").String())
	})
}

func TestChoosing(t *testing.T) {
	chosen, err := choose(wish{only: "deadlock, api killed"})
	require.NoError(t, err)
	require.Len(t, chosen, 2)
	_, err = choose(wish{only: "earthquake", nats: true})
	require.ErrorContains(t, err, `no such fault: "earthquake"`)
	_, err = choose(wish{only: "deadlock, nats stopped", pooler: true})
	require.ErrorContains(t, err, `"nats stopped" takes -nats`)
	_, err = choose(wish{only: "pooler killed", nats: true})
	require.ErrorContains(t, err, `"pooler killed" takes -pooler`)
	chosen, err = choose(wish{only: "nats stopped", nats: true})
	require.NoError(t, err)
	require.Len(t, chosen, 1)
	chosen, err = choose(wish{nats: true, pooler: true})
	require.NoError(t, err)
	require.Len(t, chosen, len(faults)+len(natsFaults)+len(poolFaults))
}
