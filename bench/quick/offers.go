package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"
)

// confirmOffers accepts offers from end to end, beside the same SQL.
func confirmOffers(ctx context.Context, b *bench) error {
	all, err := gather(ctx, b.house.At.GraphQL, b.house.Token(0, "admin"), b.clients)
	if err != nil {
		return err
	}
	defer all.leave()
	var open []offer
	ours := &party{name: "slotq", round: func(ctx context.Context) (beat, error) {
		before := b.processors(b.house.PID())
		rate, done, err := all.work(ctx, patience, first(len(open), func(w *wire, nth int) error { return w.commit(open[nth].accept()) }))
		return beat{rate, done, b.processors(b.house.PID()).less(before)}, err
	}}
	bare := b.pgbench.party(deedOffer)
	for range max(1, b.rounds-1) {
		if open, err = b.makeOffers(ctx, all, b.grounds.all[waiting]); err != nil {
			return fmt.Errorf("make offers: %w", err)
		}
		if err := b.turns(ctx, 1, ours, bare); err != nil {
			return err
		}
	}
	b.rates("confirm_offer_vs_pgbench", ours, bare, "1/s", fmt.Sprintf("%d offers", ours.done))
	return nil
}

// offer is one that somebody may accept.
type offer struct {
	id      string
	version int64
}

func (o offer) accept() []byte {
	return fmt.Appendf(nil, `{"query":"mutation($input: ConfirmOfferInput!) { confirmOffer(input: $input) { outcome problem { code message } offer { id status version } reservation { id status version } } }",`+
		`"variables":{"input":{"offerId":%q,"expectedVersion":%d,"confirmationSource":"PHONE","idempotencyKey":%q}}}`, o.id, o.version, uuid.NewString())
}

// makeOffers lets people wait and offers each a slot of its own, as many as the time for it allows.
func (b *bench) makeOffers(ctx context.Context, all crowd, g *ground) (open []offer, err error) {
	var mu sync.Mutex
	now := time.Now().UTC()
	_, _, err = all.work(ctx, b.preparing, first(b.offers, func(w *wire, _ int) error {
		slot, err := g.take()
		if err != nil {
			return err
		}
		joined, err := w.give("joinWaitlist.entry", fmt.Appendf(nil, `{"query":"mutation($input: JoinWaitlistInput!) { joinWaitlist(input: $input) { outcome problem { code message } entry { id version } } }",`+
			`"variables":{"input":{"venueId":%q,"partySize":1,"from":%q,"to":%q,"idempotencyKey":%q}}}`,
			g.Venue, now.Add(time.Hour).Format(time.RFC3339), now.AddDate(0, 0, 9).Format(time.RFC3339), uuid.NewString()))
		if err != nil {
			return err
		}
		made, err := w.give("offerToEntry.offer", fmt.Appendf(nil, `{"query":"mutation($input: OfferToEntryInput!) { offerToEntry(input: $input) { outcome problem { code message } offer { id version } } }",`+
			`"variables":{"input":{"entryId":%q,"slotIds":[%q],"expectedVersion":%d,"reason":"bench","idempotencyKey":%q}}}`,
			joined.Get("id").String(), slot, joined.Get("version").Int(), uuid.NewString()))
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		open = append(open, offer{made.Get("id").String(), made.Get("version").Int()})
		return nil
	}))
	return open, err
}
