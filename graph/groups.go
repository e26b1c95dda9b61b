package graph

import "sync"

// groups are the groups that have members.
type groups struct {
	mu  sync.Mutex
	all map[question]*group
}

// enter joins the group of all who ask the same.
func (g *groups) enter(q question) *group {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.all == nil {
		g.all = map[question]*group{}
	}
	if g.all[q] == nil {
		g.all[q] = &group{}
	}
	g.all[q].members++
	return g.all[q]
}

// leave leaves it. A group goes with its last member.
func (g *groups) leave(q question) {
	g.mu.Lock()
	defer g.mu.Unlock()
	one := g.all[q]
	if one.members--; one.members == 0 {
		delete(g.all, q)
	}
}

func (g *groups) size() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.all)
}
