package demo_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/demo"
)

func TestWriteManifest(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "demo.json")
	require.NoError(t, os.WriteFile(path, []byte("of the last run"), 0o644))
	id := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	seeded := &demo.Seeded{Story: demo.Story{Tenant: "hanok", VenueID: id, SlotID: id}, Tenants: []demo.SeededTenant{{
		ID: id, VenueID: id, Code: "hanok", Name: "한옥 다이닝", VenueCode: "bukchon", VenueName: "북촌", Zone: "Asia/Seoul",
		Admin: "sq.1", Staff: "sq.2", CustomerA: "sq.3", CustomerB: "sq.4", Agent: "sq.5",
	}}}
	require.NoError(t, demo.WriteManifest(path, "http://127.0.0.1:8080/graphql", "ws://127.0.0.1:8080/graphql", "http://127.0.0.1:8090", seeded))

	t.Run("it says exactly what is promised", func(t *testing.T) {
		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		require.JSONEq(t, `{
			"graphql": "http://127.0.0.1:8080/graphql", "ws": "ws://127.0.0.1:8080/graphql", "provider": {"control": "http://127.0.0.1:8090"},
			"story": {"tenant": "hanok", "venueId": "vn_ABEiM0RVZneImaq7zN3u_w", "slotId": "sl_ABEiM0RVZneImaq7zN3u_w"},
			"tenants": [{"code": "hanok", "name": "한옥 다이닝",
				"venues": [{"id": "vn_ABEiM0RVZneImaq7zN3u_w", "code": "bukchon", "name": "북촌", "timeZone": "Asia/Seoul"}],
				"tokens": {"admin": "sq.1", "staff": "sq.2", "customerA": "sq.3", "customerB": "sq.4", "agent": "sq.5"}}]}`, string(raw))
	})
	t.Run("only its owner may read it, and nothing else is left behind", func(t *testing.T) {
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
		left, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, left, 1)
	})
	t.Run("a folder that isn't there is an error", func(t *testing.T) {
		require.Error(t, demo.WriteManifest(filepath.Join(dir, "no", "demo.json"), "", "", "", seeded))
	})
}
