package booking

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// askedFor is on whose word an intent is stored, besides the caller's.
type askedFor struct{ approval *uuid.UUID }

// How much may be unfinished at once.
const (
	mostOfCustomer = 20
	mostOfVenue    = 10_000
	usualQueue     = 100 // in line for a provider with a write limit that names no other number
)

// RequestReservation stores what is wanted and answers at once; a worker finds the places, has them booked where an outside
// system has a say, and pushes what comes of it. Refused at once are what can't be at any time: party, closure, window, too
// much unfinished. A taken place is no refusal here: the intent ends FAILED_RACE, or waits when it was told to. The error is
// problem.RateLimited while too many are in line for the provider.
func (d *Desk) RequestReservation(ctx context.Context, by actor.Actor, in RequestReservation, correlationID string) (command.Result, error) {
	_, known, err := decodeSlots(in.SlotIDs)
	if err != nil {
		return command.Result{}, err
	}
	if err := checkContact(in.Customer); err != nil {
		return command.Result{}, err
	}
	if in.ExpiresAt != nil {
		at := in.ExpiresAt.UTC().Truncate(time.Microsecond)
		in.ExpiresAt = &at
	}
	c := call{
		actor: by, capability: actor.IntentWrite, operation: string(intent.RequestReservation), key: in.Key, correlationID: correlationID,
		input: struct {
			SlotIDs     []string
			PartySize   int
			WaitForSeat bool
			ExpiresAt   *time.Time
			Customer    *canonicalContact
		}{slices.Sorted(slices.Values(in.SlotIDs)), in.PartySize, in.WaitForSeat, in.ExpiresAt, canonical(in.Customer)},
	}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		if !known {
			return unknownReference("slot")
		}
		return requestReservation(ctx, tx, by, in, askedFor{})
	})
}

// requestReservation decides whether the intent may be stored. It locks nothing but the customer: whoever else wants the
// same places isn't kept waiting.
func requestReservation(ctx context.Context, tx Tx, by actor.Actor, in RequestReservation, asked askedFor) (verdict, error) {
	slots, known, err := decodeSlots(in.SlotIDs)
	if err != nil {
		return verdict{}, err
	}
	if !known {
		return unknownReference("slot")
	}
	owner, write, err := whose(ctx, tx, by, in.Customer)
	if err != nil {
		return verdict{}, err
	}
	places, missing, err := askedPlaces(ctx, tx, by, slots)
	if err != nil {
		return verdict{}, err
	}
	if missing {
		return unknownReference("slot")
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	venue := places[0].Slot.VenueID
	shown := answer{venue: venue, refs: slotRefs(slots)}
	if p := neverRefusal(places, asking(by, in.PartySize), now); p != nil {
		return refused(p, shown)
	}
	if p := confirmsItself(by, places[0].Policy.Rules); p != nil {
		return refused(p, shown)
	}
	expires, err := intentExpiry(in, places, policy.ChannelOf(by.Role), now)
	if err != nil {
		return verdict{}, err
	}
	p, err := admitted(ctx, tx, owner, write, places, expires, now)
	if p != nil || err != nil {
		return verdict{problem: p, answer: shown}, err
	}
	s := newSheet(by.TenantID, now, nil)
	if write != nil {
		s.changes.Customers = append(s.changes.Customers, *write)
	}
	made := s.request(intent.Intent{
		VenueID: venue, CustomerID: owner.ID, Kind: intent.RequestReservation, PartySize: in.PartySize, WaitForSeat: in.WaitForSeat,
		Slots: idsOf(places), ExpiresAt: expires, ApprovalID: asked.approval, Decision: intent.Decision{By: by.Label()},
	})
	return verdict{changes: s.done(), accepted: &made, answer: about(venue, made, slotRefs(slots)...)}, nil
}

// askedPlaces reads the places of slots, in order of time, without locking them.
func askedPlaces(ctx context.Context, tx Tx, by actor.Actor, slots []uuid.UUID) ([]*Place, bool, error) {
	found, err := tx.Places(ctx, slots)
	if err != nil {
		return nil, false, fmt.Errorf("read slots: %w", err)
	}
	g := ground{sheet: newSheet(by.TenantID, time.Time{}, found)}
	return g.asked(by, slots)
}

// neverRefusal is what stands against the places however free they were.
func neverRefusal(places []*Place, a inventory.Ask, now time.Time) *problem.Problem {
	g := ground{sheet: &sheet{now: now}, standings: map[uuid.UUID]*inventory.Standing{}}
	for _, p := range places {
		s := p.standing()
		s.Slot.Taken = 0
		g.standings[p.Slot.ID] = &s
	}
	return g.refusal(places, a)
}

// intentExpiry is when the intent's time ends: as asked, by default after a while, and never past the moment from which the
// first slot can't be booked any more.
func intentExpiry(in RequestReservation, places []*Place, by policy.Channel, now time.Time) (time.Time, error) {
	last := places[0].Slot.StartsAt.Add(-places[0].Policy.Rules.Lead(by))
	switch {
	case in.ExpiresAt != nil && !in.ExpiresAt.After(now):
		return last, problem.NewInvalid("expiresAt", "must lie in the future")
	case in.ExpiresAt != nil && in.ExpiresAt.Before(last):
		return *in.ExpiresAt, nil
	case in.ExpiresAt == nil && !in.WaitForSeat && now.Add(intent.DefaultLife).Before(last):
		return now.Add(intent.DefaultLife), nil
	}
	return last, nil
}

// admitted refuses what would be too much: of the customer's, which is a refusal, or of the venue's, which is an error that
// passes.
func admitted(ctx context.Context, tx Tx, owner customer.Customer, write *CustomerWrite, places []*Place, expires, now time.Time) (*problem.Problem, error) {
	venue, most := places[0].Slot.VenueID, places[0].Policy.Rules.MaxActiveReservationsPerCustomer
	ofCustomer, ofVenue, err := tx.Unfinished(ctx, owner.ID, venue)
	if err != nil {
		return nil, fmt.Errorf("count unfinished intents: %w", err)
	}
	if ofVenue >= mostOfVenue {
		return nil, &problem.RateLimited{RetryAfter: 5 * time.Second, Message: "the venue has too many unfinished requests"}
	}
	if write == nil || !write.Insert {
		if ofCustomer >= mostOfCustomer {
			return problem.New(problem.PolicyForbids, "The customer has %d unfinished requests, as many as may be.", ofCustomer), nil
		}
		active, err := tx.ActiveReservations(ctx, owner.ID, now)
		if err != nil {
			return nil, fmt.Errorf("count active reservations: %w", err)
		}
		if active >= most {
			return problem.New(problem.PolicyForbids, "The customer has %d active or requested reservations, as many as the venue allows.", active), nil
		}
	}
	if !slices.ContainsFunc(places, func(p *Place) bool { return p.Tied }) {
		return nil, nil
	}
	return nil, inLine(ctx, tx, venue, expires, now)
}

// inLine refuses to put somebody into a line that is full, or so long that the intent's time would end in it.
func inLine(ctx context.Context, tx Tx, venue uuid.UUID, expires, now time.Time) error {
	providers, err := tx.Providers(ctx, venue)
	if err != nil {
		return fmt.Errorf("read the providers of venue %s: %w", venue, err)
	}
	k := slices.IndexFunc(providers, func(p TiedProvider) bool { return p.Usable(now) })
	if k < 0 || providers[k].Contract.WritesPerSecond <= 0 {
		return nil
	}
	waiting, err := tx.InLine(ctx, venue)
	if err != nil {
		return fmt.Errorf("count those in line at venue %s: %w", venue, err)
	}
	limit := providers[k].Contract.QueueLimit
	if limit <= 0 {
		limit = usualQueue
	}
	takes := time.Duration(float64(waiting) / providers[k].Contract.WritesPerSecond * float64(time.Second))
	if waiting >= limit || now.Add(takes).After(expires) {
		return &problem.RateLimited{RetryAfter: max(takes/2, time.Second), Message: fmt.Sprintf("%d requests are in line for the venue's booking system", waiting)}
	}
	return nil
}

func idsOf(places []*Place) []uuid.UUID {
	var ids []uuid.UUID
	for _, p := range places {
		ids = append(ids, p.Slot.ID)
	}
	return ids
}

// targetOf is what of the places an outside booking system has a say in; empty when it is nothing.
func targetOf(places []Place) string {
	var tied []string
	for _, p := range places {
		if p.Tied {
			tied = append(tied, ref.Encode(ref.Slot, p.Slot.ID))
		}
	}
	return intent.Target(tied)
}
