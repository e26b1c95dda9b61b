package models_test

import (
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// bookings are what guests, staff and time do to reservations.
func (m *machine) bookings() map[string]func(*rapid.T) {
	on := func(t *rapid.T) (*stay, booking.ReservationCommand) {
		s := lively(t, "stay", m.stays, func(s *stay) bool { return s.status == "HELD" || s.status == "CONFIRMED" })
		return s, booking.ReservationCommand{ReservationID: ref.Encode(ref.Reservation, m.stayID[s]), ExpectedVersion: version(t, s.version), Key: m.Key()}
	}
	catchUp := func(t *rapid.T) {
		made := m.catchUp()
		_, err := m.Desk.CatchUp(ctx, m.Tenant)
		require.NoError(t, err)
		for _, o := range made {
			var offer, hold uuid.NullUUID
			m.Scan(`SELECT o.id, o.reservation_id FROM (SELECT 1) AS one LEFT JOIN offers o ON o.entry_id = $1 AND o.status = 'OFFERED'`, []any{m.entryID[o.to]}, &offer, &hold)
			require.True(t, offer.Valid, "entry %s is not offered what is free", m.entryID[o.to])
			m.offerID[o], m.stayID[o.hold] = offer.UUID, hold.UUID
		}
	}
	return map[string]func(*rapid.T){
		"catch up": catchUp, "catch up once more": catchUp, // as often as two of the others
		"hold": func(t *rapid.T) {
			guest, party, at := m.guest(t), m.party(t), m.places(t)
			in := booking.HoldSlot{SlotIDs: m.refs(at), PartySize: party, Key: m.Key()}
			before := len(m.stays)
			r := m.answer(t, m.hold(guest, party, at), func() (command.Result, error) { return m.Desk.HoldSlot(ctx, m.guests[guest], in, "model") })
			if len(m.stays) > before {
				m.stayID[m.stays[before]] = id(t, r, ref.Reservation)
			}
		},
		"confirm": func(t *rapid.T) {
			s, in := on(t)
			m.answer(t, s.confirm(in.ExpectedVersion), func() (command.Result, error) {
				return m.Desk.ConfirmReservation(ctx, m.guests[s.guest], in, "model")
			})
		},
		"extend": func(t *rapid.T) {
			s, in := on(t)
			m.answer(t, s.extend(in.ExpectedVersion), func() (command.Result, error) { return m.Desk.ExtendHold(ctx, m.guests[s.guest], in, "model") })
		},
		"cancel": func(t *rapid.T) {
			s, in := on(t)
			m.answer(t, s.cancel(in.ExpectedVersion), func() (command.Result, error) {
				return m.Desk.CancelReservation(ctx, m.Staff, in, "OTHER", "model")
			})
		},
		"move": func(t *rapid.T) {
			s, c := on(t)
			var elsewhere []*slot
			for _, at := range m.slots {
				if !s.has(at) {
					elsewhere = append(elsewhere, at)
				}
			}
			to := []*slot{one(t, "to", elsewhere)}
			in := booking.MoveReservation{ReservationID: c.ReservationID, SlotIDs: m.refs(to), ExpectedVersion: c.ExpectedVersion, Key: c.Key}
			m.answer(t, m.moved(s, in.ExpectedVersion, to), func() (command.Result, error) { return m.Desk.MoveReservation(ctx, m.Staff, in, "model") })
		},
		"time runs out": func(t *rapid.T) {
			var running []*stay
			for _, s := range m.stays {
				if s.status == "HELD" && !s.over {
					running = append(running, s)
				}
			}
			m.runOut(t, one(t, "hold", running))
		},
	}
}

// waits are what those who wait do, and those who look after them.
func (m *machine) waits() map[string]func(*rapid.T) {
	on := func(t *rapid.T) (o *offer, named string, read int) {
		o = lively(t, "offer", m.offers, func(o *offer) bool { return o.status == "OFFERED" })
		return o, ref.Encode(ref.Offer, m.offerID[o]), version(t, o.version)
	}
	join := func(t *rapid.T) {
		guest, party, at := m.guest(t), m.party(t), one(t, "at", m.slots)
		resource := ref.Encode(ref.Resource, m.table[at])
		in := booking.JoinWaitlist{VenueID: ref.Encode(ref.Venue, m.Venue), PartySize: party, ResourceID: &resource, Key: m.Key()}
		m.Scan(`SELECT starts_at, ends_at FROM slots WHERE id = $1`, []any{m.slotID[at]}, &in.From, &in.To)
		before := len(m.entries)
		r := m.answer(t, m.join(guest, party, at), func() (command.Result, error) { return m.Desk.JoinWaitlist(ctx, m.guests[guest], in, "model") })
		if len(m.entries) > before {
			m.entryID[m.entries[before]] = id(t, r, ref.Entry)
		}
	}
	return map[string]func(*rapid.T){
		"join": join, "join too": join,
		"leave": func(t *rapid.T) {
			e := lively(t, "entry", m.entries, func(e *entry) bool { return e.status == "WAITING" || e.status == "OFFERED" })
			in := booking.LeaveWaitlist{EntryID: ref.Encode(ref.Entry, m.entryID[e]), ExpectedVersion: version(t, e.version), Key: m.Key()}
			m.answer(t, e.leave(in.ExpectedVersion), func() (command.Result, error) { return m.Desk.LeaveWaitlist(ctx, m.guests[e.guest], in, "model") })
		},
		"accept": func(t *rapid.T) {
			o, named, read := on(t)
			in := booking.ConfirmOffer{OfferID: named, ExpectedVersion: read, Source: waitlist.FrontDesk, Key: m.Key()}
			m.answer(t, o.decide(read, "ACCEPTED"), func() (command.Result, error) { return m.Desk.ConfirmOffer(ctx, m.Staff, in, "model") })
		},
		"decline": func(t *rapid.T) {
			o, named, read := on(t)
			in := booking.DeclineOffer{OfferID: named, ExpectedVersion: read, ReasonCode: "OTHER", Key: m.Key()}
			m.answer(t, o.decide(read, "DECLINED"), func() (command.Result, error) { return m.Desk.DeclineOffer(ctx, m.Staff, in, "model") })
		},
		"withdraw": func(t *rapid.T) {
			o, named, read := on(t)
			in := booking.WithdrawOffer{OfferID: named, ExpectedVersion: read, Reason: "wrong table", Key: m.Key()}
			m.answer(t, o.decide(read, "WITHDRAWN"), func() (command.Result, error) { return m.Desk.WithdrawOffer(ctx, m.Staff, in, "model") })
		},
	}
}

func (m *machine) guest(t *rapid.T) int {
	return rapid.SampledFrom([]int{0, 1, 2, 3, 4, 5}).Draw(t, "guest")
}
func (m *machine) party(t *rapid.T) int { return rapid.SampledFrom([]int{1, 2, 3}).Draw(t, "party") }

// places are one slot, or two.
func (m *machine) places(t *rapid.T) []*slot {
	order := rapid.Permutation(m.slots).Draw(t, "slots")
	return order[:rapid.SampledFrom([]int{1, 1, 2}).Draw(t, "how many")]
}

func (m *machine) refs(at []*slot) (texts []string) {
	for _, s := range at {
		texts = append(texts, ref.Encode(ref.Slot, m.slotID[s]))
	}
	return texts
}
