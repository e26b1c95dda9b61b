package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// storm is a whole run.
type storm struct {
	rig      *rig
	ground   *ground
	log      *log
	seed     uint64
	people   int
	upgrades bool // in the first round
	pile     int  // how many events a backlog has; 0: there is none
	faults   []fault
	deck     []fault
	out      io.Writer
	mu       sync.Mutex // of out
	spoil    bool

	watchers []*watcher
	rounds   []outcome
}

func (s *storm) say(format string, values ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = fmt.Fprintf(s.out, format, values...)
}

// How long a round is that a worker sleeps through, and how often one is.
const (
	sleeperRound = lease + 8*time.Second
	sleeperEvery = 8
	shortest     = 4 * time.Second
)

// run lets rounds follow each other until the time is up. A round that has begun is finished, and one that found something is the last.
func (s *storm) run(ctx context.Context, whole, each time.Duration) error {
	began := time.Now()
	look, stop := context.WithCancel(ctx)
	var beside sync.WaitGroup
	beside.Go(func() { s.watchWorkers(look) })
	beside.Go(func() { s.progress(look) })
	for _, n := range s.rig.apis {
		for _, f := range []*field{s.ground.tables, s.ground.queued} {
			w := watch(n, s.rig.tokens[journaled], f.venue)
			s.watchers = append(s.watchers, w)
			beside.Go(func() { w.follow(look) })
		}
	}
	defer beside.Wait()
	defer stop()
	if err := s.allWatch(ctx); err != nil {
		return err
	}
	for number := 1; ; number++ {
		left := whole - time.Since(began)
		sleeps := number%sleeperEvery == 1 && left >= sleeperRound
		length := each
		if sleeps {
			length = max(each, sleeperRound)
		}
		if number > 1 && (left < shortest || ctx.Err() != nil) {
			return ctx.Err()
		}
		length = max(min(length, left), shortest)
		if s.upgrades && number == 1 {
			length, sleeps = longestUpgrade, false
		}
		o, err := s.round(ctx, number, length, sleeps)
		if err != nil {
			return err
		}
		s.rounds = append(s.rounds, o)
		if len(o.Violations) > 0 {
			return nil
		}
	}
}

// outcome is what a round came to.
type outcome struct {
	Round      int      `json:"round"`
	Seed       uint64   `json:"seed"`
	Seconds    float64  `json:"seconds"`  // of load
	Commands   int      `json:"commands"` // keys
	Sent       int      `json:"sent"`     // requests
	Unheard    int      `json:"unheard"`  // answers that told no outcome
	Checks     checks   `json:"checks"`
	Rest       float64  `json:"secondsToRest"`
	Violations []string `json:"violations"`
}

// round blows and then judges.
func (s *storm) round(ctx context.Context, number int, length time.Duration, sleeps bool) (o outcome, err error) {
	r, err := s.prepare(number, length, sleeps)
	if err != nil {
		return o, err
	}
	s.say("round %d: seed %d, %.0f s, %d clients\n", number, r.seed, length.Seconds(), s.people)
	o = outcome{Round: number, Seed: r.seed, Seconds: length.Seconds(), Violations: []string{}}
	blown := s.blow(ctx, r)
	if ctx.Err() != nil {
		return o, ctx.Err()
	}
	if blown != nil {
		o.Violations = append(o.Violations, blown.Error())
	}
	calm := time.Now()
	slow, err := s.rig.quiet(ctx)
	if err != nil {
		o.Violations = append(o.Violations, err.Error())
	}
	o.Rest = time.Since(calm).Seconds()
	if err := s.rig.post.used(); err != nil {
		o.Violations = append(o.Violations, err.Error())
	}
	if s.spoil {
		if err := s.spoilOne(ctx, r); err != nil {
			return o, err
		}
	}
	if err := s.judge(ctx, r, &o); err != nil {
		return o, err
	}
	if r.backlog != nil {
		if err := s.forget(ctx); err != nil {
			return o, err
		}
	}
	s.say("  %d commands, %d requests, %d answers that told no outcome, at rest after %.1f s%s; %d invariants of %d tenants, %d keys, %d histories of slots: %d violations\n",
		o.Commands, o.Sent, o.Unheard, o.Rest, bracketed(slow), o.Checks.Invariants, o.Checks.Tenants, o.Checks.Keys, o.Checks.Histories, len(o.Violations))
	for i, v := range o.Violations {
		if i == mostShown {
			s.say("  ... and %d more\n", len(o.Violations)-mostShown)
			break
		}
		s.say("  VIOLATION: %s\n", v)
	}
	return o, nil
}

func bracketed(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

const mostShown = 20

// watchWorkers asks those that wait for a first success whether they are ready: a worker answers nobody else.
func (s *storm) watchWorkers(ctx context.Context) {
	for ctx.Err() == nil {
		for _, w := range s.rig.workers {
			if asked := time.Now(); w.heals.waits() && !w.asleep.Load() && w.healthy(ctx) == nil {
				w.heals.worked(w.name, asked)
			}
		}
		sleep(ctx, 25*time.Millisecond)
	}
}

// progressEvery is how often it is told how it goes.
const progressEvery = 5 * time.Second

func (s *storm) progress(ctx context.Context) {
	for {
		sleep(ctx, progressEvery)
		if ctx.Err() != nil {
			return
		}
		c := s.log.counts()
		s.say("  %5.1f s  answers: %d committed, %d accepted, %d rejected; to ask again: %d unavailable, %d in progress, %d limited, %d lost\n",
			s.log.since(), c[committed], c[accepted], c[rejected], c[unavailable], c[inProgress], c[limited], c[lost])
	}
}
