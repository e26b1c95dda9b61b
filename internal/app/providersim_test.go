package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/app"
	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/demo"
)

// playPart lets a copy of this test program be one of the processes that a test needs; it returns when it is none.
func playPart(args []string) {
	switch args[0] {
	case "provider-sim": // as main does it
		var line struct {
			ProviderSim config.ProviderSim `cmd:"" name:"provider-sim"`
		}
		parsed := kong.Parse(&line)
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		parsed.FatalIfErrorf(app.ProviderSim(ctx, line.ProviderSim))
		os.Exit(0)
	case "parent": // somebody with a simulator, until he is killed
		s, err := demo.StartSimulator(context.Background(), simulator(slog.New(slog.NewTextHandler(os.Stderr, nil)), args[1]))
		if err != nil {
			panic(err)
		}
		fmt.Println(s.URL)
		select {}
	}
}

func simulator(log *slog.Logger, ledger string) demo.SimulatorOptions {
	return demo.SimulatorOptions{Executable: os.Args[0], Arguments: []string{"--ledger", ledger, "--settle", "1s", "--log-level", "warn"}, Log: log}
}

// curl asks a simulator, as a person would.
func curl(t testing.TB, method, url, body string) (status int, answer string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/json")
	if method == http.MethodPost && strings.HasSuffix(url, "/bookings") {
		request.Header.Set("Idempotency-Key", "r-1")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(raw)
}

const order = `{"reference": "r-1", "target": "t-1", "places": [{"resource": "Seat 1", "startsAt": "2030-01-01T10:00:00Z", "endsAt": "2030-01-01T12:00:00Z", "units": 1}], "partySize": 1}`

func TestTheDemosSimulator(t *testing.T) {
	t.Parallel()
	log, ledger := &logBook{}, filepath.Join(t.TempDir(), "ledger.jsonl")
	logger := slog.New(slog.NewTextHandler(log, nil))
	s, err := demo.StartSimulator(t.Context(), simulator(logger, ledger))
	require.NoError(t, err)
	defer s.Close()
	require.Regexp(t, `^http://127\.0\.0\.1:\d+$`, s.URL)

	t.Run("it takes bookings and can be steered", func(t *testing.T) {
		status, answer := curl(t, http.MethodPost, s.URL+"/bookings", order)
		require.Equal(t, http.StatusCreated, status, answer)
		status, _ = curl(t, http.MethodPost, s.URL+"/mode", `{"mode": "race", "times": 1}`)
		require.Equal(t, http.StatusOK, status)
	})
	t.Run("another start doesn't get its ledger", func(t *testing.T) {
		out, err := exec.Command(os.Args[0], "provider-sim", "--ledger", ledger, "--addr", "127.0.0.1:0").CombinedOutput()
		require.Error(t, err)
		require.Contains(t, string(out), "another simulator")
	})
	t.Run("killed, it comes back at the same address with all it had answered", func(t *testing.T) {
		for range 2 {
			pids := regexp.MustCompile(`pid=(\d+)`).FindAllStringSubmatch(log.String(), -1)
			pid, err := strconv.Atoi(pids[len(pids)-1][1])
			require.NoError(t, err)
			require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
			eventually(t, "it is back", func() bool {
				return strings.Count(log.String(), "pid=") > len(pids) && strings.Count(log.String(), "is back") >= len(pids)
			})
			status, answer := curl(t, http.MethodGet, s.URL+"/ledger", "")
			require.Equal(t, http.StatusOK, status)
			var entries []struct{ Reference, Target, State string }
			require.NoError(t, json.Unmarshal([]byte(answer), &entries))
			require.Len(t, entries, 1)
			require.Equal(t, "BOOKED", entries[0].State)
		}
		require.Contains(t, log.String(), "starting it again")
	})
	t.Run("closed, it is gone, and its ledger is free", func(t *testing.T) {
		began := time.Now()
		s.Close()
		require.Less(t, time.Since(began), 5*time.Second)
		status, _ := curl(t, http.MethodGet, s.URL+"/ledger", "")
		require.Zero(t, status)
		next, err := demo.StartSimulator(t.Context(), simulator(logger, ledger))
		require.NoError(t, err)
		next.Close()
	})
}

func TestASimulatorThatDoesNotStart(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, err := demo.StartSimulator(ctx, demo.SimulatorOptions{Executable: filepath.Join(t.TempDir(), "none"), Log: slog.New(slog.DiscardHandler)})
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

// TestASimulatorDiesWithItsParent: whoever kills the demo is not left with a process that nobody knows of.
func TestASimulatorDiesWithItsParent(t *testing.T) {
	t.Parallel()
	parent := exec.Command(os.Args[0], "parent", filepath.Join(t.TempDir(), "ledger.jsonl"))
	out, err := parent.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, parent.Start())
	var url string
	_, err = fmt.Fscanln(out, &url)
	require.NoError(t, err)
	status, _ := curl(t, http.MethodGet, url+"/ledger", "")
	require.Equal(t, http.StatusOK, status)
	require.NoError(t, parent.Process.Kill())
	_ = parent.Wait()
	eventually(t, "the simulator is gone", func() bool { status, _ := curl(t, http.MethodGet, url+"/ledger", ""); return status == 0 })
}

func TestProviderSimNeedsTheCredentialItNames(t *testing.T) {
	t.Setenv("SLOTQ_TEST_EMPTY", "")
	err := app.ProviderSim(t.Context(), config.ProviderSim{Logging: config.Logging{LogFormat: "text", LogLevel: "info"}, TokenEnv: "SLOTQ_TEST_EMPTY"})
	require.ErrorContains(t, err, "SLOTQ_TEST_EMPTY")
}
