package booking_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

// promiseTime is how long houses are made up and tried; a few are in any case.
const (
	promiseTime = 15 * time.Second
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

func (p *promise) open(t *testing.T, h *housetest.House, dice *rand.Rand) {
	p.t, p.h, p.dice, p.reader = t, h, dice, reading.New(store.NewReads(h.DB))
	p.h.Desk = strictDesk(t, h)
	p.places, p.slots, p.done = nil, nil, nil
	p.change()
	var tables []uuid.UUID
	for range 1 + dice.IntN(3) {
		smallest := 1 + dice.IntN(2)
		tables = append(tables, h.Resource(inventory.Exclusive, 1, smallest, smallest+dice.IntN(5)))
	}
	p.places = slices.Clone(tables)
	if len(tables) > 1 && dice.IntN(2) == 0 {
		p.places = append(p.places, h.Joined(tables[:2]...))
	}
	if dice.IntN(2) == 0 {
		p.places = append(p.places, h.Resource(inventory.Pooled, 2+dice.IntN(6), 1, 6))
	}
	for _, place := range p.places {
		p.layOut(place)
	}
	if dice.IntN(5) == 0 {
		h.Exec(`UPDATE resources SET walk_in_only = true WHERE id = $1`, p.place())
	}
	if dice.IntN(5) == 0 {
		h.Exec(`UPDATE resources SET active = false WHERE id = $1`, p.place())
	}
}

// layOut sells an evening of a place; of a table perhaps in hours that overlap, in two ways at once.
func (p *promise) layOut(place uuid.UUID) {
	from, pooled := noon(p.h), p.h.Count(`SELECT (kind = 'POOLED')::int FROM resources WHERE id = $1`, place) == 1
	ways := 1 + p.dice.IntN(2)
	if pooled {
		ways = 1
	}
	for way := range ways {
		length := time.Duration(30*(1+p.dice.IntN(3))+5*way) * time.Minute
		every := length
		if !pooled {
			every = time.Duration(15*(1+p.dice.IntN(5))) * time.Minute
		}
		for at := time.Duration(0); at < 3*time.Hour; at += every {
			slot := p.h.At(place, from.Add(at), length)
			p.slots = append(p.slots, slot)
			switch p.dice.IntN(15) {
			case 0:
				p.h.Exec(`UPDATE slots SET walk_in_only = true WHERE id = $1`, slot)
			case 1:
				p.h.Exec(`UPDATE slots SET state = 'WITHDRAWN' WHERE id = $1`, slot)
			}
		}
	}
}

// change gives the venue rules.
func (p *promise) change() {
	minutes := func(most int) time.Duration { return time.Duration(15*p.dice.IntN(most)) * time.Minute }
	some := func(n int) bool { return p.dice.IntN(n) == 0 }
	p.h.Activate(uuid.New(), 2+p.h.Count(`SELECT count(*) FROM policy_versions WHERE venue_id = $1`, p.h.Venue), func(r *policy.Rules) {
		if some(2) {
			r.BufferBefore, r.BufferAfter = minutes(3), minutes(3)
		}
		if some(2) {
			r.TurnTimes = []policy.TurnTime{{FromPartySize: 1 + p.dice.IntN(3), Duration: minutes(6) + 15*time.Minute}, {FromPartySize: 4, Duration: 2 * time.Hour}}
		}
		if some(3) {
			r.PacingParties = new(1 + p.dice.IntN(3))
		}
		if some(3) {
			r.PacingCovers = new(2 + p.dice.IntN(8))
		}
		if some(4) {
			r.LeadTime = 49 * time.Hour
		}
		if some(4) {
			r.Channels = []policy.ChannelRule{{Channel: policy.FrontDesk, LeadTime: new(time.Hour)}, {Channel: policy.ByAgent, LeadTime: new(time.Hour), BookingHorizon: new(49 * time.Hour)}}
		}
		if some(3) {
			r.WaitlistWeights = []policy.FactorWeight{{Factor: policy.SlotFit, Weight: 2}, {Factor: policy.RecoveryCredit, Weight: 1}}
		}
		r.AutoPromote = !some(6)
		r.WaitlistFit = policy.FitValues()[p.dice.IntN(len(policy.FitValues()))]
		r.OnOfferLapse = []policy.OfferLapse{policy.Remove, policy.RequeueAtEnd}[p.dice.IntN(2)]
		p.rules = *r
	})
}

func (p *promise) place() uuid.UUID { return p.places[p.dice.IntN(len(p.places))] }
func (p *promise) slot() uuid.UUID  { return p.slots[p.dice.IntN(len(p.slots))] }

// party is mostly one that fits somewhere.
func (p *promise) party() int {
	if p.dice.IntN(8) == 0 {
		return p.dice.IntN(9)
	}
	return 1 + p.dice.IntN(5)
}

// some are one to three slots, each once.
func (p *promise) some() []uuid.UUID {
	p.dice.Shuffle(len(p.slots), func(i, j int) { p.slots[i], p.slots[j] = p.slots[j], p.slots[i] })
	return slices.Clone(p.slots[:1+p.dice.IntN(3)])
}

func (p *promise) note(what string, r command.Result, err error) {
	p.t.Helper()
	require.NoError(p.t, err, "%s; %s", what, p.said())
	p.done = append(p.done, fmt.Sprintf("%s: %s %s", what, r.Outcome, code(r)))
}

// said is the story so far.
func (p *promise) said() string {
	return fmt.Sprintf("seed %d, house %d; rules %s; done: %v", p.seed, p.house, p.rules.MarshalCanonical(), p.done)
}

// anyOf is the id of a row at random; false when there is none.
func (p *promise) anyOf(query string) (id uuid.UUID, ok bool) {
	n := p.h.Count(`SELECT count(*) FROM (` + query + `) AS x`)
	if n == 0 {
		return id, false
	}
	p.h.Scan(fmt.Sprintf(`%s ORDER BY id OFFSET %d LIMIT 1`, query, p.dice.IntN(n)), nil, &id)
	return id, true
}

// act does one thing.
func (p *promise) act() {
	guest := p.h.Guest("Guest")
	switch n := p.dice.IntN(20); {
	case n < 7:
		r, err := hold(p.h, []actor.Actor{guest, p.h.Staff}[p.dice.IntN(2)], p.party(), p.some()...)
		p.note("hold", r, err)
	case n < 11:
		var in *uuid.UUID
		if p.dice.IntN(3) > 0 {
			in = new(p.place())
		}
		r, err := wish(p.h, guest, 1+p.dice.IntN(6), in, p.slot(), p.slot())
		p.note("join", r, err)
	case n < 13:
		if id, ok := p.anyOf(`SELECT id FROM reservations WHERE status = 'HELD' AND NOT promotional AND expires_at > clock_timestamp()`); ok {
			r, err := p.h.Desk.CancelReservation(ctx, p.h.Staff, on(p.h, id, version(p.h, id)), "OTHER", "test")
			p.note("cancel", r, err)
		}
	case n < 14:
		if id, ok := p.anyOf(`SELECT id FROM reservations WHERE status = 'HELD'`); ok {
			p.h.RunOut(id)
			p.note("run out", command.Result{}, nil)
		}
	case n < 16:
		if id, ok := p.anyOf(`SELECT id FROM reservations WHERE status = 'HELD' AND NOT promotional`); ok {
			in := moveTo(p.h, id, version(p.h, id), p.some()...)
			in.PartySize = new(p.party())
			r, err := p.h.Desk.MoveReservation(ctx, p.h.Staff, in, "test")
			p.note("move", r, err)
		}
	case n < 17:
		p.ask(guest)
	case n < 18:
		p.shut()
	case n < 19:
		p.change()
		p.note("change", command.Result{}, nil)
		p.h.Exec(`INSERT INTO vacancies (id, tenant_id, venue_id, from_at, to_at, cause, created_at) VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), clock_timestamp() + interval '9 days', 'policy.activated', clock_timestamp())`, p.h.Tenant, p.h.Venue)
	default:
		catchUp(p.t, p.h)
		p.note("catch up", command.Result{}, nil)
	}
}

// ask lets an intent wait for slots.
func (p *promise) ask(guest actor.Actor) {
	in := booking.RequestReservation{SlotIDs: ids(p.some()...), PartySize: 1 + p.dice.IntN(4), WaitForSeat: true, Key: p.h.Key()}
	r, err := p.h.Desk.RequestReservation(ctx, guest, in, "test")
	p.note("request", r, err)
	if id, found := r.Find(ref.Intent); found {
		_, err := p.h.Desk.Advance(ctx, p.h.Tenant, id.ID)
		require.NoError(p.t, err)
	}
}

// shut pauses, switches off, or bars somebody who waits.
func (p *promise) shut() {
	switch p.dice.IntN(4) {
	case 0:
		p.h.Pause(nil, p.slot())
	case 1:
		p.h.Pause(new(p.place()), p.slot())
	case 2:
		p.h.Exec(`UPDATE venues SET offers_on = NOT offers_on WHERE id = $1`, p.h.Venue)
	default:
		p.h.Exec(`INSERT INTO adjustments (id, tenant_id, venue_id, customer_id, kind, amount, reason, granted_by, created_at)
			SELECT gen_random_uuid(), tenant_id, venue_id, customer_id, 'EXCLUDE_AUTOMATIC_OFFER', 0, 'test', 'test', clock_timestamp() FROM waitlist_entries WHERE venue_id = $1 AND status = 'WAITING' LIMIT 1`, p.h.Venue)
	}
	p.note("shut", command.Result{}, nil)
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
