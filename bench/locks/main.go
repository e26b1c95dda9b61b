package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/slotq/slotq/bench/machine"
)

// plan is how much is measured.
type plan struct {
	rounds  int
	seconds float64
	callers []int
	seed    uint64
	old     int // bookings that are there before the first round
}

func main() {
	p := plan{callers: []int{1, 8, 32, 64}, old: 20_000}
	flag.IntVar(&p.rounds, "rounds", 5, "rounds of each load, strategy and number of callers")
	flag.Float64Var(&p.seconds, "seconds", 2, "how long a round lasts")
	flag.Uint64Var(&p.seed, "seed", 7, "which slots the spread load draws")
	flag.Func("callers", "how many book at a time, 1,8,32,64 unless given", func(list string) (err error) {
		p.callers, err = numbers(list)
		return err
	})
	quick := flag.Bool("quick", false, "one short round of everything with eight callers: does it run, do the invariants hold")
	folder := flag.String("write", "", "the folder whose locks.md, locks.json and charts are renewed")
	data := flag.String("data", "", "the folder under which the database lives meanwhile, on a disk; the system's for temporary files unless given")
	flag.Parse()
	if *quick {
		p.rounds, p.seconds, p.callers, p.old = 1, 0.4, []int{8}, 2000
	}
	if *quick && *folder != "" {
		fmt.Fprintln(os.Stderr, "locks: a quick round is no figure of record; leave out -write or -quick")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, p, *data, *folder)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "locks:", err)
		os.Exit(1)
	}
}

func numbers(list string) (all []int, err error) {
	for text := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 128 {
			return nil, fmt.Errorf("%q is not a number from 1 to 128", text)
		}
		all = append(all, n)
	}
	return all, nil
}

func run(ctx context.Context, p plan, data, folder string) (err error) {
	s, err := startServer(ctx, data, p.old)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	c, err := describe(ctx, s.house.admin)
	if err != nil {
		return err
	}
	c.Seed, c.Rounds, c.Seconds = p.seed, p.rounds, p.seconds
	rounds, err := measure(ctx, s.house, p, func(done, of int, m measured) {
		fmt.Fprintf(os.Stderr, "%3d/%d  %-6s %-12s %2d callers: %6.0f answers/s, %d booked, %d refused, %d failed, %d retries; P50 %.1f ms, P99 %.1f ms\n",
			done, of, m.Load, m.Strategy, m.Callers, m.rate(), m.Booked, m.Refused, m.Failed, m.Retries, m.P50, m.P99)
	})
	if err != nil {
		return err
	}
	c.LoadAfter = machine.Load()
	figures := summarised(rounds)
	fmt.Fprintf(os.Stdout, "%s%s\n\n", tables(figures), c)
	for _, f := range figures {
		fmt.Fprintln(os.Stdout, string(line(f)))
	}
	if folder == "" {
		return nil
	}
	return write(folder, c, rounds)
}

// measure lets the strategies take turns, so that what changes on the machine meanwhile meets them all; each round begins with
// another one. It stops at the first round that leaves something wrong.
func measure(ctx context.Context, h *house, p plan, tell func(done, of int, m measured)) (rounds []measured, err error) {
	of := p.rounds * len(loads) * len(p.callers) * len(strategies)
	for nth := range p.rounds {
		turns := slices.Concat(strategies[nth%len(strategies):], strategies[:nth%len(strategies)])
		for _, l := range loads {
			for _, callers := range p.callers {
				for _, s := range turns {
					m, err := played(ctx, h, l, s, callers, nth+1, p.seconds, p.seed)
					if err != nil {
						return rounds, err
					}
					rounds = append(rounds, m)
					tell(len(rounds), of, m)
				}
			}
		}
	}
	return rounds, nil
}
