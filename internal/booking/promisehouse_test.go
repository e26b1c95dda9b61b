package booking_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/store"
)

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
