package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// load is how much is measured.
type load struct {
	clients     int
	rounds      int
	round       time.Duration
	places      int // of the ground on which holds are spread
	days        int
	offers      int           // accepted in a round
	preparing   time.Duration // what making those may take
	intentRate  float64
	intentTime  time.Duration
	slow        time.Duration // what the slow provider takes
	subscribers int
	events      int
	quietRate   float64
	quietTime   time.Duration
	connections int  // PostGraphile's to the database
	hotPeer     bool // let PostGraphile hold the hot slot as well
	smoke       bool
}

// full takes less than fifty seconds on two quiet cores; smoke shows in a few that everything still runs.
var (
	full = load{clients: 32, rounds: 2, round: time.Second, places: 6, days: 14, offers: 300, preparing: 1500 * time.Millisecond,
		intentRate: 60, intentTime: 1500 * time.Millisecond, slow: 8 * time.Second, subscribers: 2000, events: 25,
		quietRate: 50, quietTime: 1500 * time.Millisecond, connections: 32}
	smoke = load{clients: 4, rounds: 1, round: time.Second, places: 2, days: 5, offers: 16, preparing: time.Second,
		intentRate: 20, intentTime: time.Second, slow: time.Second, subscribers: 50, events: 5,
		quietRate: 10, quietTime: time.Second, connections: 4, hotPeer: true, smoke: true}
)

// options are what else may be said.
type options struct {
	slotq, peers, flat, only, metrics, write string
	pgbench                                  pgbenchOptions
}

func main() {
	var o options
	flag.StringVar(&o.slotq, "slotq", "bin/slotq", "the program to measure")
	flag.StringVar(&o.peers, "peers", "bench/peers", "folder of the npm peers, installed; empty leaves them out")
	flag.StringVar(&o.only, "only", "", "measures to take, by comma: "+strings.Join(names(), ", ")+"; empty takes all")
	flag.StringVar(&o.metrics, "metrics-addr", "", "private address of the server, for profiles")
	flag.StringVar(&o.write, "write", "", "a page without its ending, such as docs/experiments/peers, whose figures, raw numbers and chart are renewed")
	flag.StringVar(&o.pgbench.protocol, "protocol", "prepared", "how pgbench sends statements: simple, extended or prepared")
	flag.BoolVar(&o.pgbench.whole, "whole", false, "let pgbench run every statement that a hold of SlotQ makes, and not only those that any hold needs")
	small := flag.Bool("smoke", false, "only show that everything runs, with few clients and short rounds of its own; the figures mean nothing")
	l := full
	flag.IntVar(&l.clients, "clients", l.clients, "who ask at once, of SlotQ and of its peers")
	flag.IntVar(&l.rounds, "rounds", l.rounds, "rounds of each")
	flag.DurationVar(&l.round, "round", l.round, "length of a round, in whole seconds")
	flag.IntVar(&l.places, "places", l.places, "places of the venue on which holds are spread; each has 4,018 slots to be held once")
	flag.IntVar(&l.events, "events", l.events, "events that subscribers are told")
	flag.IntVar(&l.offers, "offers", l.offers, "offers that are made for a round, if there is time")
	flag.IntVar(&l.connections, "connections", l.connections, "connections that PostGraphile may open to its database")
	flag.BoolVar(&l.hotPeer, "hot-peer", false, "let PostGraphile hold the hot slot as well")
	flag.StringVar(&o.flat, "flat", "", "the built program of bench/flat, which measures a full database beside an empty one; empty leaves it out")
	flag.Parse()
	if *small {
		l = smoke
	}
	if l.smoke && o.write != "" {
		fmt.Fprintln(os.Stderr, "quick: a smoke is no figure of record; leave out -write or -smoke")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, o, l)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "quick:", err)
		os.Exit(1)
	}
}
