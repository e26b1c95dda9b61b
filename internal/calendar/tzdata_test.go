package calendar_test

import (
	"archive/zip"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
)

// misled names the variable that tells a process of this test that the machine's zone files are wrong.
const misled = "SLOTQ_TEST_MISLED"

func TestZonesComeFromTheProgram(t *testing.T) {
	if os.Getenv(misled) != "" {
		zonesBesideOthers(t)
		return
	}
	t.Run("whatever files the machine has", func(t *testing.T) {
		files, err := zip.OpenReader("tzdata/zoneinfo.zip")
		require.NoError(t, err)
		defer files.Close()
		data, err := fs.ReadFile(files, "Europe/Berlin")
		require.NoError(t, err)
		machine := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(machine, "Asia"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(machine, "Asia", "Seoul"), data, 0o644))
		require.NoError(t, os.WriteFile(filepath.Join(machine, "Moon"), data, 0o644))

		// Go looks at ZONEINFO once in the life of a process, so this takes another one.
		again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestZonesComeFromTheProgram$")
		again.Env = append(os.Environ(), "ZONEINFO="+machine, misled+"=1")
		out, err := again.CombinedOutput()
		require.NoError(t, err, string(out))
	})
	t.Run("asked again, it is the same location", func(t *testing.T) {
		require.Same(t, zone(t, "Asia/Kolkata"), zone(t, "Asia/Kolkata"))
		require.NotSame(t, zone(t, "Asia/Kolkata"), zone(t, "Asia/Calcutta"))
	})
	t.Run("every name that a zone has is known", func(t *testing.T) {
		files, err := zip.OpenReader("tzdata/zoneinfo.zip")
		require.NoError(t, err)
		defer files.Close()
		known := 0
		for _, f := range files.File {
			if f.FileInfo().IsDir() || f.Name == "Factory" {
				continue
			}
			require.Equal(t, f.Name, zone(t, f.Name).String())
			known++
		}
		require.Greater(t, known, 590)
	})
}

// zonesBesideOthers runs where Go takes Berlin's time for Seoul's.
func zonesBesideOthers(t *testing.T) {
	january := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	files, err := time.LoadLocation("Asia/Seoul")
	require.NoError(t, err)
	require.Equal(t, "01:00", january.In(files).Format("15:04"), "the machine's file is in place")
	require.Equal(t, "09:00", january.In(zone(t, "Asia/Seoul")).Format("15:04"))
	_, err = calendar.ValidateZone("Moon")
	require.Error(t, err)
}

func TestTzdataVersion(t *testing.T) {
	require.Regexp(t, `^20[0-9]{2}[a-z]$`, calendar.TzdataVersion())
	require.GreaterOrEqual(t, calendar.TzdataVersion(), "2025b")
	t.Run("the data hold what that version brought", func(t *testing.T) {
		require.Equal(t, "-03", zoneAt(t, "America/Coyhaique", "2026-07-01T12:00:00Z"), "2025b")
		require.Equal(t, "+05", zoneAt(t, "Asia/Almaty", "2024-07-01T12:00:00Z"), "2024a")
	})
}

func zoneAt(t *testing.T, name, instant string) string {
	t.Helper()
	at, err := time.Parse(time.RFC3339, instant)
	require.NoError(t, err)
	abbreviation, _ := at.In(zone(t, name)).Zone()
	return abbreviation
}
