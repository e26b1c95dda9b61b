package command_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/ref"
)

func TestResult(t *testing.T) {
	t.Parallel()
	first, second := ref.Ref{Kind: ref.Slot, ID: uuid.New()}, ref.Ref{Kind: ref.Slot, ID: uuid.New()}
	r := command.Result{Refs: []ref.Ref{{Kind: ref.Reservation, ID: uuid.New()}, first, second}}

	found, ok := r.Find(ref.Slot)
	require.True(t, ok)
	require.Equal(t, first, found)
	require.Equal(t, []ref.Ref{first, second}, r.All(ref.Slot))

	_, ok = r.Find(ref.Offer)
	require.False(t, ok)
	require.Empty(t, r.All(ref.Offer))
}
