package config_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/config"
)

func TestBench(t *testing.T) {
	parse := func(t *testing.T, args ...string) (config.Bench, string, error) {
		t.Helper()
		var line struct {
			Bench config.Bench `cmd:""`
		}
		t.Setenv("SLOTQ_URL", "")
		t.Setenv("SLOTQ_TOKEN", "")
		parser, err := kong.New(&line, kong.Writers(&bytes.Buffer{}, &bytes.Buffer{}), kong.Exit(func(int) {}))
		require.NoError(t, err)
		parsed, err := parser.Parse(append([]string{"bench"}, args...))
		if err != nil {
			return line.Bench, "", err
		}
		return line.Bench, parsed.Command(), nil
	}
	at := []string{"--url", "http://127.0.0.1:8080", "--token", "t"}
	t.Run("the documented defaults", func(t *testing.T) {
		b, command, err := parse(t, append([]string{"hold"}, at...)...)
		require.NoError(t, err)
		require.Equal(t, "bench <scenario>", command)
		require.Equal(t, config.Bench{Scenario: "hold", URL: "http://127.0.0.1:8080", Token: "t", Rate: 40, Duration: 10 * time.Second, Most: 512, List: "reservations"}, b)
	})
	t.Run("all of it", func(t *testing.T) {
		b, _, err := parse(t, append([]string{"list", "--rate", "2.5", "--duration", "1m", "--most", "7", "--list", "availability", "--json", "--capacity", "3"}, at...)...)
		require.NoError(t, err)
		require.Equal(t, config.Bench{Scenario: "list", URL: "http://127.0.0.1:8080", Token: "t", Rate: 2.5, Duration: time.Minute, Most: 7, Capacity: 3, List: "availability", JSON: true}, b)
	})
	t.Run("the address and the token come from the environment as well", func(t *testing.T) {
		var line struct {
			Bench config.Bench `cmd:""`
		}
		t.Setenv("SLOTQ_URL", "https://book.example.com")
		t.Setenv("SLOTQ_TOKEN", "secret")
		parser, err := kong.New(&line)
		require.NoError(t, err)
		_, err = parser.Parse([]string{"bench", "hot"})
		require.NoError(t, err)
		require.Equal(t, "https://book.example.com", line.Bench.URL)
		require.Equal(t, "secret", line.Bench.Token)
	})
	for name, wrong := range map[string]struct {
		args []string
		says string
	}{
		"no such scenario": {append([]string{"dance"}, at...), "scenario"},
		"no scenario":      {at, "scenario"},
		"no such list":     {append([]string{"list", "--list", "offers"}, at...), "--list"},
		"no address":       {[]string{"hold", "--url", "localhost", "--token", "secret"}, "SLOTQ_URL"},
		"no token":         {[]string{"hold", "--url", "http://localhost"}, "--token"},
		"no rate":          {append([]string{"hold", "--rate", "0"}, at...), "--rate"},
		"no number":        {append([]string{"hold", "--rate", "NaN"}, at...), "--rate"},
		"too fast":         {append([]string{"hold", "--rate", "20001"}, at...), "--rate"},
		"too short":        {append([]string{"hold", "--duration", "10ms"}, at...), "--duration"},
		"too many slots":   {append([]string{"hold", "--rate", "1000", "--duration", "1h"}, at...), "--duration"},
		"nobody out":       {append([]string{"hold", "--most", "0"}, at...), "--most"},
		"too many seats":   {append([]string{"hot", "--capacity", "100001"}, at...), "--capacity"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := parse(t, wrong.args...)
			require.ErrorContains(t, err, wrong.says)
			require.NotContains(t, err.Error(), "secret")
		})
	}
	t.Run("many pages of a list need no slots", func(t *testing.T) {
		_, _, err := parse(t, append([]string{"list", "--rate", "1000", "--duration", "1h"}, at...)...)
		require.NoError(t, err)
	})
}
