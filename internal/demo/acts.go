package demo

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// errNothing means that an act found nothing to be done to.
var errNothing = errors.New("nothing to do")

// away keeps simulated customers off the coming days, so that the next start finds an evening for the story, and off the
// story's evening wherever it is. It follows a WHERE over slots s of tenant $1, and takes $2 and $3.
const away = ` AND s.starts_at > clock_timestamp() + interval '6 days' AND NOT (s.starts_at >= $2 AND s.starts_at < $3) `

func (s *Seeder) awayArgs(t tenant, more ...any) []any {
	var quiet span
	if t.code == storyTenant {
		quiet = s.quiet
	}
	return append([]any{t.tenantID(), quiet.from, quiet.to}, more...)
}

func (s *Seeder) actBook(ctx context.Context, t tenant) error {
	var p place
	err := s.pick(ctx, t, `
SELECT s.id, r.name, r.min_party, s.starts_at FROM slots s JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id
WHERE s.tenant_id = $1`+away+`AND s.taken < s.capacity
  AND (SELECT count(*) FROM reservations WHERE tenant_id = $1 AND status IN ('HELD', 'CONFIRMED') AND ends_at > clock_timestamp()) < $4
ORDER BY random() LIMIT 1`, s.awayArgs(t, mostBooked), &p.id, &p.resource, &p.min, &p.startsAt)
	if err != nil {
		return err
	}
	return s.book(ctx, t, p, guest(random(guests)), "lively")
}

func (s *Seeder) actCancel(ctx context.Context, t tenant) error {
	in, err := s.pickReservation(ctx, t, `
SELECT b.id, b.version FROM slots s JOIN allocations a ON a.tenant_id = s.tenant_id AND a.slot_id = s.id AND a.released_at IS NULL
JOIN reservations b ON b.tenant_id = a.tenant_id AND b.id = a.reservation_id
WHERE s.tenant_id = $1`+away+`AND b.status = 'CONFIRMED' ORDER BY random() LIMIT 1`, s.awayArgs(t))
	if err != nil {
		return err
	}
	_, err = begun(s.Desk.CancelReservation(ctx, t.actor("staff"), in, "CUSTOMER_REQUEST", "lively"))
	return err
}

// actRequest asks for a seat of the library: a worker has it booked at the city's booking system. One of three asks for a
// taken one, and waits for it.
func (s *Seeder) actRequest(ctx context.Context, t tenant) error {
	if t.code != libraryTenant {
		return errNothing
	}
	wait := random(3) == 0
	var slot uuid.UUID
	err := s.pick(ctx, t, `
SELECT s.id FROM slots s JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id
WHERE s.tenant_id = $1`+away+`AND r.kind = 'EXCLUSIVE' AND (s.taken >= s.capacity) = $5
  AND (SELECT count(*) FROM reservations WHERE tenant_id = $1 AND status IN ('HELD', 'CONFIRMED') AND ends_at > clock_timestamp()) < $4
  AND (SELECT count(*) FROM intents WHERE tenant_id = $1 AND next_at IS NOT NULL) < $6
ORDER BY random() LIMIT 1`, s.awayArgs(t, mostBooked, wait, mostAsked), &slot)
	if err != nil {
		return err
	}
	in := booking.RequestReservation{SlotIDs: []string{ref.Encode(ref.Slot, slot)}, PartySize: 1, WaitForSeat: wait, Customer: guest(random(guests)).contact(), Key: key("lively")}
	if wait {
		until := time.Now().Add(waitsFor)
		in.ExpiresAt = &until
	}
	_, err = begun(s.Desk.RequestReservation(ctx, t.actor("staff"), in, "lively"))
	return err
}

// actWait lets somebody wait for the time of a slot that is taken.
func (s *Seeder) actWait(ctx context.Context, t tenant) error {
	var at span
	var party int
	err := s.pick(ctx, t, `
SELECT s.starts_at, s.ends_at, r.min_party FROM slots s JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id
WHERE s.tenant_id = $1`+away+`AND s.taken >= s.capacity
  AND (SELECT count(*) FROM waitlist_entries WHERE tenant_id = $1 AND status IN ('WAITING', 'OFFERED') AND to_at > clock_timestamp()) < $4
ORDER BY random() LIMIT 1`, s.awayArgs(t, mostWait), &at.from, &at.to, &party)
	if err != nil {
		return err
	}
	return s.wait(ctx, t, at, party, guest(random(guests)), "lively")
}

// actAnswer says yes to two offers of three.
func (s *Seeder) actAnswer(ctx context.Context, t tenant) error {
	var id uuid.UUID
	var version int
	err := s.pick(ctx, t, `
SELECT o.id, o.version FROM slots s JOIN allocations a ON a.tenant_id = s.tenant_id AND a.slot_id = s.id AND a.released_at IS NULL
JOIN offers o ON o.tenant_id = a.tenant_id AND o.reservation_id = a.reservation_id
WHERE s.tenant_id = $1`+away+`AND o.status = 'OFFERED' AND o.expires_at > clock_timestamp() ORDER BY random() LIMIT 1`, s.awayArgs(t), &id, &version)
	if err != nil {
		return err
	}
	offer, staff := ref.Encode(ref.Offer, id), t.actor("staff")
	if random(3) == 0 {
		_, err = committed(s.Desk.DeclineOffer(ctx, staff, booking.DeclineOffer{OfferID: offer, ExpectedVersion: version, ReasonCode: "TIME_UNSUITABLE", Key: key("lively")}, "lively"))
		return err
	}
	_, err = begun(s.Desk.ConfirmOffer(ctx, staff, booking.ConfirmOffer{OfferID: offer, ExpectedVersion: version, Source: waitlist.Phone, Key: key("lively")}, "lively"))
	return err
}

// actArrive lets a party come whose time it is.
func (s *Seeder) actArrive(ctx context.Context, t tenant) error {
	in, err := s.pickReservation(ctx, t, `SELECT id, version FROM reservations WHERE tenant_id = $1 AND status = 'CONFIRMED'
		AND starts_at <= clock_timestamp() AND ends_at > clock_timestamp() ORDER BY random() LIMIT 1`, []any{t.tenantID()})
	if err != nil {
		return err
	}
	_, err = committed(s.Desk.CheckInReservation(ctx, t.actor("staff"), in, "lively"))
	return err
}

// actLeave ends what is over: who came has gone, who didn't was missed.
func (s *Seeder) actLeave(ctx context.Context, t tenant) error {
	over := func(status string) (booking.ReservationCommand, error) {
		return s.pickReservation(ctx, t, `SELECT id, version FROM reservations WHERE tenant_id = $1 AND status = $2
			AND ends_at <= clock_timestamp() AND starts_at <= clock_timestamp() - interval '15 minutes' ORDER BY random() LIMIT 1`, []any{t.tenantID(), status})
	}
	if in, err := over("CHECKED_IN"); !errors.Is(err, errNothing) {
		if err == nil {
			_, err = committed(s.Desk.CompleteReservation(ctx, t.actor("staff"), in, "lively"))
		}
		return err
	}
	in, err := over("CONFIRMED")
	if err == nil {
		_, err = committed(s.Desk.MarkNoShow(ctx, t.actor("staff"), in, "lively"))
	}
	return err
}

// pickReservation names one reservation at its version.
func (s *Seeder) pickReservation(ctx context.Context, t tenant, query string, args []any) (booking.ReservationCommand, error) {
	var id uuid.UUID
	var version int
	err := s.pick(ctx, t, query, args, &id, &version)
	return booking.ReservationCommand{ReservationID: ref.Encode(ref.Reservation, id), ExpectedVersion: version, Key: key("lively")}, err
}

// pick reads one row; errNothing when there is none.
func (s *Seeder) pick(ctx context.Context, t tenant, query string, args []any, into ...any) error {
	err := s.DB.ReadTenant(ctx, t.tenantID(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, query, args...).Scan(into...)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return errNothing
	}
	return err
}
