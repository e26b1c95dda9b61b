package inventory_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// start is when the slots of the tables begin that have no other start.
var start = now.Add(6 * time.Hour)

// span is so long after the start, from and until.
func span(from, until time.Duration) policy.Span {
	return policy.Span{From: start.Add(from), Until: start.Add(until)}
}

// kept is a time that another party keeps.
func kept(from, until time.Duration, change ...func(*inventory.Busy)) func(*inventory.Standing) {
	b := inventory.Busy{Span: span(from, until), ReservationID: uuid.New(), SlotID: uuid.New()}
	for _, f := range change {
		f(&b)
	}
	return func(s *inventory.Standing) { s.Busy = append(s.Busy, b) }
}

func over(b *inventory.Busy) { b.Lapsed = true }
func whose(id uuid.UUID) func(*inventory.Busy) {
	return func(b *inventory.Busy) { b.ReservationID = id }
}

func buffers(before, after time.Duration) func(*inventory.Standing) {
	return func(s *inventory.Standing) { s.Rules.BufferBefore, s.Rules.BufferAfter = before, after }
}
func turns(from int, stay time.Duration) func(*inventory.Standing) {
	return func(s *inventory.Standing) {
		s.Rules.TurnTimes = append(s.Rules.TurnTimes, policy.TurnTime{FromPartySize: from, Duration: stay})
	}
}
func dueTime(from, until time.Duration) func(*inventory.Standing) {
	return func(s *inventory.Standing) { s.DueTime = append(s.DueTime, span(from, until)) }
}

const m, h = time.Minute, time.Hour

// TestBusy: the time that others keep of a table, before and after a slot of an hour.
func TestBusy(t *testing.T) {
	t.Parallel()
	own := uuid.New()
	mine := func(a *inventory.Ask) { a.Own = &own }
	asChain := func(from, until time.Duration) func(*inventory.Ask) {
		return func(a *inventory.Ask) { a.Keeps = new(span(from, until)) }
	}
	for _, c := range []struct {
		name      string
		at        inventory.Standing
		ask       inventory.Ask
		remaining int
		occupied  bool
	}{
		{"a party that goes as it comes", table(kept(-h, 0)), ask(2), 1, false},
		{"a party that comes as it goes", table(kept(h, 2*h)), ask(2), 1, false},
		{"a party that stays a tick too long", table(kept(-h, tick)), ask(2), 0, true},
		{"a party that comes a tick too soon", table(kept(h-tick, 2*h)), ask(2), 0, true},
		{"a party within it", table(kept(20*m, 40*m)), ask(2), 0, true},
		{"a party around it", table(kept(-h, 3*h)), ask(2), 0, true},
		{"one whose hold is over", table(kept(0, h, over)), ask(2), 1, false},
		{"one whose hold is over, and one whose is not", table(kept(0, h, over), kept(30*m, h)), ask(2), 0, true},
		{"oneself", table(kept(-30*m, 30*m, whose(own))), ask(2, mine), 0, true}, // Remaining is what is shown; a move takes its own out first
		{"a room counts places, not time", room(kept(0, h)), ask(2), 10, false},

		{"the buffer before", table(buffers(15*m, 0), kept(-h, -15*m)), ask(2), 1, false},
		{"a tick within it", table(buffers(15*m, 0), kept(-h, tick-15*m)), ask(2), 1, true},
		{"the buffer after", table(buffers(0, 15*m), kept(75*m, 2*h)), ask(2), 1, false},
		{"a tick within that", table(buffers(0, 15*m), kept(75*m-tick, 2*h)), ask(2), 1, true},
		{"a small party's turn", table(turns(1, h), turns(3, 2*h), kept(h, 2*h)), ask(2), 1, false},
		{"a larger party's, which stays on", table(turns(1, h), turns(3, 2*h), kept(90*m, 2*h)), ask(3), 1, true},
		{"just long enough", table(turns(3, 2*h), kept(2*h, 3*h)), ask(3), 1, false},
		{"nobody asks: the smallest that can be", table(turns(3, 2*h), kept(90*m, 2*h)), ask(0), 1, false},
		{"one of several, that gives way to the next", table(turns(1, 3*h), kept(h, 2*h)), ask(2, asChain(0, h)), 1, false},
		{"one of several, that stays on", table(kept(h, 2*h)), ask(2, asChain(0, 90*m)), 1, true},

		{"time that is due by another slot", table(dueTime(30*m, 90*m)), ask(2), 1, true},
		{"time that is due right after it", table(dueTime(h, 2*h)), ask(2), 1, false},
		{"time that is due to somebody within the buffer", table(buffers(0, 15*m), dueTime(h, 2*h)), ask(2), 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.remaining, c.at.Remaining())
			occupied := false
			for _, code := range c.at.Blockers(c.ask) {
				occupied = occupied || code == problem.SlotOccupied
			}
			require.Equal(t, c.occupied, occupied)
			if c.occupied {
				require.NotEmpty(t, c.at.Explain(problem.SlotOccupied, c.ask).Message)
			}
		})
	}
}

// TestFits leaves out the units, and the moved party itself.
func TestFits(t *testing.T) {
	t.Parallel()
	own := uuid.New()
	mine := func(a *inventory.Ask) { a.Own = &own }
	at := table(buffers(0, 30*m), kept(-30*m, 30*m, whose(own)), kept(2*h, 3*h))
	require.False(t, at.Fits(ask(2)))
	require.True(t, at.Fits(ask(2, mine)), "what is one's own stands in nobody's way")
	at.Rules.BufferAfter = 61 * m
	require.False(t, at.Fits(ask(2, mine)), "what is another's does")
	require.True(t, room(kept(0, h)).Fits(ask(2)))
}

// TestWords: why a table can't be had is told apart.
func TestWords(t *testing.T) {
	t.Parallel()
	say := func(s inventory.Standing, a inventory.Ask) string { return s.Refusal(a).Message }
	taken, isDue := say(table(kept(0, h)), ask(2)), say(table(due), ask(2))
	short := say(table(turns(2, 2*h), kept(90*m, 2*h)), ask(2))
	require.Equal(t, isDue, say(table(dueTime(0, h)), ask(2)), "due by this slot or by another")
	require.Len(t, map[string]bool{taken: true, isDue: true, short: true}, 3)
	require.NotEqual(t, say(room(taken10), ask(1)), say(room(due), ask(1)))
}

func taken10(s *inventory.Standing) { s.Slot.Taken = 10 }

func TestShares(t *testing.T) {
	t.Parallel()
	shared := func(s *inventory.Standing) { s.Resource.Shared = true }
	require.False(t, table().Shares())
	require.True(t, table(shared).Shares())
	require.True(t, table(buffers(0, m)).Shares())
	require.True(t, table(turns(1, h)).Shares())
	require.False(t, room(shared, buffers(m, m), turns(1, h)).Shares(), "places are counted")
}

func TestPauseCovers(t *testing.T) {
	t.Parallel()
	a, b, c := uuid.New(), uuid.New(), uuid.New()
	single := inventory.Resource{ID: a, Kind: inventory.Exclusive}
	joined := inventory.Resource{ID: c, Kind: inventory.Exclusive, Combines: []uuid.UUID{a, b}}
	slot := inventory.Slot{StartsAt: start, EndsAt: start.Add(h)}
	pause := func(of *uuid.UUID, from, until time.Duration) inventory.Pause {
		return inventory.Pause{ResourceID: of, From: start.Add(from), Until: start.Add(until)}
	}
	for _, x := range []struct {
		name  string
		pause inventory.Pause
		of    inventory.Resource
		want  bool
	}{
		{"the venue's", pause(nil, -h, 2*h), single, true},
		{"its own", pause(&a, -h, 2*h), single, true},
		{"another's", pause(&b, -h, 2*h), single, false},
		{"that of a table which is joined", pause(&b, -h, 2*h), joined, true},
		{"that of what joins it: the table alone can be had", pause(&c, -h, 2*h), single, false},
		{"one that ends as it starts", pause(nil, -h, 0), single, false},
		{"one that ends a tick later", pause(nil, -h, tick), single, true},
		{"one that begins as it ends", pause(nil, h, 2*h), single, false},
		{"one that begins a tick sooner", pause(nil, h-tick, 2*h), single, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			require.Equal(t, x.want, x.pause.Covers(slot, x.of))
			x.pause.EndedAt = &now
			require.False(t, x.pause.Covers(slot, x.of), "once it is ended it stands in no way")
		})
	}
}
