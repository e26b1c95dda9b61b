package worker

import (
	"maps"
	"sync"
	"time"

	"github.com/google/uuid"
)

// An intent that can't be taken further is left alone for a while, longer every time.
const (
	shortestRest = tick
	longestRest  = 30 * time.Second
)

// share is how many hands one tenant may have for each that is left free. One tenant alone may have three quarters of all,
// so there is always a hand for the next one, however slow the first one's provider is.
const share = 3

// hands are all who may have an intent in hand, and which they have. Nobody has one that somebody else has.
type hands struct {
	mu      sync.Mutex
	most    int
	intents map[uuid.UUID]struct{}
	tenants map[uuid.UUID]int
	rests   map[uuid.UUID]rest
}

// rest is until when an intent is left alone, and for how long this time.
type rest struct {
	until time.Time
	pause time.Duration
}

func newHands(most int) *hands {
	return &hands{most: most, intents: map[uuid.UUID]struct{}{}, tenants: map[uuid.UUID]int{}, rests: map[uuid.UUID]rest{}}
}

// take is false when somebody has the intent already, when it is left alone for now, or when nobody is free for its tenant.
func (h *hands) take(c Chore, now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, taken := h.intents[c.Intent]; taken || now.Before(h.rests[c.Intent].until) {
		return false
	}
	if free := h.most - len(h.intents); h.tenants[c.Tenant] >= share*free {
		return false
	}
	h.intents[c.Intent] = struct{}{}
	h.tenants[c.Tenant]++
	return true
}

// done gives the intent back. One that went wrong rests.
func (h *hands) done(c Chore, wrong bool, now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.intents, c.Intent)
	if h.tenants[c.Tenant]--; h.tenants[c.Tenant] == 0 {
		delete(h.tenants, c.Tenant)
	}
	before := h.rests[c.Intent].pause
	delete(h.rests, c.Intent)
	if wrong {
		p := min(max(2*before, shortestRest), longestRest)
		h.rests[c.Intent] = rest{now.Add(p), p}
		// Whoever wasn't seen again has come to an end elsewhere.
		maps.DeleteFunc(h.rests, func(_ uuid.UUID, r rest) bool { return now.Sub(r.until) > 2*longestRest })
	}
}
