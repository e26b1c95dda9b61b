package graph

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// inBackground spawns as the real one does.
func inBackground(run func()) { go run() }

func TestGroup(t *testing.T) {
	t.Run("many who ask at once get one response", func(t *testing.T) {
		g := &group{}
		var made, all sync.WaitGroup
		made.Add(1) // and a second one would be one too many
		for range 100 {
			all.Go(func() {
				r, err := g.response(t.Context(), 0, 7, inBackground, func() response {
					made.Done()
					return response{payloads: [][]byte{[]byte("seven")}}
				})
				if err != nil || string(r.payloads[0]) != "seven" {
					t.Error(r, err)
				}
			})
		}
		all.Wait()
		made.Wait()
	})
	t.Run("nothing that was begun before a member joined is for it, and it waits for that to end", func(t *testing.T) {
		g := &group{}
		began, end := make(chan struct{}), make(chan struct{})
		go func() {
			_, _ = g.response(context.WithoutCancel(t.Context()), g.join(), 7, inBackground, func() response {
				close(began)
				<-end
				return response{payloads: [][]byte{[]byte("early")}}
			})
		}()
		<-began
		late := g.join()
		s, first := g.sharing(late, 7)
		require.False(t, first, "one at a time")
		close(end)
		<-s.ready
		r, err := g.response(t.Context(), late, 7, inBackground, func() response { return response{payloads: [][]byte{[]byte("late")}} })
		require.NoError(t, err)
		require.Equal(t, "late", string(r.payloads[0]))
		r, err = g.response(t.Context(), 0, 7, inBackground, nil)
		require.NoError(t, err)
		require.Equal(t, "late", string(r.payloads[0]), "those from before take the newer one")
	})
	t.Run("who leaves meanwhile is free at once", func(t *testing.T) {
		g := &group{}
		ctx, leave := context.WithCancel(t.Context())
		end := make(chan struct{})
		_, err := g.response(ctx, 0, 7, inBackground, func() response {
			leave()
			<-end
			return response{}
		})
		require.ErrorIs(t, err, context.Canceled)
		close(end)
	})
	t.Run("what is remembered is bounded by number and by time, but for what is still being made", func(t *testing.T) {
		g := &group{}
		kept := func() int { return len(g.young) + len(g.old) }
		for position := range int64(10 * groupMemory) {
			s, first := g.sharing(0, position)
			require.True(t, first)
			g.finish(position, s, response{})
			require.LessOrEqual(t, kept(), groupMemory)
		}
		under, _ := g.sharing(0, -1)
		g.age()
		g.age()
		require.Equal(t, 1, kept())
		again, first := g.sharing(0, -1)
		require.False(t, first)
		require.Same(t, under, again)
		g.finish(-1, under, response{})
		g.age()
		g.age()
		require.Zero(t, kept())
		require.False(t, g.turning, "and then nothing is to come any more")
	})
	t.Run("trouble is not remembered", func(t *testing.T) {
		g := &group{}
		s, _ := g.sharing(0, 1)
		g.finish(1, s, response{passing: true})
		_, first := g.sharing(0, 1)
		require.True(t, first)
	})
}
