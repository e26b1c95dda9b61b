package auth

import "time"

// SetClock gives the cache another clock.
func (k *Keys) SetClock(now func() time.Time) { k.now = now }

// Remembered is how many keys are remembered.
func (k *Keys) Remembered() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.seen)
}

// TTL is how long they are.
const TTL = remembered
