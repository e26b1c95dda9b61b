package auth

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"

	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/problem"
)

// remembered is how long an answer of the database is believed, and so how long a revoked credential may go on.
const (
	remembered     = 2 * time.Second
	mostRemembered = 10_000
)

// A remembered answer may be doubted mostDoubts times in a row, and in the long run once in doubtPause. Anybody can doubt.
const (
	mostDoubts = 5
	doubtPause = 500 * time.Millisecond
)

// memory believes the database's answers for a moment, and asks it once for all who ask at the same time. What isn't there
// is not remembered: whoever guesses must not push the answers of others out. It is safe for concurrent use.
type memory[K comparable, V any] struct {
	ask     func(ctx context.Context, about K) (found[V], error)
	now     func() time.Time // for the age of answers only; what expires is decided by the database
	reading singleflight.Group

	mu    sync.Mutex
	known map[K]found[V]
}

// found is an answer.
type found[V any] struct {
	value V
	there bool
	lasts *time.Duration // how long it stays true at most; nil: who knows

	until  time.Time
	doubts *rate.Limiter
}

func newMemory[K comparable, V any](ask func(ctx context.Context, about K) (found[V], error)) *memory[K, V] {
	return &memory[K, V]{ask: ask, now: time.Now, known: map[K]found[V]{}}
}

// find answers from memory or asks. problem.ErrUnavailable when the database can't be asked.
func (m *memory[K, V]) find(ctx context.Context, about K) (found[V], error) {
	if known, fresh := m.recall(about); fresh {
		return known, nil
	}
	return m.hear(ctx, about)
}

// again is find for whoever sees that the remembered answer doesn't fit: it asks, unless that one has been doubted too often.
func (m *memory[K, V]) again(ctx context.Context, about K) (found[V], error) {
	if known, fresh := m.recall(about); fresh && !known.doubts.AllowN(m.now(), 1) {
		return known, nil
	}
	return m.hear(ctx, about)
}

// hear asks the database, or waits for the answer to somebody who asks just now.
func (m *memory[K, V]) hear(ctx context.Context, about K) (found[V], error) {
	answer := m.reading.DoChan(fmt.Sprintf("%#v", about), func() (any, error) {
		// The reading belongs to all who wait for it, so none of them can break it off; the transaction has its own limit.
		return m.read(context.WithoutCancel(ctx), about)
	})
	select {
	case <-ctx.Done():
		return found[V]{}, ctx.Err()
	case a := <-answer:
		if a.Err != nil {
			return found[V]{}, a.Err
		}
		return a.Val.(found[V]), nil
	}
}

func (m *memory[K, V]) recall(about K) (known found[V], fresh bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	known, have := m.known[about]
	return known, have && m.now().Before(known.until)
}

func (m *memory[K, V]) read(ctx context.Context, about K) (found[V], error) {
	asked := m.now()
	answer, err := m.ask(ctx, about)
	if err != nil || !answer.there {
		return found[V]{}, unavailability(err)
	}
	answer.until = asked.Add(remembered)
	if answer.lasts != nil {
		answer.until = asked.Add(min(remembered, *answer.lasts))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.known) >= mostRemembered {
		clear(m.known) // rare, and costs each one look
	}
	if answer.doubts = m.known[about].doubts; answer.doubts == nil {
		answer.doubts = rate.NewLimiter(rate.Every(doubtPause), mostDoubts)
	}
	m.known[about] = answer
	return answer, nil
}

// forget lets the next who asks hear what is true now.
func (m *memory[K, V]) forget(about K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.known, about)
}

// unavailability names an error by the word that doors know.
func unavailability(err error) error {
	if postgres.IsUnavailable(err) {
		return fmt.Errorf("%w: %w", problem.ErrUnavailable, err)
	}
	return err
}
