// Package throttle bounds how much one user and one tenant may ask in a while, and how much is done at once, so that nobody's
// haste is felt by others. It counts in memory; what the processes allow together is divided among them.
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

// requests are what comes in, before anybody knows of which class it is.
const requests Class = "requests"

// Rate is how many operations a second are let through in the long run; four seconds' worth may come at once. Zero lets
// everything through.
type Rate int

// Limits are a rate for each class.
type Limits map[Class]Rate

// of is the rate of a class. As many requests may come in as operations of all classes are let through.
func (l Limits) of(class Class) Rate {
	if class != requests {
		return l[class]
	}
	sum := Rate(0)
	for _, each := range []Class{Queries, Commands, Streams} {
		if l[each] <= 0 {
			return 0
		}
		sum += l[each]
	}
	return sum
}

// mostCounted is how many users, and how many tenants, are counted at once. Who has not asked for longest is forgotten, and
// begins anew with a full burst.
const mostCounted = 50_000

const (
	// costly is how much cost counts as one operation more.
	costly = 500
	// inVain is what a request counts besides whose document is refused. What made it so may take as long as the dearest.
	inVain = 9
)

// Throttle counts. It is safe for concurrent use.
type Throttle struct {
	user, tenant Limits
	nodes        func() int
	counters     map[Class]*counters
	strangers    *counter // nil: they are not counted
}

type counters struct {
	users   *lru.Cache[uuid.UUID, *counter]
	tenants *lru.Cache[uuid.UUID, *counter]
}

// New makes a throttle of these limits for all nodes together; nodes tells how many there are. Each of them lets its share
// through, so that a caller who always meets the same one of three gets a third. Strangers, who bring no credential that is
// good, have one rate for all of them and all classes, in this process alone.
func New(user, tenant Limits, strangers Rate, nodes func() int) *Throttle {
	t := &Throttle{user: user, tenant: tenant, nodes: nodes, counters: map[Class]*counters{}}
	for _, class := range []Class{Queries, Commands, Streams, requests} {
		users, _ := lru.New[uuid.UUID, *counter](mostCounted) // fails for sizes below one only
		tenants, _ := lru.New[uuid.UUID, *counter](mostCounted)
		t.counters[class] = &counters{users, tenants}
	}
	if strangers > 0 {
		t.strangers = newCounter(float64(strangers))
	}
	return t
}

// Enter counts a request as it comes in, before anything is done for it; the zero actor is a stranger. One that is too much
// is a *problem.RateLimited, which says when to come again, and is not counted. Each who is refused is told another time.
func (t *Throttle) Enter(a actor.Actor) error {
	if isStranger(a) {
		return t.takeOfStrangers(1)
	}
	return t.count(a, requests, 1)
}

// Admit counts the operation that a request turned out to be, as Enter does. One of great cost counts as several.
func (t *Throttle) Admit(a actor.Actor, class Class, cost int) error {
	n := max(cost, 0) / costly
	if isStranger(a) {
		return t.takeOfStrangers(n) // and one as it came in
	}
	return t.count(a, class, 1+n)
}

// Refused counts a request more heavily that has come in and whose document was refused. It may leave a debt, so that those
// that follow are turned away as they come in.
func (t *Throttle) Refused(a actor.Actor) {
	now := time.Now()
	if isStranger(a) {
		if t.strangers != nil {
			t.strangers.owe(inVain, now)
		}
		return
	}
	c := t.counters[requests]
	if user := t.counter(c.users, a.PrincipalID, t.user.of(requests), now); user != nil {
		user.owe(inVain, now)
	}
	if tenant := t.counter(c.tenants, a.TenantID, t.tenant.of(requests), now); tenant != nil {
		tenant.owe(inVain, now)
	}
}

func isStranger(a actor.Actor) bool { return a.PrincipalID == uuid.Nil }

func (t *Throttle) takeOfStrangers(n int) error {
	if t.strangers == nil || n == 0 {
		return nil
	}
	if _, wait := t.strangers.take(n, time.Now()); wait > 0 {
		return tooMany(requests, "All who bring no valid credential ask", wait)
	}
	return nil
}

func (t *Throttle) count(a actor.Actor, class Class, n int) error {
	now := time.Now()
	c := t.counters[class]
	taken, wait := take(t.counter(c.users, a.PrincipalID, t.user.of(class), now), n, now)
	if wait > 0 {
		return tooMany(class, "You ask", wait)
	}
	if _, wait := take(t.counter(c.tenants, a.TenantID, t.tenant.of(class), now), n, now); wait > 0 {
		if taken != nil {
			taken.CancelAt(now)
		}
		return tooMany(class, "Your organisation asks", wait)
	}
	return nil
}

func take(from *counter, n int, now time.Time) (*rate.Reservation, time.Duration) {
	if from == nil {
		return nil, 0
	}
	return from.take(n, now)
}

// counter is somebody's; nil where there is no limit.
func (t *Throttle) counter(in *lru.Cache[uuid.UUID, *counter], who uuid.UUID, limit Rate, now time.Time) *counter {
	if limit <= 0 {
		return nil
	}
	share := float64(limit) / float64(max(t.nodes(), 1))
	found, known := in.Get(who)
	if !known {
		found = newCounter(share)
		if previous, meanwhile, _ := in.PeekOrAdd(who, found); meanwhile {
			found = previous
		}
	}
	found.set(share, now)
	return found
}

func tooMany(class Class, who string, wait time.Duration) error {
	return &problem.RateLimited{Message: who + " too much: there are too many " + string(class), RetryAfter: wait}
}
