package sim

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/gofrs/flock"
)

// The states of a booking.
const (
	booked    = "BOOKED"
	cancelled = "CANCELLED"
)

// entry is one line of the ledger: how a booking stands from then on.
type entry struct {
	Reference   string `json:"reference"`
	Target      string `json:"target"`
	UpstreamRef string `json:"upstreamRef"`
	State       string `json:"state"`
}

// What the ledger refuses.
var (
	errTaken   = errors.New("the place is taken")
	errOther   = errors.New("the reference stands for another booking")
	errUnknown = errors.New("there is no such booking")
)

// ledger holds all bookings, in memory to be read and in a file to be kept. What it has returned is on the disk.
type ledger struct {
	mu      sync.Mutex
	file    *os.File
	lock    *flock.Flock
	entries map[string]entry
	order   []string                       // references, by first booking
	holders map[string]map[string]struct{} // by part of a target: the references that have it
	broken  error                          // the disk failed once: what is on it isn't known any more
}

// book takes the target for the reference. The same order again is the same booking. Force takes it even from others, as
// late work does that looked before they came.
func (l *ledger) book(reference, target string, force bool) (entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e, known := l.entries[reference]; known {
		if e.Target != target || e.State != booked {
			return entry{}, errOther
		}
		return e, l.broken
	}
	if !force && l.taken(target, reference) {
		return entry{}, errTaken
	}
	e := entry{Reference: reference, Target: target, UpstreamRef: fmt.Sprintf("SIM-%06d", len(l.order)+1), State: booked}
	return e, l.write(e)
}

// check is what book would say, and nothing else.
func (l *ledger) check(reference, target string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e, known := l.entries[reference]; known {
		if e.Target != target || e.State != booked {
			return errOther
		}
		return nil
	}
	if l.taken(target, reference) {
		return errTaken
	}
	return nil
}

// cancel gives the target back; again, it changes nothing.
func (l *ledger) cancel(reference string) (entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e, known := l.entries[reference]
	if !known {
		return entry{}, errUnknown
	}
	if e.State == cancelled {
		return e, l.broken
	}
	e.State = cancelled
	return e, l.write(e)
}

func (l *ledger) find(reference string) (entry, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e, known := l.entries[reference]
	return e, known
}

// all is every booking, by first booking.
func (l *ledger) all() []entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := make([]entry, 0, len(l.order))
	for _, reference := range l.order {
		all = append(all, l.entries[reference])
	}
	return all
}

// taken reports whether any part of the target is booked under another reference. The caller holds the lock.
func (l *ledger) taken(target, reference string) bool {
	for part := range strings.SplitSeq(target, "+") {
		for holder := range l.holders[part] {
			if holder != reference {
				return true
			}
		}
	}
	return false
}

// apply makes an entry count. The caller holds the lock.
func (l *ledger) apply(e entry) {
	if _, known := l.entries[e.Reference]; !known {
		l.order = append(l.order, e.Reference)
	}
	l.entries[e.Reference] = e
	for part := range strings.SplitSeq(e.Target, "+") {
		if l.holders[part] == nil {
			l.holders[part] = map[string]struct{}{}
		}
		if e.State == booked {
			l.holders[part][e.Reference] = struct{}{}
		} else {
			delete(l.holders[part], e.Reference)
		}
	}
}
