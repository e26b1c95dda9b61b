package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const clientsRoom = "clients"

// TestClients lets the GraphQL clients that people use loose on one server: the audits of GraphQL over HTTP, raw frames and
// the reference clients of both stream protocols, and the README's story with Apollo Client, urql and Relay. What each of
// them expects is in its program, in clients/src.
func TestClients(t *testing.T) {
	t.Parallel()
	installed, err := os.Stat(filepath.Join(clientsRoom, "node_modules", ".package-lock.json"))
	require.NoError(t, err, "the clients are not installed: make clients")
	locked, err := os.Stat(filepath.Join(clientsRoom, "package-lock.json"))
	require.NoError(t, err)
	require.False(t, installed.ModTime().Before(locked.ModTime()), "the clients that are installed are not those of package-lock.json: make clients")

	data := furnished(t)
	_, m := demo(t, data)
	require.NoError(t, os.WriteFile(filepath.Join(clientsRoom, "schema.graphql"), []byte(run(t, "schema")), 0o600))
	inClients(t, "npm", "run", "--silent", "build")
	t.Run("all", func(t *testing.T) {
		for _, name := range []string{"frames", "sockets", "events", "apollo", "urql", "relay", "audits"} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				t.Logf("%s", inClients(t, "node", filepath.Join("built", name+".js"), filepath.Join(data, "demo.json")))
			})
		}
		t.Run("types", func(t *testing.T) {
			t.Parallel()
			inClients(t, "npm", "run", "--silent", "check")
		})
		t.Run("curl", func(t *testing.T) {
			t.Parallel()
			said := curled(t, m)
			require.Contains(t, said, `"role":"CUSTOMER"`)
			require.Contains(t, said, `"outcome":"COMMITTED","replayed":false`)
			require.Contains(t, said, `"outcome":"COMMITTED","replayed":true`)
			require.Contains(t, said, `"kind":"SNAPSHOT"`)
			require.Contains(t, said, `"kind":"CHANGE"`)
		})
	})
	require.Contains(t, run(t, "verify", "--data", data), "every invariant holds")
}

// inClients runs a program in the room of the clients to its end, and returns what it printed.
func inClients(t *testing.T, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	program := exec.CommandContext(ctx, name, args...)
	program.Dir, program.WaitDelay = clientsRoom, time.Second
	out, err := program.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// guide is the code of one language in docs/clients.md, block by block.
func guide(t *testing.T, language string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "docs", "clients.md"))
	require.NoError(t, err)
	var blocks []string
	for _, block := range fence.FindAllStringSubmatch(string(text), -1) {
		if block[1] == language {
			blocks = append(blocks, block[2])
		}
	}
	require.NotEmpty(t, blocks)
	return blocks
}

// curled follows what the guide says of curl, word for word, and returns what that printed.
func curled(t *testing.T, m manifest) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	shell := exec.CommandContext(ctx, "bash", "-euo", "pipefail", "-c", strings.Join(guide(t, "sh"), "\n"))
	shell.WaitDelay = time.Second
	shell.Env = append(os.Environ(), "SLOTQ="+m.GraphQL, "TOKEN="+m.token(t, m.Story.Tenant, "customerB"), "VENUE="+m.Story.VenueID, "SLOT="+m.Story.SlotID)
	out, err := shell.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// TestTheGuideShowsWhatIsTested holds the code of docs/clients.md against the programs that run.
func TestTheGuideShowsWhatIsTested(t *testing.T) {
	t.Parallel()
	sources, err := filepath.Glob(filepath.Join(clientsRoom, "src", "*.ts"))
	require.NoError(t, err)
	var tested strings.Builder
	for _, path := range sources {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		tested.WriteString(spaced(string(text)) + "\n")
	}
	for _, block := range guide(t, "ts") {
		require.Contains(t, tested.String(), spaced(block))
	}
}

// spaced is a text with one space wherever there is any.
func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }
