package main

import (
	"context"
	"fmt"

	"github.com/slotq/slotq/bench/demo"
	"github.com/slotq/slotq/bench/machine"
	"github.com/slotq/slotq/internal/loadtest"
)

// bench is both houses, ready to be measured.
type bench struct {
	plan
	step    func(string)
	first   *demo.House
	empty   *side
	full    *side
	machine machine.Circumstances
	filled  filling
	series  map[string]*series // by measure and side
	verify  map[string]verified
}

// side is a house with what is measured there.
type side struct {
	*house
	venue  *loadtest.Ground // where the history is, and where is booked
	taken  int              // slots that have been used up
	queues []*queue
}

func open(ctx context.Context, program string, p plan, step func(string)) (_ *bench, err error) {
	b := &bench{plan: p, step: step, series: map[string]*series{}, verify: map[string]verified{}}
	if b.first, err = demo.Start(ctx, program, flags...); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			b.close()
		}
	}()
	empty := &house{name: "empty", database: demo.Database, at: b.first.At, program: program, pid: b.first.PID}
	if empty.db, err = b.first.Open(demo.Database); err != nil {
		return nil, err
	}
	empty.url = b.first.URL(demo.Database)
	if err := empty.connect(); err != nil {
		return nil, err
	}
	b.empty = &side{house: empty}
	step("the first house stands")
	full, err := secondHouse(ctx, b.first, program)
	if err != nil {
		return nil, err
	}
	b.full = &side{house: full}
	if b.machine, err = machine.Describe(ctx, full.db); err != nil {
		return nil, err
	}
	step("the second house stands")
	for _, s := range []*side{b.empty, b.full} {
		if err := b.furnish(ctx, s); err != nil {
			return nil, fmt.Errorf("furnish the %s house: %w", s.name, err)
		}
	}
	step("both are furnished")
	return b, b.fill(ctx)
}

func (b *bench) close() {
	if b.full != nil && b.full.cmd != nil {
		_ = b.full.cmd.Process.Kill() // its database goes with it
		b.full.stop()
	}
	b.first.Stop()
}

// furnish gives a side its venue and, where more than holds is measured, its queues.
func (b *bench) furnish(ctx context.Context, s *side) (err error) {
	if s.venue, err = s.ground(ctx, loadtest.Plan{Places: b.places, Capacity: 1, Days: b.days}); err != nil || b.quick {
		return err
	}
	if err := s.book(ctx, 2*page); err != nil {
		return fmt.Errorf("book some slots: %w", err)
	}
	if s == b.full {
		if err := s.live(ctx); err != nil {
			return fmt.Errorf("live through what is to be copied: %w", err)
		}
	}
	for _, waiting := range []int{10, b.queue} {
		if s == b.empty && waiting > 10 {
			continue // a long queue is history too
		}
		q, err := s.openQueue(ctx, waiting)
		if err != nil {
			return fmt.Errorf("open a queue: %w", err)
		}
		s.queues = append(s.queues, q)
	}
	return nil
}

// fill fills the full database while its house is closed, and opens it again.
func (b *bench) fill(ctx context.Context) error {
	if b.quick {
		if err := b.full.live(ctx); err != nil {
			return err
		}
	}
	if err := b.full.quiet(ctx); err != nil {
		return err
	}
	b.full.stop()
	var err error
	if b.filled, err = fill(ctx, b.full, b.plan, b.step); err != nil {
		return fmt.Errorf("fill: %w", err)
	}
	if err := b.full.start(ctx); err != nil {
		return err
	}
	b.step(fmt.Sprintf("filled: %s", b.filled))
	if b.quick {
		return nil
	}
	for _, s := range []*side{b.empty, b.full} { // that the filling is legal, too
		if b.verify[s.name], err = s.verify(ctx); err != nil {
			return fmt.Errorf("the %s house: %w", s.name, err)
		}
		b.step(fmt.Sprintf("the %s house is verified, in %.1f s; late: %q", s.name, b.verify[s.name].took.Seconds(), b.verify[s.name].late))
	}
	return nil
}
