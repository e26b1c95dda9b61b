package reading_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
)

// gate is a source whose transactions begin when they are let, and read nothing.
type gate struct {
	reading.Source
	begun   chan struct{} // hears of each that wants to begin
	let     chan error    // lets it, or not
	mu      sync.Mutex
	tenants []uuid.UUID
}

func newGate() *gate { return &gate{begun: make(chan struct{}, 99), let: make(chan error, 99)} }

func (g *gate) SnapshotByID(ctx context.Context, tenant uuid.UUID, fn func(context.Context, reading.Rows) error) error {
	g.mu.Lock()
	g.tenants = append(g.tenants, tenant)
	g.mu.Unlock()
	g.begun <- struct{}{}
	if err := <-g.let; err != nil {
		return err
	}
	return fn(ctx, nil)
}

func TestMoment(t *testing.T) {
	t.Parallel()
	tenant := uuid.New()
	nothing := func(context.Context, reading.Rows) error { return nil }

	// together asks for all of these while the first one's transaction is beginning.
	together := func(g *gate, m *reading.Moment, begin error, reads ...func(context.Context, reading.Rows) error) []error {
		errs := make([]error, len(reads))
		var asking sync.WaitGroup
		for i, read := range reads {
			asking.Go(func() { errs[i] = m.Read(t.Context(), g, tenant, read) })
			if i == 0 {
				<-g.begun
			}
			m.Await(i + 1)
		}
		g.let <- begin
		for range 9 { // who has to ask again may
			g.let <- nil
		}
		asking.Wait()
		return errs
	}

	t.Run("who asks while a transaction begins is read in it", func(t *testing.T) {
		g, m := newGate(), &reading.Moment{}
		for _, err := range together(g, m, nil, nothing, nothing, nothing) {
			require.NoError(t, err)
		}
		require.Len(t, g.tenants, 1)
	})
	t.Run("who comes later begins another, and sees what there is by then", func(t *testing.T) {
		g, m := newGate(), &reading.Moment{}
		inside, goOn := make(chan struct{}), make(chan struct{})
		var first sync.WaitGroup
		g.let <- nil
		g.let <- nil
		first.Go(func() {
			require.NoError(t, m.Read(t.Context(), g, tenant, func(context.Context, reading.Rows) error { close(inside); <-goOn; return nil }))
		})
		<-inside
		require.NoError(t, m.Read(t.Context(), g, tenant, nothing), "and doesn't wait for the first")
		close(goOn)
		first.Wait()
		require.Len(t, g.tenants, 2)
	})
	t.Run("one that fails spoils it for nobody else", func(t *testing.T) {
		g, m, broken := newGate(), &reading.Moment{}, errors.New("a programmer's mistake")
		errs := together(g, m, nil, nothing, func(context.Context, reading.Rows) error { return broken }, nothing)
		require.NoError(t, errs[0])
		require.Equal(t, broken, errs[1])
		require.NoError(t, errs[2])
		require.Len(t, g.tenants, 4, "each again by itself")
	})
	t.Run("a panic stays with whose it is", func(t *testing.T) {
		g, m := newGate(), &reading.Moment{}
		var calm error
		errs := together(g, m, nil, func(ctx context.Context, rows reading.Rows) error { return nil }, func(context.Context, reading.Rows) error { return calm })
		require.Equal(t, []error{nil, nil}, errs)
		require.Panics(t, func() {
			g.let <- nil
			_ = m.Read(t.Context(), g, tenant, func(context.Context, reading.Rows) error { panic("a programmer's mistake") })
		})
		g.let <- nil
		require.NoError(t, m.Read(t.Context(), g, tenant, nothing), "and nobody waits for it")
	})
	t.Run("where nothing can begin, nobody tries again", func(t *testing.T) {
		g, m := newGate(), &reading.Moment{}
		for _, err := range together(g, m, problem.ErrUnavailable, nothing, nothing) {
			require.ErrorIs(t, err, problem.ErrUnavailable)
		}
		require.Len(t, g.tenants, 1)
	})
	t.Run("tenants are never read together", func(t *testing.T) {
		g, m, other := newGate(), &reading.Moment{}, uuid.New()
		var asking sync.WaitGroup
		asking.Go(func() { require.NoError(t, m.Read(t.Context(), g, tenant, nothing)) })
		<-g.begun
		asking.Go(func() { require.NoError(t, m.Read(t.Context(), g, other, nothing)) })
		<-g.begun
		g.let <- nil
		g.let <- nil
		asking.Wait()
		require.Equal(t, []uuid.UUID{tenant, other}, g.tenants)
	})
}

// TestReadTogether reads several kinds at one moment from the database.
func TestReadTogether(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	o := h.things(h.venue("UTC"))
	through, m := metered(t, h.db)
	reader := newReader(through)
	_, err := reader.Now(t.Context(), h.staff)
	require.NoError(t, err)

	one := m.cost(t, func(ctx context.Context) error {
		_, err := reader.CustomersByID(ctx, h.staff, []uuid.UUID{o.customer})
		return err
	})
	require.Equal(t, 3, one, "BEGIN with the scope, the statement, COMMIT")
	moment := &reading.Moment{}
	ctx := reading.Within(t.Context(), moment)
	before := h.now
	require.Equal(t, 3, m.cost(t, func(context.Context) error {
		now, err := reader.Now(ctx, h.staff)
		require.False(t, now.Before(before))
		return err
	}))
	var asking sync.WaitGroup
	asking.Go(func() {
		found, err := reader.CustomersByID(ctx, h.staff, []uuid.UUID{o.customer})
		require.NoError(t, err)
		require.Len(t, found, 1)
	})
	asking.Go(func() {
		found, err := reader.SlotsOfReservations(ctx, h.staff, []uuid.UUID{o.hold})
		require.NoError(t, err)
		require.Equal(t, o.slot, found[o.hold][0].ID)
	})
	asking.Go(func() {
		_, err := reader.CustomersByID(ctx, h.neighbour().staff, []uuid.UUID{o.customer})
		require.NoError(t, err)
	})
	asking.Wait()
}
