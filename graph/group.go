package graph

import (
	"context"
	"sync"
	"time"
)

// What a group remembers, for members that are a little behind: as many responses, and each for so long at most. A response
// shows what stands beside a change as of when it was made, which is to be now.
const (
	groupMemory = 128
	groupFresh  = time.Second
)

// response is what is sent for one message.
type response struct {
	payloads [][]byte // in order; shared by all who get them: never written to
	shown    int      // see delivery
	last     bool     // the stream ends with it
	passing  bool     // it tells of trouble that may be over for the next who asks
}

// group is the members who get the same response to the same change: it is made once for all of them.
type group struct {
	members int // guarded by groups

	mu         sync.Mutex
	begun      int64              // how many responses have been begun
	young, old map[int64]*sharing // by position; what is old is forgotten at the next turn
	turning    bool               // a turn is to come
}

// sharing is one response, being made or made. It may be read once ready is closed.
type sharing struct {
	number   int64 // in the order in which they were begun
	ready    chan struct{}
	response response
	done     bool // guarded by the group
}

// join is what a new member says when it asks. Nothing begun before is for it: who comes back after having changed
// something must not be shown how it stood before.
func (g *group) join() (joined int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.begun
}

// response answers with the response to the change at a position, which make makes unless somebody has or is about to since
// the asking member joined. make is spawned, one at a time for a position, and goes on when the one leaves who was first to
// ask. The error is ctx's.
func (g *group) response(ctx context.Context, joined, position int64, spawn func(func()), make func() response) (response, error) {
	for {
		s, first := g.sharing(joined, position)
		if first {
			spawn(func() { g.finish(position, s, make()) })
		}
		if err := s.wait(ctx); err != nil {
			return response{}, err
		}
		if s.number > joined {
			return s.response, nil
		}
	}
}

// wait waits until it is made. Most who ask find it made already.
func (s *sharing) wait(ctx context.Context) error {
	select {
	case <-s.ready:
		return nil
	default:
	}
	select {
	case <-s.ready:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// sharing finds the response to a position, or is the first to ask for it. One that is too early for the member and not yet
// made is to be waited for before another is begun.
func (g *group) sharing(joined, position int64) (s *sharing, first bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, those := range []map[int64]*sharing{g.young, g.old} {
		if s := those[position]; s != nil && (s.number > joined || !s.done) {
			return s, false
		}
	}
	if len(g.young) >= groupMemory/2 {
		g.turn()
	}
	if g.young == nil {
		g.young = map[int64]*sharing{}
	}
	g.begun++
	s = &sharing{number: g.begun, ready: make(chan struct{})}
	g.young[position] = s
	delete(g.old, position)
	if !g.turning {
		g.turning = true
		time.AfterFunc(groupFresh/2, g.age)
	}
	return s, true
}

// finish hands the response to all who wait. Trouble is not remembered beyond them.
func (g *group) finish(position int64, s *sharing, made response) {
	g.mu.Lock()
	defer g.mu.Unlock()
	s.response, s.done = made, true
	close(s.ready)
	if !s.response.passing {
		return
	}
	for _, those := range []map[int64]*sharing{g.young, g.old} {
		if those[position] == s {
			delete(those, position)
		}
	}
}

// age forgets what is old, and comes again as long as there is anything to forget.
func (g *group) age() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.turn()
	if g.turning = len(g.young)+len(g.old) > 0; g.turning {
		time.AfterFunc(groupFresh/2, g.age)
	}
}

// turn makes the young old. What is still being made stays young, or it would be made twice.
func (g *group) turn() {
	young := g.young
	g.young = nil
	for position, s := range g.old {
		if !s.done && young[position] == nil {
			if g.young == nil {
				g.young = map[int64]*sharing{}
			}
			g.young[position] = s
		}
	}
	g.old = young
}
