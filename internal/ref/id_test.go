package ref

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

// TestNewID: ids that are made together begin alike, and no two are the same.
func TestNewID(t *testing.T) {
	const many = 20 * neighbours
	seen, begin := map[uuid.UUID]bool{}, map[[2]byte]int{}
	for range many {
		id := NewID()
		require.Equal(t, uuid.Version(4), id.Version())
		require.Equal(t, uuid.RFC4122, id.Variant())
		seen[id] = true
		begin[[2]byte(id[:2])]++
	}
	require.Len(t, seen, many)
	require.LessOrEqual(t, len(begin), 21, "twenty regions and a begun one")
	require.Greater(t, len(begin), 10, "which differ")
}
