package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/loadtest"
	"github.com/slotq/slotq/internal/postgres"
)

func restartDatabase(ctx context.Context, b *blow) (string, error) {
	return b.signalDatabase(ctx, syscall.SIGINT, "a fast shutdown")
}

func stopDatabase(ctx context.Context, b *blow) (string, error) {
	return b.signalDatabase(ctx, syscall.SIGQUIT, "an immediate shutdown")
}

func killDatabase(ctx context.Context, b *blow) (string, error) {
	return b.signalDatabase(ctx, syscall.SIGKILL, "kill -9 of the postmaster")
}

// signalDatabase ends the server. Its supervisor, which is the rig's, starts it again.
func (b *blow) signalDatabase(ctx context.Context, s syscall.Signal, how string) (string, error) {
	pid, err := b.postmaster()
	if err != nil {
		return "", err
	}
	began := time.Now()
	if err := syscall.Kill(pid, s); err != nil {
		return "", err
	}
	err = await(ctx, startPatience, func(ctx context.Context) error {
		now, err := b.postmaster()
		if err == nil && now == pid {
			err = fmt.Errorf("process %d is still there", pid)
		}
		if err != nil {
			return err
		}
		return b.db.PingContext(ctx)
	})
	b.healed(b.nodes()...)
	return fmt.Sprintf("%s, away %d ms", how, time.Since(began).Milliseconds()), err
}

// ours are the sessions of the nodes. Who listens gives no name.
const ours = `FROM pg_stat_activity WHERE usename = 'slotq' AND application_name IN ('slotq', '') AND pid <> pg_backend_pid()`

func endSessions(ctx context.Context, b *blow) (string, error) {
	ended := 0
	for range 1 + b.dice.IntN(5) {
		n := 0
		if err := b.db.QueryRowContext(ctx, `SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid `+ours+` ORDER BY random() LIMIT $1) AS few`, 1+b.dice.IntN(12)).Scan(&n); err != nil {
			return "", err
		}
		ended += n
		sleep(ctx, b.some(50*time.Millisecond, 300*time.Millisecond))
	}
	b.healed(b.nodes()...)
	return fmt.Sprintf("pg_terminate_backend, %d times", ended), nil
}

func cutCommits(ctx context.Context, b *blow) (string, error) {
	return b.cutSome(ctx, cut{commit: true, reset: b.dice.IntN(2) == 0, deliver: b.dice.IntN(3) > 0}, 2+b.dice.IntN(8))
}

func cutMessages(ctx context.Context, b *blow) (string, error) {
	return b.cutSome(ctx, cut{nth: 1 + b.dice.IntN(200), reset: b.dice.IntN(2) == 0, deliver: b.dice.IntN(2) == 0}, 2+b.dice.IntN(8))
}

// cutSome lets connections of one node break for a while, or until it has been enough.
func (b *blow) cutSome(ctx context.Context, c cut, hits int) (string, error) {
	n := b.awake(append(b.nodes(), b.apis...)) // those that answer twice as often
	n.proxy.arm(c, hits)
	sleep(ctx, 1500*time.Millisecond)
	left := n.proxy.disarm()
	b.healed(n)
	return fmt.Sprintf("%s, %s, %d times", n.name, c, hits-left), nil
}

func silence(ctx context.Context, b *blow) (string, error) {
	n, away := b.awake(b.nodes()), b.some(500*time.Millisecond, 4*time.Second)
	speak := n.mute()
	sleep(ctx, away)
	b.healed(n)
	speak()
	return fmt.Sprintf("%s and the database, for %d ms", n.name, away.Milliseconds()), nil
}

// lockSlots lets a stranger's session hold slots for longer than a command stands in line.
func lockSlots(ctx context.Context, b *blow) (string, error) {
	away := b.some(700*time.Millisecond, 2500*time.Millisecond)
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return "", err
	}
	defer func() { _ = tx.Rollback() }()
	slots := rowsOf(b.round.tables, b.round.seats, b.round.queued)
	if _, err := tx.ExecContext(ctx, `SELECT id FROM slots WHERE id = ANY ($1) ORDER BY id FOR UPDATE`, pq.Array(slots)); err != nil {
		return "", err
	}
	sleep(ctx, away)
	b.healed(b.apis...)
	return fmt.Sprintf("%d slots, for %d ms", len(slots), away.Milliseconds()), tx.Rollback()
}

func rowsOf(lists ...[]slot) (all []string) {
	for _, list := range lists {
		for _, s := range list {
			all = append(all, s.row.String())
		}
	}
	return all
}

// deadlock lets a stranger's session take two slots in the order in which no command does, and be so patient that a command is the one
// that the server gives up.
func deadlock(ctx context.Context, b *blow) (string, error) {
	before, err := b.deadlocks(ctx)
	if err != nil {
		return "", err
	}
	end := time.Now().Add(3 * time.Second)
	for nth := 0; time.Now().Before(end) && ctx.Err() == nil; nth++ {
		pair := b.round.pairs[b.dice.IntN(len(b.round.pairs))]
		first, second := pair[nth%2], pair[1-nth%2]
		if err := b.crossed(ctx, first.row.String(), second.row.String()); err != nil {
			return "", err
		}
	}
	b.healed(b.apis...)
	_, _ = b.db.ExecContext(ctx, `SELECT pg_stat_clear_snapshot()`)
	after, err := b.deadlocks(ctx)
	return fmt.Sprintf("the server found %d", after-before), err
}

func (b *blow) deadlocks(ctx context.Context) (n int, err error) {
	err = b.db.QueryRowContext(ctx, `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`).Scan(&n)
	return n, err
}

func (b *blow) crossed(ctx context.Context, first, second string) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `SET LOCAL deadlock_timeout = '10s'`); err != nil {
		return err
	}
	for i, id := range []string{first, second} {
		if i > 0 {
			sleep(ctx, 80*time.Millisecond) // time for a command to come between
		}
		if _, err := tx.ExecContext(ctx, `SELECT id FROM slots WHERE id = $1 FOR UPDATE`, id); err != nil && postgres.Code(err) != "40P01" {
			return err
		}
	}
	return nil
}

// takeConnections leaves the nodes none: strangers take what is free, and then some of the nodes' own are ended.
func takeConnections(ctx context.Context, b *blow) (string, error) {
	idle, err := sql.Open("postgres", b.cluster.URL("")+"&application_name=stranger")
	if err != nil {
		return "", err
	}
	defer idle.Close()
	var taken []*sql.Conn
	leave := func() { // a pool that is closed keeps what somebody has in hand
		for _, conn := range taken {
			_ = conn.Close()
		}
		_ = idle.Close()
	}
	defer leave()
	fill := func() {
		for range maxConnections {
			conn, err := idle.Conn(ctx)
			if err != nil {
				return
			}
			taken = append(taken, conn)
		}
	}
	fill()
	for range 4 {
		if _, err := b.db.ExecContext(ctx, `SELECT pg_terminate_backend(pid) FROM (SELECT pid `+ours+` ORDER BY random() LIMIT 4) AS few`); err != nil {
			return "", err
		}
		fill()
		sleep(ctx, b.some(300*time.Millisecond, 700*time.Millisecond))
	}
	b.healed(b.nodes()...)
	leave()
	return fmt.Sprintf("%d of %d", len(taken), maxConnections), nil
}

const (
	crowdSize = 32
	crowdTime = 2500 * time.Millisecond
)

// crowd is the neighbour's customers, all at once and for the same thing.
func crowd(ctx context.Context, b *blow) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, crowdTime)
	defer cancel()
	var said tallied
	var all sync.WaitGroup
	wanted := b.ground.crowd.slots[b.dice.IntN(len(b.ground.crowd.slots))].id
	for i := range crowdSize {
		n := b.apis[i%len(b.apis)]
		client, err := loadtest.NewClient(n.url(), b.tokens[neighbour], crowdSize)
		if err != nil {
			return "", err
		}
		all.Go(func() {
			defer client.Close()
			for ctx.Err() == nil {
				a := client.Command(ctx, "holdSlot", "HoldSlotInput", "reservation { id }", loadtest.Vars{"slotIds": []string{wanted}, "partySize": 1})
				switch {
				case a.Done():
					said.add("held")
				case ctx.Err() != nil: // broken off by us
				case a.Err != nil:
					said.add("unheard")
				default:
					said.add(strings.ToLower(a.Refused))
				}
			}
		})
	}
	all.Wait()
	return fmt.Sprintf("%d clients of another tenant on one slot: %s", crowdSize, counted(said.all())), nil
}
