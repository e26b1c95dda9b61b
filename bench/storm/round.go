package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"time"

	"github.com/slotq/slotq/internal/loadtest"
)

// What a round books: few places for many people, so that they meet.
const (
	roundTables = 6
	roundSeats  = 3
	roundPairs  = 3
	roundQueued = 4
	roundCity   = 16
)

// round is one round of the storm.
type round struct {
	number  int
	seed    uint64
	length  time.Duration
	sleeper bool
	backlog *backlog // nil: none
	upgrade bool

	tables, seats, queued, city []slot
	pairs                       [][2]slot
	began                       time.Time
	journal                     *journal
	path                        string
}

// prepare takes slots that nobody has used.
func (s *storm) prepare(number int, length time.Duration, sleeper bool) (*round, error) {
	r := &round{number: number, seed: s.seed + uint64(number) - 1, length: length, sleeper: sleeper} //nolint:gosec // rounds are few
	r.upgrade = s.upgrades && number == 1
	if s.pile > 0 && number%pileEvery == pileFirst {
		r.backlog = newBacklog(s.pile)
	}
	r.path = filepath.Join(s.rig.dir, fmt.Sprintf("round-%03d.jsonl", number))
	for _, want := range []struct {
		to *[]slot
		of *field
		n  int
	}{
		{&r.tables, s.ground.tables, roundTables}, {&r.seats, s.ground.seats, roundSeats},
		{&r.queued, s.ground.queued, roundQueued}, {&r.city, s.ground.city, roundCity},
	} {
		var err error
		if *want.to, err = want.of.take(want.n); err != nil {
			return nil, err
		}
	}
	for range roundPairs {
		two, err := s.ground.tables.take(2)
		if err != nil {
			return nil, err
		}
		r.pairs = append(r.pairs, [2]slot(two))
	}
	var err error
	r.journal, err = openJournal(r.path)
	return r, err
}

// unknownPatience is how long after everything is healed somebody still asks what became of a key.
const unknownPatience = 45 * time.Second

// blow lets the storm blow for a round: people book while faults strike, then all is healed and everybody asks until they know.
func (s *storm) blow(ctx context.Context, r *round) error {
	r.began = time.Now()
	until, calm := r.blowing(ctx)
	defer calm()
	last, giveUp := context.WithCancel(ctx)
	defer giveUp()
	clients, err := s.openClients()
	if err != nil {
		return err
	}
	var people sync.WaitGroup
	for i := range s.people {
		p := &person{
			name: fmt.Sprintf("%d-%03d-%02d", s.seed, r.number, i), dice: rand.New(rand.NewPCG(r.seed, uint64(i)+1)), //nolint:gosec // it has to be repeatable
			callers: clients, journal: r.journal, log: s.log, until: until, last: last,
		}
		people.Go(func() { p.live(r.deedsOf(i)...) })
	}
	moved := s.upgrade(ctx, r, calm)
	faultErr := errors.Join(s.strikes(ctx, until, r), moved())
	if err := s.rig.heal(ctx); err != nil {
		giveUp()
		people.Wait()
		return fmt.Errorf("it doesn't heal: %w", err)
	}
	patience := time.AfterFunc(unknownPatience, giveUp)
	people.Wait()
	patience.Stop()
	s.rouse(ctx, clients, r)
	for _, c := range clients {
		c.http.Close()
	}
	if err := r.journal.close(); err != nil {
		return err
	}
	return faultErr
}

// deedsOf are what the nth person does. Each kind has its people.
func (r *round) deedsOf(nth int) []func(*person) {
	table := func(p *person) { p.book(r.tables[p.dice.IntN(len(r.tables))]) }
	seat := func(p *person) { p.book(r.seats[p.dice.IntN(len(r.seats))]) }
	pair := func(p *person) {
		two := r.pairs[p.dice.IntN(len(r.pairs))]
		p.book(two[:]...)
	}
	queue := func(p *person) { p.queue(r.queued[p.dice.IntN(len(r.queued))]) }
	request := func(p *person) { p.request(r.city[p.dice.IntN(len(r.city))]) }
	switch nth % 6 {
	case 0, 1:
		return []func(*person){table, seat}
	case 2:
		return []func(*person){seat, table, pair}
	case 3:
		return []func(*person){queue}
	case 4:
		return []func(*person){request}
	}
	return []func(*person){table, seat, pair, queue}
}

func (s *storm) openClients() (all []caller, err error) {
	for _, n := range s.rig.apis {
		client, err := loadtest.NewClient(n.url(), s.rig.tokens[journaled], s.people)
		if err != nil {
			return nil, err
		}
		all = append(all, caller{n, client})
	}
	return all, nil
}

// strikes lets one fault after another strike until time is up. A long one goes on beside the others.
func (s *storm) strikes(ctx, until context.Context, r *round) error {
	dice := rand.New(rand.NewPCG(r.seed, 0)) //nolint:gosec // it has to be repeatable
	var long sync.WaitGroup
	var longErr error
	if r.sleeper {
		b := s.aim(r, sleeper.kind, rand.New(rand.NewPCG(r.seed, 1<<32))) //nolint:gosec // the same
		long.Go(func() { longErr = s.strike(ctx, b, sleeper) })
	}
	worked, err := s.pileUp(ctx, r)
	var workedErr error
	if err == nil {
		long.Go(func() { workedErr = worked() })
	}
	for until.Err() == nil && err == nil {
		sleep(until, time.Duration(200+dice.IntN(700))*time.Millisecond)
		if until.Err() != nil {
			break
		}
		f := s.draw(dice)
		err = s.strike(ctx, s.aim(r, f.kind, dice), f)
	}
	long.Wait()
	return errors.Join(err, longErr, workedErr)
}

func (s *storm) aim(r *round, kind string, dice *rand.Rand) *blow {
	return &blow{rig: s.rig, ground: s.ground, round: r, dice: dice, kind: kind}
}

// draw takes the next fault from a shuffled deck, so that each comes before any comes again.
func (s *storm) draw(dice *rand.Rand) fault {
	if len(s.deck) == 0 {
		for _, i := range dice.Perm(len(s.faults)) {
			s.deck = append(s.deck, s.faults[i])
		}
	}
	f := s.deck[0]
	s.deck = s.deck[1:]
	return f
}

// strike lets one fault do its work.
func (s *storm) strike(ctx context.Context, b *blow, f fault) error {
	hit := strike{Round: b.round.number, Kind: f.kind, From: s.log.since()}
	what, err := f.strike(ctx, b)
	hit.To, hit.What = s.log.since(), what
	s.log.struck(hit)
	if err != nil {
		return fmt.Errorf("%s: %w", f.kind, err)
	}
	s.say("  %5.1f s  %-28s %s\n", hit.From, f.kind, what)
	return nil
}

// rouse asks each node for something until it has worked again after everything that it suffered: the figures of recovery must not wait for
// the next round.
func (s *storm) rouse(ctx context.Context, clients []caller, r *round) {
	ctx, cancel := context.WithTimeout(ctx, unknownPatience)
	defer cancel()
	for i, c := range clients {
		p := &person{name: fmt.Sprintf("%d-%03d-rouse-%d", s.seed, r.number, i), dice: rand.New(rand.NewPCG(r.seed, 0)), //nolint:gosec // no secret
			callers: []caller{c}, journal: r.journal, log: s.log, until: ctx, last: ctx}
		for c.node.heals.waits() && ctx.Err() == nil {
			p.book(r.tables[0])
		}
	}
	for _, w := range s.rig.workers {
		for w.heals.waits() && ctx.Err() == nil {
			sleep(ctx, 50*time.Millisecond)
		}
	}
}
