package intent_test

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/intent"
)

// mood is how a provider takes a question.
type mood string

// The moods. What is lost is done, but the answer doesn't come; what is late is done minutes after everybody has given up
// waiting; what never comes isn't done. A worker may die before it asks, or before it hears.
const (
	willing      mood = "willing"
	taken        mood = "taken"
	unknownToIt  mood = "our credential"
	down         mood = "down"
	busy         mood = "busy"
	refusing     mood = "refusing"
	lost         mood = "lost"
	late         mood = "late"
	never        mood = "never"
	muddled      mood = "muddled"      // does something else under our reference
	distracted   mood = "distracted"   // does it, and answers for somebody else's
	diedBefore   mood = "died before"  // our worker, before it asked
	diedUnheard  mood = "died unheard" // our worker, before it heard
	diedAndLater mood = "died later"   // our worker, and the provider took its time
)

var moods = []mood{
	willing, taken, unknownToIt, down, busy, refusing, lost, late, never, muddled, distracted, diedBefore, diedUnheard, diedAndLater,
}

// entry is a booking in the providers' ledger.
type entry struct {
	provider uuid.UUID
	target   string
	live     bool
}

// work is what a provider has yet to do.
type work struct {
	at       time.Time
	cancel   bool
	ref      string
	provider intent.Provider
	target   string
}

// outside is the providers of a venue, as they are when nobody looks.
type outside struct {
	t       *rapid.T
	temper  []mood // how they take things in this world; a mood that is named twice is the likelier
	ledger  map[string]*entry
	pending []work
	blinks  int // how often a question about a booking may go unanswered, still
	deaths  int // of our workers, so far
}

// mostDeaths is how often workers die over one intent at most.
const mostDeaths = 100

// arrive does what has been put off until now, in order.
func (o *outside) arrive(now time.Time) {
	slices.SortStableFunc(o.pending, func(a, b work) int { return a.at.Compare(b.at) })
	for len(o.pending) > 0 && !o.pending[0].at.After(now) {
		w := o.pending[0]
		o.pending = o.pending[1:]
		if w.cancel {
			o.drop(w.ref)
		} else {
			o.enter(w.provider, w.ref, w.target)
		}
	}
}

// enter books, unless the place is taken or, where a party has one booking, it has one.
func (o *outside) enter(p intent.Provider, ref, target string) intent.AnswerKind {
	for _, e := range o.ledger {
		switch {
		case e.live && e.provider == p.ID && p.Contract.ReleaseFirst:
			return intent.Refused
		case e.live && e.provider == p.ID && e.target == target:
			return intent.Race
		}
	}
	o.ledger[ref] = &entry{provider: p.ID, target: target, live: true}
	return intent.Done
}

func (o *outside) drop(ref string) {
	if e := o.ledger[ref]; e != nil {
		e.live = false
	}
}

func (o *outside) has(ref string) bool { return o.ledger[ref] != nil && o.ledger[ref].live }

// asked is what came of asking a provider to book or to cancel; heard is false when our worker died over it.
func (o *outside) asked(p intent.Provider, action intent.Action, ref, target string, now time.Time) (answer intent.Answer, heard bool) {
	do := func(to string) intent.AnswerKind {
		if action == intent.Cancel {
			o.drop(ref)
			return intent.Done
		}
		return o.enter(p, ref, to)
	}
	putOff := func() {
		after := time.Duration(rapid.IntRange(1, 300).Draw(o.t, "seconds late")) * time.Second
		o.pending = append(o.pending, work{at: now.Add(after), cancel: action == intent.Cancel, ref: ref, provider: p, target: target})
	}
	mine := intent.Booking{Reference: ref, Target: target, UpstreamRef: "up-" + ref, Cancelled: action == intent.Cancel}
	mood := rapid.SampledFrom(o.temper).Draw(o.t, "mood")
	if mood == diedBefore || mood == diedUnheard || mood == diedAndLater {
		if o.deaths++; o.deaths > mostDeaths { // a worker that always dies brings nothing to its end
			mood = willing
		}
	}
	switch mood {
	case willing:
		return intent.Answer{Kind: do(target), Booking: mine}, true
	case taken:
		return intent.Answer{Kind: intent.Race}, true
	case unknownToIt:
		return intent.Answer{Kind: intent.Unauthorized}, true
	case down:
		return intent.Answer{Kind: intent.Unavailable}, true
	case busy:
		wait := rapid.SampledFrom([]time.Duration{10 * time.Second, time.Minute, time.Hour}).Draw(o.t, "retry after")
		return intent.Answer{Kind: intent.RateLimited, RetryAfter: wait}, true
	case refusing:
		return intent.Answer{Kind: intent.Refused}, true
	case lost:
		do(target)
	case late:
		putOff()
	case muddled:
		mine.Target = "something else"
		return intent.Answer{Kind: do(mine.Target), Booking: mine}, true
	case distracted:
		mine.Reference = "somebody else's"
		return intent.Answer{Kind: do(target), Booking: mine}, true
	case diedBefore:
		return intent.Answer{}, false
	case diedUnheard:
		do(target)
		return intent.Answer{}, false
	case diedAndLater:
		putOff()
		return intent.Answer{}, false
	}
	return intent.Answer{Kind: intent.Unclear}, true
}

// found is what a provider says when it is asked for a reference of ours.
func (o *outside) found(p intent.Provider, ref string) intent.Sighting {
	require.True(o.t, p.Contract.Lookup, "nobody is asked what it can't tell")
	if o.blinks > 0 && rapid.Bool().Draw(o.t, "blinks") {
		o.blinks--
		return intent.Sighting{Kind: intent.NotVisible, Detail: "no answer"}
	}
	e := o.ledger[ref]
	if e == nil || !e.live && rapid.Bool().Draw(o.t, "forgets what was cancelled") {
		return intent.Sighting{Kind: intent.Absent}
	}
	return intent.Sighting{Kind: intent.Found, Booking: intent.Booking{Reference: ref, Target: e.target, UpstreamRef: "up-" + ref, Cancelled: !e.live}}
}
