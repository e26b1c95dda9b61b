package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// kept writes a journal and reads it back.
func kept(t *testing.T, entries ...entry) []*deed {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal")
	j, err := openJournal(path)
	require.NoError(t, err)
	for _, e := range entries {
		j.note(e)
	}
	require.NoError(t, j.close())
	deeds, err := readJournal(path)
	require.NoError(t, err)
	return deeds
}

func TestJournal(t *testing.T) {
	ask := entry{What: asks, Key: "k", Command: "holdSlot", Slots: []string{"s"}}
	says := func(said, problem, result string) entry {
		return entry{What: answers, Key: "k", Said: said, Problem: problem, Result: result}
	}

	t.Run("what was asked and never answered is not known", func(t *testing.T) {
		deeds := kept(t, ask, says(lost, "", ""), ask, says(unavailable, "", ""), ask)
		require.Len(t, deeds, 1)
		require.Zero(t, deeds[0].known)
		require.Equal(t, 3, deeds[0].sent)
		require.Equal(t, 2, deeds[0].unheard)
		require.False(t, deeds[0].done())
	})

	t.Run("the first outcome counts, from the first asking on", func(t *testing.T) {
		deeds := kept(t, ask, says(lost, "", ""), ask, says(committed, "", "rv"), ask, says(committed, "", "rv"))
		require.True(t, deeds[0].done())
		require.Equal(t, "rv", deeds[0].result)
		require.Less(t, deeds[0].asked, deeds[0].known)
		require.Empty(t, deeds[0].different)
	})

	t.Run("a later outcome that differs is kept", func(t *testing.T) {
		require.Len(t, kept(t, ask, says(committed, "", "rv"), ask, says(committed, "", "other"))[0].different, 1)
		require.Len(t, kept(t, ask, says(rejected, "SLOT_OCCUPIED", ""), ask, says(committed, "", "rv"))[0].different, 1)
	})

	t.Run("what came too late was not done, and was not done before", func(t *testing.T) {
		deeds := kept(t, ask, says(lost, "", ""), ask, says(overdue, "", ""), ask, says(overdue, "", ""))
		require.NotZero(t, deeds[0].known)
		require.False(t, deeds[0].done())
		require.Empty(t, deeds[0].different)
		require.Len(t, kept(t, ask, says(accepted, "", "in"), ask, says(overdue, "", ""))[0].different, 1)
	})

	t.Run("an answer that no client is told to expect is kept", func(t *testing.T) {
		require.Equal(t, []string{"INTERNAL: "}, kept(t, ask, says("INTERNAL", "", ""))[0].strange)
	})
}
