package demo_test

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/ref"
)

// write runs SQL in the scope of a tenant, which is $1.
func write(t testing.TB, s *stage, tenant uuid.UUID, query string, args ...any) {
	t.Helper()
	require.NoError(t, s.db.InTenant(context.Background(), tenant, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, query, append([]any{tenant}, args...)...)
		return err
	}))
}

func TestStory(t *testing.T) {
	t.Parallel()
	s := newStage(t, furnished.New(t))
	first := s.seed()
	hanok := tenantOf(t, first, "hanok")
	s.holds(first)

	t.Run("a table that was freed beside the story's is booked again", func(t *testing.T) {
		var beside uuid.UUID
		var version int
		s.scan(hanok.ID, `SELECT r.id, r.version FROM reservations r JOIN slots s ON s.starts_at = r.starts_at AND s.id = $2 WHERE r.tenant_id = $1 AND r.status = 'CONFIRMED' LIMIT 1`, []any{first.Story.SlotID}, &beside, &version)
		s.done(s.desk.CancelReservation(t.Context(), s.actor(hanok.Staff), booking.ReservationCommand{ReservationID: ref.Encode(ref.Reservation, beside), ExpectedVersion: version, Key: key()}, "CUSTOMER_REQUEST", "test"))
		again := s.seed()
		require.Equal(t, first.Story, again.Story)
		s.holds(again)
	})

	t.Run("while the table is held the next evening is prepared", func(t *testing.T) {
		guest := s.actor(tenantOf(t, s.seed(), "hanok").CustomerA)
		r, _ := s.done(s.desk.HoldSlot(t.Context(), guest, booking.HoldSlot{SlotIDs: []string{ref.Encode(ref.Slot, first.Story.SlotID)}, PartySize: 2, Key: key()}, "test")).Find(ref.Reservation)
		again := s.seed()
		require.NotEqual(t, first.Story.SlotID, again.Story.SlotID)
		s.holds(again)
		s.done(s.desk.CancelReservation(t.Context(), guest, booking.ReservationCommand{ReservationID: r.String(), ExpectedVersion: 1, Key: key()}, "CUSTOMER_REQUEST", "test"))
	})

	t.Run("once it is played the next evening is prepared, again and again", func(t *testing.T) {
		seen := map[uuid.UUID]bool{}
		for range 3 {
			story := s.seed()
			s.holds(story)
			require.False(t, seen[story.Story.SlotID])
			seen[story.Story.SlotID] = true
			s.take(s.actor(tenantOf(t, story, "hanok").CustomerA), story.Story.SlotID)
		}
	})

	t.Run("an evening that somebody waits for is left alone", func(t *testing.T) {
		before := s.seed()
		var from, to time.Time
		s.scan(hanok.ID, `SELECT starts_at, ends_at FROM slots WHERE tenant_id = $1 AND id = $2`, []any{before.Story.SlotID}, &from, &to)
		s.done(s.desk.JoinWaitlist(t.Context(), s.actor(tenantOf(t, before, "hanok").CustomerB), booking.JoinWaitlist{
			VenueID: ref.Encode(ref.Venue, hanok.VenueID), PartySize: 2, From: from, To: to, Key: key()}, "test"))
		after := s.seed()
		require.NotEqual(t, before.Story.SlotID, after.Story.SlotID)
		s.holds(after)
	})

	t.Run("where no evening is left the restaurant lays out another week", func(t *testing.T) {
		seeded := s.seed()
		now := time.Now()
		s.done(s.desk.JoinWaitlist(t.Context(), s.actor(tenantOf(t, seeded, "hanok").Staff), booking.JoinWaitlist{
			VenueID: ref.Encode(ref.Venue, hanok.VenueID), PartySize: 2, From: now, To: now.AddDate(0, 0, 17), Key: key()}, "test"))
		after := s.seed()
		s.holds(after)
		require.Equal(t, 21, s.count(hanok.ID, `SELECT layout_days FROM venues WHERE tenant_id = $1`))
	})

	t.Run("and says so when that has an end", func(t *testing.T) {
		now := time.Now()
		seeded := s.seed()
		s.done(s.desk.JoinWaitlist(t.Context(), s.actor(tenantOf(t, seeded, "hanok").Staff), booking.JoinWaitlist{
			VenueID: ref.Encode(ref.Venue, hanok.VenueID), PartySize: 2, From: now, To: now.AddDate(0, 0, 70), Key: key()}, "test"))
		_, err := s.Seed(t.Context())
		require.ErrorContains(t, err, "remove the data folder to begin anew")
		require.LessOrEqual(t, s.count(hanok.ID, `SELECT layout_days FROM venues WHERE tenant_id = $1`), 56)
	})

	s.sound()
}

// TestStoryBesideOverlappingSlots: whoever followed the README to its tea room starts the demo again.
func TestStoryBesideOverlappingSlots(t *testing.T) {
	t.Parallel()
	s := newStage(t, furnished.New(t))
	hanok := tenantOf(t, s.seed(), "hanok")
	admin, venue, every := s.actor(hanok.Admin), ref.Encode(ref.Venue, hanok.VenueID), 30*time.Minute
	room, _ := s.done(s.desk.CreateResource(t.Context(), admin, booking.CreateResource{
		VenueID: venue, Name: "Tea room", Kind: inventory.Exclusive, Capacity: 1, MinParty: 1, MaxParty: 6, Key: key()}, "test")).Find(ref.Resource)
	s.done(s.desk.SetOpeningHours(t.Context(), admin, booking.SetOpeningHours{
		VenueID: venue, ResourceIDs: []string{room.String()}, ExpectedVersion: s.count(hanok.ID, `SELECT version FROM venues WHERE tenant_id = $1`), Key: key(),
		Windows: []booking.OpeningWindow{{Weekdays: []int{1, 2, 3, 4, 5, 6, 7}, Opens: "14:00", Closes: "18:00", SlotLength: time.Hour, Every: &every}}}, "test"))
	again := s.seed()
	require.Equal(t, 4, s.count(hanok.ID, `SELECT count(*) FROM slots s JOIN slots story ON story.id = $2 AND story.starts_at::date = s.starts_at::date WHERE s.tenant_id = $1 AND s.resource_id = $3 AND s.taken > 0`,
		again.Story.SlotID, room.ID), "every other of seven slots")
}
