package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/slotq/slotq/bench/audience"
	"github.com/slotq/slotq/bench/demo"
	"github.com/slotq/slotq/bench/figure"
	"github.com/slotq/slotq/bench/machine"
	"github.com/slotq/slotq/bench/peers"
)

// load is how much is measured.
type load struct {
	subscribers int
	events      int
	crowd       int
	stalled     int
	keepingUp   int
}

// options are what else may be said.
type options struct{ slotq, peers, only, write string }

func main() {
	var o options
	flag.StringVar(&o.slotq, "slotq", "bin/slotq", "the program to measure")
	flag.StringVar(&o.peers, "peers", "bench/peers", "folder of the npm peers, installed; empty leaves them out")
	flag.StringVar(&o.only, "only", "", "fanout, crowd or stalled; empty runs all")
	flag.StringVar(&o.write, "write", "", "a page without its ending, such as docs/experiments/doors, whose figures, raw numbers and chart are renewed")
	var l load
	flag.IntVar(&l.subscribers, "subscribers", 2000, "who listen to one venue")
	flag.IntVar(&l.events, "events", 100, "events they are told")
	flag.IntVar(&l.crowd, "crowd", 5000, "sockets that come back at once")
	flag.IntVar(&l.stalled, "stalled", 200, "subscribers who stop reading")
	flag.IntVar(&l.keepingUp, "keeping-up", 300, "subscribers beside them who read")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, o, l)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "doors:", err)
		os.Exit(1)
	}
}

// run measures SlotQ and then the peer in each scenario, one after the other, so that neither takes the other's processor.
func run(ctx context.Context, o options, l load) error {
	c, err := machine.Describe(ctx, nil)
	if err != nil {
		return err
	}
	var figures []figure.Figure
	for _, scenario := range scenarios {
		if o.only != "" && o.only != scenario.name {
			continue
		}
		ours, err := measure(ctx, scenario, l, func(ctx context.Context) (*audience.Server, error) {
			h, err := demo.Start(ctx, o.slotq)
			if err != nil {
				return nil, err
			}
			s, err := audience.AtSlotQ(h)
			if err != nil {
				h.Stop()
			}
			return s, err
		})
		if err != nil {
			return err
		}
		var theirs []measured
		if o.peers != "" {
			theirs, err = measure(ctx, scenario, l, func(ctx context.Context) (*audience.Server, error) { return audience.AtPeer(ctx, o.peers) })
			if err != nil {
				return err
			}
		}
		for nth, m := range ours {
			f := figure.Alone(m.name, m.value, m.unit, "")
			if len(theirs) == len(ours) {
				f = figure.Beside(m.name, m.value, peers.GraphQLWS, theirs[nth].value, m.unit, "")
			}
			f.Say()
			figures = append(figures, f)
		}
	}
	if o.write == "" {
		return nil
	}
	c.LoadAfter = machine.Load()
	return figure.Page{Path: o.write, Title: "SlotQ beside graphql-ws: lower is better everywhere", Drawn: drawn}.Renew(c, figures)
}

// drawn leaves to the table what says nearly the same as another.
func drawn(f figure.Figure) bool {
	return !strings.HasSuffix(f.Figure, "_p50") && !strings.HasSuffix(f.Figure, "_after")
}

// measured is one thing that was seen at one server.
type measured struct {
	name  string
	value float64
	unit  string
}

// scenario is one thing that is measured.
type scenario struct {
	name string
	run  func(context.Context, *audience.Server, load) ([]measured, error)
}

var scenarios = []scenario{{"fanout", fanout}, {"crowd", crowd}, {"stalled", stalled}}

// measure runs a scenario at a fresh server, so that memory is comparable.
func measure(ctx context.Context, sc scenario, l load, start func(context.Context) (*audience.Server, error)) ([]measured, error) {
	s, err := start(ctx)
	if err != nil {
		return nil, err
	}
	defer s.Stop()
	fmt.Fprintf(os.Stderr, "doors: %s of %s\n", sc.name, s.Name)
	seen, err := sc.run(ctx, s, l)
	if err != nil {
		return nil, fmt.Errorf("%s of %s: %w", sc.name, s.Name, err)
	}
	return seen, nil
}
