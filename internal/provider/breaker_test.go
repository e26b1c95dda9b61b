package provider_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/provider"
)

// changing is a provider whose answer can be changed.
func changing(t testing.TB, first http.HandlerFunc) (s *served, to func(http.HandlerFunc)) {
	t.Helper()
	var now atomic.Pointer[http.HandlerFunc]
	now.Store(&first)
	return serve(t, func(w http.ResponseWriter, r *http.Request) { (*now.Load())(w, r) }), func(h http.HandlerFunc) { now.Store(&h) }
}

func TestBreaker(t *testing.T) {
	t.Parallel()
	broken := says(500, ``)

	t.Run("opens after failures in a row, and then nothing is sent", func(t *testing.T) {
		t.Parallel()
		s, _ := changing(t, broken)
		one := client(t, spec(s.URL), provider.Options{TripAfter: 3, OpenFor: time.Hour})
		for range 3 {
			require.Equal(t, intent.Unclear, one.Book(t.Context(), order()).Kind)
		}
		require.Equal(t, intent.Unavailable, one.Book(t.Context(), order()).Kind)
		require.Equal(t, intent.Unavailable, one.Cancel(t.Context(), reference).Kind)
		require.EqualValues(t, 3, s.asked.Load())
	})

	t.Run("lets one through after a rest, and closes when that goes well", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			const rest = time.Minute
			answer := broken
			one := client(t, spec("http://nowhere.invalid"), provider.Options{TripAfter: 2, OpenFor: rest, Transport: carrier(func(r *http.Request) (*http.Response, error) {
				w := httptest.NewRecorder()
				answer(w, r)
				return w.Result(), nil
			})})
			book := func() intent.AnswerKind { return one.Book(t.Context(), order()).Kind }
			for range 2 {
				book()
			}
			time.Sleep(rest - 1)
			require.Equal(t, intent.Unavailable, book())
			time.Sleep(2)
			require.Equal(t, intent.Unclear, book(), "one goes through, and fails")
			require.Equal(t, intent.Unavailable, book(), "so it rests again")
			answer = says(201, written(t))
			time.Sleep(rest + 1)
			for range 4 {
				require.Equal(t, intent.Done, book())
			}
		})
	})

	t.Run("lost races and refusals are healthy answers", func(t *testing.T) {
		t.Parallel()
		for _, status := range []int{409, 422, 401, 429} {
			s, to := changing(t, broken)
			one := client(t, spec(s.URL), provider.Options{TripAfter: 2, OpenFor: time.Hour})
			one.Book(t.Context(), order())
			to(says(status, ``))
			for range 4 {
				one.Book(t.Context(), order())
			}
			to(broken)
			one.Book(t.Context(), order())
			to(says(201, written(t)))
			require.Equal(t, intent.Done, one.Book(t.Context(), order()).Kind, "after %d", status)
		}
	})

	t.Run("a caller who went away proves nothing", func(t *testing.T) {
		t.Parallel()
		arrived := make(chan struct{})
		s, to := changing(t, func(_ http.ResponseWriter, r *http.Request) {
			arrived <- struct{}{}
			<-r.Context().Done()
		})
		one := client(t, spec(s.URL), provider.Options{TripAfter: 1, OpenFor: time.Hour})
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-arrived; cancel() }()
		require.Equal(t, intent.NotVisible, one.Find(ctx, reference).Kind)
		ctx, cancel = context.WithCancel(t.Context())
		go func() { <-arrived; cancel() }()
		require.Equal(t, intent.Unclear, one.Cancel(ctx, reference).Kind)
		to(says(204, ``))
		require.Equal(t, intent.Done, one.Cancel(t.Context(), reference).Kind)
		to(says(200, written(t)))
		require.Equal(t, intent.Found, one.Find(t.Context(), reference).Kind)
	})

	t.Run("bookings that fail don't keep us from looking up", func(t *testing.T) {
		t.Parallel()
		s, to := changing(t, broken)
		one := client(t, spec(s.URL), provider.Options{TripAfter: 1, OpenFor: time.Hour})
		one.Book(t.Context(), order())
		to(says(200, written(t)))
		require.Equal(t, intent.Unavailable, one.Book(t.Context(), order()).Kind)
		require.Equal(t, intent.Found, one.Find(t.Context(), reference).Kind)
	})

	t.Run("lookups rest as well", func(t *testing.T) {
		t.Parallel()
		s, _ := changing(t, broken)
		one := client(t, spec(s.URL), provider.Options{TripAfter: 2, OpenFor: time.Hour})
		require.Equal(t, intent.NotVisible, one.Find(t.Context(), reference).Kind)
		require.Equal(t, intent.NotVisible, one.Find(t.Context(), reference).Kind)
		require.EqualValues(t, 2, s.asked.Load())
	})
}
