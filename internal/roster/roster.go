// Package roster knows how many processes share the work. Each signs a list in the database every few seconds; what holds
// for all of them together, such as a limit on calls, is divided by those in sight.
package roster

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// Node is one running process.
type Node struct {
	ID      uuid.UUID
	Role    string // api, worker or all
	Release string // the program's version
}

// List is where processes sign.
type List interface {
	// Sign says that a process runs and counts the processes that answer requests and have signed within sight.
	Sign(ctx context.Context, who Node, sight time.Duration) (answering int, err error)
	// Leave strikes a process out that stops.
	Leave(ctx context.Context, who Node) error
}

const (
	// every is how often a process signs.
	every = 5 * time.Second
	// sight is how long one that no longer signs is still counted.
	sight = 15 * time.Second
	// farewell bounds the last signature, when the program stops.
	farewell = time.Second
)

// Roster signs for one process.
type Roster struct {
	list      List
	who       Node
	log       *slog.Logger
	answering atomic.Int64
}

// New makes the roster of a process that plays a role.
func New(list List, role, release string, log *slog.Logger) *Roster {
	r := &Roster{list: list, who: Node{ID: uuid.New(), Role: role, Release: release}, log: log}
	r.answering.Store(1)
	return r
}

// Answering is how many processes answer requests, this one included; 1 as long as nobody has counted. While the database
// is away the last count stands.
func (r *Roster) Answering() int { return int(r.answering.Load()) }

// Run signs until ctx ends, then strikes the process out, and returns nil.
func (r *Roster) Run(ctx context.Context) error {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	trouble := false
	for {
		count, err := r.list.Sign(ctx, r.who, sight)
		switch {
		case ctx.Err() != nil:
		case err == nil:
			r.answering.Store(int64(max(count, 1)))
		case !trouble:
			r.log.WarnContext(ctx, "can't sign the list of nodes", "error", err)
		}
		trouble = err != nil
		select {
		case <-ticker.C:
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
			defer cancel()
			_ = r.list.Leave(last, r.who) // else it is struck out when it has not been seen for long
			return nil
		}
	}
}
