package main

import (
	"context"
	"fmt"
	"time"

	"github.com/slotq/slotq/bench/audience"
	"github.com/slotq/slotq/bench/figure"
	"github.com/slotq/slotq/bench/peers"
)

// fanOut tells events to a crowd of subscribers, of SlotQ and then of graphql-ws. It comes first, while the server is fresh.
func fanOut(ctx context.Context, b *bench) error {
	s, err := audience.AtSlotQ(b.house)
	if err != nil {
		return err
	}
	ours, err := audience.Measure(ctx, s, b.subscribers, b.events)
	if err != nil {
		return err
	}
	var theirs audience.FanOut
	if b.peers != "" {
		peer, err := audience.AtPeer(ctx, b.peers)
		if err != nil {
			return err
		}
		theirs, err = audience.Measure(ctx, peer, b.subscribers, b.events)
		peer.Stop()
		if err != nil {
			return err
		}
	}
	note := fmt.Sprintf("%d subscribers, %d events; less is better", b.subscribers, b.events)
	p99 := func(f audience.FanOut) float64 {
		if len(f.Took) == 0 {
			return 0
		}
		return ms(audience.Quantile(f.Took, 0.99))
	}
	micros := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }
	b.tell(figure.Beside("push_p99_ms_2000", p99(ours), peers.GraphQLWS, p99(theirs), "ms from asking for the change until the last has it", note))
	b.tell(figure.Beside("rss_kb_per_idle_subscriber", ours.IdleKB, peers.GraphQLWS, theirs.IdleKB, "kB", note))
	b.tell(figure.Beside("cpu_us_per_delivery", micros(ours.Delivery), peers.GraphQLWS, micros(theirs.Delivery), "us of processor", note))
	return nil
}
