package layout

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
)

// slotKey is what makes two slots one and the same: the resource and its time, in microseconds since 1970.
type slotKey struct {
	resource     uuid.UUID
	starts, ends int64
}

func keyOf(resource uuid.UUID, starts, ends time.Time) slotKey {
	return slotKey{resource, starts.UnixMicro(), ends.UnixMicro()}
}

func (k slotKey) startsAt() time.Time { return time.UnixMicro(k.starts).UTC() }
func (k slotKey) endsAt() time.Time   { return time.UnixMicro(k.ends).UTC() }

func (k slotKey) meets(o slotKey) bool { return k.starts < o.ends && o.starts < k.ends }

// plan is what makes the slots of a part those that the rules ask for.
type plan struct {
	remove  []inventory.Slot // free, and not asked for: deleted if nothing ever happened to them, else retired
	close   []change         // withdrawn, retired, or kept for walk-ins from now on
	open    []change         // on offer again, or to those too who book ahead
	add     []wanted
	waiting int         // slots that can't be added until others, which overlap them, are free
	share   []uuid.UUID // exclusive resources whose slots overlap from now on
}

// change is a slot as it was read and as it shall be.
type change struct{ before, after inventory.Slot }

func (p plan) empty() bool { return len(p.remove)+len(p.close)+len(p.open)+len(p.add) == 0 }

// plan compares the slots that there are with those that the rules ask for. existing are all slots of the part's resources
// which have a moment in common with its time; those that began before now stand as they are.
func (p part) plan(existing []inventory.Slot, now time.Time) plan {
	var out plan
	of := map[uuid.UUID][]inventory.Slot{}
	for _, s := range existing {
		of[s.ResourceID] = append(of[s.ResourceID], s)
	}
	asked := map[uuid.UUID][]wanted{}
	for _, w := range p.wanted {
		asked[w.resource] = append(asked[w.resource], w)
	}
	for _, resource := range p.resources {
		slices.SortFunc(asked[resource.ID], func(a, b wanted) int { return cmp.Or(cmp.Compare(a.starts, b.starts), cmp.Compare(a.ends, b.ends)) })
		b := bench{part: p, plan: &out, from: later(p.from, now.Add(time.Microsecond)), retired: map[slotKey]inventory.Slot{}, there: map[slotKey]bool{}}
		for _, s := range of[resource.ID] {
			b.keep(s)
		}
		b.fill(resource, asked[resource.ID])
		if resource.Kind == inventory.Exclusive && !resource.Shared && b.overlapping() {
			out.share = append(out.share, resource.ID)
		}
	}
	return out
}

// bench is one resource being planned.
type bench struct {
	part
	*plan
	from     time.Time                  // nothing that starts before is touched
	standing []slotKey                  // what there will be, without the retired
	there    map[slotKey]bool           // of these, what the rules ask for
	retired  map[slotKey]inventory.Slot // may be taken up again
}

// keep decides what becomes of a slot that exists.
func (b *bench) keep(s inventory.Slot) {
	key := keyOf(s.ResourceID, s.StartsAt, s.EndsAt)
	w, asked := b.wanted[key]
	after, free := s, s.Taken == 0
	switch {
	case s.StartsAt.Before(b.from) || !s.StartsAt.Before(b.ahead):
		asked = false
	case asked && s.State == inventory.Retired:
		b.retired[key] = s
	case asked:
		after.State, after.WalkInOnly = inventory.Open, w.walkInOnly
	case free && s.State == inventory.Open:
		b.remove = append(b.remove, s)
		return
	case free:
		after.State = inventory.Retired
	default:
		after.State = inventory.Withdrawn
	}
	b.amend(s, after)
	if after.State != inventory.Retired {
		b.standing = append(b.standing, key)
		b.there[key] = b.there[key] || asked
	}
}

// amend notes a change of a slot, unless it is none.
func (b *bench) amend(before, after inventory.Slot) {
	reopened := after.State == inventory.Open && before.State != inventory.Open
	lifted := before.WalkInOnly && !after.WalkInOnly
	after.Version = before.Version + 1
	switch {
	case after.State == before.State && after.WalkInOnly == before.WalkInOnly:
	case reopened, lifted:
		b.open = append(b.open, change{before, after})
	default:
		b.close = append(b.close, change{before, after})
	}
}

// fill adds what is missing, in order of time. Parties share the places of a pooled resource slot by slot, so its slots
// never overlap: a new one waits until the old one is free. Slots of an exclusive one may; there the bookings don't.
func (b *bench) fill(resource inventory.Resource, asked []wanted) {
	slices.SortFunc(b.standing, byStart)
	for _, w := range asked {
		if b.there[w.slotKey] || w.startsAt().Before(b.from) || !w.startsAt().Before(b.until) {
			continue
		}
		at, _ := slices.BinarySearchFunc(b.standing, w.slotKey, byStart)
		if resource.Kind == inventory.Pooled && (at > 0 && b.standing[at-1].meets(w.slotKey) || at < len(b.standing) && b.standing[at].meets(w.slotKey)) {
			b.waiting++
			continue
		}
		b.standing = slices.Insert(b.standing, at, w.slotKey)
		if old, retired := b.retired[w.slotKey]; retired {
			after := old
			after.State, after.WalkInOnly = inventory.Open, w.walkInOnly
			b.amend(old, after)
			continue
		}
		b.add = append(b.add, w)
	}
}

func (b *bench) overlapping() bool {
	end := int64(0)
	for i, key := range b.standing { // in order of start
		if i > 0 && key.starts < end {
			return true
		}
		end = max(end, key.ends)
	}
	return false
}

func byStart(a, b slotKey) int {
	return cmp.Or(cmp.Compare(a.starts, b.starts), cmp.Compare(a.ends, b.ends))
}
