package booking_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// TestLengthsCountLetters: what a person may write is counted in letters, of any script.
func TestLengthsCountLetters(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Ahn")
	for _, letter := range []string{"a", "é", "창", "🪑"} {
		t.Run(letter, func(t *testing.T) {
			long := func(n int) string { return strings.Repeat(letter, n) }
			in := ask(h.Key(), h.Evening())
			in.Note, in.Customer = long(2000), &booking.Contact{Name: long(200)}
			housetest.Must(t)(h.Desk.HoldSlot(ctx, guest, in, "test"))

			entry := join(t, h, h.Guest("Waits"), 2, h.Evening())
			catchUp(t, h)
			offer := openOffer(t, h, entry)
			housetest.Must(t)(h.Desk.WithdrawOffer(ctx, h.Staff, booking.WithdrawOffer{OfferID: ref.Encode(ref.Offer, offer), ExpectedVersion: 1, Reason: long(500), Key: h.Key()}, "test"))
			byHand := byHand(h, entry, 3, h.Evening())
			byHand.Reason = long(500)
			housetest.Must(t)(h.Desk.OfferToEntry(ctx, h.Staff, byHand, "test"))

			var invalid *problem.Invalid
			in = ask(h.Key(), h.Evening())
			in.Note = long(2001)
			_, err := h.Desk.HoldSlot(ctx, guest, in, "test")
			require.ErrorAs(t, err, &invalid)
			in.Note, in.Customer = "", &booking.Contact{Name: long(201)}
			_, err = h.Desk.HoldSlot(ctx, guest, in, "test")
			require.ErrorAs(t, err, &invalid)
		})
	}
}
