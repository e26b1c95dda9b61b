package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/slotq/slotq/bench/machine"
)

// wish is what the command line asks for.
type wish struct {
	slotq  string
	beside string
	skewed string
	older  string
	nats   bool
	pile   int
	pooler bool
	seed   uint64
	whole  time.Duration
	each   time.Duration
	people int
	only   string
	json   bool
	write  string
	keep   bool
	spoil  bool
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == minderArg {
		if err := mind(os.Stdin); err != nil {
			fmt.Fprintln(os.Stderr, "storm, minding what is left:", err)
			os.Exit(1)
		}
		return
	}
	var w wish
	flag.StringVar(&w.slotq, "slotq", "bin/slotq", "the program to break")
	flag.StringVar(&w.beside, "beside", "", "another slotq, such as that of the last release, for one of the two that answer and one of those that work")
	flag.StringVar(&w.older, "older", "", "an older slotq: it makes the tables, and all processes run it until, in the first round, the tables are migrated and one after the other is replaced")
	flag.StringVar(&w.skewed, "skewed", "", "a slotq that bench/skew built: api-2 runs it with a clock "+clockOff.String()+" ahead, and worker-2 with one as far behind")
	flag.BoolVar(&w.nats, "nats", false, "let the processes tell each other of events over NATS, and break that too")
	flag.BoolVar(&w.pooler, "pooler", false, "put pgbouncer, in transaction mode, between the processes and the database, and break that too")
	flag.IntVar(&w.pile, "backlog", 0, "write so many events of another tenant at once, in the second round and every twentieth after it")
	flag.Uint64Var(&w.seed, "seed", 0, "of all dice; 0 draws one, and says which")
	flag.DurationVar(&w.whole, "for", time.Minute, "how long rounds begin; the last is finished")
	flag.DurationVar(&w.each, "round", 12*time.Second, "how long a round's load lasts; one that a worker sleeps through lasts longer")
	flag.IntVar(&w.people, "clients", 24, "who ask at once")
	flag.StringVar(&w.only, "faults", "", "only these, by comma: "+kinds()+"; empty takes all, none none")
	flag.BoolVar(&w.json, "json", false, "the summary as JSON on standard output, and the rest on standard error")
	flag.StringVar(&w.write, "write", "", "folder in which storm.md, storm.json and storm.svg are renewed")
	flag.BoolVar(&w.keep, "keep", false, "keep the folder with journals, logs and database")
	flag.BoolVar(&w.spoil, "spoil", false, "take one acknowledged reservation out of the database before the checks, to see them fail")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	broken, err := run(ctx, w)
	stop()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "storm:", err)
		os.Exit(2)
	case broken:
		os.Exit(1)
	}
}

// run makes a storm, and tells whether a promise was broken.
func run(ctx context.Context, w wish) (broken bool, err error) {
	chosen, err := choose(w)
	if err != nil {
		return false, err
	}
	out := os.Stdout
	if w.json {
		out = os.Stderr
	}
	dir, err := os.MkdirTemp("", "storm-")
	if err != nil {
		return false, err
	}
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // the database's own user passes through
		return false, err
	}
	s := &storm{seed: w.seed, people: w.people, pile: w.pile, upgrades: w.older != "", faults: chosen, out: out, spoil: w.spoil}
	if s.seed == 0 {
		s.seed = uint64(time.Now().UnixNano()) % 1_000_000 //nolint:gosec // short enough to be typed
	}
	s.say("seed %d; starting a database, two processes that answer, two that work and a booking system ...\n", s.seed)
	if s.rig, err = startRig(ctx, w, dir); err != nil {
		return false, errors.Join(err, tail(dir))
	}
	defer func() {
		s.rig.stop()
		if w.keep || broken || err != nil && ctx.Err() == nil {
			s.say("what was written stays in %s\n", dir)
			return
		}
		err = errors.Join(err, os.RemoveAll(dir))
	}()
	s.say("making the ground ...\n")
	if s.ground, err = s.rig.layGround(ctx); err != nil {
		return false, err
	}
	c, err := describe(ctx, s)
	if err != nil {
		return false, err
	}
	s.log = newLog()
	if err := s.run(ctx, w.whole, w.each); err != nil {
		return false, err
	}
	c.LoadAfter = machine.Load()
	sum := s.summary(c)
	if err := sum.print(out); err != nil {
		return false, err
	}
	if w.json {
		if _, err := os.Stdout.Write(sum.raw()); err != nil {
			return false, err
		}
	}
	if w.write != "" {
		err = sum.write(w.write)
	}
	return sum.Violations > 0, err
}

// choose are the faults that were asked for by their names.
func choose(w wish) (chosen []fault, err error) {
	deck, takes := slices.Clone(faults), map[string]string{}
	for _, more := range []struct {
		flag   string
		wished bool
		faults []fault
	}{{"-nats", w.nats, natsFaults}, {"-pooler", w.pooler, poolFaults}} {
		if more.wished {
			deck = append(deck, more.faults...)
			continue
		}
		for _, f := range more.faults {
			takes[f.kind] = more.flag
		}
	}
	if w.only == "" {
		return deck, nil
	}
	if w.only == "none" {
		return []fault{{"nothing", func(ctx context.Context, _ *blow) (string, error) { sleep(ctx, time.Second); return "", nil }}}, nil
	}
	for name := range strings.SplitSeq(w.only, ",") {
		name = strings.TrimSpace(name)
		at := slices.IndexFunc(deck, func(f fault) bool { return f.kind == name })
		switch flag := takes[name]; {
		case flag != "":
			return nil, fmt.Errorf("%q takes %s", name, flag)
		case at < 0:
			return nil, fmt.Errorf("no such fault: %q; there are %s", name, kinds())
		}
		chosen = append(chosen, deck[at])
	}
	return chosen, nil
}

// tail is what the processes said last, for who sees that they don't start.
func tail(dir string) error {
	entries, _ := os.ReadDir(dir)
	var all []error
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".log") {
			raw, _ := os.ReadFile(dir + "/" + e.Name())
			lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
			all = append(all, fmt.Errorf("%s: %s", e.Name(), strings.Join(lines[max(0, len(lines)-3):], " | ")))
		}
	}
	return errors.Join(all...)
}
