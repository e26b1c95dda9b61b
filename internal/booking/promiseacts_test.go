package booking_test

import (
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/ref"
)

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
