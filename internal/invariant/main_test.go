package invariant

import (
	"context"
	"database/sql"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/internal/waitlist"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

var ctx = context.Background()

// scene is a house in which a little of everything has happened, with nothing left to do.
type scene struct {
	*housetest.House
	t       testing.TB
	damaged *sql.Tx // where damage is done, when it is to be undone

	booked, taken    uuid.UUID // a confirmed reservation and its slot
	shared, pooled   uuid.UUID // a confirmed reservation of two and its slot of four
	waiting          uuid.UUID // an entry that waits for the taken slot
	open, hold, wish uuid.UUID // an open offer, its hold and its entry
	accepted         uuid.UUID // an offer that became a reservation
	declined         uuid.UUID
	city             *city
}

func newScene(t testing.TB, change ...func(*policy.Rules)) *scene {
	t.Helper()
	s := &scene{House: housetest.New(t, change...), t: t}
	s.taken = s.Evening()
	s.booked = s.confirm(s.Guest("Ahn"), 2, s.taken)
	s.waiting = s.join(s.Guest("Bora"), 2, s.taken)
	s.pooled = s.Slot(s.Resource(inventory.Pooled, 4, 1, 4), 40*time.Hour, time.Hour)
	s.shared = s.confirm(s.Guest("Cho"), 2, s.pooled)

	s.open = s.offered(s.Guest("Dong"))
	s.Scan(`SELECT reservation_id, entry_id FROM offers WHERE id = $1`, []any{s.open}, &s.hold, &s.wish)
	s.accepted = s.offered(s.Guest("Eun"))
	housetest.Must(t)(s.Desk.ConfirmOffer(ctx, s.Staff, booking.ConfirmOffer{
		OfferID: ref.Encode(ref.Offer, s.accepted), ExpectedVersion: 1, Source: waitlist.FrontDesk, Key: s.Key(),
	}, "test"))
	s.declined = s.offered(s.Guest("Fay"))
	housetest.Must(t)(s.Desk.DeclineOffer(ctx, s.Staff, booking.DeclineOffer{
		OfferID: ref.Encode(ref.Offer, s.declined), ExpectedVersion: 1, ReasonCode: "CUSTOMER_DECLINED", Key: s.Key(),
	}, "test"))
	s.city = newCity(t, s.House)
	s.settle()
	return s
}

// settle does what the workers and the feed would.
func (s *scene) settle() {
	s.t.Helper()
	_, err := s.Desk.CatchUp(ctx, s.Tenant)
	require.NoError(s.t, err)
	log := store.NewFeedLog(s.DB)
	for more := true; more; {
		_, more, err = log.Number(ctx, s.Tenant)
		require.NoError(s.t, err)
	}
	for more := true; more; {
		more, err = log.Seal(ctx, s.Tenant)
		require.NoError(s.t, err)
	}
}

func (s *scene) confirm(by actor.Actor, party int, slot uuid.UUID) uuid.UUID {
	s.t.Helper()
	hold := housetest.Must(s.t)(s.Desk.HoldSlot(ctx, by, booking.HoldSlot{SlotIDs: []string{ref.Encode(ref.Slot, slot)}, PartySize: party, Key: s.Key()}, "test"))
	id := housetest.ID(s.t, hold, ref.Reservation)
	housetest.Must(s.t)(s.Desk.ConfirmReservation(ctx, by, s.at(id, 1), "test"))
	return id
}

func (s *scene) at(id uuid.UUID, version int) booking.ReservationCommand {
	return booking.ReservationCommand{ReservationID: ref.Encode(ref.Reservation, id), ExpectedVersion: version, Key: s.Key()}
}

func (s *scene) cancel(id uuid.UUID) {
	s.t.Helper()
	housetest.Must(s.t)(s.Desk.CancelReservation(ctx, s.Staff, s.at(id, 2), "CUSTOMER_REQUEST", "test"))
}

func (s *scene) join(by actor.Actor, party int, slot uuid.UUID) uuid.UUID {
	s.t.Helper()
	var from, to time.Time
	s.Scan(`SELECT starts_at, ends_at FROM slots WHERE id = $1`, []any{slot}, &from, &to)
	var resource uuid.UUID
	s.Scan(`SELECT resource_id FROM slots WHERE id = $1`, []any{slot}, &resource)
	named := ref.Encode(ref.Resource, resource)
	return housetest.ID(s.t, housetest.Must(s.t)(s.Desk.JoinWaitlist(ctx, by, booking.JoinWaitlist{
		VenueID: ref.Encode(ref.Venue, s.Venue), PartySize: party, From: from, To: to, ResourceID: &named, Key: s.Key(),
	}, "test")), ref.Entry)
}

// freed is a slot that somebody has just left and another waits for; nobody has looked yet.
func (s *scene) freed(by actor.Actor) (slot, entry uuid.UUID) {
	s.t.Helper()
	slot = s.Evening()
	booked := s.confirm(s.Guest("First"), 2, slot)
	entry = s.join(by, 2, slot)
	s.cancel(booked)
	return slot, entry
}

// offered is an open offer to a guest.
func (s *scene) offered(to actor.Actor) (offer uuid.UUID) {
	s.t.Helper()
	_, entry := s.freed(to)
	_, err := s.Desk.CatchUp(ctx, s.Tenant)
	require.NoError(s.t, err)
	s.Scan(`SELECT id FROM offers WHERE entry_id = $1 AND status = 'OFFERED'`, []any{entry}, &offer)
	return offer
}

// plant changes the database past every wall: for good, or in the transaction that is to be undone.
func (s *scene) plant(statements ...string) {
	s.t.Helper()
	tx := s.damaged
	if tx == nil {
		var err error
		tx, err = pgtest.Admin(s.t, s.DB).Begin()
		require.NoError(s.t, err)
		defer func() { require.NoError(s.t, tx.Commit()) }()
	}
	for _, statement := range append([]string{`SET LOCAL session_replication_role = replica`}, statements...) {
		_, err := tx.Exec(statement)
		require.NoError(s.t, err, statement)
	}
}

// quiet is what is found when nothing more is going on.
func (s *scene) quiet() Report {
	s.t.Helper()
	report, err := VerifyQuiet(ctx, s.DB)
	require.NoError(s.t, err)
	return report
}

// of is the violations of one invariant.
func of(violations []Violation, name string) (all []Violation) {
	for _, v := range violations {
		if v.Invariant == name {
			all = append(all, v)
		}
	}
	return all
}
