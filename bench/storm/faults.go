package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// fault breaks one thing and makes it whole again. It says what exactly it did.
type fault struct {
	kind   string
	strike func(context.Context, *blow) (what string, err error)
}

// blow is one fault at work.
type blow struct {
	*rig
	ground *ground
	round  *round
	dice   *rand.Rand
	kind   string
}

// faults are all that a round may draw.
var faults = []fault{
	{"api killed", killAPI},
	{"worker killed", killWorker},
	{"provider killed", killCity},
	{"api paused", pauseAPI},
	{"all workers paused", pauseWorkers},
	{"database restarted", restartDatabase},
	{"database stopped at once", stopDatabase},
	{"database killed", killDatabase},
	{"sessions ended", endSessions},
	{"commit cut", cutCommits},
	{"message cut", cutMessages},
	{"network silent", silence},
	{"slots locked", lockSlots},
	{"deadlock", deadlock},
	{"connections taken", takeConnections},
	{"crowd", crowd},
	{"provider moody", moody},
}

// sleeper is drawn by a round that is long enough for it: a worker sleeps past its lease.
var sleeper = fault{"worker asleep past its lease", sleepWorker}

// healed says that what was broken for these nodes is whole as of now. Of one that sleeps nothing is expected.
func (b *blow) healed(nodes ...*node) {
	for _, n := range nodes {
		if !n.asleep.Load() {
			n.heals.from(b.kind)
		}
	}
}

// some is a while between two bounds.
func (b *blow) some(least, most time.Duration) time.Duration {
	return least + time.Duration(b.dice.Int64N(int64(most-least)))
}

func (b *blow) oneOf(nodes []*node) *node { return nodes[b.dice.IntN(len(nodes))] }

// awake is one that a long sleep doesn't have: two faults of one node at once would show neither.
func (b *blow) awake(nodes []*node) *node {
	return b.oneOf(slices.DeleteFunc(slices.Clone(nodes), func(n *node) bool { return n.asleep.Load() }))
}

func killAPI(ctx context.Context, b *blow) (string, error) { return b.killNode(ctx, b.apis) }

func killWorker(ctx context.Context, b *blow) (string, error) { return b.killNode(ctx, b.workers) }

func (b *blow) killNode(ctx context.Context, nodes []*node) (string, error) {
	n := b.awake(nodes)
	n.kill()
	away := b.some(0, 600*time.Millisecond)
	sleep(ctx, away)
	b.healed(n)
	if err := n.revive(); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, kill -9, away %d ms", n.name, away.Milliseconds()), await(ctx, startPatience, func(ctx context.Context) error {
		if n.asleep.Load() {
			return nil // it fell asleep meanwhile, and other faults don't wait for it
		}
		return n.healthy(ctx)
	})
}

func killCity(ctx context.Context, b *blow) (string, error) {
	b.city.kill()
	away := b.some(100*time.Millisecond, 1500*time.Millisecond)
	sleep(ctx, away)
	if err := b.city.revive(); err != nil {
		return "", err
	}
	return fmt.Sprintf("kill -9, away %d ms", away.Milliseconds()), await(ctx, startPatience, b.city.healthy)
}

func pauseAPI(ctx context.Context, b *blow) (string, error) {
	n, away := b.oneOf(b.apis), b.some(time.Second, 4*time.Second)
	n.freeze()
	sleep(ctx, away)
	b.healed(n)
	n.thaw()
	return fmt.Sprintf("%s, SIGSTOP for %d ms", n.name, away.Milliseconds()), nil
}

// pauseWorkers lets work pile up, and tells how long it takes until nothing is left that was due then.
func pauseWorkers(ctx context.Context, b *blow) (string, error) {
	away := b.some(2*time.Second, 4*time.Second)
	for _, w := range b.workers {
		w.freeze()
	}
	sleep(ctx, away)
	piled, err := b.overdue(ctx)
	b.healed(b.workers...)
	for _, w := range b.workers {
		if !w.asleep.Load() {
			w.thaw()
		}
	}
	return fmt.Sprintf("SIGSTOP of both for %d ms; %d things were due by then", away.Milliseconds(), piled), err
}

// overdue counts what a worker should see to by now. A database that doesn't answer is no fault of who asks.
func (b *blow) overdue(ctx context.Context) (n int, err error) {
	err = b.db.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM reservations WHERE status = 'HELD' AND expires_at <= clock_timestamp())
		+ (SELECT count(*) FROM vacancies) + (SELECT count(*) FROM intents WHERE next_at <= clock_timestamp()) + (SELECT count(*) FROM events WHERE position IS NULL)`).Scan(&n)
	return n, err
}

// sleepWorker stops a worker while it waits for the outside booking system, until the lease on its attempt is long another's.
func sleepWorker(ctx context.Context, b *blow) (string, error) {
	if err := b.mood(ctx, "delay", 1500*time.Millisecond, 0); err != nil {
		return "", err
	}
	const inHand = `SELECT count(*) FROM attempts WHERE status = 'RUNNING' AND provider <> 'slotq'`
	running := func(ctx context.Context) (n int, err error) {
		err = b.db.QueryRowContext(ctx, inHand).Scan(&n)
		return n, err
	}
	_ = await(ctx, 5*time.Second, func(ctx context.Context) error {
		n, err := running(ctx)
		if err == nil && n < 2 {
			err = fmt.Errorf("%d attempts are out", n)
		}
		return err
	})
	n := b.oneOf(b.workers)
	n.asleep.Store(true)
	n.freeze()
	if err := b.mood(ctx, "ok", 0, 0); err != nil {
		return "", err
	}
	sleep(ctx, 4*time.Second) // by then the others' attempts are over
	held, err := running(ctx)
	sleep(ctx, lease+time.Second-4*time.Second)
	n.asleep.Store(false)
	b.healed(n)
	n.thaw()
	said := fmt.Sprintf("%s, SIGSTOP for %s; %d attempts were in its hands", n.name, lease+time.Second, held)
	if err != nil {
		said = fmt.Sprintf("%s, SIGSTOP for %s", n.name, lease+time.Second)
	}
	return said, nil
}

// moods are what the outside booking system may do to whoever writes to it.
var moods = []string{"delay", "drop_answer", "late", "race", "error", "duplicate", "rate_limit"}

func moody(ctx context.Context, b *blow) (string, error) {
	mode, delay, times := moods[b.dice.IntN(len(moods))], b.some(200*time.Millisecond, 3*time.Second), 1+b.dice.IntN(6)
	if err := b.mood(ctx, mode, delay, times); err != nil {
		return "", err
	}
	sleep(ctx, 2*time.Second)
	return fmt.Sprintf("%s, %d ms, the next %d writes", mode, delay.Milliseconds(), times), nil
}

func kinds() string {
	var all []string
	for _, f := range slices.Concat(faults, natsFaults, poolFaults) {
		all = append(all, f.kind)
	}
	return strings.Join(all, ", ")
}
