package booking

import (
	"context"
	"fmt"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// offerCommand is a decision on one offer.
type offerCommand struct {
	operation  string
	capability actor.Capability
	offer      string
	version    int
	key        string
	input      any
	reason     string
	to         waitlist.OfferStatus
	releases   bool // whether units go back, so that their slots must be locked
	change     func(s *sheet, b backing)
	hand       func(s *sheet, b backing) *ref.Ref // puts it into an intent's hands instead; nil where it doesn't
}

// onOffer runs a decision on an offer: find, lock slots, hold, offer and entry, decide, change.
func (d *Desk) onOffer(ctx context.Context, by actor.Actor, o offerCommand, correlationID string) (command.Result, error) {
	if err := checkVersion(o.version); err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: o.capability, operation: o.operation, key: o.key, correlationID: correlationID, input: o.input, reason: o.reason, wants: []string{o.offer}}
	return d.runTogether(ctx, c, func(ctx context.Context, tx Facts) (verdict, error) { return decideOffer(ctx, tx, by, o) })
}

func decideOffer(ctx context.Context, tx Facts, by actor.Actor, o offerCommand) (verdict, error) {
	b, err := findBacking(ctx, tx, by, o.offer)
	if err != nil {
		return verdict{}, err
	}
	if b == nil {
		return unknownReference("offer")
	}
	var places []Place
	if o.releases && b.offer.Status == waitlist.OfferOpen {
		if places, err = tx.LockPlaces(ctx, slotsOf(b.units)); err != nil {
			return verdict{}, fmt.Errorf("lock the slots of offer %s: %w", b.offer.ID, err)
		}
	}
	if err := b.lock(ctx, tx); err != nil {
		return verdict{}, err
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	if p := waitlist.DecideOffer(b.offer, o.to, o.version, now); p != nil {
		return refused(p, b.answer())
	}
	s := newSheet(by.TenantID, now, places)
	if o.hand != nil {
		if made := o.hand(s, *b); made != nil {
			shown := b.answer()
			shown.refs = append(shown.refs, *made)
			return verdict{changes: s.done(), accepted: made, answer: shown}, nil
		}
	}
	o.change(s, *b)
	return verdict{changes: s.done(), answer: b.answer()}, nil
}
