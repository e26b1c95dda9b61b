package booking

import (
	"context"
	"sync"
	"time"
)

// twins lets one call per key through at a time within this process, so that a double click waits here and not on a
// database connection. Across processes the key's lock in the database does the same.
type twins struct {
	mu      sync.Mutex
	running map[int64]chan struct{}
}

func newTwins() *twins { return &twins{running: map[int64]chan struct{}{}} }

// enter waits until no other call with the key runs, at most for patience. When first is true the caller has the key and
// must call leave.
func (t *twins) enter(ctx context.Context, key int64, patience time.Duration) (leave func(), first bool) {
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	for {
		t.mu.Lock()
		other, taken := t.running[key]
		if !taken {
			done := make(chan struct{})
			t.running[key] = done
			t.mu.Unlock()
			return func() {
				t.mu.Lock()
				delete(t.running, key)
				t.mu.Unlock()
				close(done)
			}, true
		}
		t.mu.Unlock()
		select {
		case <-other:
		case <-deadline.C:
			return nil, false
		case <-ctx.Done():
			return nil, false
		}
	}
}
