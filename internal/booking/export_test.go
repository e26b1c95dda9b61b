package booking

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
)

// ErrCrowded is what who has waited too long for a turn hears.
var ErrCrowded = errCrowded

// Gather keeps the commands of a tenant waiting, and lets them go as one group once so many are there. It is for a desk that
// nobody uses yet. The test fails when they don't come.
func (d *Desk) Gather(t testing.TB, tenant uuid.UUID, n int) (gone func()) {
	d.lanes.patience = time.Hour
	at := &lane{running: abreast, places: abreast, taken: map[string]bool{}}
	d.lanes.of[tenant] = at
	done := make(chan struct{})
	go func() {
		defer close(done)
		d.Awaits(t, tenant, n)
		for range abreast {
			d.lanes.leave(tenant, &place{at: at, timer: time.NewTimer(time.Hour)}, nil)
		}
	}()
	return func() { <-done }
}

// Awaits waits until so many commands of a tenant stand in its lane.
func (d *Desk) Awaits(t testing.TB, tenant uuid.UUID, n int) {
	t.Helper()
	assert.Eventually(t, func() bool { return d.waiting(tenant) >= n }, time.Minute, time.Millisecond, "%d commands in the lane", n)
}

func (d *Desk) waiting(tenant uuid.UUID) int {
	d.lanes.mu.Lock()
	defer d.lanes.mu.Unlock()
	return len(d.lanes.of[tenant].waiting)
}
