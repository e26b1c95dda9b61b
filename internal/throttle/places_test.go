package throttle_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/throttle"
)

func TestPlaces(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		places := throttle.NewPlaces(1)
		leave, err := places.Take(t.Context())
		require.NoError(t, err)

		began := time.Now()
		_, err = places.Take(t.Context())
		require.ErrorIs(t, err, problem.ErrUnavailable)
		require.Equal(t, 5*time.Second, time.Since(began))

		hungUp, hangUp := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, hangUp)
		_, err = places.Take(hungUp)
		require.ErrorIs(t, err, problem.ErrUnavailable)
		require.Equal(t, 6*time.Second, time.Since(began))

		time.AfterFunc(time.Second, leave)
		leave, err = places.Take(t.Context())
		require.NoError(t, err, "it waits for its turn")
		leave()
	})
	for range 100 {
		_, err := throttle.NewPlaces(0).Take(t.Context())
		require.NoError(t, err)
	}
}
