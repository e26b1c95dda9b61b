package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"
)

// check compares what the database holds of a round with what callers were told. All that is wrong comes back.
func check(ctx context.Context, h *house, c *crowd) error {
	t := told{bySlot: map[uuid.UUID]*tally{}, bookings: map[uuid.UUID]bool{}, keys: map[string]answer{}}
	for _, slot := range c.slots {
		t.bySlot[slot] = &tally{}
	}
	for _, answers := range c.answers {
		for _, a := range answers {
			t.note(a)
		}
	}
	return errors.Join(t.slots(ctx, h.admin, c.desk.venue), t.reservations(ctx, h.admin, c.desk.venue), t.commands(ctx, h.admin, c.desk.venue))
}

// told is what callers know.
type told struct {
	bySlot   map[uuid.UUID]*tally
	bookings map[uuid.UUID]bool
	keys     map[string]answer // of those who were answered
	problems []error
}

type tally struct{ booked, refused int }

func (t *told) note(a answer) {
	switch a.outcome {
	case booked:
		if t.bookings[a.reservation] {
			t.problems = append(t.problems, fmt.Errorf("two callers were given reservation %s", a.reservation))
		}
		t.bySlot[a.slot].booked++
		t.bookings[a.reservation] = true
	case refused:
		t.bySlot[a.slot].refused++
	default:
		return
	}
	t.keys[string(a.key[:])] = a
}

func (t *told) wrong(format string, values ...any) {
	t.problems = append(t.problems, fmt.Errorf(format, values...))
}

// say hands over what has been found.
func (t *told) say(err error) error {
	err = errors.Join(append(t.problems, err)...)
	t.problems = nil
	return err
}

// slots: the counter is the units of the allocations and of the acknowledged bookings, and never above capacity; and nobody was
// refused while there was a unit left.
func (t *told) slots(ctx context.Context, db *sql.DB, venue uuid.UUID) error {
	return t.say(each(ctx, db, `SELECT s.id, s.taken, s.capacity, s.version, (SELECT coalesce(sum(units), 0) FROM locks.allocations a
			WHERE a.tenant_id = s.tenant_id AND a.slot_id = s.id AND a.released_at IS NULL)
		FROM locks.slots s WHERE s.venue_id = $1`, venue, func(rows *sql.Rows) error {
		var slot uuid.UUID
		var taken, capacity, version, units int
		if err := rows.Scan(&slot, &taken, &capacity, &version, &units); err != nil {
			return err
		}
		callers := t.bySlot[slot]
		if callers == nil || taken != units || taken != callers.booked || version != 1+taken {
			t.wrong("slot %s: taken %d at version %d, allocated %d, acknowledged %+v", slot, taken, version, units, callers)
			return nil
		}
		if taken > capacity {
			t.wrong("slot %s: %d of %d units are taken", slot, taken, capacity)
		}
		if callers.refused > 0 && taken < capacity {
			t.wrong("slot %s: %d were refused while only %d of %d units were taken", slot, callers.refused, taken, capacity)
		}
		return nil
	}))
}

// reservations: those that were acknowledged and no others, each with one allocation and one event.
func (t *told) reservations(ctx context.Context, db *sql.DB, venue uuid.UUID) error {
	found := 0
	err := each(ctx, db, `SELECT r.id, (SELECT count(*) FROM locks.allocations a WHERE a.tenant_id = r.tenant_id AND a.reservation_id = r.id),
			(SELECT count(*) FROM locks.events e WHERE e.tenant_id = r.tenant_id AND e.entity_id = r.id)
		FROM locks.reservations r WHERE r.venue_id = $1`, venue, func(rows *sql.Rows) error {
		var id uuid.UUID
		var allocations, events int
		if err := rows.Scan(&id, &allocations, &events); err != nil {
			return err
		}
		found++
		if !t.bookings[id] || allocations != 1 || events != 1 {
			t.wrong("reservation %s: acknowledged %t, %d allocations, %d events", id, t.bookings[id], allocations, events)
		}
		return nil
	})
	return t.say(errors.Join(err, differ("reservations", found, len(t.bookings))))
}

// commands: each key that was answered is remembered once, with the answer that was given; others are not.
func (t *told) commands(ctx context.Context, db *sql.DB, venue uuid.UUID) error {
	found := 0
	err := each(ctx, db, `SELECT key_digest, outcome, coalesce(refs->>'reservation', '')
		FROM locks.commands WHERE correlation_id = $1::text`, venue, func(rows *sql.Rows) error {
		var key []byte
		var said outcome
		var reservation string
		if err := rows.Scan(&key, &said, &reservation); err != nil {
			return err
		}
		found++
		a, known := t.keys[string(key)]
		if !known || a.outcome != said || (said == booked && reservation != a.reservation.String()) {
			t.wrong("key %x: remembered %s %s, told %s %s", key[:4], said, reservation, a.outcome, a.reservation)
		}
		return nil
	})
	return t.say(errors.Join(err, differ("commands", found, len(t.keys))))
}

func differ(what string, found, told int) error {
	if found == told {
		return nil
	}
	return fmt.Errorf("%d %s in the database, %d by what callers were told", found, what, told)
}

func each(ctx context.Context, db *sql.DB, query string, venue uuid.UUID, row func(*sql.Rows) error) error {
	rows, err := db.QueryContext(ctx, query, venue)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// askAgain sends keys a second time that were answered, each over two connections at once where there are two. Whoever is answered
// has to be told what was said before.
func askAgain(ctx context.Context, c *crowd, most int) error {
	asked := 0
	for _, answers := range c.answers {
		for _, before := range answers {
			if before.outcome == failed {
				continue
			}
			if asked++; asked > most {
				return nil
			}
			var group errgroup.Group
			for _, conn := range c.conns[:min(2, len(c.conns))] {
				group.Go(func() error {
					again, err := c.desk.ask(ctx, conn, before.request)
					if err == nil && again.outcome != failed && (again.outcome != before.outcome || again.reservation != before.reservation) {
						err = fmt.Errorf("key %x: told %s %s, and then %s %s", before.key[:4], before.outcome, before.reservation, again.outcome, again.reservation)
					}
					return err
				})
			}
			if err := group.Wait(); err != nil {
				return err
			}
		}
	}
	return nil
}
