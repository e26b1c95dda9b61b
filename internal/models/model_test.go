package models_test

import (
	"slices"

	"github.com/slotq/slotq/internal/problem"
)

// model is a house as it should be. Everything in it is told apart by where it stands in these lists.
type model struct {
	slots   []*slot
	stays   []*stay
	entries []*entry
	offers  []*offer
}

// slot is a time of a resource: a table, which one party takes whole, or a room, which parties share.
type slot struct {
	shared          bool
	capacity, taken int
}

func (s *slot) units(party int) int {
	if s.shared {
		return party
	}
	return 1
}

func (s *slot) full() problem.Code {
	if s.shared {
		return problem.CapacityExceeded
	}
	return problem.SlotOccupied
}

// stay is a reservation. over says that its time as a hold has run out, recorded or not.
type stay struct {
	guest, party int
	at           []*slot
	status       string
	version      int
	over         bool
	extended     bool
	backs        *offer // the offer that the hold stands behind
}

func (s *stay) lapsed() bool { return s.status == "HELD" && s.over }
func (s *stay) active() bool { return (s.status == "HELD" && !s.over) || s.status == "CONFIRMED" }
func (s *stay) has(at *slot) bool {
	return slices.Contains(s.at, at)
}

// entry is somebody who waits for one slot.
type entry struct {
	guest, party int
	at           *slot
	status       string
	version      int
	offered      *offer // the last offer; whoever had one isn't offered the slot by itself again
}

func (e *entry) live() bool {
	return e.status == "WAITING" || (e.status == "OFFERED" && !e.offered.hold.over)
}

// offer is a place that is kept for an entry until it says yes or no.
type offer struct {
	to      *entry
	hold    *stay
	status  string
	version int
}

func (o *offer) lapsed() bool { return o.status == "OFFERED" && o.hold.over }

// remaining is what nobody has; what is over counts as free before anybody has recorded it.
func (m *model) remaining(at *slot) int {
	free := at.capacity - at.taken
	for _, s := range m.stays {
		if s.lapsed() && s.has(at) {
			free += at.units(s.party)
		}
	}
	return free
}

// next is whose the free units of a slot are: the first in the order of joining, or nobody's while there are too few for it.
func (m *model) next(at *slot) *entry {
	for _, e := range m.entries { // in the order of joining
		if e.at == at && e.status == "WAITING" && e.offered == nil {
			if at.units(e.party) <= m.remaining(at) {
				return e
			}
			return nil
		}
	}
	return nil
}

// refusal is why slots can't be had by somebody who doesn't wait; nothing when they can.
func (m *model) refusal(party int, at []*slot) (why problem.Code) {
	for _, s := range at {
		if m.next(s) != nil || m.remaining(s) < s.units(party) {
			if why = s.full(); why == problem.SlotOccupied {
				return why
			}
		}
	}
	return why
}

// move counts units of a slot.
func (s *stay) take(sign int) {
	for _, at := range s.at {
		at.taken += sign * at.units(s.party)
	}
}

// end gives back what a stay has.
func (s *stay) end(status string) {
	s.take(-1)
	s.status, s.version = status, s.version+1
}

// close ends an offer that came to nothing, with its hold and its entry.
func (o *offer) close(status, hold, entry string) {
	o.hold.end(hold)
	o.status, o.version = status, o.version+1
	o.to.status, o.to.version = entry, o.to.version+1
}

// record writes down that a hold is over.
func (s *stay) record() {
	if s.backs != nil {
		s.backs.close("EXPIRED", "EXPIRED", "EXPIRED")
		return
	}
	s.end("EXPIRED")
}

// reclaim records what is over on those of the slots where not enough is free otherwise.
func (m *model) reclaim(party int, at []*slot) {
	var scarce []*slot
	for _, s := range at {
		if s.capacity-s.taken < s.units(party) {
			scarce = append(scarce, s)
		}
	}
	for _, s := range m.stays {
		if s.lapsed() && slices.ContainsFunc(scarce, s.has) {
			s.record()
		}
	}
}

// catchUp records all that is over, and offers what is free to whoever is next.
func (m *model) catchUp() (made []*offer) {
	for _, s := range m.stays {
		if s.lapsed() {
			s.record()
		}
	}
	for _, at := range m.slots {
		for e := m.next(at); e != nil; e = m.next(at) {
			o := &offer{to: e, status: "OFFERED", version: 1}
			o.hold = &stay{guest: e.guest, party: e.party, at: []*slot{at}, status: "HELD", version: 1, backs: o}
			o.hold.take(+1)
			e.status, e.version, e.offered = "OFFERED", e.version+1, o
			m.stays, m.offers, made = append(m.stays, o.hold), append(m.offers, o), append(made, o)
		}
	}
	return made
}
