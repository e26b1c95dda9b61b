package booking

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
)

// street is a lane whose groups stand until the test lets them go.
type street struct {
	t      *testing.T
	lanes  *lanes
	groups chan []*rider
	let    chan []*rider // who of the group has to go again
}

func newStreet(t *testing.T) *street {
	s := &street{t: t, groups: make(chan []*rider, 10), let: make(chan []*rider)}
	s.lanes = newLanes(func(riders []*rider) []*rider {
		s.groups <- riders
		back := <-s.let
		for _, r := range riders {
			if !slices.Contains(back, r) {
				r.done <- outcome{}
			}
		}
		return back
	})
	return s
}

// comes lets somebody come who wants these things, and returns where the outcome will be.
func (s *street) comes(ctx context.Context, wants ...string) (*rider, chan outcome) {
	r := &rider{ctx: ctx, wants: wants, most: groupMost, done: make(chan outcome, 1)}
	r.entry.actor = actor.Actor{TenantID: uuid.Nil}
	told := make(chan outcome, 1)
	go func() { told <- s.lanes.join(r) }()
	synctest.Wait()
	return r, told
}

func nothing[T any](t *testing.T, from chan T) {
	t.Helper()
	synctest.Wait()
	select {
	case <-from:
		t.Error("it came too early")
	default:
	}
}

func TestLanes(t *testing.T) {
	test := func(name string, fn func(t *testing.T, s *street)) {
		t.Run(name, func(t *testing.T) { synctest.Test(t, func(t *testing.T) { fn(t, newStreet(t)) }) })
	}
	test("two go at once and alone, who comes behind them goes together, and the lane is gone behind the last", func(t *testing.T, s *street) {
		_, a := s.comes(t.Context(), "a")
		_, b := s.comes(t.Context(), "b")
		first, second := <-a, <-b
		require.True(t, first.alone)
		require.True(t, second.alone)
		c, cTold := s.comes(t.Context(), "c")
		d, dTold := s.comes(t.Context(), "d")
		nothing(t, cTold)
		first.leave()
		require.Equal(t, []*rider{c, d}, <-s.groups)
		s.let <- nil
		require.False(t, (<-cTold).alone)
		require.False(t, (<-dTold).alone)
		second.leave()
		synctest.Wait()
		require.Empty(t, s.lanes.of)
	})
	test("two that want the same never go side by side, though there is room", func(t *testing.T, s *street) {
		_, a := s.comes(t.Context(), "hot")
		first := <-a
		_, b := s.comes(t.Context(), "hot")
		_, c := s.comes(t.Context(), "hot")
		nothing(t, b)
		_, other := s.comes(t.Context(), "else")
		(<-other).leave()
		first.leave()
		require.Len(t, <-s.groups, 2)
		s.let <- nil
		<-b
		<-c
	})
	test("who wants two things is not passed by those who want one of them", func(t *testing.T, s *street) {
		_, a := s.comes(t.Context(), "a")
		first := <-a
		_, both := s.comes(t.Context(), "a", "b")
		_, late := s.comes(t.Context(), "b")
		nothing(t, late)
		first.leave()
		require.Len(t, <-s.groups, 2)
		s.let <- nil
		<-both
		<-late
	})
	test("behind one that stands for long others go", func(t *testing.T, s *street) {
		_, a := s.comes(t.Context(), "a")
		_, b := s.comes(t.Context(), "b")
		slow, slower := <-a, <-b
		_, c := s.comes(t.Context(), "c")
		began := time.Now()
		third := <-c
		require.Equal(t, standstill, time.Since(began))
		require.True(t, third.alone)
		slow.leave()
		slower.leave()
		third.leave()
		synctest.Wait()
		require.Empty(t, s.lanes.of)
	})
	test("who waits for too long is told to come again, and who has gone is not waited for", func(t *testing.T, s *street) {
		_, a := s.comes(t.Context(), "hot")
		first := <-a
		_, b := s.comes(t.Context(), "hot")
		ctx, cancel := context.WithCancel(t.Context())
		_, c := s.comes(ctx, "hot")
		cancel()
		require.ErrorIs(t, (<-c).err, context.Canceled)
		began := time.Now()
		require.ErrorIs(t, (<-b).err, problem.ErrUnavailable)
		require.Equal(t, lanePatience, time.Since(began))
		first.leave()
		synctest.Wait()
		require.Empty(t, s.lanes.of)
	})
	test("who has to go again goes before those who came later, in groups as small as it says", func(t *testing.T, s *street) {
		_, a := s.comes(t.Context(), "a")
		_, b := s.comes(t.Context(), "b")
		first, second := <-a, <-b
		c, cTold := s.comes(t.Context(), "c")
		d, dTold := s.comes(t.Context(), "d")
		first.leave()
		require.Equal(t, []*rider{c, d}, <-s.groups)
		_, later := s.comes(t.Context(), "e")
		c.most, d.most = 1, 1
		s.let <- []*rider{c, d}
		again := <-cTold
		require.True(t, again.alone)
		nothing(t, dTold)
		nothing(t, later)
		again.leave()
		(<-dTold).leave()
		second.leave()
		(<-later).leave()
	})
	// two go alone, and behind them four together
	crowd := func(t *testing.T, s *street) {
		_, a := s.comes(t.Context(), "a")
		_, b := s.comes(t.Context(), "b")
		first, second := <-a, <-b
		told := make([]chan outcome, 4)
		for i := range told {
			_, told[i] = s.comes(t.Context(), string(rune('c'+i)))
		}
		first.leave()
		require.Len(t, <-s.groups, 4)
		second.leave()
		s.let <- nil
		for _, done := range told {
			<-done
		}
		synctest.Wait()
	}
	test("behind a group, who comes first goes with the next", func(t *testing.T, s *street) {
		crowd(t, s)
		_, e := s.comes(t.Context(), "e")
		nothing(t, e)
		_, f := s.comes(t.Context(), "f")
		require.Len(t, <-s.groups, 2)
		s.let <- nil
		<-e
		<-f
	})
	test("and where nobody else comes, in a moment and alone", func(t *testing.T, s *street) {
		crowd(t, s)
		began := time.Now()
		_, e := s.comes(t.Context(), "e")
		nothing(t, e)
		(<-e).leave()
		require.Equal(t, company, time.Since(began))
		_, next := s.comes(t.Context(), "e")
		(<-next).leave()
		require.Equal(t, company, time.Since(began), "nobody waits behind one who was alone")
		synctest.Wait()
		require.Empty(t, s.lanes.of)
	})
}
