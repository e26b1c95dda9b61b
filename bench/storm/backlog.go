package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

// How often a round begins with a backlog, and which is the first.
const (
	pileEvery = 20
	pileFirst = 2
)

// pileKind names the fault of which the journal's tenant must feel nothing: its neighbour has a great many events without a number, as after
// an import, or when no process could number for a night.
const pileKind = "backlog"

// How long the backlog may take to be written, and to be numbered while everything else breaks.
const (
	writePatience  = 10 * time.Minute
	numberPatience = 15 * time.Minute
)

// backlog is a round's, and over is closed once it is worked off or given up.
type backlog struct {
	size int
	over chan struct{}
	end  func() // closes it
}

func newBacklog(size int) *backlog {
	b := &backlog{size: size, over: make(chan struct{})}
	b.end = sync.OnceFunc(func() { close(b.over) })
	return b
}

// blowing is how long a round's load lasts: its length, and as long as there is a backlog.
func (r *round) blowing(ctx context.Context) (until context.Context, calm context.CancelFunc) {
	if r.backlog == nil {
		return context.WithTimeout(ctx, r.length)
	}
	until, calm = context.WithCancel(ctx)
	go func() {
		sleep(until, r.length)
		select {
		case <-r.backlog.over:
		case <-until.Done():
		}
		calm()
	}()
	return until, calm
}

// pileUp writes a round's backlog, before anything strikes that would undo the one transaction, and returns who waits until it is numbered.
func (s *storm) pileUp(ctx context.Context, r *round) (worked func() error, err error) {
	if r.backlog == nil {
		return func() error { return nil }, nil
	}
	hit := strike{Round: r.number, Kind: pileKind, From: s.log.since()}
	began := time.Now()
	last, err := s.rig.pile(ctx, r.number, r.backlog.size, s.ground.crowd.venue)
	if err != nil {
		r.backlog.end()
		return nil, fmt.Errorf("%s: %w", pileKind, err)
	}
	there := time.Now()
	return func() error {
		defer r.backlog.end()
		err := s.rig.numbered(ctx, last)
		over := time.Now()
		heard := s.latenessBetween(there, over)
		hit.To = s.log.since()
		hit.What = fmt.Sprintf("%d events of another tenant in one transaction of %.1f s, all numbered after %.1f s; %s",
			r.backlog.size, there.Sub(began).Seconds(), over.Sub(there).Seconds(), heard)
		s.log.struck(hit)
		s.say("  %5.1f s  %-28s %s\n", hit.From, hit.Kind, hit.What)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", pileKind, err)
		case over.Sub(there) > starving && len(heard) == 0:
			return fmt.Errorf("%s: no watcher of another tenant has heard of anything that happened in the %s that its numbering took", pileKind, over.Sub(there).Round(time.Second))
		}
		return nil
	}, nil
}

// starving is a while in which watchers have to hear of something, whatever else breaks: it is longer than any other fault.
const starving = 15 * time.Second

// pile writes events that have no number yet, in one statement and beneath the program, and returns the last one's id. They are about slots
// that are gone, ten versions of each, so that their order can be checked.
func (r *rig) pile(ctx context.Context, round, size int, venue string) (last int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, writePatience)
	defer cancel()
	row, _ := ref.Decode(ref.Venue, venue)
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `SET LOCAL session_replication_role = replica`); err != nil { // a million looks at the same venue show nothing
		return 0, err
	}
	err = tx.QueryRowContext(ctx, `WITH written AS (
			INSERT INTO events (tenant_id, venue_id, kind, entity, entity_id, entity_version, data, occurred_at)
			SELECT v.tenant_id, v.id, 'slot.taken', 'sl', md5($2::int || ' ' || n / 10)::uuid, 2 + n % 10, '{}', clock_timestamp()
			FROM venues v, generate_series(0, $3::int - 1) AS n WHERE v.id = $1 ORDER BY n
			RETURNING id
		) SELECT max(id) FROM written`, row, round, size).Scan(&last)
	if err != nil {
		return 0, err
	}
	return last, tx.Commit()
}

var errUnnumbered = errors.New("some of them have no number yet")

// numbered waits until no event of the neighbour up to this one is without a number. While the database is away nobody knows.
func (r *rig) numbered(ctx context.Context, last int64) error {
	return await(ctx, numberPatience, func(ctx context.Context) error {
		sleep(ctx, 200*time.Millisecond)
		left := true
		err := r.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT FROM events
			WHERE tenant_id = (SELECT id FROM tenants WHERE code = $1) AND position IS NULL AND id <= $2)`, neighbour, last).Scan(&left)
		if err == nil && left {
			err = errUnnumbered
		}
		return err
	})
}

// forget lets the program's own trimming take the neighbour's events away again: the next rounds are to be about something else.
func (s *storm) forget(ctx context.Context) error {
	began, gone := time.Now(), int64(0)
	var tenant uuid.UUID
	if err := s.rig.db.QueryRowContext(ctx, `SELECT id FROM tenants WHERE code = $1`, neighbour).Scan(&tenant); err != nil {
		return err
	}
	log := store.NewFeedLog(s.rig.own)
	for {
		n, err := log.Trim(ctx, tenant, 0)
		if err != nil {
			return fmt.Errorf("trim the backlog: %w", err)
		}
		if n == 0 {
			break
		}
		gone += n
	}
	s.say("  %d events trimmed in %.1f s\n", gone, time.Since(began).Seconds())
	return nil
}
