package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// binary is the program under test, built once for all stories, and rooms the folder that is taken away after them.
var binary, rooms string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "slotq-e2e")
	if err != nil {
		panic(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil { // the database's own user passes through
		panic(err)
	}
	rooms, binary = dir, filepath.Join(dir, "slotq")
	if out, err := exec.Command("go", "build", "-o", binary, "..").CombinedOutput(); err != nil {
		panic(string(out))
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// manifest is what demo.json says.
type manifest struct {
	GraphQL string `json:"graphql"`
	WS      string `json:"ws"`
	Story   struct {
		Tenant  string `json:"tenant"`
		VenueID string `json:"venueId"`
		SlotID  string `json:"slotId"`
	} `json:"story"`
	Provider struct {
		Control string `json:"control"`
	} `json:"provider"`
	Tenants []struct {
		Code   string `json:"code"`
		Name   string `json:"name"`
		Venues []struct {
			ID       string `json:"id"`
			Code     string `json:"code"`
			Name     string `json:"name"`
			TimeZone string `json:"timeZone"`
		} `json:"venues"`
		Tokens map[string]string `json:"tokens"`
	} `json:"tenants"`
}

func (m manifest) token(t testing.TB, tenant, who string) string {
	for _, candidate := range m.Tenants {
		if candidate.Code == tenant {
			require.NotEmpty(t, candidate.Tokens[who])
			return candidate.Tokens[who]
		}
	}
	t.Fatalf("no tenant %q in the manifest", tenant)
	return ""
}

// process is a running `slotq`.
type process struct {
	t    testing.TB
	cmd  *exec.Cmd
	data string
	log  *lines
	done chan struct{}
}

// lines keeps what the program printed.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// demo starts `slotq demo` on a free port and waits until it says that it is ready.
func demo(t testing.TB, data string, more ...string) (*process, manifest) {
	t.Helper()
	manifestPath := filepath.Join(data, "demo.json")
	_ = os.Remove(manifestPath)
	p := start(t, data, append([]string{"demo", "--addr", "127.0.0.1:0", "--data", data}, more...)...)
	var m manifest
	require.Eventually(t, func() bool {
		raw, err := os.ReadFile(manifestPath)
		return err == nil && json.Unmarshal(raw, &m) == nil && p.answers(m)
	}, 90*time.Second, 50*time.Millisecond, "the demo does not get ready:\n%s", p.log)
	return p, m
}

func (p *process) answers(m manifest) bool {
	select {
	case <-p.done:
		p.t.Fatalf("the program ended:\n%s", p.log)
	default:
	}
	response, err := http.Get(strings.TrimSuffix(m.GraphQL, "/graphql") + "/readyz")
	if err != nil {
		return false
	}
	_ = response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// start runs the program; it is killed when the test ends, with its database.
func start(t testing.TB, data string, args ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(binary, args...), data: data, log: &lines{}, done: make(chan struct{})}
	out, err := p.cmd.StdoutPipe()
	require.NoError(t, err)
	p.cmd.Stderr = p.log
	require.NoError(t, p.cmd.Start())
	go func() {
		_, _ = io.Copy(p.log, bufio.NewReader(out))
		_ = p.cmd.Wait()
		close(p.done)
	}()
	t.Cleanup(func() { p.stop() })
	return p
}

// stop ends the program as Ctrl-C does, and waits for it.
func (p *process) stop() {
	_ = p.cmd.Process.Signal(os.Interrupt)
	select {
	case <-p.done:
	case <-time.After(20 * time.Second):
		p.kill()
	}
}

// kill ends the program as a power cut does: its PostgreSQL lives on.
func (p *process) kill() {
	_ = p.cmd.Process.Signal(syscall.SIGKILL)
	<-p.done
}

// folder is a data folder that the database's own user can enter, so that the whole of it goes with the test.
func folder(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "slotq-e2e-data-")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	require.NoError(t, os.Chmod(dir, 0o755))
	return dir
}

// run runs the program to its end and returns what it printed.
func run(t testing.TB, args ...string) string {
	t.Helper()
	out, err := exec.Command(binary, args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// fails runs the program to its end, which has to be the exit code 1, and returns what it printed.
func fails(t testing.TB, args ...string) string {
	t.Helper()
	out, err := exec.Command(binary, args...).CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit, "%s", out)
	require.Equal(t, 1, exit.ExitCode(), "%s", out)
	return string(out)
}
