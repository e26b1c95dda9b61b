package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// showroom is the folder that is furnished once and copied.
func showroom() string { return filepath.Join(rooms, "furnished") }

// furnish starts the demo once and stops it, in a folder that later stories begin on a copy of: making three tenants is most
// of what a start costs.
var furnish = sync.OnceValue(func() error {
	dir := showroom()
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	said := &lines{}
	program := exec.Command(binary, "demo", "--addr", "127.0.0.1:0", "--data", dir)
	program.Stdout, program.Stderr = said, said
	if err := program.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- program.Wait() }()
	for deadline := time.Now().Add(patience); ; {
		if _, err := os.Stat(filepath.Join(dir, "demo.json")); err == nil {
			break
		}
		select {
		case err := <-ended:
			return fmt.Errorf("the demo ended: %w\n%s", err, said)
		case <-time.After(pace):
		}
		if time.Now().After(deadline) {
			return errors.Join(fmt.Errorf("the demo does not get ready:\n%s", said), program.Process.Kill(), <-ended)
		}
	}
	return errors.Join(program.Process.Signal(os.Interrupt), <-ended)
})

// furnished is a data folder in which the demo has run before.
func furnished(t testing.TB) string {
	t.Helper()
	require.NoError(t, furnish())
	from, data := showroom(), folder(t)
	if _, err := os.Stat(filepath.Join(from, "pg.location")); err == nil {
		return data // the database had to live elsewhere, and there is no copy of that
	}
	out, err := exec.Command("cp", "-a", from+"/.", data).CombinedOutput()
	require.NoError(t, err, "%s", out)
	path := filepath.Join(data, "postgres.json")
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	var access map[string]any
	require.NoError(t, json.Unmarshal(raw, &access))
	access["port"] = 0 // each finds one of its own
	raw, err = json.Marshal(access)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, raw, 0o600))
	return data
}
