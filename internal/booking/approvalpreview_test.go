package booking_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/ref"
)

// TestPreview: a person reads the whole of what a yes would do, and the same stands there as data; nothing by which anybody
// could be reached.
func TestPreview(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	seoul, err := time.LoadLocation("Asia/Seoul")
	require.NoError(t, err)
	mail := "ahn@example.com"
	guest := h.Guest("Ahn Minji")
	agent := agentOf(h, guest)
	table := h.Table()
	first, second, other := h.Slot(table, 30*time.Hour, time.Hour), h.Slot(table, 31*time.Hour, time.Hour), h.Evening()

	// slot is what a preview says of a slot, as data and in English.
	slot := func(id uuid.UUID) (map[string]any, string) {
		var name string
		var from, to time.Time
		h.Scan(`SELECT r.name, s.starts_at, s.ends_at FROM slots s JOIN resources r ON r.id = s.resource_id WHERE s.id = $1`, []any{id}, &name, &from, &to)
		data := map[string]any{"id": ref.Encode(ref.Slot, id), "resource": name, "startsAt": from.UTC().Format(time.RFC3339Nano), "endsAt": to.UTC().Format(time.RFC3339Nano)}
		end := to.In(seoul).Format("15:04")
		if from.In(seoul).Day() != to.In(seoul).Day() {
			end = " – " + to.In(seoul).Format("Mon 2 Jan 2006, 15:04")
		} else {
			end = "–" + end
		}
		return data, fmt.Sprintf("%s, %s%s UTC+09:00", name, from.In(seoul).Format("Mon 2 Jan 2006, 15:04"), end)
	}
	english := func(shown map[string]any) string { return shown["summary"].(map[string]any)["en"].(string) }
	venue := map[string]any{"id": ref.Encode(ref.Venue, h.Venue), "name": "Main", "timeZone": "Asia/Seoul"}
	one, oneWords := slot(first)
	two, twoWords := slot(second)
	three, threeWords := slot(other)

	t.Run("a request", func(t *testing.T) {
		shown := preview(t, h, prepared(t, h, agent, seats(2, second, first)))
		require.Equal(t, "requestReservation", shown["action"])
		require.Equal(t, venue, shown["venue"])
		require.Equal(t, []any{one, two}, shown["slots"], "in the order of time, however they were named")
		require.InDelta(t, 2, shown["partySize"], 0)
		require.Equal(t, false, shown["provider"])
		require.Equal(t, "Reserve for 2 people at Main (Asia/Seoul): "+oneWords+"; "+twoWords+".", english(shown))
		for _, key := range []string{"summary", "note"} {
			for _, language := range []string{"en", "ko"} {
				require.NotEmpty(t, shown[key].(map[string]any)[language])
			}
		}
	})
	in := ask(h.Key(), first)
	in.Customer, in.Note = &booking.Contact{Name: "Ahn Minji", Email: &mail}, "allergic to nuts"
	booked := housetest.ID(t, housetest.Must(t)(h.Desk.HoldSlot(ctx, guest, in, "test")), ref.Reservation)
	housetest.Must(t)(h.Desk.ConfirmReservation(ctx, guest, on(h, booked, 1), "test"))
	t.Run("a move", func(t *testing.T) {
		shown := preview(t, h, prepared(t, h, agent, movingTo(booked, 2, other)))
		require.Equal(t, []any{three}, shown["slots"])
		require.Equal(t, []any{one}, shown["leaves"])
		require.Equal(t, ref.Encode(ref.Reservation, booked), shown["reservation"])
		require.Equal(t, "Move the reservation for 2 people at Main (Asia/Seoul) from "+oneWords+" to "+threeWords+".", english(shown))
	})
	t.Run("a cancellation", func(t *testing.T) {
		shown := preview(t, h, prepared(t, h, agent, givingUp(booked, 2)))
		require.Equal(t, []any{one}, shown["slots"])
		require.Equal(t, "Cancel the reservation for 2 people at Main (Asia/Seoul): "+oneWords+".", english(shown))
	})
	t.Run("a wish", func(t *testing.T) {
		from := time.Now().Add(40 * time.Hour).UTC().Truncate(time.Microsecond)
		action := booking.Action{JoinWaitlist: &booking.JoinWaitlistAction{VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: 1, From: from, To: from.Add(30 * time.Hour)}}
		shown := preview(t, h, prepared(t, h, agent, action))
		require.Equal(t, []any{from.Format(time.RFC3339Nano), from.Add(30 * time.Hour).Format(time.RFC3339Nano)}, []any{shown["from"], shown["to"]})
		require.Equal(t, []any{}, shown["slots"])
		require.Contains(t, english(shown), "Join the waitlist for 1 person at Main (Asia/Seoul): any time within "+from.In(seoul).Format("Mon 2 Jan 2006, 15:04")+" – ")
	})
	t.Run("an offer", func(t *testing.T) {
		entry := join(t, h, h.Guest("Waits"), 2, other)
		catchUp(t, h)
		offer := openOffer(t, h, entry)
		shown := preview(t, h, prepared(t, h, h.Staff, accepting(offer, 1)))
		require.Equal(t, ref.Encode(ref.Offer, offer), shown["offer"])
		require.NotContains(t, shown, "reservation")
		require.Equal(t, "Accept the offer for 2 people at Main (Asia/Seoul): "+threeWords+".", english(shown))
	})
	require.Zero(t, h.Count(`SELECT count(*) FROM approvals WHERE preview::text ~ 'Ahn|example|nuts' OR arguments::text ~ 'Ahn|example|nuts'`))
	require.Zero(t, h.Count(`SELECT count(*) FROM events WHERE kind LIKE 'approval.%' AND (data::text ~ 'Ahn|example|nuts' OR data::jsonb ? 'arguments')`))
}
