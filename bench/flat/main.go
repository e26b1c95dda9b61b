package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// plan is how much is filled and measured.
type plan struct {
	reservations int // of history
	told         int // the latest of them, whose events and audit entries are there
	entries      int // of the waitlist that are over
	queue        int // who wait in one queue
	places       int // resources of the venue where all this was and is
	days         int // of free slots ahead
	clients      int // who ask at once
	rounds       int // of each measure at each database
	round        time.Duration
	served       int // from each queue in a round
	quick        bool
}

// full is the plan of record; a scale makes the history smaller.
var full = plan{reservations: 1_000_000, told: 1_000_000, entries: 90_000, queue: 10_000, places: 20, days: 5, clients: 4, rounds: 6, round: 2 * time.Second, served: 15}

// quickly only says what a hold costs, in some seconds: most events and audit entries are left out.
var quickly = plan{reservations: 50_000, told: 5_000, places: 4, days: 1, clients: 8, rounds: 6, round: 300 * time.Millisecond, quick: true}

// scaled is the plan with a part of its history. Lives come in twenties, and a queue that is compared with one of ten is longer.
func (p plan) scaled(scale float64) plan {
	part := func(n int) int { return int(float64(n) * scale) }
	p.reservations = max(part(p.reservations)/lives*lives, lives*p.places)
	p.told = p.reservations
	p.entries, p.queue = part(p.entries), max(part(p.queue), 100)
	return p
}

func main() {
	slotq := flag.String("slotq", "bin/slotq", "the program to measure")
	scale := flag.Float64("scale", 1, "how much history, of a million reservations, a hundred thousand entries and ten million events")
	quick := flag.Bool("quick", false, "only hold_full_vs_empty_database, with fifty thousand reservations and few events")
	folder := flag.String("write", "", "the folder whose flatness.md, flatness.json and chart are renewed")
	p := full
	flag.IntVar(&p.rounds, "rounds", p.rounds, "rounds of each measure at each database")
	flag.DurationVar(&p.round, "round", p.round, "how long a round lasts")
	flag.IntVar(&p.clients, "clients", p.clients, "who ask at once")
	flag.Parse()
	p = p.scaled(*scale)
	if *quick {
		p = quickly
	}
	if *quick && *folder != "" {
		fmt.Fprintln(os.Stderr, "flat: a quick round is no figure of record; leave out -write or -quick")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, *slotq, p, *folder)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "flat:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, slotq string, p plan, folder string) (err error) {
	began := time.Now()
	step := func(what string) {
		fmt.Fprintf(os.Stderr, "flat: %5.1f s: %s\n", time.Since(began).Seconds(), what)
	}
	b, err := open(ctx, slotq, p, step)
	if err != nil {
		return err
	}
	defer b.close()
	if err := b.measure(ctx); err != nil {
		return err
	}
	step("measured")
	figures := b.figures()
	for _, f := range figures {
		f.say()
	}
	if folder == "" {
		return nil
	}
	return write(folder, b.circumstances(), figures)
}
