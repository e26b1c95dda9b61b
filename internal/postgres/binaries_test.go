package postgres

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFindBinaries(t *testing.T) {
	// installation is a folder with programs that say they are of a version.
	installation := func(t *testing.T, parent string, major int) string {
		dir := filepath.Join(parent, strconv.Itoa(major), "bin")
		require.NoError(t, os.MkdirAll(dir, 0o755))
		script := "#!/bin/sh\necho 'postgres (PostgreSQL) " + strconv.Itoa(major) + ".4 (Some Linux)'\n"
		for _, name := range []string{"postgres", "initdb"} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755)) //nolint:gosec // a program
		}
		return dir
	}
	// onlyHere makes parent the only place of the machine that may hold installations.
	onlyHere := func(t *testing.T) string {
		parent := t.TempDir()
		was := binFolders
		binFolders = []string{parent + "/*/bin"}
		t.Cleanup(func() { binFolders = was })
		t.Setenv("PATH", "/nowhere")
		t.Setenv(binEnv, "")
		return parent
	}

	t.Run("the newest version is taken, by number and not by letter", func(t *testing.T) {
		parent := onlyHere(t)
		installation(t, parent, 15)
		newest := installation(t, parent, 100)
		installation(t, parent, 17)
		found, err := findBinaries(t.Context(), 0)
		require.NoError(t, err)
		require.Equal(t, binaries{dir: newest, major: 100}, found)
	})

	t.Run("an existing cluster gets the version that made it", func(t *testing.T) {
		parent := onlyHere(t)
		fitting := installation(t, parent, 15)
		installation(t, parent, 17)
		found, err := findBinaries(t.Context(), 15)
		require.NoError(t, err)
		require.Equal(t, fitting, found.dir)
	})

	t.Run("an existing cluster without its version says both", func(t *testing.T) {
		installation(t, onlyHere(t), 17)
		_, err := findBinaries(t.Context(), 15)
		require.ErrorIs(t, err, ErrNoBinaries)
		require.ErrorContains(t, err, "made by PostgreSQL 15, this machine has 17")
	})

	t.Run("a version too old is not taken", func(t *testing.T) {
		installation(t, onlyHere(t), 12)
		_, err := findBinaries(t.Context(), 0)
		require.ErrorIs(t, err, ErrNoBinaries)
		require.ErrorContains(t, err, "14 or newer")
	})

	t.Run("a machine without any says what to do", func(t *testing.T) {
		onlyHere(t)
		_, err := findBinaries(t.Context(), 0)
		require.EqualError(t, err, "PostgreSQL server programs were not found; run `make postgres` or set DATABASE_URL")
	})

	t.Run("PATH serves when no usual folder does", func(t *testing.T) {
		onlyHere(t)
		dir := installation(t, t.TempDir(), 16)
		linked := t.TempDir()
		require.NoError(t, os.Symlink(filepath.Join(dir, "postgres"), filepath.Join(linked, "postgres")))
		t.Setenv("PATH", linked)
		found, err := findBinaries(t.Context(), 0)
		require.NoError(t, err)
		require.Equal(t, 16, found.major, "initdb stands beside the target of the link")
	})

	t.Run("the variable wins over everything", func(t *testing.T) {
		parent := onlyHere(t)
		installation(t, parent, 17)
		named := installation(t, t.TempDir(), 15)
		t.Setenv(binEnv, named)
		found, err := findBinaries(t.Context(), 0)
		require.NoError(t, err)
		require.Equal(t, named, found.dir)
	})
}
