package reading

import (
	"context"
	"errors"
	"sync"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/problem"
)

// Moment lets what one answer asks for by ids at the same time be read in one transaction. Who asks while a transaction is still
// beginning is read in it; who comes later begins the next, so that nobody is shown less than was there when it asked, and no
// connection is kept for somebody who may come. It is for one answer, and never outlives it.
type Moment struct {
	mu        sync.Mutex
	beginning *company
}

// company is read together, one after another.
type company struct {
	tenant uuid.UUID
	reads  []func(context.Context, Rows) error
	done   chan struct{} // closed when it is over
	alone  bool          // something failed: who failed, and who is well, each finds out by itself
	err    error         // nothing could be begun
}

type momentKey struct{}

// Within gathers at m what is asked for by ids below ctx.
func Within(ctx context.Context, m *Moment) context.Context {
	return context.WithValue(ctx, momentKey{}, m)
}

// byID reads what is asked for by ids, in company if there is any.
func (r *Reader) byID(ctx context.Context, tenant uuid.UUID, read func(context.Context, Rows) error) error {
	if m, ok := ctx.Value(momentKey{}).(*Moment); ok {
		return m.read(ctx, r.source, tenant, read)
	}
	return r.source.ByID(ctx, tenant, read)
}

// snapshotByID is byID for answers that several statements make up.
func (r *Reader) snapshotByID(ctx context.Context, tenant uuid.UUID, read func(context.Context, Rows) error) error {
	if m, ok := ctx.Value(momentKey{}).(*Moment); ok {
		return m.read(ctx, r.source, tenant, read)
	}
	return r.source.SnapshotByID(ctx, tenant, read)
}

func (m *Moment) read(ctx context.Context, source Source, tenant uuid.UUID, read func(context.Context, Rows) error) error {
	c, first := m.join(tenant, read)
	if first {
		m.lead(ctx, source, c)
	} else {
		<-c.done // the one who leads it has limits of its own
	}
	if c.alone {
		return source.SnapshotByID(ctx, tenant, read)
	}
	return c.err
}

// join finds the company that is just beginning, or makes one.
func (m *Moment) join(tenant uuid.UUID, read func(context.Context, Rows) error) (c *company, first bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if c = m.beginning; c != nil && c.tenant == tenant {
		c.reads = append(c.reads, read)
		return c, false
	}
	c = &company{tenant: tenant, reads: []func(context.Context, Rows) error{read}, done: make(chan struct{})}
	m.beginning = c
	return c, true
}

// close lets nobody more in, and tells who is.
func (m *Moment) close(c *company) []func(context.Context, Rows) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.beginning == c {
		m.beginning = nil
	}
	return c.reads
}

// lead reads for a company. It sees one moment, which is not before any of them asked.
func (m *Moment) lead(ctx context.Context, source Source, c *company) {
	c.alone = true // unless all goes well, a panic among it
	defer close(c.done)
	defer m.close(c)
	begun := false
	err := source.SnapshotByID(ctx, c.tenant, func(ctx context.Context, rows Rows) error {
		begun = true
		for _, read := range m.close(c) {
			if err := read(ctx, rows); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil || len(m.close(c)) == 1 || !begun && (errors.Is(err, problem.ErrUnavailable) || ctx.Err() != nil) {
		c.alone, c.err = false, err
	}
}
