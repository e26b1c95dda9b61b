package booking

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/command"
)

// How commands of a tenant stand in a lane: so many transactions at a time, each of one command or of a group of at most so many.
// The two keep each other busy: while one is with the database the other decides. Where nothing has gone on for the length of
// a standstill, as behind a lock that somebody keeps, those who wait go by themselves.
const (
	abreast    = 2
	groupMost  = 64
	standstill = 500 * time.Millisecond
)

// lanes are where commands wait that can be decided together. Who comes when nobody is there goes at once and alone; those who
// come meanwhile wait for its end and go as a group.
type lanes struct {
	mu       sync.Mutex
	of       map[uuid.UUID]*lane
	patience time.Duration // how long a standstill lasts
}

type lane struct {
	running int
	waiting []*rider
	moved   time.Time // when one of them last came to its end
}

// rider is a command that may wait in a lane.
type rider struct {
	ctx    context.Context //nolint:containedctx // the caller's, for as long as it waits
	entry  ledgerEntry
	decide func(context.Context, Facts) (verdict, error)
	done   chan outcome // takes one
}

// outcome is what becomes of a rider: an answer, or leave to go alone.
type outcome struct {
	result command.Result
	err    error
	alone  bool
	leave  func() // gives back the place in a lane of who goes alone in it; may be nil
}

func newLanes() *lanes { return &lanes{of: map[uuid.UUID]*lane{}, patience: standstill} }

// join waits until the rider has been taken along, or has to go alone.
func (l *lanes) join(tenant uuid.UUID, r *rider, together func([]*rider)) outcome {
	leave := func() { l.leave(tenant, together) }
	l.mu.Lock()
	at := l.of[tenant]
	if at == nil {
		at = &lane{moved: time.Now()}
		l.of[tenant] = at
	}
	if at.running < abreast {
		at.running++
		l.mu.Unlock()
		return outcome{alone: true, leave: leave}
	}
	at.waiting = append(at.waiting, r)
	l.mu.Unlock()

	timer := time.NewTimer(l.patience)
	defer timer.Stop()
	for {
		select {
		case o := <-r.done:
			return o
		case <-r.ctx.Done():
			if l.quit(at, r, true) {
				return outcome{err: r.ctx.Err()}
			}
			return <-r.done // it is under way, and ends soon
		case <-timer.C:
			if l.quit(at, r, false) {
				return outcome{alone: true}
			}
			timer.Reset(l.patience)
		}
	}
}

// quit takes a rider out of the lane, if it still stands there; unless it must, only where nothing has gone on for long.
func (l *lanes) quit(at *lane, r *rider, must bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(at.waiting, r)
	if i < 0 || (!must && time.Since(at.moved) < l.patience) {
		return false
	}
	at.waiting = slices.Delete(at.waiting, i, i+1)
	return true
}

// leave gives a place back. Who waits goes on in it: one alone, several as a group.
func (l *lanes) leave(tenant uuid.UUID, together func([]*rider)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.of[tenant]
	at.moved = time.Now()
	switch n := min(len(at.waiting), groupMost); n {
	case 0:
		if at.running--; at.running == 0 {
			delete(l.of, tenant)
		}
	case 1:
		at.waiting[0].done <- outcome{alone: true, leave: func() { l.leave(tenant, together) }}
		at.waiting = nil
	default:
		group := slices.Clone(at.waiting[:n])
		at.waiting = slices.Delete(at.waiting, 0, n)
		go func() {
			defer l.leave(tenant, together)
			together(group)
		}()
	}
}
