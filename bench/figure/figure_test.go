package figure_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/bench/figure"
	"github.com/slotq/slotq/bench/machine"
)

func TestBeside(t *testing.T) {
	t.Parallel()
	f := figure.Beside("hold_vs_them", 30, "them", 20, "1/s", "")
	require.InDelta(t, 1.5, *f.Ratio, 1e-9)
	alone := figure.Beside("hold_vs_them", 30, "them", 0, "1/s", "")
	require.Nil(t, alone.Ratio, "what was not measured has no ratio")
	require.Nil(t, alone.Theirs)
}

func TestShort(t *testing.T) {
	t.Parallel()
	for v, text := range map[float64]string{0.0512: "0.0512", 9.87654: "9.88", 123.4: "123", 999.7: "1000", 1234.4: "1,234", 20005: "20,005"} {
		require.Equal(t, text, figure.Short(v))
	}
}

// TestRenew writes a page twice: what people wrote stays, and the figures are those of the last time.
func TestRenew(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "page")
	require.NoError(t, os.WriteFile(path+".md", []byte("# Said before\n"), 0o600))
	page := figure.Page{Path: path, Title: "Holds"}
	first := figure.Beside("hold_vs_them", 30, "them", 20, "1/s", "")
	first.Rounds = &figure.Rounds{Ours: []float64{28, 32}, Theirs: []float64{19, 21}}
	require.NoError(t, page.Renew(machine.Circumstances{Commit: "first"}, []figure.Figure{first}))
	require.NoError(t, appended(path+".md", "Said after\n"))
	require.NoError(t, page.Renew(machine.Circumstances{Commit: "second"}, []figure.Figure{figure.Beside("hold_vs_them", 60, "them", 20, "1/s", "")}))

	text, err := os.ReadFile(path + ".md")
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), "# Said before\n"))
	require.True(t, strings.HasSuffix(string(text), "Said after\n"))
	require.Contains(t, string(text), "| `hold_vs_them` | 3 | 60 | 20 them |")
	require.Contains(t, string(text), "second")
	require.NotContains(t, string(text), "first")

	raw, err := os.ReadFile(path + ".json")
	require.NoError(t, err)
	var kept struct{ Figures []figure.Figure }
	require.NoError(t, json.Unmarshal(raw, &kept))
	require.Len(t, kept.Figures, 1)
	picture, err := os.ReadFile(path + ".svg")
	require.NoError(t, err)
	require.Contains(t, string(picture), "<svg")
}

func appended(path, text string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(text); err != nil {
		return err
	}
	return f.Close()
}
