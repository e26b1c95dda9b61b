package sim_test

import (
	"bufio"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/provider/sim"
)

func TestLedgerIsReadBack(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "folder", "ledger.jsonl")
	with := func(o *sim.Options) { o.Ledger = path }
	r := start(t, with)
	r.book("a", "x")
	r.book("b", "y")
	r.ask("DELETE", "/bookings/a", nil)
	before := r.ledger()
	r.stop()

	r = start(t, with)
	require.Equal(t, before, r.ledger())
	require.Equal(t, 409, r.book("c", "y").status)
	require.Contains(t, r.book("c", "x").body, "SIM-000003", "numbers go on")
	require.Contains(t, r.book("b", "y").body, "SIM-000002")
	r.stop()

	t.Run("a torn last line is dropped, and what is written behind it is whole", func(t *testing.T) {
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = file.WriteString(`{"reference":"torn","target":"z","upstr`)
		require.NoError(t, err)
		require.NoError(t, file.Close())
		r := start(t, with)
		require.Equal(t, []string{"a x CANCELLED", "b y BOOKED", "c x BOOKED"}, r.ledger())
		require.Equal(t, 201, r.book("torn", "z").status)
		r.stop()
		require.Len(t, start(t, with).ledger(), 4)
	})

	t.Run("a ledger that can't be trusted isn't served", func(t *testing.T) {
		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		spoilt := filepath.Join(t.TempDir(), "spoilt.jsonl")
		lines := strings.SplitAfter(string(raw), "\n")
		lines[1] = "{}\n"
		require.NoError(t, os.WriteFile(spoilt, []byte(strings.Join(lines, "")), 0o600))
		err = sim.Run(t.Context(), sim.Options{Addr: "127.0.0.1:0", Ledger: spoilt, Log: slog.New(slog.DiscardHandler)})
		require.ErrorContains(t, err, "line 2 can't be read")
	})
}

func TestOneSimulatorKeepsALedger(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ledger.jsonl")
	start(t, func(o *sim.Options) { o.Ledger = path })
	err := sim.Run(t.Context(), sim.Options{Addr: "127.0.0.1:0", Ledger: path, Log: slog.New(slog.DiscardHandler)})
	require.ErrorContains(t, err, "is kept by another simulator")
	require.ErrorContains(t, sim.Run(t.Context(), sim.Options{Addr: "127.0.0.1:0"}), "needs a file")
}

// process runs the simulator as a program of its own.
func process(t *testing.T, ledger string) (url string, kill func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asProcess+"="+ledger)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	kill = sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	t.Cleanup(kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	return strings.TrimSpace(line), kill
}

// What was answered is there after a kill, in whatever moment it comes.
func TestKillLosesNothingThatWasAnswered(t *testing.T) {
	t.Parallel()
	ledger := filepath.Join(t.TempDir(), "ledger.jsonl")
	carrier := &http.Transport{MaxIdleConnsPerHost: 8}
	t.Cleanup(carrier.CloseIdleConnections)
	client := &http.Client{Transport: carrier}
	var mu sync.Mutex
	want := map[string]bool{} // what each answered reference must be
	for round := range 5 {
		url, kill := process(t, ledger)
		enough := make(chan struct{})
		var all sync.WaitGroup
		for worker := range 8 {
			all.Go(func() {
				for n := 0; ; n++ {
					reference := fmt.Sprintf("r%d-%d-%d", round, worker, n)
					answer, err := ask(client, url, "POST", "/bookings", order{reference, reference}, "Idempotency-Key", reference)
					if err != nil || answer.status != 201 {
						return
					}
					mu.Lock()
					want[reference+" "+reference+" BOOKED"] = true
					done := len(want)
					mu.Unlock()
					if done >= (round+1)*40 {
						select {
						case enough <- struct{}{}:
						default:
						}
					}
				}
			})
		}
		<-enough
		kill()
		all.Wait()
	}
	url, _ := process(t, ledger)
	answer, err := ask(client, url, "GET", "/ledger", nil)
	require.NoError(t, err)
	kept := map[string]bool{}
	for _, line := range lines(t, answer.body) {
		kept[line] = true
	}
	for line := range want {
		require.True(t, kept[line], line)
	}
	require.GreaterOrEqual(t, len(want), 200)
}
