package loadtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// Options say what load to put on whom.
type Options struct {
	Scenario   string // hold, hot, story or list
	URL, Token string
	Rate       float64
	For        time.Duration
	Most       int    // calls that are out at once
	Capacity   int    // of the hot slot; 0 is enough for all
	List       string // reservations or availability
	JSON       bool   // the summary as JSON

	Out      io.Writer // takes the summary
	Terminal io.Writer // takes what is told meanwhile
}

// grace is how long calls may still be answered after the last was due.
const grace = 10 * time.Second

func (o Options) arrivals() Arrivals {
	return Arrivals{Rate: o.Rate, For: o.For, Most: o.Most, Grace: grace, Clock: Wall}
}

// Run makes a ground, puts the load on, tells how it goes, and writes a summary. That calls are refused or fail is a result and
// no error; that none could be made is one.
func Run(ctx context.Context, o Options) error {
	kind, known := scenarios[o.Scenario]
	if !known {
		return fmt.Errorf("no such scenario: %q", o.Scenario)
	}
	client, err := NewClient(o.URL, o.Token, o.Most)
	if err != nil {
		return err
	}
	defer client.Close()
	plan := kind.plan(o)
	say(o.Terminal, "making a venue with %d slots; existing ones are left alone ...\n", plan.Slots())
	ground, err := MakeGround(ctx, client, plan)
	defer leave(ctx, ground, o.Terminal)
	if err == nil && kind.prepare != nil {
		err = kind.prepare(ctx, ground)
	}
	if err != nil {
		return fmt.Errorf("make a ground: %w", err)
	}
	say(o.Terminal, "venue %s is ready: %g calls a second for %s\n", ground.Code, o.Rate, o.For)
	tally := NewTally()
	err = told(ctx, o.Terminal, tally, func() error { return o.arrivals().Run(ctx, kind.call(ground, o), tally) })
	if err != nil && !errors.Is(err, context.Canceled) { // whoever breaks it off still wants to see how far it came
		return err
	}
	summary := tally.Summary(o.Scenario, o.Rate)
	if !o.JSON {
		return summary.Print(o.Out)
	}
	return json.NewEncoder(o.Out).Encode(summary)
}

// told runs something and tells how it goes meanwhile.
func told(ctx context.Context, to io.Writer, tally *Tally, run func() error) error {
	ctx, cancel := context.WithCancel(ctx)
	var telling sync.WaitGroup
	telling.Go(func() { progress(ctx, to, tally) })
	err := run()
	cancel()
	telling.Wait()
	return err
}

// leave retires the ground, also when the run was broken off.
func leave(ctx context.Context, g *Ground, to io.Writer) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callPatience)
	defer cancel()
	if err := g.Close(ctx); err != nil {
		say(to, "venue %s stays open: %v\n", g.Code, err)
		return
	}
	if g.Venue != "" {
		say(to, "venue %s takes no more bookings; what was booked there stays\n", g.Code)
	}
}

func say(to io.Writer, format string, values ...any) { _, _ = fmt.Fprintf(to, format, values...) }
