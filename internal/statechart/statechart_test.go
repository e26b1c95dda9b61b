package statechart_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/statechart"
)

func TestThePageIsWhatTheTablesSay(t *testing.T) {
	page, err := os.ReadFile("../../docs/states.md")
	require.NoError(t, err)
	require.Equal(t, statechart.Page(), string(page), "run go generate ./internal/statechart")
}
