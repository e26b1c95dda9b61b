package naming_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/naming"
)

func TestGiven(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		" Till ": "Till", "김하나": "김하나", "Cafe\u0301": "Caf\u00e9", "👩\u200d🍳": "👩\u200d🍳", "می\u200cخواهم": "می\u200cخواهم", strings.Repeat("é", 200): strings.Repeat("é", 200),
	} {
		name, ok := naming.Given(text)
		require.True(t, ok, "%q", text)
		require.Equal(t, want, name)
	}
	for _, text := range []string{"", " ", "\u200d", "a\x00b", "a\nb", "a\x1b[2J", "a\u0085b", "a\u2028b", "a\u2029b", "Ada\u202enimda", "Ada\u2066", "Ada\u200f", strings.Repeat("é", 201)} {
		_, ok := naming.Given(text)
		require.False(t, ok, "%q", text)
	}
}

func TestShown(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Ada": "Ada", "\u202eAda\x1b[2J ": "Ada[2J", "\n\u2028": "", "\u200d": "", strings.Repeat("x", 300): strings.Repeat("x", 200), strings.Repeat("x", 199) + " y": strings.Repeat("x", 199),
	} {
		require.Equal(t, want, naming.Shown(text), "%q", text)
	}
	rapid.Check(t, func(t *rapid.T) {
		shown := naming.Shown(rapid.String().Draw(t, "text"))
		name, ok := naming.Given(shown)
		require.True(t, shown == "" || ok && name == shown, "whatever is shown could have been given: %q", shown)
	})
}
