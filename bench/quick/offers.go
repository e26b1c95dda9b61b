package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/loadtest"
)

// confirmOffers accepts offers from end to end, beside the same SQL.
func confirmOffers(ctx context.Context, b *bench) error {
	g, err := b.ground(ctx, loadtest.Plan{Places: 1, Capacity: 1, Days: 7, Waiting: true})
	if err != nil {
		return err
	}
	all, err := b.gather(ctx, b.token(0, "admin"), b.clients)
	if err != nil {
		return err
	}
	defer all.leave()
	var ours, theirs mean
	accepted := 0
	for nth := range max(1, b.rounds-1) {
		open, err := b.makeOffers(ctx, all, g, nth*b.offers)
		if err != nil {
			return fmt.Errorf("make offers: %w", err)
		}
		rate, done, err := all.work(ctx, patience, len(open), func(w *wire, nth int) error { return w.commit(open[nth].accept()) })
		if err != nil {
			return err
		}
		accepted += done
		ours.add(rate)
		beat, err := b.peer.run(ctx, deedOffer, b.round)
		if err != nil {
			return err
		}
		theirs.add(beat.perSecond)
	}
	b.beside("confirm_offer_vs_pgbench", ours.value(), theirs.value(), "1/s", fmt.Sprintf("%d offers", accepted))
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
func (b *bench) makeOffers(ctx context.Context, all crowd, g *loadtest.Ground, from int) (open []offer, err error) {
	var mu sync.Mutex
	now := time.Now().UTC()
	_, _, err = all.work(ctx, b.preparing, min(b.offers, len(g.Slots)-from), func(w *wire, nth int) error {
		joined, err := w.give("joinWaitlist.entry", fmt.Appendf(nil, `{"query":"mutation($input: JoinWaitlistInput!) { joinWaitlist(input: $input) { outcome problem { code message } entry { id version } } }",`+
			`"variables":{"input":{"venueId":%q,"partySize":1,"from":%q,"to":%q,"idempotencyKey":%q}}}`,
			g.Venue, now.Add(time.Hour).Format(time.RFC3339), now.AddDate(0, 0, 9).Format(time.RFC3339), uuid.NewString()))
		if err != nil {
			return err
		}
		made, err := w.give("offerToEntry.offer", fmt.Appendf(nil, `{"query":"mutation($input: OfferToEntryInput!) { offerToEntry(input: $input) { outcome problem { code message } offer { id version } } }",`+
			`"variables":{"input":{"entryId":%q,"slotIds":[%q],"expectedVersion":%d,"reason":"bench","idempotencyKey":%q}}}`,
			joined.Get("id").String(), g.Slots[from+nth], joined.Get("version").Int(), uuid.NewString()))
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		open = append(open, offer{made.Get("id").String(), made.Get("version").Int()})
		return nil
	})
	return open, err
}

// give sends a command that has to be done, and returns what its payload says of something.
func (w *wire) give(path string, body []byte) (gjson.Result, error) {
	if err := w.commit(body); err != nil {
		return gjson.Result{}, err
	}
	found := gjson.GetBytes(w.answer.Bytes(), "data."+path)
	if !found.IsObject() {
		return found, fmt.Errorf("no %s in %s", path, w.answer.Bytes())
	}
	return found, nil
}
