package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/ref"
)

// filling is what a fill came to.
type filling struct {
	Reservations int64   `json:"reservations"`
	Slots        int64   `json:"slots"`
	Occupancies  int64   `json:"occupancies"`
	Customers    int64   `json:"customers"`
	Entries      int64   `json:"waitlist_entries"`
	Offers       int64   `json:"offers"`
	Events       int64   `json:"events"`
	Audits       int64   `json:"audit_entries"`
	Commands     int64   `json:"commands"`
	Seconds      float64 `json:"seconds"`
	Bytes        int64   `json:"bytes"`
}

func (f filling) String() string {
	return fmt.Sprintf("%d reservations, %d events, %d entries, %d audit entries in %.0f s, %.2f GB", f.Reservations, f.Events, f.Entries, f.Audits, f.Seconds, float64(f.Bytes)/1e9)
}

// filler fills the database of a house that is closed.
type filler struct {
	plan
	conn   *sql.Conn
	step   func(string)
	tenant uuid.UUID
	venue  uuid.UUID
	made   filling
	err    error
}

// grown are the tables into which a history comes.
var grown = []string{"customers", "slots", "reservations", "allocations", "occupancies", "waitlist_entries", "selections", "offers", "events", "audit_entries", "commands"}

func fill(ctx context.Context, s *side, p plan, step func(string)) (filling, error) {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return filling{}, err
	}
	defer conn.Close()
	began := time.Now()
	f := &filler{plan: p, conn: conn, step: step, venue: idOf(ref.Venue, s.venue.Venue)}
	if err := conn.QueryRowContext(ctx, `SELECT tenant_id FROM venues WHERE id = $1`, f.venue).Scan(&f.tenant); err != nil {
		return f.made, err
	}
	f.exec(ctx, `SET session_replication_role = replica`, `SET synchronous_commit = off`, `SET maintenance_work_mem = '512MB'`, `SET work_mem = '64MB'`, `SET jit = off`)
	again, err := unindexed(ctx, conn, grown...)
	if err != nil {
		return f.made, err
	}
	f.bookings(ctx)
	if !p.quick {
		f.waits(ctx)
		for _, q := range s.queues {
			f.lengthen(ctx, q)
		}
	}
	f.logs(ctx)
	if f.err == nil {
		f.made.Audits, f.made.Commands, f.err = f.ledger(ctx)
	}
	f.err = execAll(ctx, conn, again, f.err)
	step("the indexes are built")
	f.exec(ctx, `RESET session_replication_role`)
	if f.quick {
		f.exec(ctx, `ANALYZE `+strings.Join(grown, ", "))
	} else {
		f.exec(ctx, `VACUUM (ANALYZE)`, `CHECKPOINT`)
	}
	if f.err == nil {
		f.err = conn.QueryRowContext(ctx, `SELECT pg_database_size(current_database())`).Scan(&f.made.Bytes)
	}
	f.made.Seconds = time.Since(began).Seconds()
	return f.made, f.err
}

func (f *filler) exec(ctx context.Context, statements ...string) {
	f.err = execAll(ctx, f.conn, statements, f.err)
}

// copy writes copies, unless something went wrong before.
func (f *filler) copy(ctx context.Context, c copies) (n int64) {
	if f.err == nil {
		n, f.err = c.write(ctx, f.conn)
	}
	return n
}

// id is an expression for the key of the ith thing of a kind. It is spread as the program's own are, and can be said again.
func id(kind string) string { return "md5('" + kind + "' || i)::uuid" }

// five is the length of a slot. The past ends a day before the free slots begin.
const five = "interval '5 minutes'"

// bookings fills the past of the venue: slots, who booked them, what they took and what it left.
func (f *filler) bookings(ctx context.Context) {
	customers := max(1, f.reservations/10)
	perPlace := f.reservations / f.places
	f.made.Customers = f.copy(ctx, copies{table: "customers", like: "tenant_id = '" + f.tenant.String() + "'", from: fmt.Sprintf("generate_series(0, %d) AS i", customers-1),
		set: map[string]string{
			"id": id("customer"), "version": "1", "name": "'Guest ' || i", "email": "'guest' || i || '@history.example'", "email_key": "'guest' || i || '@history.example'",
			"phone": "'+1555' || lpad(i::text, 7, '0')", "phone_key": "'+1555' || lpad(i::text, 7, '0')",
			"created_at": "now() - interval '300 days'", "updated_at": "now() - interval '300 days'",
		}})
	// The ith booking is at one place after the other, then five minutes later.
	f.exec(ctx, fmt.Sprintf(`CREATE TEMPORARY TABLE places AS SELECT id, row_number() OVER (ORDER BY id) - 1 AS nth FROM resources WHERE venue_id = '%s' AND active`, f.venue),
		`ANALYZE places`)
	starts := fmt.Sprintf("date_trunc('day', now()) - interval '1 day' - (%d - i / %d) * %s", perPlace, f.places, five)
	each := func(first int, join string) string {
		return fmt.Sprintf("generate_series(%d, %d) AS i %s, LATERAL (SELECT %s AS starts) AS at", first, f.reservations-1, join, starts)
	}
	from, placed := each(0, ""), each(0, fmt.Sprintf("JOIN places p ON p.nth = i %% %d", f.places))
	taken := byLife(func(l life) string {
		if l.status == stayed.status {
			return "1"
		}
		return "0"
	})
	slots := map[string]string{
		"id": id("slot"), "resource_id": "p.id", "starts_at": "starts", "ends_at": "starts + " + five, "taken": taken, "awaited": "0",
		"version": byLife(func(l life) string { _, slot := l.versions(); return fmt.Sprint(slot) }),
	}
	if columns, err := texts(ctx, f.conn, `SELECT attname::text FROM pg_attribute WHERE attrelid = 'slots'::regclass AND attname = 'allocated'`); err == nil && len(columns) > 0 {
		slots["allocated"] = taken // kept beside by a trigger
	}
	f.made.Slots = f.copy(ctx, copies{table: "slots", like: f.ofVenue(), set: slots, from: placed})
	f.step("slots are filled")
	status := byLife(func(l life) string { return "'" + l.status + "'" })
	promoted := fmt.Sprintf("i %% %d = 0", offerEvery)
	f.made.Reservations = f.copy(ctx, copies{table: "reservations", like: f.ofVenue() + " AND status = 'CONFIRMED' AND NOT promotional", from: from, set: map[string]string{
		"id": id("reservation"), "customer_id": fmt.Sprintf("md5('customer' || i %% %d)::uuid", customers), "status": status, "extended": "true", "promotional": promoted,
		"status_reason": byLife(func(l life) string {
			if l.status == cancelled.status {
				return "'CUSTOMER_REQUEST'"
			}
			return "NULL"
		}),
		"version":   byLife(func(l life) string { reservation, _ := l.versions(); return fmt.Sprint(reservation) }),
		"starts_at": "starts", "ends_at": "starts + " + five, "created_at": "starts - interval '3 hours'", "confirmed_at": "starts - interval '2 hours 58 minutes'",
		"expires_at": "starts - interval '2 hours 50 minutes'", "updated_at": "starts",
	}})
	stayedOnly := fmt.Sprintf("%s = '%s'", status, stayed.status)
	f.copy(ctx, copies{table: "allocations", like: f.ofVenuesBookings(), from: from, set: map[string]string{
		"id": id("allocation"), "reservation_id": id("reservation"), "slot_id": id("slot"), "created_at": "starts - interval '3 hours'",
		"released_at": "CASE WHEN NOT (" + stayedOnly + ") THEN starts END", "occupies_from": "starts", "occupies_until": "starts + " + five,
	}})
	f.made.Occupancies = f.copy(ctx, copies{table: "occupancies", like: f.ofVenuesBookings(),
		from: placed, where: stayedOnly, set: map[string]string{
			"id": id("occupancy"), "allocation_id": id("allocation"), "reservation_id": id("reservation"), "slot_id": id("slot"), "resource_id": "p.id",
			"from_at": "starts", "until_at": "starts + " + five,
		}})
	f.step("reservations are filled")
	table, perTwenty := eventTable()
	untold := f.reservations - f.told
	f.made.Events += f.copy(ctx, copies{table: "events", like: f.ofVenue() + " AND entity = 'rv' AND kind = 'reservation.confirmed'",
		from: each(untold, fmt.Sprintf("JOIN %s ON e.life = i %% %d", table, lives)),
		set: map[string]string{
			"id": f.eventIDs(ctx), "position": fmt.Sprintf("%d + (i - %d) / %d * %d + e.nth + 1", f.lastPosition(ctx, f.venue), untold, lives, perTwenty),
			"kind": "e.kind", "entity": "e.entity", "entity_version": "e.version", "occurred_at": "starts - interval '3 hours' + e.nth * interval '1 second'",
			"entity_id":   "CASE WHEN e.entity = 'rv' THEN " + id("reservation") + " ELSE " + id("slot") + " END",
			"customer_id": fmt.Sprintf("CASE WHEN e.entity = 'rv' THEN md5('customer' || i %% %d)::uuid END", customers),
			"data": `CASE WHEN e.entity = 'rv' THEN t.data || jsonb_build_object('id', ` + id("reservation") + `, 'version', e.version, 'startsAt', starts, 'endsAt', starts + ` + five + `)
				ELSE jsonb_build_object('id', ` + id("slot") + `, 'state', 'OPEN', 'taken', 0, 'version', e.version, 'capacity', 1, 'startsAt', starts, 'endsAt', starts + ` + five + `, 'venueId', t.venue_id) END`,
		}})
	f.step("events are filled")
}

func (f *filler) ofVenue() string { return "venue_id = '" + f.venue.String() + "'" }

// ofVenuesBookings are rows that belong to a booking of the venue's.
func (f *filler) ofVenuesBookings() string {
	return "EXISTS (SELECT FROM reservations r WHERE r.id = t.reservation_id AND r." + f.ofVenue() + " AND NOT r.promotional AND r.status = 'CONFIRMED')"
}

// eventIDs draws the next number of the log.
func (f *filler) eventIDs(ctx context.Context) string {
	sequence := ""
	if f.err == nil {
		f.err = f.conn.QueryRowContext(ctx, `SELECT pg_get_serial_sequence('events', 'id')`).Scan(&sequence)
	}
	return "nextval('" + sequence + "')"
}

// lastPosition is how far a venue's log reaches.
func (f *filler) lastPosition(ctx context.Context, venue uuid.UUID) (last int64) {
	if f.err == nil {
		f.err = f.conn.QueryRowContext(ctx, `SELECT coalesce(max(position), 0) FROM events WHERE tenant_id = $1 AND venue_id = $2`, f.tenant, venue).Scan(&last)
	}
	return last
}

// logs lets the heads of the logs say how far they reach now.
func (f *filler) logs(ctx context.Context) {
	if f.err == nil {
		_, f.err = f.conn.ExecContext(ctx, `UPDATE event_logs l SET last_position = m.last FROM (SELECT venue_id, max(position) AS last FROM events WHERE tenant_id = $1 GROUP BY venue_id) m
			WHERE l.tenant_id = $1 AND l.venue_id = m.venue_id`, f.tenant)
	}
}
