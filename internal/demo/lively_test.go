package demo_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/ref"
)

func TestLively(t *testing.T) {
	t.Parallel()
	s := newStage(t, furnished.New(t))
	seeded := s.seed()
	hanok := tenantOf(t, seeded, "hanok")
	now := time.Now() // one who waits for any evening of the next days moves the story to where simulated customers are
	s.done(s.desk.JoinWaitlist(t.Context(), s.actor(hanok.CustomerB), booking.JoinWaitlist{
		VenueID: ref.Encode(ref.Venue, hanok.VenueID), PartySize: 2, From: now, To: now.AddDate(0, 0, 8), Key: key()}, "test"))
	seeded = s.seed()
	require.Equal(t, 1, s.count(hanok.ID, `SELECT count(*) FROM slots WHERE tenant_id = $1 AND id = $2 AND starts_at > clock_timestamp() + interval '7 days'`, seeded.Story.SlotID))

	t.Run("simulated customers move things, and leave the story's evening as it was", func(t *testing.T) {
		commands := func() (n int) {
			for _, tenant := range seeded.Tenants {
				n += s.count(tenant.ID, `SELECT count(*) FROM commands WHERE tenant_id = $1`)
			}
			return n
		}
		before := commands()
		for i := range 150 {
			s.Act(t.Context())
			if i%10 == 0 {
				for _, tenant := range seeded.Tenants {
					_, err := s.desk.CatchUp(t.Context(), tenant.ID)
					require.NoError(t, err)
				}
			}
		}
		require.Greater(t, commands(), before+20)
		s.holds(seeded)
		s.sound()
	})

	t.Run("they keep their number", func(t *testing.T) {
		for _, tenant := range seeded.Tenants {
			require.LessOrEqual(t, s.count(tenant.ID, `SELECT count(*) FROM waitlist_entries WHERE tenant_id = $1 AND status IN ('WAITING', 'OFFERED')`), 8)
		}
	})

	t.Run("they stop when they are told to", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.Lively(ctx) }()
		cancel()
		select {
		case err := <-ended:
			require.NoError(t, err)
		case <-time.After(10 * time.Second):
			t.Fatal("still lively")
		}
	})
}
