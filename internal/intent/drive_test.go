package intent_test

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/intent"
)

// drive does what Next says, as the worker does, until nothing is left to do.
type drive struct {
	*outside
	now     time.Time
	w       intent.Work
	end     intent.Step
	calloff int // the step before which the customer calls it off, if that may be; zero: never
}

// mostSteps is far above what any intent needs: a busy provider may be asked every ten seconds as long as there is time.
const mostSteps = 5000

func (d *drive) toTheEnd() {
	for step := 1; ; step++ {
		require.Less(d.t, step, mostSteps, "every intent comes to rest")
		d.arrive(d.now)
		d.check()
		if step == d.calloff && d.w.Intent.Status.Open() && !d.w.Unresolved() && !d.gaveUp() {
			d.begun()
			d.finish(intent.Cancelled)
		}
		next := intent.Next(d.w, d.now)
		if next.Kind == intent.Rest {
			if !d.rest(next.At) {
				return
			}
			continue
		}
		d.do(next)
	}
}

func (d *drive) do(s intent.Step) {
	switch s.Kind {
	case intent.Seek:
		d.seek()
	case intent.Begin:
		d.begin(s)
	case intent.Run:
		d.ask(s.Attempt)
	case intent.Doubt:
		require.Equal(d.t, intent.Running, s.Attempt.Status)
		d.became(s.Attempt, s.Attempt.Doubted(d.contract(s.Attempt), d.now), intent.Answer{})
	case intent.Ask:
		if s.Attempt.Asked > 20 {
			d.person(s.Attempt)
			return
		}
		d.became(s.Attempt, s.Attempt.Seen(d.found(d.provider(s.Attempt), s.Attempt.Reference), d.contract(s.Attempt), d.now), intent.Answer{})
	case intent.Watch:
		d.became(s.Attempt, d.w.Watched(*s.Attempt, d.found(d.provider(s.Attempt), s.Attempt.Reference), d.contract(s.Attempt), d.now), intent.Answer{})
	case intent.Undo:
		*s.Attempt = d.undo(*s.Attempt)
	case intent.Await:
		require.True(d.t, d.w.Intent.WaitForSeat)
		require.True(d.t, s.At.After(d.now))
		d.wait(s.At)
	case intent.End:
		require.False(d.t, d.w.Unresolved(), "nothing ends while an attempt may still turn out either way")
		d.begun()
		d.end = s
		d.finish(s.Status)
	default:
		require.Fail(d.t, "an unknown step", s.Kind)
	}
}

// seek is what the desk does about a place in its own books.
func (d *drive) seek() {
	switch {
	case rapid.Bool().Draw(d.t, "a seat is free"):
		d.become(intent.Reserving)
		d.w.Intent.NextAt = &d.now
	case d.w.Intent.WaitForSeat:
		d.wait(d.now.Add(30 * time.Second))
	default:
		d.begun()
		d.finish(intent.FailedRace)
	}
}

func (d *drive) wait(until time.Time) {
	if d.w.Intent.Status != intent.WaitingForSeat {
		d.become(intent.WaitingForSeat)
	}
	d.w.Intent.NotBefore, d.w.Intent.NextAt = &until, &until
}

func (d *drive) begin(s intent.Step) {
	d.begun()
	require.False(d.t, d.w.Unresolved(), "one attempt at a time")
	require.True(d.t, s.Provider.Usable(d.now), "never at an unverified provider")
	require.True(d.t, s.Action == intent.Book || s.Provider.Contract.Cancel)
	require.NotEmpty(d.t, s.Target)
	n := len(d.w.Attempts) + 1
	a := intent.Attempt{
		ID: uuid.New(), Number: n, ProviderID: &s.Provider.ID, Provider: s.Provider.Code, Action: s.Action, Target: s.Target,
		Reference: fmt.Sprint("ours", n), Status: intent.AttemptInitial, StartedAt: d.now,
	}
	if s.Action == intent.Cancel {
		require.Equal(d.t, "stands", s.Booking)
		a.Reference = s.Booking
	}
	turn := d.now.Add(time.Duration(rapid.IntRange(0, 5).Draw(d.t, "turn")) * time.Second)
	d.w.Attempts, d.w.Intent.NextAt = append(d.w.Attempts, a), &turn
}

func (d *drive) ask(a *intent.Attempt) {
	before := *a
	before.Status = intent.Running
	require.True(d.t, a.Status.CanBecome(intent.Running))
	lease := d.now.Add(intent.Lease)
	a.Status, d.w.Intent.NextAt = intent.Running, &lease
	answer, heard := d.asked(d.provider(a), a.Action, a.Reference, a.Target, d.now)
	if heard {
		d.now = d.now.Add(time.Duration(rapid.IntRange(0, 8).Draw(d.t, "seconds")) * time.Second)
		d.became(a, before.Heard(answer, d.contract(a), d.now), answer)
	}
}

// became writes down what an attempt is by now, and what that means for its intent.
func (d *drive) became(a *intent.Attempt, after intent.Attempt, answer intent.Answer) {
	ended := a.Status.Unresolved() && !after.Status.Unresolved()
	require.True(d.t, after.Status == a.Status || a.Status.CanBecome(after.Status), "%s to %s", a.Status, after.Status)
	*a = after
	switch {
	case !ended:
	case a.Status == intent.AttemptSucceeded && d.w.Completes(*a):
		require.Nil(d.t, d.w.Intent.CompletedBy, "one attempt completes")
		id := a.ID
		d.w.Intent.CompletedBy = &id
		d.finish(intent.Succeeded)
		if a.Action == intent.Book && d.w.Standing != nil && !d.gaveUp() {
			*d.w.Standing = d.w.Standing.Surplus(d.contract(d.w.Standing), d.now)
		}
	case a.Status == intent.AttemptSucceeded:
		d.w.Intent.NextAt = &d.now
	default:
		at := d.w.AfterFailure(answer, d.now)
		require.True(d.t, at.After(d.now))
		d.w.Intent.NextAt = &at
	}
}

func (d *drive) undo(a intent.Attempt) intent.Attempt {
	answer, heard := d.asked(d.provider(&a), intent.Cancel, a.Reference, a.Target, d.now)
	if !heard {
		answer = intent.Answer{Kind: intent.Unclear}
	}
	return a.UndoHeard(answer, d.now)
}

// person settles what nobody can find out by asking: by what they see at the provider, once all is quiet. Where the
// provider can be asked later, they may also be wrong.
func (d *drive) person(a *intent.Attempt) {
	c := d.contract(a)
	if !c.Lookup {
		for len(d.pending) > 0 {
			d.now = d.pending[0].at
			d.arrive(d.now)
		}
		d.now = d.now.Add(time.Hour)
	}
	how := rapid.SampledFrom([]intent.Resolution{intent.ResolveFailed, intent.ResolveCancelled}).Draw(d.t, "settled as")
	done := d.has(a.Reference) && d.ledger[a.Reference].target == a.Target
	if a.Action == intent.Cancel {
		done = !d.has(a.Reference)
	}
	switch {
	case done && (!c.Lookup || rapid.Bool().Draw(d.t, "looks well")):
		how = intent.ResolveSucceeded
	case a.Action == intent.Book && !c.Lookup:
		d.drop(a.Reference) // by telephone: something else lies there
	}
	d.became(a, a.Settled(how, nil, "STAFF Kim", "I called them.", c, d.now), intent.Answer{})
}

// rest goes on to the next moment at which something is due. It is false when nothing ever will be.
func (d *drive) rest(until time.Time) bool {
	var moments []time.Time
	open := d.w.Intent.Status.Open()
	if open {
		moments = append(moments, until, d.w.Intent.ExpiresAt)
	}
	for k := range d.w.Attempts {
		a := &d.w.Attempts[k]
		if open && a.Status == intent.Unknown && a.AskAt == nil {
			d.person(a)
			return true
		}
		if a.AskAt != nil {
			moments = append(moments, *a.AskAt)
		}
	}
	moments = slices.DeleteFunc(moments, func(m time.Time) bool { return !m.After(d.now) })
	if len(moments) == 0 {
		require.False(d.t, open, "an unfinished intent has its time")
		return false
	}
	d.now = slices.MinFunc(moments, time.Time.Compare)
	return true
}

// begun is an intent that somebody has begun with: from REQUESTED it can't go anywhere else.
func (d *drive) begun() {
	if d.w.Intent.Status == intent.Requested {
		d.become(intent.Reserving)
	}
}

func (d *drive) become(s intent.Status) {
	require.True(d.t, d.w.Intent.Status.CanBecome(s), "%s to %s", d.w.Intent.Status, s)
	d.w.Intent.Status = s
}

func (d *drive) finish(s intent.Status) {
	d.become(s)
	d.w.Intent.NextAt = nil
}

func (d *drive) gaveUp() bool {
	return slices.ContainsFunc(d.w.Attempts, func(a intent.Attempt) bool { return a.Action == intent.Cancel && a.Status == intent.AttemptSucceeded })
}

func (d *drive) provider(a *intent.Attempt) intent.Provider {
	return d.w.Providers[slices.IndexFunc(d.w.Providers, func(p intent.Provider) bool { return p.ID == *a.ProviderID })]
}

func (d *drive) contract(a *intent.Attempt) intent.Contract { return d.provider(a).Contract }

// check is what holds at any moment.
func (d *drive) check() {
	unresolved := 0
	for _, a := range d.w.Attempts {
		wellFormed(d.t, a)
		if a.Status.Unresolved() {
			unresolved++
		}
		if a.Status == intent.Unknown {
			require.Equal(d.t, d.contract(&a).Lookup, a.AskAt != nil, "what is unknown is asked about, where that can be")
		}
	}
	require.LessOrEqual(d.t, unresolved, 1, "one attempt at a time")
	if !d.w.Intent.Status.Open() {
		require.Zero(d.t, unresolved)
	}
}
