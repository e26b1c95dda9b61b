package reading

import (
	"context"
	"runtime"

	"github.com/google/uuid"
)

// Read reads in company, of a source of the test's own.
func (m *Moment) Read(ctx context.Context, source Source, tenant uuid.UUID, read func(context.Context, Rows) error) error {
	return m.read(ctx, source, tenant, read)
}

// Await returns when so many are in the company that is beginning.
func (m *Moment) Await(most int) {
	for {
		m.mu.Lock()
		c := m.beginning
		enough := c != nil && len(c.reads) >= most
		m.mu.Unlock()
		if enough {
			return
		}
		runtime.Gosched()
	}
}
