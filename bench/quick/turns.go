package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/slotq/slotq/bench/demo"
	"github.com/slotq/slotq/bench/figure"
)

// party is one of those who take turns at the same deed.
type party struct {
	name   string
	warm   func(context.Context) error // before the first round, which counts in no figure; nil is nothing
	round  func(context.Context) (beat, error)
	rounds []float64 // what each came to, a second
	done   int
	used   used
}

// beat is what one round came to.
type beat struct {
	perSecond float64
	done      int
	used      used
}

// Connections learn: statements are prepared when they come often, plans are kept after the fifth time, and Node compiles what it
// runs often. What is measured is how it goes when they have.
const warmTime = 700 * time.Millisecond

// turns lets each party have its round, and again, so that what else the machine does meets all.
func (b *bench) turns(ctx context.Context, rounds int, parties ...*party) error {
	for _, p := range parties {
		if p.warm != nil {
			if err := p.warm(ctx); err != nil {
				return err
			}
		}
	}
	if err := b.learn(ctx); err != nil {
		return err
	}
	for range rounds {
		for _, p := range parties {
			one, err := p.round(ctx)
			if err != nil {
				return err
			}
			p.rounds, p.done, p.used = append(p.rounds, one.perSecond), p.done+one.done, p.used.plus(one.used)
		}
	}
	return nil
}

// learn lets the database count what is there. It does so by itself, but only within a minute; until then it takes every table for
// a small one. The peers' tables are counted when they are made.
func (b *bench) learn(ctx context.Context) error {
	if b.house == nil {
		return nil
	}
	db, err := b.house.Open(demo.Database)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `ANALYZE slots, reservations, allocations, occupancies, customers, waitlist_entries, offers, events, audit_entries, commands`)
	return errors.Join(err, db.Close())
}

// crowded is a party whose clients speak HTTP with a server.
func (b *bench) crowded(name string, server int, all crowd, act func(*wire) error) *party {
	return &party{
		name: name,
		warm: func(ctx context.Context) error {
			_, _, err := all.work(ctx, min(warmTime, b.round), act)
			return err
		},
		round: func(ctx context.Context) (beat, error) {
			before := b.processors(server)
			rate, done, err := all.work(ctx, b.round, act)
			return beat{rate, done, b.processors(server).less(before)}, err
		},
	}
}

// mean is what the rounds come to.
func (p *party) mean() float64 {
	if len(p.rounds) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range p.rounds {
		sum += v
	}
	return sum / float64(len(p.rounds))
}

// each is what one deed took of the processors, in microseconds.
func (p *party) each() float64 { return float64(p.used.all().Microseconds()) / float64(max(p.done, 1)) }

// rates tells how two stand to each other: what they did in a second, and what that took of the processors.
func (b *bench) rates(name string, ours, theirs *party, unit, note string) {
	f := figure.Beside(name, ours.mean(), theirs.name, theirs.mean(), unit, note)
	f.Rounds = &figure.Rounds{Ours: slices.Clone(ours.rounds), Theirs: slices.Clone(theirs.rounds)}
	b.tell(f)
	b.tell(figure.Beside(strings.Replace(name, "_vs_", "_cpu_us_vs_", 1), ours.each(), theirs.name, theirs.each(), "us of processor",
		"ours: "+ours.used.per(ours.done)+"; theirs: "+theirs.used.per(theirs.done)))
}

// tell prints a figure, and keeps it.
func (b *bench) tell(f figure.Figure) {
	f.Smoke = b.smoke
	b.figures = append(b.figures, f)
	f.Say()
}
