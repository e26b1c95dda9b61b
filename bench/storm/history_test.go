package main

import (
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/stretchr/testify/require"
)

func held(who string) act     { return act{kind: actHold, who: who, done: true} }
func full() act               { return act{kind: actHold} }
func firm(who string) act     { return act{kind: actConfirm, who: who, done: true} }
func late(who string) act     { return act{kind: actConfirm, who: who} }
func gone(who string) act     { return act{kind: actCancel, who: who, done: true} }
func lapsed(who string) act   { return act{kind: actLapse, who: who} }
func stand(who ...string) act { return act{kind: actStand, all: who} }

func TestHistoriesOfASlot(t *testing.T) {
	type telling struct {
		from, to int64
		act
	}
	for name, c := range map[string]struct {
		units   int
		history []telling
		right   bool
	}{
		"one after another": {
			1, []telling{{0, 5, held("a")}, {10, 15, firm("a")}, {20, 25, full()}, {30, 35, gone("a")}, {40, 45, held("b")}, {99, 99, stand("b")}}, true,
		},
		"two want the last unit and one gets it": {
			1, []telling{{0, 9, held("a")}, {1, 8, full()}, {99, 99, stand("a")}}, true,
		},
		"two get the last unit": {
			1, []telling{{0, 9, held("a")}, {1, 8, held("b")}, {99, 99, stand("a", "b")}}, false,
		},
		"as many as there are units": {
			3, []telling{{0, 9, held("a")}, {1, 8, held("b")}, {2, 7, held("c")}, {10, 12, full()}, {99, 99, stand("a", "b", "c")}}, true,
		},
		"one more than there are units": {
			2, []telling{{0, 9, held("a")}, {1, 8, held("b")}, {2, 7, held("c")}, {99, 99, stand("a", "b", "c")}}, false,
		},
		"refused although nobody had it": {
			1, []telling{{0, 5, full()}, {10, 15, held("a")}, {99, 99, stand("a")}}, false,
		},
		"an answer that was lost for long explains a refusal": {
			1, []telling{{0, 50, held("a")}, {10, 15, full()}, {99, 99, stand("a")}}, true,
		},
		"what was acknowledged is gone": {
			1, []telling{{0, 5, held("a")}, {10, 15, firm("a")}, {99, 99, stand()}}, false,
		},
		"what was acknowledged is gone, and its place is another's": {
			1, []telling{{0, 5, held("a")}, {10, 15, firm("a")}, {20, 25, held("b")}, {99, 99, stand("b")}}, false,
		},
		"a hold lapses, and the next has it": {
			1, []telling{{0, 5, held("a")}, {30, 31, lapsed("a")}, {40, 45, held("b")}, {99, 99, stand("b")}}, true,
		},
		"the next has it before it lapses": {
			1, []telling{{0, 5, held("a")}, {20, 25, held("b")}, {30, 31, lapsed("a")}, {99, 99, stand("b")}}, false,
		},
		"refused when the hold had long lapsed": {
			1, []telling{{0, 5, held("a")}, {30, 31, lapsed("a")}, {40, 45, full()}, {99, 99, stand()}}, false,
		},
		"confirmed after it lapsed": {
			1, []telling{{0, 5, held("a")}, {30, 31, lapsed("a")}, {40, 45, firm("a")}, {99, 99, stand("a")}}, false,
		},
		"told that it has lapsed, and it had": {
			1, []telling{{0, 5, held("a")}, {30, 31, lapsed("a")}, {40, 45, late("a")}, {99, 99, stand()}}, true,
		},
		"told that it has lapsed, and it stands": {
			1, []telling{{0, 5, held("a")}, {40, 45, late("a")}, {99, 99, stand("a")}}, false,
		},
		"confirmed twice": {
			1, []telling{{0, 5, held("a")}, {10, 15, firm("a")}, {20, 25, firm("a")}, {99, 99, stand("a")}}, false,
		},
		"cancelled twice": {
			1, []telling{{0, 5, held("a")}, {10, 15, gone("a")}, {20, 25, gone("a")}, {99, 99, stand()}}, false,
		},
		"somebody stands whom nobody let in": {
			2, []telling{{0, 5, held("a")}, {99, 99, stand("a", "z")}}, false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			var history []porcupine.Operation
			for _, told := range c.history {
				history = append(history, porcupine.Operation{Input: told.act, Call: told.from, Return: told.to})
			}
			want := porcupine.Illegal
			if c.right {
				want = porcupine.Ok
			}
			found, _ := linear(c.units, history)
			require.Equal(t, want, found)
		})
	}
}

func TestAHistoryIsMadeOfTheJournal(t *testing.T) {
	end := time.Unix(1000, 0)
	deeds := []*deed{
		{command: "holdSlot", slots: []string{"s"}, asked: 10, known: 20, said: committed, result: "a"},
		{command: "holdSlot", slots: []string{"s"}, asked: 30, known: 40, said: rejected, problem: "SLOT_OCCUPIED"},
		{command: "holdSlot", slots: []string{"s"}, asked: 30, known: 40, said: rejected, problem: "OUTSIDE_BOOKING_WINDOW"}, // says nothing of who has it
		{command: "holdSlot", slots: []string{"other"}, asked: 30, known: 40, said: committed, result: "o"},
		{command: "holdSlot", slots: []string{"s", "other"}, asked: 30, known: 40, said: committed, result: "p"}, // two at once are judged elsewhere
		{command: "confirmReservation", about: "a", slots: []string{"s"}, asked: 50, known: 60, said: rejected, problem: "HOLD_EXPIRED"},
		{command: "holdSlot", slots: []string{"s"}, asked: 70, known: 80, said: committed, result: "b"},
		{command: "confirmReservation", about: "b", slots: []string{"s"}, asked: 90, known: 95, said: committed, result: "b"},
	}
	ends := map[string]ending{"a": {status: "EXPIRED", expires: time.Unix(0, 45)}, "b": {status: "CONFIRMED"}}
	var acts []act
	for _, o := range historyOf("s", deeds, ends, end) {
		acts = append(acts, o.Input.(act))
	}
	require.Equal(t, []act{
		{kind: actHold, who: "a", done: true}, {kind: actLapse, who: "a"}, {kind: actHold}, {kind: actConfirm, who: "a"},
		{kind: actHold, who: "b", done: true}, {kind: actConfirm, who: "b", done: true}, {kind: actStand, all: []string{"b"}},
	}, acts)
}
