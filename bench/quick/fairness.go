package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/slotq/slotq/bench/figure"
	"github.com/slotq/slotq/internal/loadtest"
)

// quietBesideNoisy holds slots of one tenant at a constant rate, by itself and while another tenant asks for all that it can get. No
// limits of rate stand between them: what is seen is what batches, locks and the pool do.
func quietBesideNoisy(ctx context.Context, b *bench) error {
	client, err := b.house.Client(quietTenant, b.clients)
	if err != nil {
		return err
	}
	defer client.Close()
	all, err := gather(ctx, b.house.At.GraphQL, b.house.Token(0, "admin"), b.clients)
	if err != nil {
		return err
	}
	defer all.leave()
	load := loadtest.Arrivals{Rate: b.quietRate, For: b.quietTime, Most: 256, Grace: 10 * time.Second, Clock: loadtest.Wall}
	slots := b.grounds.all[quiet]
	hold := func(ctx context.Context, _ int) loadtest.Answer {
		slot, err := slots.take()
		if err != nil {
			return loadtest.Answer{Err: err}
		}
		return client.Command(ctx, "holdSlot", "HoldSlotInput", "reservation { id version status expiresAt }", loadtest.Vars{"slotIds": []string{slot}, "partySize": 1})
	}
	alone, disturbed := loadtest.NewTally(), loadtest.NewTally()
	floods := 0.0
	for range max(1, b.rounds-1) {
		if err := load.Run(ctx, hold, alone); err != nil {
			return err
		}
		rate, err := b.flooded(ctx, all, func(ctx context.Context) error { return load.Run(ctx, hold, disturbed) })
		if err != nil {
			return err
		}
		floods = rate
	}
	for _, t := range []*loadtest.Tally{alone, disturbed} {
		if c := t.Counts(); c.Done != c.Asked || c.Unsent > 0 {
			return fmt.Errorf("not all was held: %+v, %s", c, t.Summary("", 0).Failure)
		}
	}
	note := fmt.Sprintf("%d holds each, %g a second, beside %.0f a second of another tenant; less is better", alone.Counts().Done, b.quietRate, floods)
	b.tell(figure.Beside("quiet_tenant_p50_beside_noisy", ms(disturbed.Quantile(0.5)), "alone", ms(alone.Quantile(0.5)), "ms", note))
	b.tell(figure.Beside("quiet_tenant_p99_beside_noisy", ms(disturbed.Quantile(0.99)), "alone", ms(alone.Quantile(0.99)), "ms", note))
	return nil
}

// flooded does something while a crowd holds whatever it can, and returns how much the crowd got a second.
func (b *bench) flooded(ctx context.Context, all crowd, do func(context.Context) error) (perSecond float64, err error) {
	group, ctx := errgroup.WithContext(ctx)
	flood, dry := context.WithCancel(ctx)
	defer dry()
	group.Go(func() (err error) {
		perSecond, _, err = all.work(flood, patience, func(w *wire) error {
			slot, err := b.grounds.all[tables].take()
			if err != nil {
				return err
			}
			return w.commit(holdBody(slot))
		})
		if errors.Is(err, context.Canceled) && ctx.Err() == nil {
			return nil
		}
		return err
	})
	group.Go(func() error {
		defer dry()
		return do(ctx)
	})
	return perSecond, group.Wait()
}
