package booking_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/ref"
)

// TestWhoseReservation: staff name a customer by e-mail, else by phone; a customer is itself.
func TestWhoseReservation(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	room := h.Slot(h.Resource(inventory.Pooled, 200, 1, 4), 30*time.Hour, time.Hour)
	owner := func(t *testing.T, r command.Result) (id uuid.UUID) {
		h.Scan(`SELECT customer_id FROM reservations WHERE id = $1`, []any{housetest.ID(t, r, ref.Reservation)}, &id)
		return id
	}
	forContact := func(c *booking.Contact) (command.Result, error) {
		return h.Desk.HoldSlot(ctx, h.Staff, booking.HoldSlot{SlotIDs: ids(room), PartySize: 1, Customer: c, Key: h.Key()}, "test")
	}
	known := owner(t, housetest.Must(t)(forContact(&booking.Contact{Name: "Zoë", Email: new("zoe@example.com"), Phone: new("+82 10-1234-5678")})))

	for _, c := range []struct {
		name string
		who  *booking.Contact
		same bool
	}{
		{"the same address", &booking.Contact{Name: "Z", Email: new("zoe@example.com")}, true},
		{"the address in capitals, with blanks", &booking.Contact{Name: "Z", Email: new(" ZOE@Example.com ")}, true},
		{"the same phone, written otherwise", &booking.Contact{Name: "Z", Phone: new("+821012345678")}, true},
		{"an unknown address with the same phone", &booking.Contact{Name: "Z", Email: new("zoe@work.example"), Phone: new("+82 (10) 1234 5678")}, true},
		{"another address", &booking.Contact{Name: "Zoë", Email: new("zoë@example.com")}, false},
		{"the same name alone", &booking.Contact{Name: "Zoë"}, false},
		{"nobody named", nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.same, owner(t, housetest.Must(t)(forContact(c.who))) == known)
		})
	}
	t.Run("what staff type doesn't overwrite what the customer is known by", func(t *testing.T) {
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM customers WHERE id = $1 AND name = 'Zoë' AND email = 'zoe@example.com'`, known))
	})
	t.Run("two who name the same new customer at once make one", func(t *testing.T) {
		results := together(t, 10, func(int) (command.Result, error) {
			return forContact(&booking.Contact{Name: "New", Email: new("new@example.com")})
		})
		for _, r := range results {
			require.Equal(t, owner(t, results[0]), owner(t, r))
		}
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM customers WHERE email_key = 'new@example.com'`))
	})
	t.Run("a refused booking leaves no customer behind", func(t *testing.T) {
		full := h.Evening()
		confirmed(t, h, h.Guest("First"), 2, full)
		r, err := h.Desk.HoldSlot(ctx, h.Staff, booking.HoldSlot{SlotIDs: ids(full), PartySize: 2, Customer: &booking.Contact{Name: "None", Email: new("none@example.com")}, Key: h.Key()}, "test")
		require.NoError(t, err)
		require.Equal(t, command.Rejected, r.Outcome)
		require.Zero(t, h.Count(`SELECT count(*) FROM customers WHERE email_key = 'none@example.com'`))
	})
	t.Run("a customer's contact data is its own, whatever it says", func(t *testing.T) {
		guest := h.Guest("Old name")
		r := housetest.Must(t)(h.Desk.HoldSlot(ctx, guest, booking.HoldSlot{SlotIDs: ids(room), PartySize: 1, Customer: &booking.Contact{Name: "New name", Email: new("zoe@example.com")}, Key: h.Key()}, "test"))
		require.Equal(t, *guest.CustomerID, owner(t, r), "ownership follows the credential")
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM customers WHERE id = $1 AND name = 'New name' AND email = 'zoe@example.com' AND email_key IS NULL`, *guest.CustomerID))
		require.Equal(t, known, owner(t, housetest.Must(t)(forContact(&booking.Contact{Name: "Z", Email: new("zoe@example.com")}))), "the address still names who had it first")
	})
	t.Run("contact data stands in no event and no audit entry", func(t *testing.T) {
		for _, secret := range []string{"zoe@example.com", "1234-5678", "+8210", "New name"} {
			for _, table := range []string{"events", "audit_entries", "commands"} {
				require.Zero(t, h.Count(fmt.Sprintf(`SELECT count(*) FROM %s t WHERE t::text ILIKE '%%' || $1 || '%%'`, table), secret), "%s in %s", secret, table)
			}
		}
	})
	sound(t, h)
}
