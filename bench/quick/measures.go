package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/slotq/slotq/bench/demo"
	"github.com/slotq/slotq/bench/figure"
	"github.com/slotq/slotq/bench/machine"
	"github.com/slotq/slotq/bench/process"
)

// patience bounds every wait, on a busy machine too.
const patience = process.Patience

// measure is one thing that is measured.
type measure struct {
	name         string
	run          func(context.Context, *bench) error
	grounds      []string // what it needs
	postgraphile bool     // whether it is seen beside it
}

// measures are all there are, in their order: what needs a fresh server comes first, what leaves it busy for a while comes late.
var measures = []measure{
	{name: "fanout", run: fanOut},
	{name: "spread", run: holdSpread, grounds: []string{tables}, postgraphile: true},
	{name: "hot", run: holdHot, grounds: []string{hotSlot}, postgraphile: true},
	{name: "story", run: holdToConfirm, grounds: []string{tables}},
	{name: "offers", run: confirmOffers, grounds: []string{waiting}},
	{name: "lists", run: nestedLists, grounds: []string{tables}, postgraphile: true},
	{name: "fairness", run: quietBesideNoisy, grounds: []string{tables, quiet}},
	{name: "intents", run: acceptedIntents},
}

func names() (all []string) {
	for _, m := range measures {
		all = append(all, m.name)
	}
	return all
}

// chosen are those of the names, all if there are none.
func chosen(only string) (some []measure, err error) {
	if only == "" {
		return measures, nil
	}
	wanted := strings.Split(only, ",")
	for _, name := range wanted {
		if !slices.Contains(names(), name) {
			return nil, fmt.Errorf("there is no measure %q: there are %s", name, strings.Join(names(), ", "))
		}
	}
	for _, m := range measures {
		if slices.Contains(wanted, m.name) {
			some = append(some, m)
		}
	}
	return some, nil
}

// bench is what the measures share.
type bench struct {
	load
	house        *demo.House
	pgbench      *pgbench
	postgraphile *postgraphile // nil where it is left out
	peers        string
	grounds      grounds
	figures      []figure.Figure
}

func run(ctx context.Context, o options, l load) (err error) {
	some, err := chosen(o.only)
	if err != nil {
		return err
	}
	lap := laps()
	b, err := begin(ctx, o, l, some)
	if err != nil {
		return err
	}
	defer b.end()
	db, err := b.house.Open(demo.Database)
	if err != nil {
		return err
	}
	circumstances, err := machine.Describe(ctx, db)
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	lap("the start")
	var needed []string
	for _, m := range some {
		needed = append(needed, m.grounds...)
	}
	slices.Sort(needed)
	needed = slices.Compact(needed)
	for _, m := range some {
		if len(m.grounds) > 0 && len(b.grounds.all) == 0 {
			if err := b.layOut(ctx, needed); err != nil {
				return err
			}
			if err := b.learn(ctx); err != nil {
				return err
			}
			lap("laying out")
		}
		if err := m.run(ctx, b); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		lap(m.name)
	}
	if o.flat != "" && o.only == "" {
		if err := b.flatness(ctx, o.flat, o.slotq); err != nil {
			return fmt.Errorf("flat: %w", err)
		}
		lap("flat")
	}
	circumstances.LoadAfter = machine.Load()
	if o.write == "" {
		return nil
	}
	page := figure.Page{Path: o.write, Title: "SlotQ beside others in the same run. Rates: higher is better. Times and memory: lower is better.", Drawn: drawn}
	return page.Renew(circumstances, b.figures)
}

// drawn leaves the processor's time of rates to the table.
func drawn(f figure.Figure) bool { return !strings.Contains(f.Figure, "_cpu_us_vs_") }

// begin starts SlotQ and its peers side by side: nobody is measured yet.
func begin(ctx context.Context, o options, l load, some []measure) (*bench, error) {
	h, err := demo.Begin(ctx, o.slotq, "--metrics-addr", o.metrics)
	if err != nil {
		return nil, err
	}
	b := &bench{load: l, house: h, peers: o.peers, grounds: grounds{all: map[string]*ground{}}}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return h.Ready(ctx) })
	group.Go(func() error { return b.openPgbench(ctx, o.pgbench) })
	if o.peers != "" && slices.ContainsFunc(some, func(m measure) bool { return m.postgraphile }) {
		group.Go(func() error { return b.openPostGraphile(ctx, o.peers) })
	}
	if err := group.Wait(); err != nil {
		b.end()
		return nil, fmt.Errorf("begin: %w", err)
	}
	return b, nil
}

// end stops all that begin started and that still runs.
func (b *bench) end() {
	if b.postgraphile != nil {
		b.postgraphile.Stop()
		b.postgraphile = nil
	}
	if b.house != nil {
		b.house.Stop()
		b.house = nil
	}
}

// laps tells on standard error what takes how long: the whole has to stay within a minute.
func laps() func(name string) {
	began := time.Now()
	last := began
	return func(name string) {
		now := time.Now()
		fmt.Fprintf(os.Stderr, "quick: %s took %.1f s (%.1f in all)\n", name, now.Sub(last).Seconds(), now.Sub(began).Seconds())
		last = now
	}
}
