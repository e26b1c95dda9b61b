// Package throttle bounds how much one user and one tenant may ask in a while, so that nobody's haste is felt by others. It
// counts in memory; what the processes allow together is divided among them.
package throttle

import (
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
)

// Class is a kind of operation; each has limits of its own.
type Class string

// The classes.
const (
	Queries  Class = "queries"
	Commands Class = "commands"
	Streams  Class = "streams" // beginning to listen; what is then told is not counted
)

// Rate is how many operations a second are let through in the long run; four seconds' worth may come at once. Zero lets
// everything through.
type Rate int

// Limits are a rate for each class.
type Limits map[Class]Rate

// burst is how many seconds' worth of operations may come at once.
const burst = 4

// mostCounted is how many users, and how many tenants, are counted at once. Who has not asked for longest is forgotten, and
// begins anew with a full burst.
const mostCounted = 50_000

// Throttle counts. It is safe for concurrent use.
type Throttle struct {
	user, tenant Limits
	nodes        func() int
	counters     map[Class]*counters
}

type counters struct {
	users   *lru.Cache[uuid.UUID, *rate.Limiter]
	tenants *lru.Cache[uuid.UUID, *rate.Limiter]
}

// New makes a throttle of these limits for all nodes together; nodes tells how many there are. Each of them lets its share
// through, so that a caller who always meets the same one of three gets a third.
func New(user, tenant Limits, nodes func() int) *Throttle {
	t := &Throttle{user: user, tenant: tenant, nodes: nodes, counters: map[Class]*counters{}}
	for _, class := range []Class{Queries, Commands, Streams} {
		users, _ := lru.New[uuid.UUID, *rate.Limiter](mostCounted) // fails for sizes below one only
		tenants, _ := lru.New[uuid.UUID, *rate.Limiter](mostCounted)
		t.counters[class] = &counters{users, tenants}
	}
	return t
}

// costly is how much cost counts as one operation more.
const costly = 500

// Admit counts an operation of an actor. One that is too much is a *problem.RateLimited, which says when there is room
// again, and is not counted. An operation of great cost counts as several.
func (t *Throttle) Admit(a actor.Actor, class Class, cost int) error {
	now := time.Now()
	n := 1 + max(cost, 0)/costly
	c := t.counters[class]
	user, wait := t.take(c.users, a.PrincipalID, t.user[class], n, now)
	if wait > 0 {
		return tooMany(class, "You ask", wait)
	}
	if _, wait := t.take(c.tenants, a.TenantID, t.tenant[class], n, now); wait > 0 {
		if user != nil {
			user.CancelAt(now)
		}
		return tooMany(class, "Your organisation asks", wait)
	}
	return nil
}

// take takes n from somebody's counter, or says how long it takes until there is so much.
func (t *Throttle) take(in *lru.Cache[uuid.UUID, *rate.Limiter], who uuid.UUID, limit Rate, n int, now time.Time) (taken *rate.Reservation, wait time.Duration) {
	if limit <= 0 {
		return nil, 0
	}
	share := float64(limit) / float64(max(t.nodes(), 1))
	most := max(int(share*burst), 1)
	counter, known := in.Get(who)
	if !known {
		counter = rate.NewLimiter(rate.Limit(share), most)
		if previous, found, _ := in.PeekOrAdd(who, counter); found {
			counter = previous
		}
	}
	if counter.Limit() != rate.Limit(share) { // nodes have come or gone
		counter.SetLimitAt(now, rate.Limit(share))
		counter.SetBurstAt(now, most)
	}
	taken = counter.ReserveN(now, min(n, most))
	if wait = taken.DelayFrom(now); wait > 0 {
		taken.CancelAt(now)
		return nil, wait
	}
	return taken, 0
}

func tooMany(class Class, who string, wait time.Duration) error {
	return &problem.RateLimited{Message: who + " too much: there are too many " + string(class), RetryAfter: wait}
}
