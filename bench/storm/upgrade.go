package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// How an upgrade goes: all run the older program for a while, then the tables are migrated beneath them, and then one half after the other is
// replaced, so that both programs serve on the newer tables.
const (
	allOlder       = 6 * time.Second
	allStillOlder  = 4 * time.Second
	bothServe      = 8 * time.Second
	allNewer       = 5 * time.Second
	longestUpgrade = 4 * time.Minute // the load ends with it in any case
	migratePause   = 300 * time.Millisecond
)

// upgrade begins one beside the faults of a round that is to have it, and lets the load end when it is over. The result waits for it.
func (s *storm) upgrade(ctx context.Context, r *round, calm func()) (moved func() error) {
	if !r.upgrade {
		return func() error { return nil }
	}
	over := make(chan error, 1)
	go func() {
		defer calm()
		over <- s.move(ctx, r)
	}()
	return func() error { return <-over }
}

// move is the whole upgrade.
func (s *storm) move(ctx context.Context, r *round) error {
	dice := rand.New(rand.NewPCG(r.seed, 1<<33)) //nolint:gosec // it has to be repeatable
	step := func(kind string, do func(context.Context, *blow) (string, error)) error {
		return s.strike(ctx, s.aim(r, kind, dice), fault{kind, do})
	}
	sleep(ctx, allOlder)
	if err := step("tables migrated", migrateTables); err != nil {
		return err
	}
	sleep(ctx, allStillOlder)
	if err := step("older still ready", stillReady); err != nil {
		return err
	}
	for half := range s.rig.apis {
		for _, n := range []*node{s.rig.apis[half], s.rig.workers[half]} {
			if err := step("program replaced", n.replaced); err != nil {
				return err
			}
		}
		if half == 0 {
			sleep(ctx, bothServe)
		}
	}
	s.rig.program, s.rig.beside = s.rig.newer, s.rig.newer
	sleep(ctx, allNewer)
	return ctx.Err()
}

// migrateTables lets the newer program migrate, again and again where a fault comes between, as an operator would.
func migrateTables(ctx context.Context, b *blow) (string, error) {
	began, tries := time.Now(), 0
	var last error
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	for ctx.Err() == nil {
		tries++
		said, err := b.run(ctx, b.newer, "migrate", "up")
		if err == nil && tries == 1 && strings.Contains(said, "; 0 steps") {
			return "", errNotOlder
		}
		if err == nil {
			what := fmt.Sprintf("%s after %d ms", said[strings.LastIndexByte(strings.TrimSpace(said), '\n')+1:], time.Since(began).Milliseconds())
			if last != nil {
				what = fmt.Sprintf("%s, at try %d; before: %v", what, tries, last)
			}
			return strings.ReplaceAll(what, "\n", " "), nil
		}
		last = err
		sleep(ctx, migratePause)
	}
	return "", fmt.Errorf("not within %s, in %d tries: %w", startPatience, tries, last)
}

var errNotOlder = errors.New("the newer program had nothing to migrate: -older names a slotq of the same tables")

// stillReady waits until each older program says that it can be used on the newer tables: a fault may have it at the moment.
func stillReady(ctx context.Context, b *blow) (string, error) {
	return "each says so at /readyz", b.ready(ctx, startPatience)
}

// replaced ends a node as an operator does, and starts the newer program in its place.
func (n *node) replaced(ctx context.Context, b *blow) (string, error) {
	began := time.Now()
	willingly, err := n.replace(b.newer)
	b.healed(n)
	if err != nil {
		return "", err
	}
	gone := time.Since(began)
	err = await(ctx, startPatience, func(ctx context.Context) error {
		if err := n.rise(); err != nil { // without a database it doesn't begin
			return err
		}
		return n.healthy(ctx)
	})
	if err != nil {
		return "", fmt.Errorf("%s: the newer program doesn't get ready: %w", n.name, err)
	}
	how := "SIGTERM, gone"
	if !willingly {
		how = "SIGTERM, and kill -9 when it hadn't gone"
	}
	return fmt.Sprintf("%s, %s after %d ms, ready %d ms later", n.name, how, gone.Milliseconds(), (time.Since(began) - gone).Milliseconds()), nil
}
