package intent_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/intent"
)

// TestWhateverProvidersDo works intents to their end in worlds in which providers answer anything, lose answers and do
// things late, workers die, persons err and proofs lapse. What is left at the providers is what the intent says.
func TestWhateverProvidersDo(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := someWorld(t)
		d.toTheEnd()
		d.tidy()
		d.oneSurvives()
		d.theOldPlace()
	})
}

func someWorld(t *rapid.T) *drive {
	contract := rapid.Custom(func(t *rapid.T) intent.Contract {
		return intent.Contract{
			Lookup: rapid.Bool().Draw(t, "lookup"), Cancel: rapid.Bool().Draw(t, "cancel"), ReleaseFirst: rapid.Bool().Draw(t, "releases first"),
			Settle: rapid.SampledFrom([]time.Duration{0, 10 * time.Second, 2 * time.Minute}).Draw(t, "settle"),
		}
	})
	kind := rapid.SampledFrom(intent.Kinds()).Draw(t, "kind")
	w := given(kind, in(intent.Requested))
	for k, code := range []string{"north", "south"} {
		p := verified(code, contract.Draw(t, code))
		switch rapid.IntRange(0, 5).Draw(t, "proof") {
		case 0:
			p = lapsed(p, noon.Add(time.Duration(rapid.IntRange(0, 600).Draw(t, "lapses"))*time.Second))
		case 1:
			p = unverified(p)
		}
		w.Providers[k] = p
	}
	w.Intent.ExpiresAt = noon.Add(rapid.SampledFrom([]time.Duration{5 * time.Second, time.Minute, 15 * time.Minute, 2 * time.Hour}).Draw(t, "life"))
	w.Intent.NextAt = &noon
	w.Intent.WaitForSeat = kind == intent.RequestReservation && rapid.Bool().Draw(t, "waits")
	o := &outside{t: t, ledger: map[string]*entry{}, blinks: 4, temper: rapid.SliceOfN(rapid.SampledFrom(moods), 1, 6).Draw(t, "temper")}
	if kind == intent.MoveReservation {
		switch rapid.IntRange(0, 3).Draw(t, "ties") {
		case 0:
			untied(&w)
		case 1:
			fromUntied(&w)
		}
	}
	if w.Standing != nil {
		o.ledger["stands"] = &entry{provider: north.ID, target: stood, live: true}
	}
	return &drive{outside: o, now: noon, w: w, calloff: rapid.IntRange(0, 30).Draw(t, "called off")}
}

// tidy has the surplus booking of a move undone, which is another intent's attempt, and lets the last late work arrive.
func (d *drive) tidy() {
	for s := d.w.Standing; s != nil && s.Compensation == intent.UndoDue; {
		d.now = *s.AskAt
		d.arrive(d.now)
		*s = d.undo(*s)
	}
	d.arrive(d.now.Add(24 * time.Hour))
}

// oneSurvives says that what is left at the providers of this intent's bookings is the one that counts, or is a person's
// business by name.
func (d *drive) oneSurvives() {
	surviving := 0
	for _, a := range d.w.Attempts {
		if a.Action != intent.Book || !d.has(a.Reference) || a.Compensation == intent.UndoFailed {
			continue
		}
		surviving++
		completed := d.w.Intent.CompletedBy != nil && *d.w.Intent.CompletedBy == a.ID
		restored := d.end.Restored != nil && d.end.Restored.ID == a.ID
		require.True(d.t, completed || restored, "%s leaves a booking that nobody counts: attempt %d, %s %s", d.w.Intent.Status, a.Number, a.Status, a.Compensation)
	}
	require.LessOrEqual(d.t, surviving, 1)
	require.Equal(d.t, d.w.Intent.Status == intent.Succeeded, d.w.Intent.CompletedBy != nil)
	if d.w.Intent.CompletedBy == nil {
		return
	}
	for _, a := range d.w.Attempts {
		if a.ID != *d.w.Intent.CompletedBy {
			continue
		}
		require.Equal(d.t, intent.AttemptSucceeded, a.Status)
		if a.Action == intent.Book {
			require.True(d.t, d.has(a.Reference), "what succeeded is there")
			require.Equal(d.t, wanted, d.ledger[a.Reference].target, "and is what was wanted")
		}
	}
}

// theOldPlace says that a booking that stood before is gone exactly when the intent says so, or is a person's business.
func (d *drive) theOldPlace() {
	if d.w.Standing == nil {
		return
	}
	if d.w.Intent.Status == intent.Succeeded {
		require.True(d.t, !d.has("stands") || d.w.Standing.Compensation == intent.UndoFailed, "the old place is given back")
		return
	}
	told := d.end.Lost || d.end.Restored != nil && d.has(d.end.Restored.Reference)
	for _, a := range d.w.Attempts {
		told = told || a.Action == intent.Cancel && a.Compensation == intent.UndoFailed
	}
	require.True(d.t, d.has("stands") || told, "%s, and the old place is gone without a word", d.w.Intent.Status)
	if d.end.Lost {
		require.False(d.t, d.has("stands"))
	}
}
