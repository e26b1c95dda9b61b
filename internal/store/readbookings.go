package store

import (
	"context"
	"database/sql"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	entreservation "github.com/slotq/slotq/ent/db/reservation"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reservation"
)

var readReservations = readTable{venue: "venue_id", owner: "customer_id", sort: "starts_at"}

// readReservationState is Reservation.Effective in SQL; a test holds the two together.
var readReservationState = []string{`CASE WHEN status = 'HELD' AND expires_at <= `, ` THEN 'EXPIRED' ELSE status END`}

// Reservations lists reservations by start.
func (t *readTx) Reservations(ctx context.Context, w reading.Want, f reading.ReservationFilter, now time.Time) ([]reservation.Reservation, error) {
	query := t.ent.Reservation.Query().Where(readReservations.wanted(t.tenant, w), readState(readReservationState, now, f.Statuses))
	if f.From != nil {
		query.Where(entreservation.StartsAtGTE(*f.From))
	}
	if f.To != nil {
		query.Where(entreservation.StartsAtLT(*f.To))
	}
	if f.ResourceID != nil {
		query.Where(readOnResource(*f.ResourceID))
	}
	if f.Late != nil {
		query.Where(readLate(*f.Late, now))
	}
	if f.Requested != nil {
		query.Where(readRequested(*f.Requested, now))
	}
	if f.Search != nil {
		s, _ := customer.SearchOf(*f.Search)
		query.Where(readOfCustomer(s))
	}
	rows, err := query.Order(readReservations.ordered).Limit(w.Limit).All(ctx)
	return each(rows, reservationOf), err
}

// readOnResource keeps reservations with a present slot of a resource.
func readOnResource(resource uuid.UUID) func(*entsql.Selector) {
	return func(s *entsql.Selector) {
		s.Where(entsql.P(func(b *entsql.Builder) {
			b.WriteString(`EXISTS (SELECT FROM allocations a JOIN slots s ON s.tenant_id = a.tenant_id AND s.id = a.slot_id
				WHERE a.tenant_id = reservations.tenant_id AND a.reservation_id = reservations.id AND NOT a.superseded AND s.resource_id = `)
			b.Arg(resource).WriteString(`)`)
		}))
	}
}

// readOfCustomer keeps reservations whose customer a search finds. What has a meaning of its own in a pattern stands for
// itself.
func readOfCustomer(search customer.Search) func(*entsql.Selector) {
	part := "%" + patternFree.Replace(search.Text) + "%"
	return func(s *entsql.Selector) {
		s.Where(entsql.P(func(b *entsql.Builder) {
			b.WriteString(`EXISTS (SELECT FROM customers c WHERE c.tenant_id = reservations.tenant_id AND c.id = reservations.customer_id AND (c.name ILIKE `)
			b.Arg(part).WriteString(` OR c.email ILIKE `).Arg(part)
			if search.Digits != "" {
				b.WriteString(` OR c.phone_key LIKE `).Arg("%" + search.Digits).WriteString(` OR regexp_replace(c.phone, '[^0-9]', '', 'g') LIKE `).Arg("%" + search.Digits)
			}
			b.WriteString(`))`)
		}))
	}
}

var patternFree = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

const readSlotIDs = `
	SELECT a.reservation_id, a.slot_id
	FROM allocations a
	JOIN reservations r ON r.tenant_id = a.tenant_id AND r.id = a.reservation_id
	JOIN slots s ON s.tenant_id = a.tenant_id AND s.id = a.slot_id
	WHERE a.tenant_id = $1 AND NOT a.superseded AND a.reservation_id = ANY ($2::uuid[])
	  AND ($3::uuid[] IS NULL OR r.venue_id = ANY ($3::uuid[])) AND ($4::uuid IS NULL OR r.customer_id = $4::uuid)
	ORDER BY s.starts_at, s.id`

// SlotIDs finds the present slots of reservations, by start.
func (t *readTx) SlotIDs(ctx context.Context, w reading.Want) (map[uuid.UUID][]uuid.UUID, error) {
	rows, err := t.sql.QueryContext(ctx, readSlotIDs, t.tenant, readIDs(w.IDs), readIDs(w.Venues), w.Owner)
	if err != nil {
		return nil, err
	}
	slots := map[uuid.UUID][]uuid.UUID{}
	err = readEach(rows, func(scan func(...any) error) error {
		var of, slot uuid.UUID
		err := scan(&of, &slot)
		slots[of] = append(slots[of], slot)
		return err
	})
	return slots, err
}

// readEach hands every row to fn and closes them.
func readEach(rows *sql.Rows, fn func(scan func(...any) error) error) error {
	defer rows.Close()
	for rows.Next() {
		if err := fn(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
