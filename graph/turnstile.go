package graph

import (
	"cmp"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/graph/transport"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
)

// Connections are how many may be open at once, sockets and streams of events together. The zero value of each field means
// what is said beside it.
type Connections struct {
	All          int // of everybody; 10,000
	PerTenant    int // 5,000
	PerPrincipal int // of one person or program, with all of its keys; 100
}

// fullFor is when one who found no room may come again.
const fullFor = time.Second

// How a socket ends for which there is no room.
var (
	closeFull    = transport.CloseError{Code: transport.CloseGoingAway, Reason: "No room, come again"}
	closeTooMany = transport.CloseError{Code: transport.CloseTooManySockets, Reason: "Too many connections"}
)

// turnstile counts the connections that are open.
type turnstile struct {
	limits Connections

	mu         sync.Mutex
	all        int
	tenants    map[uuid.UUID]int
	principals map[uuid.UUID]int
}

func newTurnstile(limits Connections) *turnstile {
	limits.All = cmp.Or(limits.All, 10_000)
	limits.PerTenant = cmp.Or(limits.PerTenant, 5_000)
	limits.PerPrincipal = cmp.Or(limits.PerPrincipal, 100)
	return &turnstile{limits: limits, tenants: map[uuid.UUID]int{}, principals: map[uuid.UUID]int{}}
}

// enter lets one more connection of an actor in; leave is to be called once, when it is gone. problem.ErrUnavailable when
// there are too many of all, *problem.RateLimited when there are too many of the actor's own or of its tenant.
func (t *turnstile) enter(a actor.Actor) (leave func(), err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.all >= t.limits.All:
		return nil, fmt.Errorf("%w: there are too many connections", problem.ErrUnavailable)
	case t.tenants[a.TenantID] >= t.limits.PerTenant:
		return nil, &problem.RateLimited{Message: "your tenant has as many connections as it may", RetryAfter: fullFor}
	case t.principals[a.PrincipalID] >= t.limits.PerPrincipal:
		return nil, &problem.RateLimited{Message: "you have as many connections as you may", RetryAfter: fullFor}
	}
	t.add(a, 1)
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.add(a, -1)
	}, nil
}

func (t *turnstile) add(a actor.Actor, n int) {
	t.all += n
	count(t.tenants, a.TenantID, n)
	count(t.principals, a.PrincipalID, n)
}

func count(of map[uuid.UUID]int, id uuid.UUID, n int) {
	if of[id] += n; of[id] == 0 {
		delete(of, id)
	}
}

// size is how many connections there are.
func (t *turnstile) size() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all
}

// closing says how a socket ends that found no room.
func closing(err error) error {
	if limited := (*problem.RateLimited)(nil); errors.As(err, &limited) {
		return errors.Join(closeTooMany, err)
	}
	return errors.Join(closeFull, err)
}
