package booking_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

func TestZZProbe(t *testing.T) {
	db, err := postgres.Open(pgtest.NewURL(t), postgres.PoolOptions{MaxOpen: 60})
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	h := housetest.In(t, db)
	slot := h.Evening()
	people := h.Guests(300)
	results := together(t, 300, func(i int) (command.Result, error) { return hold(h, people[i], 1, slot) })
	t.Log(tally(results))
}
