package feed

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
)

// rounds is a queue of tenants to be looked after. A tenant waits in it at most once and is worked on by one at a time; who
// asks while it is being worked on gets another round, since the present one may have looked too early.
type rounds struct {
	mu      sync.Mutex
	order   []uuid.UUID
	waiting map[uuid.UUID]*round
	working map[uuid.UUID]*round
	owed    map[uuid.UUID]time.Time // since when, to tenants whose last round has failed
	ready   chan struct{}           // holds one when order may not be empty
}

// round is one look at a tenant. err may be read once over is closed.
type round struct {
	asked time.Time // when the first of those asked who have waited in vain so far
	over  chan struct{}
	err   error
}

func newRounds() *rounds {
	return &rounds{
		waiting: map[uuid.UUID]*round{}, working: map[uuid.UUID]*round{}, owed: map[uuid.UUID]time.Time{}, ready: make(chan struct{}, 1),
	}
}

// ask returns a round that begins after this call.
func (q *rounds) ask(tenant uuid.UUID) *round {
	q.mu.Lock()
	defer q.mu.Unlock()
	if r := q.waiting[tenant]; r != nil {
		return r
	}
	r := &round{asked: time.Now(), over: make(chan struct{})}
	if since, owed := q.owed[tenant]; owed {
		r.asked = since
	}
	q.waiting[tenant] = r
	if q.working[tenant] == nil {
		q.enqueue(tenant)
	}
	return r
}

func (q *rounds) enqueue(tenant uuid.UUID) {
	q.order = append(q.order, tenant)
	q.signal()
}

func (q *rounds) signal() {
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// take begins the next round, if one waits.
func (q *rounds) take() (uuid.UUID, *round, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.order) == 0 {
		return uuid.Nil, nil, false
	}
	tenant := q.order[0]
	q.order = q.order[1:]
	r := q.waiting[tenant]
	delete(q.waiting, tenant)
	q.working[tenant] = r
	if len(q.order) > 0 {
		q.signal()
	}
	return tenant, r, true
}

// next waits for a round to begin; false when ctx ends first.
func (q *rounds) next(ctx context.Context) (uuid.UUID, *round, bool) {
	for ctx.Err() == nil {
		if tenant, r, ok := q.take(); ok {
			return tenant, r, true
		}
		select {
		case <-q.ready:
		case <-ctx.Done():
		}
	}
	return uuid.Nil, nil, false
}

// takeAll begins all rounds that wait.
func (q *rounds) takeAll() map[uuid.UUID]*round {
	taken := map[uuid.UUID]*round{}
	for {
		tenant, r, ok := q.take()
		if !ok {
			return taken
		}
		taken[tenant] = r
	}
}

// finish tells those who wait for the round how it went.
func (r *round) finish(err error) {
	r.err = err
	close(r.over)
}

// asked tells whether another round of the tenant waits already.
func (q *rounds) asked(tenant uuid.UUID) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting[tenant] != nil
}

// release lets the tenant's next round begin, now that the present one is finished.
func (q *rounds) release(tenant uuid.UUID) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if r := q.working[tenant]; r != nil && r.err != nil {
		q.owed[tenant] = r.asked
	} else {
		delete(q.owed, tenant)
	}
	delete(q.working, tenant)
	if q.waiting[tenant] != nil {
		q.enqueue(tenant)
	}
}

// behind is how long the tenant has waited that has waited longest; 0 when none does.
func (q *rounds) behind() (longest time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, those := range []map[uuid.UUID]*round{q.waiting, q.working} {
		for _, r := range those {
			longest = max(longest, time.Since(r.asked))
		}
	}
	for _, since := range q.owed {
		longest = max(longest, time.Since(since))
	}
	return longest
}
