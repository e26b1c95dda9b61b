package auth

import "time"

// SetClock gives the cache another clock.
func (k *Keys) SetClock(now func() time.Time) { k.memory.now = now }

// SetClock gives the cache another clock.
func (s *Sessions) SetClock(now func() time.Time) { s.memory.now = now }

// SetClock gives the caches another clock.
func (m *Members) SetClock(now func() time.Time) { m.people.now, m.members.now = now, now }

// Remembered is how many keys are remembered.
func (k *Keys) Remembered() int {
	k.memory.mu.Lock()
	defer k.memory.mu.Unlock()
	return len(k.memory.known)
}

// TTL is how long they are.
const TTL = remembered
