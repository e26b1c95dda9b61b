package demo

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/ref"
)

// place is a slot of the demo with its resource.
type place struct {
	id               uuid.UUID
	resource         string
	min, max         int
	startsAt, endsAt time.Time
	free             bool
}

// day lists a venue's slots of one civil date, in order.
func (s *Seeder) day(ctx context.Context, t tenant, date calendar.Date) (places []place, err error) {
	zone, err := calendar.ValidateZone(t.venue.zone)
	if err != nil {
		return nil, err
	}
	from, to := calendar.DayBounds(zone, date)
	err = s.DB.ReadTenant(ctx, t.tenantID(), func(ctx context.Context, tx *sql.Tx) error {
		places = nil
		rows, err := tx.QueryContext(ctx, `
SELECT s.id, r.name, r.min_party, r.max_party, s.starts_at, s.ends_at, s.taken < s.capacity
FROM slots s JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id
WHERE s.tenant_id = $1 AND s.venue_id = $2 AND s.starts_at >= $3 AND s.starts_at < $4 ORDER BY s.starts_at, r.created_at, r.name`, t.tenantID(), t.venueID(), from, to)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var p place
			if err := rows.Scan(&p.id, &p.resource, &p.min, &p.max, &p.startsAt, &p.endsAt, &p.free); err != nil {
				return err
			}
			places = append(places, p)
		}
		return rows.Err()
	})
	return places, err
}

// waited tells whether anybody waits, or is offered something, within a civil date.
func (s *Seeder) waited(ctx context.Context, t tenant, places []place) (found bool, err error) {
	err = s.DB.ReadTenant(ctx, t.tenantID(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT FROM waitlist_entries WHERE tenant_id = $1 AND venue_id = $2 AND from_at < $4 AND to_at > $3)`,
			t.tenantID(), t.venueID(), places[0].startsAt, places[len(places)-1].endsAt).Scan(&found)
	})
	return found, err
}

// book holds and confirms a slot in a customer's name, as staff do on the phone.
func (s *Seeder) book(ctx context.Context, t tenant, p place, who person, label string) error {
	staff := t.actor("staff")
	held, err := s.Desk.HoldSlot(ctx, staff, booking.HoldSlot{
		SlotIDs: []string{ref.Encode(ref.Slot, p.id)}, PartySize: p.min, Customer: who.contact(), Key: key(label, "hold", p.id),
	}, "demo")
	if err != nil {
		return fmt.Errorf("hold %s: %w", p.resource, err)
	}
	reservation, ok := held.Find(ref.Reservation)
	if !ok {
		return fmt.Errorf("hold %s at %s: %w", p.resource, p.startsAt.Format(time.RFC3339), held.Problem)
	}
	done, err := s.Desk.ConfirmReservation(ctx, staff, booking.ReservationCommand{ReservationID: reservation.String(), ExpectedVersion: 1, Key: key(label, "confirm", p.id)}, "demo")
	if err != nil {
		return fmt.Errorf("confirm %s: %w", p.resource, err)
	}
	if done.Outcome != command.Committed {
		return fmt.Errorf("confirm %s: %w", p.resource, done.Problem)
	}
	return nil
}

// today is the venue's civil date by the database's clock, and the instant itself.
func (s *Seeder) today(ctx context.Context, t tenant) (date calendar.Date, now time.Time, err error) {
	zone, err := calendar.ValidateZone(t.venue.zone)
	if err != nil {
		return date, now, err
	}
	err = s.DB.ReadTenant(ctx, t.tenantID(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT clock_timestamp()`).Scan(&now)
	})
	return calendar.DateOf(zone, now), now, err
}
