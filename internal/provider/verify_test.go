package provider_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/provider"
	"github.com/slotq/slotq/internal/provider/sim"
)

const secret = "s3cret-credential"

// simulator runs the reference provider until the test ends.
func simulator(t testing.TB, change func(*sim.Options)) (url string) {
	t.Helper()
	o := sim.Options{Addr: "127.0.0.1:0", Ledger: filepath.Join(t.TempDir(), "ledger.jsonl"), Settle: 500 * time.Millisecond, Log: slog.New(slog.DiscardHandler)}
	change(&o)
	ready, ended := make(chan string, 1), make(chan error, 1)
	o.Ready = func(url string) { ready <- url }
	ctx, stop := context.WithCancel(context.Background())
	go func() { ended <- sim.Run(ctx, o) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-ended)
	})
	select {
	case url = <-ready:
	case err := <-ended:
		require.NoError(t, err)
		ended <- nil
	}
	return url
}

func verify(t testing.TB, p intent.Provider) provider.Transcript {
	t.Helper()
	transcript, err := provider.Verify(t.Context(), p, provider.Options{Token: func(string) string { return secret }, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	return transcript
}

// failed are the names of the checks that failed.
func failed(transcript provider.Transcript) []string {
	var names []string
	for _, c := range transcript.Checks {
		if !c.Passed && !c.Skipped {
			names = append(names, c.Name)
		}
	}
	return names
}

// line is a booking as the simulator shows it.
type line struct{ Reference, Target, State string }

func ledgerOf(t testing.TB, url string) (lines []line) {
	t.Helper()
	response, err := http.Get(url + "/ledger")
	require.NoError(t, err)
	defer response.Body.Close()
	require.NoError(t, json.NewDecoder(response.Body).Decode(&lines))
	return lines
}

func printed(t testing.TB, transcript provider.Transcript) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, transcript.Print(&out))
	return out.String()
}

func TestVerifyPasses(t *testing.T) {
	t.Parallel()
	url := simulator(t, func(o *sim.Options) { o.Token = secret })
	p := spec(url)
	p.TokenVariable = "SEATS_TOKEN"
	transcript := verify(t, p)
	text := printed(t, transcript)
	require.True(t, transcript.Passed, text)
	require.Less(t, transcript.EndedAt.Sub(transcript.StartedAt), 2*time.Second)
	require.Len(t, transcript.Checks, 17)
	require.Equal(t, 18, strings.Count(text, "\n"), "one line a check")
	for _, c := range transcript.Checks {
		require.True(t, c.Passed && !c.Skipped, text)
		require.NotEmpty(t, c.Exchanges, c.Name)
	}

	raw, err := json.Marshal(transcript)
	require.NoError(t, err)
	require.NotContains(t, string(raw)+text, secret)
	var again provider.Transcript
	require.NoError(t, json.Unmarshal(raw, &again))
	require.Equal(t, transcript, again)

	ledger := ledgerOf(t, url)
	require.NotEmpty(t, ledger)
	for _, line := range ledger {
		require.Equal(t, "CANCELLED", line.State)
		require.True(t, strings.HasPrefix(line.Reference, "verify-") && strings.HasPrefix(line.Target, "verify-"), line)
	}
}

func TestVerifyNotesWhatIsNotPromised(t *testing.T) {
	t.Parallel()
	p := spec(simulator(t, func(*sim.Options) {}))
	p.Contract = intent.Contract{Deadline: time.Second}
	transcript := verify(t, p)
	text := printed(t, transcript)
	require.True(t, transcript.Passed, text)
	var skipped []string
	for _, c := range transcript.Checks {
		if c.Skipped {
			skipped = append(skipped, c.Name)
			require.False(t, c.Passed, "what wasn't tried hasn't passed")
			require.Empty(t, c.Exchanges)
		}
	}
	require.Equal(t, []string{"find", "cancel", "find cancelled", "same reference twice", "same reference at once", "unknown reference",
		"answer cut off", "cancel twice", "cancel nothing", "wrong credential", "nothing left behind"}, skipped)
	require.Equal(t, len(skipped), strings.Count(text, "  not promised  "))
	require.Contains(t, text, "may stay at the provider: verify-", "who has to clean up by hand is told what")
}

func TestVerifyIsBrokenOff(t *testing.T) {
	t.Parallel()
	url := simulator(t, func(*sim.Options) {})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	direct := &http.Transport{}
	t.Cleanup(direct.CloseIdleConnections)
	bookings := 0
	thirdTime := carrier(func(r *http.Request) (*http.Response, error) {
		if r.Method == http.MethodPost {
			if bookings++; bookings == 3 {
				defer cancel()
			}
		}
		return direct.RoundTrip(r)
	})
	transcript, err := provider.Verify(ctx, spec(url), provider.Options{Log: slog.New(slog.DiscardHandler), Transport: thirdTime})
	require.ErrorIs(t, err, context.Canceled)
	require.False(t, transcript.Passed)
	require.Len(t, ledgerOf(t, url), 3)
	for _, line := range ledgerOf(t, url) {
		require.Equal(t, "CANCELLED", line.State, "what was booked is cancelled all the same")
	}
	require.True(t, transcript.Checks[len(transcript.Checks)-1].Passed)
}

func TestVerifyRefusesAnAddressThatIsNone(t *testing.T) {
	t.Parallel()
	transcript, err := provider.Verify(t.Context(), spec("https://u:"+secret+"@seats.example.com"), provider.Options{})
	require.Error(t, err)
	require.False(t, transcript.Passed)
	var out bytes.Buffer
	require.NoError(t, transcript.Print(&out))
	require.NotContains(t, out.String()+err.Error(), secret)
}

func TestVerifyFails(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flaw string
		want []string
	}{
		{"", nil},
		{"declares no lookup", []string{"declaration"}},
		{"declares nothing", []string{"declaration"}},
		{"books twice", []string{"same reference twice", "same reference at once"}},
		{"books once more in a rush", []string{"same reference at once"}},
		{"conflicts in a rush", []string{"same reference at once"}},
		{"bare 404", []string{"unknown reference", "cancel nothing", "nothing left behind"}},
		{"invents bookings", []string{"unknown reference"}},
		{"finds another target", []string{"find", "answer cut off", "malformed answer", "oversized answer", "wrong reference", "wrong target"}},
		{"stops when we hang up", []string{"answer cut off"}},
		{"only pretends to cancel", []string{"find cancelled"}},
		{"cancels once", []string{"cancel twice"}},
		{"never cancels", []string{"cancel", "find cancelled", "cancel twice", "nothing left behind"}},
		{"lets everybody in", []string{"wrong credential"}},
	} {
		t.Run(c.flaw, func(t *testing.T) {
			t.Parallel()
			p := spec(serve(t, newFlawed(c.flaw).ServeHTTP).URL)
			p.TokenVariable = "SEATS_TOKEN"
			transcript := verify(t, p)
			got := failed(transcript)
			require.Equal(t, len(got), strings.Count(printed(t, transcript), "  FAILED  "))
			require.Equal(t, len(got) == 0, transcript.Passed)
			if c.flaw == "bare 404" {
				// Our lookup may overtake the order that was cut off, and then meets the same flaw.
				got = slices.DeleteFunc(got, func(name string) bool { return name == "answer cut off" })
			}
			require.Equal(t, c.want, got, printed(t, transcript))
		})
	}

	t.Run("a provider that takes nothing isn't asked everything", func(t *testing.T) {
		t.Parallel()
		s := serve(t, says(500, ``))
		transcript := verify(t, spec(s.URL))
		require.False(t, transcript.Passed)
		require.Len(t, failed(transcript), 17)
		require.EqualValues(t, 3, s.asked.Load(), "the declaration, one booking, its cancellation")
	})

	t.Run("a provider that isn't there", func(t *testing.T) {
		t.Parallel()
		transcript := verify(t, spec(shutDoor(t)))
		require.False(t, transcript.Passed)
		require.True(t, slices.Contains(failed(transcript), "book"))
	})
}

func TestVerifyWaitsForAProviderThatTakesNoMore(t *testing.T) {
	t.Parallel()
	url := simulator(t, func(o *sim.Options) { o.Mode, o.Times = "rate_limit", 1 })
	transcript := verify(t, spec(url))
	require.True(t, transcript.Passed, printed(t, transcript))
	require.Len(t, transcript.Checks[1].Exchanges, 2, "the booking was asked for again: the first time nothing was done")
	require.Equal(t, 429, transcript.Checks[1].Exchanges[0].Status)
}
