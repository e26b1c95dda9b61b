package worker_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/layout"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/internal/worker"
)

// street is some venues, made up, and what laying them out comes to.
type street struct {
	mu       sync.Mutex
	outdated []worker.Outdated
	broken   map[uuid.UUID]bool
	away     bool
	looks    int
	laid     []uuid.UUID
	log      bytes.Buffer
}

// Outdated lists what isn't laid out.
func (s *street) Outdated(context.Context) ([]worker.Outdated, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.looks++; s.away {
		return nil, errors.New("the database is away")
	}
	return append([]worker.Outdated(nil), s.outdated...), nil
}

// Extend lays a venue out, unless it is broken.
func (s *street) Extend(_ context.Context, _, venue uuid.UUID) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.laid = append(s.laid, venue)
	if s.broken[venue] {
		return 0, errors.New("no such zone")
	}
	for i, o := range s.outdated {
		if o.Venue == venue {
			s.outdated = append(s.outdated[:i:i], s.outdated[i+1:]...)
			break
		}
	}
	return 1, nil
}

func (s *street) change(venue uuid.UUID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.outdated = append(s.outdated, worker.Outdated{Tenant: uuid.New(), Venue: venue})
}

func (s *street) times(venue uuid.UUID) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range s.laid {
		if v == venue {
			n++
		}
	}
	return n
}

func (s *street) run(t *testing.T) (loop *worker.Layouts, stop func()) {
	loop = worker.NewLayouts(s, s, slog.New(slog.NewTextHandler(&s.log, nil)))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- loop.Run(ctx) }()
	return loop, func() {
		cancel()
		require.NoError(t, <-done)
	}
}

func TestLayouts(t *testing.T) {
	t.Parallel()
	t.Run("what is outdated at start, and what comes later, is laid out", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, first, second, third := &street{}, uuid.New(), uuid.New(), uuid.New()
			s.change(first)
			loop, stop := s.run(t)
			defer stop()
			synctest.Wait()
			require.Equal(t, 1, s.times(first))
			s.change(second)
			loop.Poke()
			time.Sleep(150 * time.Millisecond)
			require.Equal(t, 1, s.times(second), "at once when poked")
			s.change(third)
			time.Sleep(1200 * time.Millisecond)
			require.Equal(t, 1, s.times(third), "soon when nobody pokes")
			require.Equal(t, 1, s.times(first))
		})
	})
	t.Run("pokes of busy hours cost few looks", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := &street{}
			loop, stop := s.run(t)
			for range 1000 {
				loop.Poke()
				time.Sleep(time.Millisecond)
			}
			stop()
			require.InDelta(t, 10, s.looks, 2)
		})
	})
	t.Run("one that fails is left alone longer every time, and stops no other", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			bad, good := uuid.New(), uuid.New()
			s := &street{broken: map[uuid.UUID]bool{bad: true}}
			s.change(bad)
			s.change(good)
			_, stop := s.run(t)
			time.Sleep(20 * time.Second)
			require.Equal(t, 1, s.times(good))
			require.InDelta(t, 5, s.times(bad), 1, "after 1, 2, 4 and 8 seconds, and the poll")
			s.mu.Lock()
			delete(s.broken, bad)
			s.mu.Unlock()
			time.Sleep(30 * time.Second)
			stop()
			require.Empty(t, s.outdated)
			require.Contains(t, s.log.String(), "no such zone")
		})
	})
	t.Run("a database that is away is asked again", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, venue := &street{away: true}, uuid.New()
			s.change(venue)
			_, stop := s.run(t)
			time.Sleep(3 * time.Second)
			s.mu.Lock()
			s.away = false
			s.mu.Unlock()
			time.Sleep(3 * time.Second)
			stop()
			require.Equal(t, 1, s.times(venue))
			require.Positive(t, strings.Count(s.log.String(), "database is away"))
		})
	})
}

// Through the desk and the agenda: rules are set, and soon the slots follow.
func TestOutdatedVenuesAreLaidOut(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	h.Table()
	other := housetest.In(t, h.DB)
	other.Table()
	loop := worker.NewLayouts(store.NewAgenda(h.DB), layout.New(h.DB), slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- loop.Run(ctx) }()
	for _, house := range []*housetest.House{h, other} {
		housetest.Must(t)(house.Desk.SetOpeningHours(ctx, house.Admin, booking.SetOpeningHours{
			VenueID: ref.Encode(ref.Venue, house.Venue), ExpectedVersion: 1, Key: house.Key(),
			Windows: []booking.OpeningWindow{{Weekdays: []int{1, 2, 3, 4, 5, 6, 7}, Opens: "18:00", Closes: "20:00", SlotLength: time.Hour}},
		}, "test"))
		loop.Poke()
	}
	for _, house := range []*housetest.House{h, other} {
		require.Eventually(t, func() bool {
			return house.Count(`SELECT laid_out_number FROM venues WHERE id = $1`, house.Venue) == 1
		}, 20*time.Second, 20*time.Millisecond)
		require.GreaterOrEqual(t, house.Count(`SELECT count(*) FROM slots WHERE venue_id = $1`, house.Venue), 14*2)
	}
	cancel()
	require.NoError(t, <-done)
	outdated, err := store.NewAgenda(h.DB).Outdated(context.Background())
	require.NoError(t, err)
	require.Empty(t, outdated)
}
