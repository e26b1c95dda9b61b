package reading_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
)

// pause pauses a venue for the hour that begins so long from when the house was built.
func (h *house) pause(venue uuid.UUID, in time.Duration) uuid.UUID {
	h.t.Helper()
	id := uuid.New()
	h.exec(`INSERT INTO pauses (id, tenant_id, venue_id, from_at, until_at, reason, created_at) VALUES ($1, $2, $3, $4, $5, 'Storm', now())`,
		id, h.tenant, venue, h.now.Add(in), h.now.Add(in+time.Hour))
	return id
}

func (h *house) area(venue uuid.UUID, name string, age time.Duration) uuid.UUID {
	h.t.Helper()
	id := uuid.New()
	h.exec(`INSERT INTO areas (id, tenant_id, venue_id, name, created_at) VALUES ($1, $2, $3, $4, $5)`, id, h.tenant, venue, name, h.now.Add(-age))
	return id
}

func TestPauses(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("Asia/Seoul")
	lasts, later, last := h.pause(venue, -30*time.Minute), h.pause(venue, time.Hour), h.pause(venue, 3*time.Hour)
	over, ended := h.pause(venue, -2*time.Hour), h.pause(venue, 2*time.Hour)
	h.exec(`UPDATE pauses SET ended_at = now(), version = 2 WHERE id = $1`, ended)
	h.pause(h.venue("Asia/Seoul"), time.Hour)

	t.Run("those that are not over, by their end, page by page", func(t *testing.T) {
		var seen []uuid.UUID
		page := reading.Page{First: 2}
		for {
			c, err := h.reader.Pauses(t.Context(), h.staff, venue, page)
			require.NoError(t, err)
			for _, p := range c.Nodes {
				seen = append(seen, p.ID)
				require.Equal(t, "Storm", p.Reason)
			}
			if !c.HasNext {
				break
			}
			page.After = c.Cursors[len(c.Cursors)-1]
		}
		require.Equal(t, []uuid.UUID{lasts, later, last}, seen)
	})
	t.Run("by id they are found when they are over, too", func(t *testing.T) {
		found, err := h.reader.PausesByID(t.Context(), h.staff, []uuid.UUID{over, ended, uuid.New()})
		require.NoError(t, err)
		require.Len(t, found, 2)
		require.NotNil(t, found[ended].EndedAt)
		require.Equal(t, h.now.Add(-time.Hour), found[over].Until)
	})
	t.Run("a guest sees when, and not why", func(t *testing.T) {
		for _, a := range []actor.Actor{h.guest(h.customer()), h.agentOf(h.customer())} {
			c, err := h.reader.Pauses(t.Context(), a, venue, reading.Page{First: 10})
			require.NoError(t, err)
			found, err := h.reader.PausesByID(t.Context(), a, []uuid.UUID{lasts})
			require.NoError(t, err)
			for _, p := range append(c.Nodes, found[lasts]) {
				require.Empty(t, p.Reason)
				require.False(t, p.Until.IsZero())
			}
		}
	})
	t.Run("of a venue that isn't the actor's to see there are none", func(t *testing.T) {
		for _, a := range []actor.Actor{h.only(uuid.New()), h.neighbour().staff} {
			_, err := h.reader.Pauses(t.Context(), a, venue, reading.Page{First: 10})
			require.ErrorIs(t, err, problem.ErrNotFound)
			found, err := h.reader.PausesByID(t.Context(), a, []uuid.UUID{lasts})
			require.NoError(t, err)
			require.Empty(t, found)
		}
	})
	t.Run("a cursor of another list is none of this", func(t *testing.T) {
		c, err := h.reader.Venues(t.Context(), h.staff, reading.Page{First: 1})
		require.NoError(t, err)
		_, err = h.reader.Pauses(t.Context(), h.staff, venue, reading.Page{First: 1, After: c.Cursors[0]})
		var invalid *problem.Invalid
		require.ErrorAs(t, err, &invalid)
	})
}

func TestAreas(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue, other := h.venue("Asia/Seoul"), h.venue("Asia/Seoul")
	young, old := h.area(venue, "A", time.Hour), h.area(venue, "Z", 2*time.Hour)
	elsewhere := h.area(other, "A", 0)
	names := func(areas []inventory.Area) (ids []uuid.UUID) {
		for _, a := range areas {
			ids = append(ids, a.ID)
		}
		return ids
	}
	all, err := h.reader.AreasOfVenues(t.Context(), h.staff, []uuid.UUID{venue, other, uuid.New()})
	require.NoError(t, err)
	require.Len(t, all, 2)
	require.Equal(t, []uuid.UUID{old, young}, names(all[venue]), "oldest first")
	require.Equal(t, []uuid.UUID{elsewhere}, names(all[other]))

	granted, err := h.reader.AreasOfVenues(t.Context(), h.only(other), []uuid.UUID{venue, other})
	require.NoError(t, err)
	require.Len(t, granted, 1)
	found, err := h.reader.AreasByID(t.Context(), h.only(other), []uuid.UUID{old, elsewhere})
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, "A", found[elsewhere].Name)
	abroad, err := h.reader.AreasOfVenues(t.Context(), h.neighbour().staff, []uuid.UUID{venue})
	require.NoError(t, err)
	require.Empty(t, abroad)
}

func TestAllowLists(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue, other := h.venue("Asia/Seoul"), h.venue("Asia/Seoul")
	one, two := h.customer(), h.customer()
	for _, id := range []uuid.UUID{one, two} {
		h.exec(`INSERT INTO allowed_customers (id, tenant_id, venue_id, customer_id, created_at) VALUES (gen_random_uuid(), $1, $2, $3, now())`, h.tenant, venue, id)
	}
	for _, c := range []struct {
		name string
		by   actor.Actor
		want []uuid.UUID
	}{
		{"staff see who is on it", h.staff, []uuid.UUID{one, two}},
		{"a guest on it sees itself", h.guest(two), []uuid.UUID{two}},
		{"and so does its agent", h.agentOf(two), []uuid.UUID{two}},
		{"a guest who isn't on it sees nobody", h.guest(h.customer()), nil},
		{"staff of another venue see nothing", h.only(other), nil},
		{"nor does another tenant", h.neighbour().staff, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			lists, err := h.reader.AllowLists(t.Context(), c.by, []uuid.UUID{venue, other})
			require.NoError(t, err)
			require.ElementsMatch(t, c.want, lists[venue])
			require.Empty(t, lists[other])
		})
	}
}
