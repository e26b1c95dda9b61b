package crashpoints_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// queue are the commands about the waitlist and its offers.
var queue = map[string]begin{
	"joining": func(_ *testing.T, h *housetest.House) act {
		return joining(h, h.Guest("Bae"), h.Evening())
	},
	"joining where an offer has lapsed": func(t *testing.T, h *housetest.House) act {
		slot, guest := h.Evening(), h.Guest("Bae")
		entry := housetest.ID(t, housetest.Must(t)(joining(h, guest, slot)(h.Desk)), ref.Entry)
		h.RunOut(backing(h, offerTo(t, h, entry)))
		return joining(h, guest, slot) // two transactions: first the old offer is recorded as over
	},
	"leaving while offered": func(t *testing.T, h *housetest.House) act {
		entry, _ := offered(t, h)
		in := booking.LeaveWaitlist{EntryID: ref.Encode(ref.Entry, entry), ExpectedVersion: 2, Key: h.Key()}
		return func(d *booking.Desk) (command.Result, error) { return d.LeaveWaitlist(ctx, h.Staff, in, "test") }
	},
	"accepting an offer": func(t *testing.T, h *housetest.House) act {
		_, offer := offered(t, h)
		in := booking.ConfirmOffer{OfferID: ref.Encode(ref.Offer, offer), ExpectedVersion: 1, Source: waitlist.FrontDesk, Key: h.Key()}
		return func(d *booking.Desk) (command.Result, error) { return d.ConfirmOffer(ctx, h.Staff, in, "test") }
	},
	"declining an offer": func(t *testing.T, h *housetest.House) act {
		_, offer := offered(t, h)
		in := booking.DeclineOffer{OfferID: ref.Encode(ref.Offer, offer), ExpectedVersion: 1, ReasonCode: "OTHER", Key: h.Key()}
		return func(d *booking.Desk) (command.Result, error) { return d.DeclineOffer(ctx, h.Staff, in, "test") }
	},
	"offering by hand": func(t *testing.T, h *housetest.House) act {
		slot := h.Evening()
		confirmed(t, h, h.Guest("Owner"), slot)
		entry := waiting(t, h, slot)
		in := booking.OfferToEntry{EntryID: ref.Encode(ref.Entry, entry), SlotIDs: refs(h.Evening()), ExpectedVersion: 1, Reason: "regular guest", Key: h.Key()}
		return func(d *booking.Desk) (command.Result, error) { return d.OfferToEntry(ctx, h.Staff, in, "test") }
	},
}

// offered is an entry with an open offer, and somebody behind it.
func offered(t *testing.T, h *housetest.House) (entry, offer uuid.UUID) {
	t.Helper()
	slot := h.Evening()
	entry = waiting(t, h, slot)
	offer = offerTo(t, h, entry)
	waiting(t, h, slot)
	return entry, offer
}

// offerTo lets the queue take its course and returns the offer that an entry gets.
func offerTo(t *testing.T, h *housetest.House, entry uuid.UUID) (offer uuid.UUID) {
	t.Helper()
	catchUp(t, h)
	h.Scan(`SELECT id FROM offers WHERE entry_id = $1 AND status = 'OFFERED'`, []any{entry}, &offer)
	return offer
}

// backing is the hold behind an offer.
func backing(h *housetest.House, offer uuid.UUID) (hold uuid.UUID) {
	h.Scan(`SELECT reservation_id FROM offers WHERE id = $1`, []any{offer}, &hold)
	return hold
}
