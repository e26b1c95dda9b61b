package booking

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
)

const (
	// abreast is how many transactions of a tenant go at once: while one is with the database the other decides.
	abreast = 2
	// groupMost is how many commands go in one.
	groupMost = 64
	// standstill is when a transaction no longer counts among those abreast: it stands behind a lock, and others need not.
	standstill = 150 * time.Millisecond
	// company is how long after a group those who come wait for half as many as were here: whoever was answered asks its next soon.
	company = 2 * time.Millisecond
	// lanePatience is how long a command waits for its turn; then its caller is told to come again.
	lanePatience = 2 * time.Second
)

// lanes are where commands wait that can be decided together, one lane a tenant. Who comes when there is room goes at once and
// alone; those who come meanwhile wait and go as groups, and behind a group the next wait a moment for company. Two that want the
// same thing never go side by side, where one would only wait for the other's lock: they go in the same group, or one after
// the other.
type lanes struct {
	mu       sync.Mutex
	of       map[uuid.UUID]*lane
	together func([]*rider) (back []*rider)
	patience time.Duration
}

type lane struct {
	running int         // places that count
	places  int         // all of them
	riding  int         // commands in all of them
	crowd   int         // commands that were here when the last group left; 0 once they have had time to come back
	parted  *time.Timer // runs until then
	taken   map[string]bool
	waiting []*rider
}

// rider is a command that waits in a lane or goes along in a group.
type rider struct {
	ctx    context.Context //nolint:containedctx // the caller's, for as long as it waits
	entry  ledgerEntry
	wants  []string // public ids of what it will lock, as far as that is known
	most   int      // how many may go with it, itself among them
	decide func(context.Context, Facts) (verdict, error)
	done   chan outcome // takes one
}

// outcome is what becomes of a rider: an answer, or leave to go alone.
type outcome struct {
	result command.Result
	err    error
	alone  bool
	leave  func() // to be called at its end by who goes alone
}

// place is one of those that go abreast.
type place struct {
	at    *lane
	size  int
	wants []string
	timer *time.Timer
	slow  bool // it no longer counts
	over  bool
}

func newLanes(together func([]*rider) (back []*rider)) *lanes {
	return &lanes{of: map[uuid.UUID]*lane{}, together: together, patience: lanePatience}
}

// errCrowded tells who waited too long that nothing was begun.
var errCrowded = fmt.Errorf("%w: too many at once", problem.ErrUnavailable)

// join waits until the rider has been taken along, or may go alone.
func (l *lanes) join(r *rider) outcome {
	tenant := r.entry.actor.TenantID
	l.mu.Lock()
	at := l.of[tenant]
	if at == nil {
		at = &lane{taken: map[string]bool{}}
		l.of[tenant] = at
	}
	at.waiting = append(at.waiting, r)
	l.admit(tenant, at)
	l.mu.Unlock()

	timer := time.NewTimer(l.patience)
	defer timer.Stop()
	var err error
	select {
	case o := <-r.done:
		return o
	case <-r.ctx.Done():
		err = r.ctx.Err()
	case <-timer.C:
		err = errCrowded
	}
	if l.quit(at, r) {
		return outcome{err: err}
	}
	return <-r.done // it is under way, and ends soon
}

// quit takes a rider out of the lane, if it still waits there.
func (l *lanes) quit(at *lane, r *rider) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(at.waiting, r)
	if i < 0 {
		return false
	}
	at.waiting = slices.Delete(at.waiting, i, i+1)
	return true
}

// admit lets those go for whom there is room.
func (l *lanes) admit(tenant uuid.UUID, at *lane) {
	for at.running < abreast && len(at.waiting) >= at.crowd/abreast {
		riders := at.next()
		if len(riders) == 0 {
			return
		}
		p := &place{at: at, size: len(riders)}
		for _, r := range riders {
			for _, want := range r.wants {
				if !at.taken[want] {
					at.taken[want], p.wants = true, append(p.wants, want)
				}
			}
		}
		at.running++
		at.places++
		at.riding += p.size
		p.timer = time.AfterFunc(standstill, func() { l.standStill(tenant, p) })
		if len(riders) == 1 {
			riders[0].done <- outcome{alone: true, leave: func() { l.leave(tenant, p, nil) }}
			continue
		}
		go func() { l.leave(tenant, p, l.together(riders)) }()
	}
}

// next takes out of the lane those that go together now, in order of their coming: nobody goes past one who came before and
// wants the same.
func (at *lane) next() (riders []*rider) {
	most := groupMost
	var stay []*rider
	before := map[string]bool{} // what is wanted by those who stay
	for _, r := range at.waiting {
		limit := min(most, r.most)
		if len(riders) >= limit || slices.ContainsFunc(r.wants, func(want string) bool { return at.taken[want] || before[want] }) {
			stay = append(stay, r)
			for _, want := range r.wants {
				before[want] = true
			}
			continue
		}
		riders, most = append(riders, r), limit
	}
	at.waiting = stay
	return riders
}

// standStill lets others go past a place that takes long.
func (l *lanes) standStill(tenant uuid.UUID, p *place) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !p.over {
		p.slow = true
		p.at.running--
		l.admit(tenant, p.at)
	}
}

// part lets those who come after a group wait a moment for company: half of those who were here, so that the other half is
// decided while the first is with the database. Nobody waits behind one who was alone.
func (l *lanes) part(tenant uuid.UUID, p *place) {
	at := p.at
	at.crowd = at.riding + len(at.waiting)
	at.riding -= p.size
	if at.parted != nil {
		at.parted.Stop()
		at.parted = nil
	}
	if at.crowd < 2*abreast {
		at.crowd = 0
		return
	}
	var timer *time.Timer
	timer = time.AfterFunc(company, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if at.parted == timer {
			at.crowd, at.parted = 0, nil
			l.admit(tenant, at)
			l.sweep(tenant, at)
		}
	})
	at.parted = timer
}

// sweep forgets a lane in which nothing goes on.
func (l *lanes) sweep(tenant uuid.UUID, at *lane) {
	if at.places == 0 && len(at.waiting) == 0 && at.parted == nil {
		delete(l.of, tenant)
	}
}

// leave gives a place back. Who has to go again stands first.
func (l *lanes) leave(tenant uuid.UUID, p *place, back []*rider) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p.over = true
	p.timer.Stop()
	if !p.slow {
		p.at.running--
	}
	p.at.places--
	l.part(tenant, p)
	for _, want := range p.wants {
		delete(p.at.taken, want)
	}
	p.at.waiting = append(back, p.at.waiting...)
	l.admit(tenant, p.at)
	l.sweep(tenant, p.at)
}
