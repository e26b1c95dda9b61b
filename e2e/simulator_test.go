package e2e

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// city is a running simulator of an outside booking system, steered by its control endpoint.
type city struct {
	t   testing.TB
	url string
}

// line is one booking as the simulator has it.
type line struct{ Reference, Target, State string }

var printedURL = regexp.MustCompile(`(?m)^http://\S+$`)

// simulate starts `slotq provider-sim` with a ledger of its own.
func simulate(t testing.TB, data, ledger string, more ...string) (*process, city) {
	t.Helper()
	p := start(t, data, append([]string{"provider-sim", "--addr", "127.0.0.1:0", "--ledger", filepath.Join(data, ledger)}, more...)...)
	require.Eventually(t, func() bool { return printedURL.MatchString(p.log.String()) }, 30*time.Second, 10*time.Millisecond, "%s", p.log)
	return p, city{t: t, url: printedURL.FindString(p.log.String())}
}

// mode sets what the next writes meet; zero times is until it is changed.
func (c city) mode(mode string, delay time.Duration, times int) {
	c.t.Helper()
	raw, err := json.Marshal(map[string]any{"mode": mode, "delayMs": delay.Milliseconds(), "times": times})
	require.NoError(c.t, err)
	response, err := http.Post(c.url+"/mode", "application/json", bytes.NewReader(raw))
	require.NoError(c.t, err)
	defer response.Body.Close()
	said, _ := io.ReadAll(response.Body)
	require.Equal(c.t, http.StatusOK, response.StatusCode, "%s", said)
}

// met waits until as many writes as were told have met the mode.
func (c city) met() {
	c.t.Helper()
	require.Eventually(c.t, func() bool {
		var mode struct{ Mode string }
		c.read("/mode", &mode)
		return mode.Mode == "ok"
	}, patience, 20*time.Millisecond, "no write met the mode")
}

// ledger is every booking that was ever made there, those of the checks apart.
func (c city) ledger() (all []line) {
	c.t.Helper()
	var lines []line
	c.read("/ledger", &lines)
	for _, l := range lines {
		if !regexp.MustCompile(`^verify-`).MatchString(l.Reference) {
			all = append(all, l)
		}
	}
	return all
}

// of lists the bookings of one target, by first booking, as their states.
func (c city) of(target string) (states []string) {
	c.t.Helper()
	for _, l := range c.ledger() {
		if l.Target == target {
			states = append(states, l.State)
		}
	}
	return states
}

func (c city) read(path string, into any) {
	response, err := http.Get(c.url + path)
	require.NoError(c.t, err)
	defer response.Body.Close()
	require.NoError(c.t, json.NewDecoder(response.Body).Decode(into))
}
