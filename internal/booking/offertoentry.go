package booking

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// OfferToEntry is an offer that staff make by hand, past the queue's order.
type OfferToEntry struct {
	EntryID         string
	SlotIDs         []string
	ExpectedVersion int
	Reason          string
	Key             string
}

// OfferToEntry holds the slots for the entry and offers them. The queue is overridden, with the reason recorded; party,
// closure, window and capacity are not.
func (d *Desk) OfferToEntry(ctx context.Context, by actor.Actor, in OfferToEntry, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	if err := checkReason(in.Reason); err != nil {
		return command.Result{}, err
	}
	slots, known, err := decodeSlots(in.SlotIDs)
	if err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.OfferOperate, operation: "offerToEntry", key: in.Key, correlationID: correlationID, reason: in.Reason,
		input: struct {
			EntryID         string
			SlotIDs         []string
			ExpectedVersion int
			Reason          string
		}{in.EntryID, slices.Sorted(slices.Values(in.SlotIDs)), in.ExpectedVersion, in.Reason}}
	return d.run(ctx, c, widening(func(ctx context.Context, tx Tx, more []uuid.UUID) (verdict, error) {
		entry, err := findEntry(ctx, tx, by, in.EntryID)
		if err != nil {
			return verdict{}, err
		}
		if entry == nil {
			return unknownReference("waitlist entry")
		}
		if !known {
			return unknownReference("slot")
		}
		return offerByHand(ctx, tx, by, in, *entry, slots, more)
	}))
}

func offerByHand(ctx context.Context, tx Tx, by actor.Actor, in OfferToEntry, entry waitlist.Entry, slots, more []uuid.UUID) (verdict, error) {
	if entry.Status == waitlist.Offered {
		now, err := tx.Now(ctx)
		if err != nil {
			return verdict{}, err
		}
		if entry.Effective(now) == waitlist.Waiting {
			return verdict{}, &lapsedFirst{offer: *entry.OfferID}
		}
	}
	g, err := stand(ctx, tx, by.TenantID, union(slots, more))
	if err != nil {
		return verdict{}, err
	}
	places, missing, err := g.asked(by, slots)
	if err != nil {
		return verdict{}, err
	}
	if missing || places[0].Slot.VenueID != entry.VenueID {
		return unknownReference("slot")
	}
	shown := about(entry.VenueID, ref.Ref{Kind: ref.Entry, ID: entry.ID})
	// Lapsed holds are released before the entry is locked: reservations come before offers and entries.
	if p := g.refusal(places, asking(by, entry.PartySize)); p == nil {
		if err := g.reclaim(ctx, tx, places, func(p *Place) int { return p.Resource.Kind.Units(entry.PartySize) }); err != nil {
			return verdict{}, err
		}
	}
	locked, err := tx.LockEntries(ctx, []uuid.UUID{entry.ID})
	if err != nil {
		return verdict{}, fmt.Errorf("lock entry %s: %w", entry.ID, err)
	}
	if len(locked) != 1 || locked[0].Version != entry.Version {
		return verdict{}, ErrMoved
	}
	if err := g.readClock(ctx, tx); err != nil {
		return verdict{}, err
	}
	if p := waitlist.DecideEntry(locked[0], waitlist.Offered, in.ExpectedVersion, g.now); p != nil {
		return refused(p, shown)
	}
	if p := g.refusal(places, asking(by, entry.PartySize)); p != nil {
		return refused(p, shown)
	}
	generation, _, err := tx.NextSelection(ctx, places[0].Slot.ID)
	if err != nil {
		return verdict{}, fmt.Errorf("number the selection: %w", err)
	}
	offer := g.offer(locked[0], places, waitlist.Selection{Override: true, Reason: &in.Reason, Generation: generation, Considered: 1})
	return verdict{changes: g.done(), answer: about(entry.VenueID, ref.Ref{Kind: ref.Offer, ID: offer.ID})}, nil
}

// offer holds the places for the entry and proposes them: hold, selection record, offer and entry, with one deadline.
func (s *sheet) offer(entry waitlist.Entry, places []*Place, selection waitlist.Selection) waitlist.Offer {
	terms := places[0].Policy
	expires := terms.Rules.OfferExpiresAt(s.now, places[0].Slot.StartsAt)
	hold := newHold(s, places, entry.CustomerID, entry.PartySize)
	hold.ExpiresAt, hold.Promotional = &expires, true
	s.book(hold, places)

	selection.ID, selection.TenantID, selection.VenueID = ref.NewID(), s.tenant, entry.VenueID
	selection.SlotID, selection.EntryID = places[0].Slot.ID, entry.ID
	selection.PolicyVersionID, selection.PolicyDigest, selection.CreatedAt = terms.ID, terms.Digest, s.now
	s.changes.Selections = append(s.changes.Selections, selection)

	offer := waitlist.Offer{
		ID: ref.NewID(), TenantID: s.tenant, VenueID: entry.VenueID, EntryID: entry.ID, CustomerID: entry.CustomerID,
		ReservationID: hold.ID, SelectionID: selection.ID, Status: waitlist.OfferInitial, Version: 1, ExpiresAt: expires,
		DeliveryState: waitlist.DeliveryPending, Generation: selection.Generation, CreatedAt: s.now, UpdatedAt: s.now,
	}
	s.changes.Offered = append(s.changes.Offered, offer)
	s.announce(offer.VenueID, event.OfferMade, ref.Offer, offer.ID, offer.Version, &offer.CustomerID, offer)

	offered := entry
	offered.Status, offered.OfferID, offered.OfferExpiresAt = waitlist.Offered, &offer.ID, &expires
	offered.RequeuesOnLapse = terms.Rules.OnOfferLapse == policy.RequeueAtEnd
	s.amendEntry(entry, offered, event.EntryOffered)
	if entry.PartySize > 1 { // it may have stood too large at the head of other queues; one person never does
		s.look(entry, string(event.EntryOffered))
	}
	return offer
}
