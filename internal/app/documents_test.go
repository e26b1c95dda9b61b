package app_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/app"
	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/web/dashboard"
)

// listOf is a file that lists one document, and its hash.
func listOf(t *testing.T, text string) (path, hash string) {
	t.Helper()
	sum := sha256.Sum256([]byte(text))
	hash = hex.EncodeToString(sum[:])
	raw, err := json.Marshal(map[string]string{hash: text})
	require.NoError(t, err)
	path = filepath.Join(t.TempDir(), "documents.json")
	require.NoError(t, os.WriteFile(path, raw, 0o600))
	return path, hash
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	t.Run("the program answers what is listed, and with only nothing else", func(t *testing.T) {
		path, hash := listOf(t, `{ serverTime }`)
		p := start(t, apiOnly, func(s *config.Serve) {
			s.Documents = config.Documents{DocumentFiles: []string{path}, DocumentsOnly: true}
		})
		admin := p.tenant().admin
		require.True(t, admin.post(`{"documentId":"sha256:`+hash+`"}`).data("serverTime").Exists())
		admin.ask(`{ __typename }`, nil).failed("DOCUMENT_NOT_ALLOWED")
	})

	t.Run("the dashboard's own documents are known by their hash, and with only they alone", func(t *testing.T) {
		var ours map[string]string
		require.NoError(t, json.Unmarshal(dashboard.Documents(), &ours))
		require.NotEmpty(t, ours)
		p := start(t, apiOnly, func(s *config.Serve) { s.Documents = config.Documents{DocumentsOnly: true} })
		admin := p.tenant().admin
		admin.ask(`{ serverTime }`, nil).failed("DOCUMENT_NOT_ALLOWED")
		for hash, text := range ours {
			if strings.HasPrefix(text, "query") && !strings.Contains(text, "$") {
				require.NotContains(t, admin.post(`{"documentId":"sha256:`+hash+`"}`).raw, "PERSISTED_DOCUMENT_NOT_FOUND", text)
			}
		}
	})

	t.Run("a list that is wrong keeps the program from starting, before it looks for its database", func(t *testing.T) {
		path, hash := listOf(t, `{ nothing }`)
		for says, d := range map[string]config.Documents{
			hash:        {DocumentFiles: []string{path}},
			"away.json": {DocumentFiles: []string{"away.json"}},
		} {
			_, err := app.New(t.Context(), config.Serve{Database: config.Database{URL: "postgres://127.0.0.1:1/none", Pool: 2}, Documents: d}, slog.New(slog.DiscardHandler))
			require.ErrorContains(t, err, says)
			require.NotContains(t, err.Error(), "127.0.0.1")
		}
	})

	t.Run("a list is checked without a server", func(t *testing.T) {
		good, _ := listOf(t, `{ serverTime }`)
		bad, hash := listOf(t, `{ nothing }`)
		var out bytes.Buffer
		require.NoError(t, app.CheckDocuments(config.DocumentListsCheck{Files: []string{good}}, &out))
		require.Contains(t, out.String(), "documents: 1")
		require.ErrorContains(t, app.CheckDocuments(config.DocumentListsCheck{Files: []string{good, bad}}, &out), hash)
	})
}
