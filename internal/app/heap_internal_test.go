package app

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHeapRoom(t *testing.T) {
	for live, percent := range map[uint64]int{
		0:        1600, // no collection yet
		1 << 20:  1600, // a first one at sixteen times Go's least heap
		16 << 20: 400,
		64 << 20: usualPercent,
		1 << 30:  usualPercent, // as Go has it
	} {
		require.Equal(t, percent, percentFor(live), "with %d bytes alive", live)
	}
}
