package booking_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
)

// promiseTime is how long houses are made up and tried; a few are in any case.
const (
	promiseTime = 10 * time.Second
	fewest      = 4
)

// TestPromise is the promise of the list: under random rules, in random houses, after random doings, every slot that is
// listed as bookable is held when it is asked for, every other one is refused for one of the reasons that were listed; and
// whatever was done, no invariant is broken.
func TestPromise(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	p := promise{seed: rand.Uint64(), seen: map[problem.Code]int{}}
	for begun := time.Now(); p.house < fewest || time.Since(begun) < promiseTime; p.house++ {
		p.open(t, housetest.In(t, db), rand.New(rand.NewPCG(p.seed, p.house)))
		for range 4 {
			for range 5 {
				p.act()
			}
			p.check()
		}
		p.settle()
	}
	t.Logf("%d houses, %d tries, %d held, refused: %v", p.house, p.tried, p.held, p.seen)
	sound(t, p.h)
	require.Positive(t, p.held)
	require.Positive(t, p.tried-p.held)
}

// promise is a house made up at random, and what was seen of it and of those before.
type promise struct {
	t      *testing.T
	h      *housetest.House
	reader *reading.Reader
	dice   *rand.Rand
	rules  policy.Rules
	places []uuid.UUID
	slots  []uuid.UUID
	done   []string // what was done in this house

	seed, house uint64

	tried, held int
	seen        map[problem.Code]int
}

// check lists the slots for a party and tries each.
func (p *promise) check() {
	party, channel := p.party(), policy.ChannelValues()[p.dice.IntN(len(policy.ChannelValues()))]
	date := calendar.DateOf(must(calendar.ValidateZone("Asia/Seoul")), noon(p.h))
	query := reading.AvailabilityQuery{VenueID: p.h.Venue, From: date, To: date.AddDays(1), PartySize: party, Channel: channel, IncludeUnbookable: true}
	list, err := p.reader.Availability(ctx, p.h.Staff, query, reading.Page{First: 100})
	require.NoError(p.t, err)
	query.IncludeUnbookable = false
	free, err := p.reader.Availability(ctx, p.h.Staff, query, reading.Page{First: 100})
	require.NoError(p.t, err)
	require.Len(p.t, list.Nodes, len(p.slots))

	var bookable []uuid.UUID
	for _, slot := range list.Nodes {
		p.tried++
		refusal, err := p.h.Desk.TryHold(ctx, p.h.Tenant, slot.ID, party, channel)
		require.NoError(p.t, err)
		if slot.Bookable() {
			bookable, p.held = append(bookable, slot.ID), p.held+1
			if refusal != nil {
				p.t.Errorf("slot %s is listed for %d and refused: %s %s", slot.ID, party, refusal.Code, refusal.Message)
			}
			continue
		}
		if refusal == nil || !slices.Contains(slot.Blockers(), refusal.Code) {
			p.t.Errorf("slot %s is blocked for %d by %v, and the answer is %v", slot.ID, party, slot.Blockers(), refusal)
			continue
		}
		p.seen[refusal.Code]++
	}
	var listed []uuid.UUID
	for _, slot := range free.Nodes {
		listed = append(listed, slot.ID)
	}
	if !slices.Equal(bookable, listed) {
		p.t.Errorf("of all slots %v are bookable, and %v are listed", bookable, listed)
	}
	if len(bookable) > 0 && channel != policy.ByAgent {
		by := map[policy.Channel]actor.Actor{policy.Guest: p.h.Guest("Takes"), policy.FrontDesk: p.h.Staff}[channel]
		r, err := hold(p.h, by, party, bookable[p.dice.IntN(len(bookable))])
		p.note("take", r, err)
		if r.Outcome != command.Committed {
			p.t.Errorf("a listed slot is refused: %v", r.Problem)
		}
	}
	if p.t.Failed() {
		p.t.Logf("party %d by %s; %s", party, channel, p.said())
		p.t.FailNow()
	}
}

// settle lets the queues take their course, and intents look for their places as they do from time to time: then nothing is
// due to anybody any more, by the evaluator's own word.
func (p *promise) settle() {
	for more := true; more; {
		more = catchUp(p.t, p.h) > 0
		before := p.h.Count(`SELECT count(*) FROM intents WHERE status = 'WAITING_FOR_SEAT'`)
		p.h.Hurry()
		for _, id := range p.h.Due() {
			_, err := p.h.Desk.Advance(ctx, p.h.Tenant, id)
			require.NoError(p.t, err)
		}
		more = more || p.h.Count(`SELECT count(*) FROM intents WHERE status = 'WAITING_FOR_SEAT'`) != before
	}
	date := calendar.DateOf(must(calendar.ValidateZone("Asia/Seoul")), noon(p.h))
	list, err := p.reader.Availability(ctx, p.h.Staff, reading.AvailabilityQuery{VenueID: p.h.Venue, From: date, To: date.AddDays(1), PartySize: 2, IncludeUnbookable: true}, reading.Page{First: 100})
	require.NoError(p.t, err)
	for _, slot := range list.Nodes {
		require.False(p.t, slot.Standing.Due, "slot %s from %s is still due to somebody, intents that wait: %v; %s", slot.ID, slot.StartsAt, slot.Standing.Awaited, p.said())
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
