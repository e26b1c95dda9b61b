package reading_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
)

// pages is one list, whatever its rows, as ids.
type pages struct {
	name string
	list func(ctx context.Context, a actor.Actor, venue uuid.UUID, page reading.Page) (reading.Connection[uuid.UUID], error)
}

// everyList is every list of the reader.
func everyList(h *house) []pages {
	day := calendar.DateOf(time.UTC, h.now)
	return []pages{
		{"venues", func(ctx context.Context, a actor.Actor, _ uuid.UUID, page reading.Page) (reading.Connection[uuid.UUID], error) {
			return ids(h.reader.Venues(ctx, a, page))
		}},
		{"resources", func(ctx context.Context, a actor.Actor, venue uuid.UUID, page reading.Page) (reading.Connection[uuid.UUID], error) {
			return ids(h.reader.Resources(ctx, a, venue, page))
		}},
		{"availability", func(ctx context.Context, a actor.Actor, venue uuid.UUID, page reading.Page) (reading.Connection[uuid.UUID], error) {
			return ids(h.reader.Availability(ctx, a, reading.AvailabilityQuery{
				VenueID: venue, From: day.AddDays(-1), To: day.AddDays(30), PartySize: 1, IncludeUnbookable: true,
			}, page))
		}},
		{"reservations", func(ctx context.Context, a actor.Actor, venue uuid.UUID, page reading.Page) (reading.Connection[uuid.UUID], error) {
			return ids(h.reader.Reservations(ctx, a, venue, reading.ReservationFilter{}, page))
		}},
		{"entries", func(ctx context.Context, a actor.Actor, venue uuid.UUID, page reading.Page) (reading.Connection[uuid.UUID], error) {
			return ids(h.reader.Entries(ctx, a, venue, nil, page))
		}},
		{"offers", func(ctx context.Context, a actor.Actor, venue uuid.UUID, page reading.Page) (reading.Connection[uuid.UUID], error) {
			return ids(h.reader.Offers(ctx, a, venue, nil, page))
		}},
		{"intents", func(ctx context.Context, a actor.Actor, _ uuid.UUID, page reading.Page) (reading.Connection[uuid.UUID], error) {
			return ids(h.reader.Intents(ctx, a, reading.IntentFilter{}, page))
		}},
		{"approvals", func(ctx context.Context, a actor.Actor, _ uuid.UUID, page reading.Page) (reading.Connection[uuid.UUID], error) {
			return ids(h.reader.Approvals(ctx, a, nil, page))
		}},
		{"policy versions", func(ctx context.Context, a actor.Actor, venue uuid.UUID, page reading.Page) (reading.Connection[uuid.UUID], error) {
			return ids(h.reader.PolicyVersions(ctx, a, venue, page))
		}},
		{"adjustments", func(ctx context.Context, a actor.Actor, venue uuid.UUID, page reading.Page) (reading.Connection[uuid.UUID], error) {
			return ids(h.reader.Adjustments(ctx, a, venue, nil, page))
		}},
		{"audit", func(ctx context.Context, a actor.Actor, venue uuid.UUID, page reading.Page) (reading.Connection[uuid.UUID], error) {
			return ids(h.reader.AuditLog(ctx, a, venue, reading.AuditFilter{}, page))
		}},
	}
}

// ofTheTenant are the lists that no venue needs to be named for.
func (p pages) ofTheTenant() bool {
	return p.name == "venues" || p.name == "intents" || p.name == "approvals"
}

func ids[T any](c reading.Connection[T], err error) (reading.Connection[uuid.UUID], error) {
	of := reading.Connection[uuid.UUID]{Cursors: c.Cursors, HasNext: c.HasNext, HasPrevious: c.HasPrevious}
	for _, node := range c.Nodes {
		of.Nodes = append(of.Nodes, idOf(node))
	}
	return of, err
}

// walk follows the cursors to the end, first rows at a time, and calls between before every page but the first.
func walk(t *testing.T, h *house, of pages, a actor.Actor, venue uuid.UUID, first int, between func(page int)) []uuid.UUID {
	t.Helper()
	var all []uuid.UUID
	for n, after := 1, ""; ; n++ {
		page, err := of.list(t.Context(), a, venue, reading.Page{First: first, After: after})
		require.NoError(t, err)
		require.Equal(t, after != "", page.HasPrevious)
		require.Len(t, page.Cursors, len(page.Nodes))
		all = append(all, page.Nodes...)
		if !page.HasNext {
			return all
		}
		require.Len(t, page.Nodes, first, "a page that has another behind it is full")
		require.Less(t, n, 100, "the walk doesn't end")
		after = page.Cursors[len(page.Cursors)-1]
		between(n)
	}
}

// fill makes seven rows of every kind in the venue, nearly all with the same sort value.
func fill(h *house, venue uuid.UUID) {
	start := h.now.Add(24 * time.Hour).Truncate(time.Hour)
	for i := range 7 {
		late := start.Add(time.Duration(i/6) * 2 * time.Hour)
		slot := h.slot(h.table(venue), late)
		entry := h.join(venue, wish{from: start, to: start.Add(9 * time.Hour)})
		h.offer(entry, slot, proposal{})
		h.ask(venue, errand{}, slot)
		h.prepare(venue, plan{})
		h.adjust(venue, h.customer())
		h.audit(&venue, "holdSlot")
		if i > 0 {
			h.venue("UTC")
			h.policy(venue, i+1, defaultRules(), false)
		}
	}
	h.exec(`UPDATE offers SET created_at = $1 WHERE tenant_id = $2`, h.now, h.tenant)
}

func TestPages(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	fill(h, venue)

	for _, of := range everyList(h) {
		t.Run(of.name+": each row once, in one order, whatever the size of the page", func(t *testing.T) {
			whole := walk(t, h, of, h.staff, venue, 100, func(int) {})
			require.Len(t, whole, 7)
			for _, first := range []int{1, 2, 3, 6, 7} {
				require.Equal(t, whole, walk(t, h, of, h.staff, venue, first, func(int) {}), "pages of %d", first)
			}
		})
	}
	t.Run("a page has 1 to 100 rows", func(t *testing.T) {
		for _, of := range everyList(h) {
			for _, first := range []int{-1, 0, 101, 1 << 40} {
				_, err := of.list(t.Context(), h.staff, venue, reading.Page{First: first})
				requireInvalid(t, err, "first")
			}
		}
	})
	t.Run("an empty list is a page without rows", func(t *testing.T) {
		empty := h.venue("UTC")
		c, err := h.reader.Resources(t.Context(), h.staff, empty, reading.Page{First: 5})
		require.NoError(t, err)
		require.Equal(t, reading.Connection[uuid.UUID]{Cursors: []string{}}, must(ids(c, nil)))
	})
}

func TestPagesUnderInserts(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	start := h.now.Add(24 * time.Hour)
	slots := func(c int) (made []uuid.UUID) {
		for range c {
			made = append(made, h.book(booking{}, h.slot(h.table(venue), start)))
		}
		return made
	}
	before := slots(12)
	list := everyList(h)[3]

	seen := walk(t, h, list, h.staff, venue, 3, func(int) {
		slots(2) // with the same start: some before the cursor, some behind it
		h.book(booking{}, h.slot(h.table(venue), start.Add(-time.Hour)))
	})

	count := map[uuid.UUID]int{}
	for _, id := range seen {
		count[id]++
		require.Equal(t, 1, count[id], "no row comes twice")
	}
	for _, id := range before {
		require.Equal(t, 1, count[id], "a row that was there from the start comes once")
	}
}

func TestCursors(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	fill(h, venue)
	elsewhere := h.venue("UTC")
	next := h.neighbour()
	nextVenue := next.venue("UTC")

	cursors := map[string]string{}
	for _, of := range everyList(h) {
		page, err := of.list(t.Context(), h.staff, venue, reading.Page{First: 2})
		require.NoError(t, err)
		cursors[of.name] = page.Cursors[1]
	}
	for _, of := range everyList(h) {
		refused := func(t *testing.T, a actor.Actor, venue uuid.UUID, cursor string) {
			t.Helper()
			_, err := of.list(t.Context(), a, venue, reading.Page{First: 2, After: cursor})
			requireInvalid(t, err, "after")
		}
		own := cursors[of.name]
		t.Run(of.name+": a cursor of another list is refused", func(t *testing.T) {
			for name, cursor := range cursors {
				if name != of.name {
					refused(t, h.staff, venue, cursor)
				}
			}
		})
		t.Run(of.name+": a cursor of another tenant is refused", func(t *testing.T) {
			other := everyList(next)
			for _, list := range other {
				if list.name == of.name {
					_, err := list.list(t.Context(), next.staff, nextVenue, reading.Page{First: 2, After: own})
					requireInvalid(t, err, "after")
				}
			}
		})
		if !of.ofTheTenant() {
			t.Run(of.name+": a cursor of another venue is refused", func(t *testing.T) {
				refused(t, h.staff, elsewhere, own)
			})
		}
		t.Run(of.name+": a cursor that was written by hand is refused", func(t *testing.T) {
			for _, cursor := range []string{" ", "x", "not a cursor", "'; DROP TABLE slots; --", own + "A", own[1:], own[:len(own)-1], own + "\n", own[:10] + "\n" + own[10:], own + "="} {
				refused(t, h.staff, venue, cursor)
			}
			raw, err := base64.RawURLEncoding.DecodeString(own)
			require.NoError(t, err)
			for i := range raw {
				forged := append([]byte{}, raw...)
				forged[i] ^= 1
				refused(t, h.staff, venue, base64.RawURLEncoding.EncodeToString(forged))
			}
		})
	}
}

func requireInvalid(t *testing.T, err error, field string) {
	t.Helper()
	var invalid *problem.Invalid
	require.ErrorAs(t, err, &invalid)
	require.Equal(t, field, invalid.Field)
}

func requireUnknown(t *testing.T, err error, of string) {
	t.Helper()
	require.Truef(t, errors.Is(err, problem.ErrNotFound), "%s: %v", of, err)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("unexpected: %v", err))
	}
	return v
}
