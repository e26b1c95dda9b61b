package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// load is how much is measured.
type load struct {
	clients    int
	rounds     int
	round      time.Duration
	places     int           // of the ground on which holds are spread
	offers     int           // accepted in a round
	preparing  time.Duration // what making those may take
	intentRate float64
	intentTime time.Duration
	slow       time.Duration // what the slow provider takes
	smoke      bool
}

// full takes less than fifty seconds on two cores; smoke shows in a few that everything still runs.
var (
	full = load{clients: 32, rounds: 3, round: time.Second, places: 3, offers: 400, preparing: 2 * time.Second,
		intentRate: 60, intentTime: 1500 * time.Millisecond, slow: 8 * time.Second}
	smoke = load{clients: 4, rounds: 1, round: time.Second, places: 1, offers: 16, preparing: 2 * time.Second,
		intentRate: 20, intentTime: time.Second, slow: time.Second, smoke: true}
)

func main() {
	slotq := flag.String("slotq", "bin/slotq", "the program to measure")
	only := flag.String("only", "", "measures to take, by comma: "+strings.Join(names(), ", ")+"; empty takes all")
	metrics := flag.String("metrics-addr", "", "private address of the server, for profiles")
	protocol := flag.String("protocol", "prepared", "how pgbench sends statements: simple, extended or prepared")
	whole := flag.Bool("whole", false, "let pgbench run every statement that a hold of SlotQ makes, and not only those that any hold needs")
	small := flag.Bool("smoke", false, "only show that everything runs, with few clients and short rounds of its own; the figures mean nothing")
	l := full
	flag.IntVar(&l.clients, "clients", l.clients, "who ask at once, of SlotQ and of pgbench")
	flag.IntVar(&l.rounds, "rounds", l.rounds, "rounds of each")
	flag.DurationVar(&l.round, "round", l.round, "length of a round, in whole seconds")
	flag.Parse()
	if *small {
		l = smoke
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, *slotq, *only, *metrics, peerOptions{protocol: *protocol, whole: *whole}, l)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "quick:", err)
		os.Exit(1)
	}
}

// measure is one thing that is measured.
type measure struct {
	name string
	run  func(context.Context, *bench) error
}

// measures are all there are, in their order: what leaves the server busy for a while comes late.
var measures = []measure{
	{"spread", holdSpread}, {"hot", holdHot}, {"offers", confirmOffers}, {"lists", nestedLists}, {"intents", acceptedIntents},
}

func names() (all []string) {
	for _, m := range measures {
		all = append(all, m.name)
	}
	return all
}

// bench is what the measures share.
type bench struct {
	load
	*server
	peer *peer
}

func run(ctx context.Context, slotq, only, metrics string, o peerOptions, l load) (err error) {
	wanted, began := strings.Split(only, ","), time.Now()
	s, err := startServer(ctx, slotq, metrics)
	if err != nil {
		return err
	}
	defer s.stop()
	p, err := openPeer(ctx, s, o, l)
	if err != nil {
		return fmt.Errorf("pgbench: %w", err)
	}
	b := &bench{load: l, server: s, peer: p}
	lap := lapping("the start", began)
	for _, m := range measures {
		if only != "" && !slices.Contains(wanted, m.name) {
			continue
		}
		if err := m.run(ctx, b); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		lap(m.name)
	}
	return nil
}

// lapping tells on standard error what takes how long: the whole has to stay within a minute.
func lapping(first string, since time.Time) func(name string) {
	last := since
	lap := func(name string) {
		fmt.Fprintf(os.Stderr, "quick: %s took %.1f s\n", name, time.Since(last).Seconds())
		last = time.Now()
	}
	lap(first)
	return lap
}
