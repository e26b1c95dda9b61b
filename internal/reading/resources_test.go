package reading_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/store"
)

// The first page of many venues is what each venue's own first page is.
func TestFirstResources(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	for range 3 {
		h.Table()
	}
	other := housetest.In(t, h.DB)
	other.Table()
	reader := reading.New(store.NewReads(h.DB))
	alone, err := reader.Resources(context.Background(), h.Staff, h.Venue, reading.Page{First: 2})
	require.NoError(t, err)
	together, err := reader.FirstResources(context.Background(), h.Staff, []uuid.UUID{h.Venue, other.Venue, uuid.New()}, 2)
	require.NoError(t, err)
	require.Len(t, together, 1, "only venues that can be seen")
	require.Equal(t, alone, together[h.Venue])
	require.True(t, alone.HasNext)
}
