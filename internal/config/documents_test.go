package config_test

import (
	"os"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/config"
)

func TestDocuments(t *testing.T) {
	read := func(t *testing.T, env map[string]string, args ...string) (config.Documents, error) {
		for _, name := range []string{"SLOTQ_DOCUMENTS", "SLOTQ_DOCUMENTS_ONLY"} {
			t.Setenv(name, env[name]) // so that it comes back after the test
			if env[name] == "" {
				require.NoError(t, os.Unsetenv(name))
			}
		}
		var line config.Documents
		parser, err := kong.New(&line)
		require.NoError(t, err)
		_, err = parser.Parse(args)
		return line, err
	}

	t.Run("several lists may be given", func(t *testing.T) {
		d, err := read(t, nil, "--documents", "a.json", "--documents", "b.json", "--documents-only")
		require.NoError(t, err)
		require.Equal(t, config.Documents{DocumentFiles: []string{"a.json", "b.json"}, DocumentsOnly: true}, d)
	})

	t.Run("also by the environment", func(t *testing.T) {
		d, err := read(t, map[string]string{"SLOTQ_DOCUMENTS": "a.json,b.json"})
		require.NoError(t, err)
		require.Equal(t, config.Documents{DocumentFiles: []string{"a.json", "b.json"}}, d)
	})

	t.Run("only the dashboard's own", func(t *testing.T) {
		d, err := read(t, nil, "--documents-only")
		require.NoError(t, err)
		require.Equal(t, config.Documents{DocumentsOnly: true}, d)
	})
}
