package reading_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/ical"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/store"
)

// feed makes a feed, and its address.
func (h *house) feed(venue uuid.UUID, resource, customer *uuid.UUID, age time.Duration) (uuid.UUID, ical.Address) {
	h.t.Helper()
	id, at := uuid.New(), ical.NewAddress(h.tenant)
	digest := at.Digest()
	h.exec(`INSERT INTO calendar_feeds (id, tenant_id, venue_id, resource_id, customer_id, privacy, secret_digest, created_at) VALUES ($1, $2, $3, $4, $5, 'BUSY', $6, $7)`,
		id, h.tenant, venue, resource, customer, digest[:], h.now.Add(-age))
	return id, at
}

func TestCalendarFeeds(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue, other := h.venue("Asia/Seoul"), h.venue("Europe/Berlin")
	table, minji, jun := h.table(venue), h.customer(), h.customer()
	ofTable, _ := h.feed(venue, &table, nil, 3*time.Hour)
	ofMinji, _ := h.feed(venue, nil, &minji, 2*time.Hour)
	ofJun, _ := h.feed(venue, nil, &jun, time.Hour)
	away, _ := h.feed(other, nil, &minji, 0)
	h.exec(`UPDATE calendar_feeds SET revoked_at = now(), version = 2 WHERE id = $1`, ofMinji)
	list := func(t *testing.T, a actor.Actor, venue uuid.UUID) (ids []uuid.UUID) {
		page, err := h.reader.CalendarFeeds(t.Context(), a, venue, reading.Page{First: 2})
		require.NoError(t, err)
		for {
			for _, f := range page.Nodes {
				ids = append(ids, f.ID)
			}
			if !page.HasNext {
				return ids
			}
			page, err = h.reader.CalendarFeeds(t.Context(), a, venue, reading.Page{First: 2, After: page.Cursors[len(page.Cursors)-1]})
			require.NoError(t, err)
		}
	}

	for name, c := range map[string]struct {
		a    actor.Actor
		seen []uuid.UUID
	}{
		"staff see all, newest last, shut ones too": {h.staff, []uuid.UUID{ofTable, ofMinji, ofJun}},
		"a customer sees its own":                   {h.guest(minji), []uuid.UUID{ofMinji}},
		"and nobody else's":                         {h.guest(h.customer()), nil},
		"a grant of the venue is enough":            {h.only(venue), []uuid.UUID{ofTable, ofMinji, ofJun}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.seen, list(t, c.a, venue))
			byID, err := h.reader.CalendarFeedsByID(t.Context(), c.a, []uuid.UUID{ofTable, ofMinji, ofJun, uuid.New()})
			require.NoError(t, err)
			require.Len(t, byID, len(c.seen))
			for _, id := range c.seen {
				require.Equal(t, id, byID[id].ID)
			}
		})
	}
	t.Run("another venue has its own list", func(t *testing.T) {
		require.Equal(t, []uuid.UUID{away}, list(t, h.staff, other))
		page, err := h.reader.CalendarFeeds(t.Context(), h.staff, venue, reading.Page{First: 1})
		require.NoError(t, err)
		_, err = h.reader.CalendarFeeds(t.Context(), h.staff, other, reading.Page{First: 1, After: page.Cursors[0]})
		require.ErrorAs(t, err, new(*problem.Invalid))
	})
	t.Run("a venue that isn't the actor's to see is none", func(t *testing.T) {
		for _, a := range []actor.Actor{h.only(other), h.neighbour().staff} {
			_, err := h.reader.CalendarFeeds(t.Context(), a, venue, reading.Page{First: 1})
			require.ErrorIs(t, err, problem.ErrNotFound)
			byID, err := h.reader.CalendarFeedsByID(t.Context(), a, []uuid.UUID{ofTable, ofMinji})
			require.NoError(t, err)
			require.Empty(t, byID)
		}
	})
	t.Run("a row tells whose it is and how it stands, and no secret", func(t *testing.T) {
		byID, err := h.reader.CalendarFeedsByID(t.Context(), h.staff, []uuid.UUID{ofTable, ofMinji})
		require.NoError(t, err)
		require.Equal(t, &table, byID[ofTable].ResourceID)
		require.Nil(t, byID[ofTable].CustomerID)
		require.Nil(t, byID[ofTable].RevokedAt)
		require.Nil(t, byID[ofTable].LastUsedAt)
		require.Equal(t, &minji, byID[ofMinji].CustomerID)
		require.NotNil(t, byID[ofMinji].RevokedAt)
		require.Equal(t, 2, byID[ofMinji].Version)
	})
}

func TestACalendarHasRoomForTheNextFirst(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("Asia/Seoul")
	table := h.table(venue)
	_, at := h.feed(venue, &table, nil, 0)
	in := func(hours float64) uuid.UUID {
		return h.slot(table, h.now.Add(time.Duration(hours*float64(time.Hour))))
	}
	order := []uuid.UUID{ // from the first to be left out to the last
		h.book(booking{status: reservation.NoShow}, in(-51)), h.book(booking{status: reservation.Cancelled}, in(-50)), h.book(booking{status: reservation.Cancelled}, in(2)),
		h.book(booking{status: reservation.Completed}, in(-59*24)), h.book(booking{status: reservation.Completed}, in(-3)),
		h.book(booking{status: reservation.Confirmed}, in(300*24)), h.book(booking{status: reservation.Confirmed}, in(5)),
		h.book(booking{}, in(-0.5)), // it goes on
	}
	old := h.book(booking{status: reservation.Completed}, h.slot(table, h.now.Add(-61*24*time.Hour)))

	shown, err := h.reader.Calendar(t.Context(), at)
	require.NoError(t, err)
	uids := func(events []ical.Event) (ids []string) {
		for _, e := range events {
			ids = append(ids, e.UID)
		}
		return ids
	}
	require.NotContains(t, uids(shown.Shown.Events), ref.Encode(ref.Reservation, old)+"@slotq", "what is long past is over")
	require.True(t, slices.IsSortedFunc(shown.Shown.Events, func(a, b ical.Event) int { return a.Start.Compare(b.Start) }))
	require.Len(t, shown.Shown.Events, len(order))
	require.True(t, shown.Unnoted)

	for most := 1; most <= len(order); most++ {
		want := map[string]bool{}
		for _, id := range order[len(order)-most:] {
			want[fmt.Sprint(id)] = true
		}
		got := map[string]bool{}
		for _, b := range h.bookings(table, venue, most) {
			got[fmt.Sprint(b.ID)] = true
		}
		require.Equal(t, want, got, "%d of them", most)
	}
}

// bookings are the rows behind a calendar with room for so many.
func (h *house) bookings(table, venue uuid.UUID, most int) (found []reading.CalendarBooking) {
	h.t.Helper()
	require.NoError(h.t, store.NewReads(h.db).Read(h.t.Context(), h.tenant, func(ctx context.Context, rows reading.Rows) (err error) {
		found, err = rows.CalendarBookings(ctx, reading.CalendarFeed{VenueID: venue, ResourceID: &table}, h.now.Add(-60*24*time.Hour), h.now, most)
		return err
	}))
	return found
}
