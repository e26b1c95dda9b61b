package config_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/inventory"
)

func TestProvider(t *testing.T) {
	t.Run("add names what is registered, and where", func(t *testing.T) {
		l, command, err := parse(t, map[string]string{"DATABASE_URL": "postgres://h/d"}, "provider", "add", "city", "--tenant", "library", "--url", "http://127.0.0.1:8090", "--token-env", "CITY_TOKEN")
		require.NoError(t, err)
		require.Equal(t, "provider add <name>", command)
		require.Equal(t, config.ProviderAdd{
			OfTenant: config.OfTenant{Database: config.Database{URL: "postgres://h/d", Data: ".slotq", Pool: 20}, Tenant: "library"},
			Name:     "city", URL: "http://127.0.0.1:8090", TokenEnv: "CITY_TOKEN",
		}, l.Provider.Add)
	})

	t.Run("a verification holds for ninety days, unless it is said otherwise", func(t *testing.T) {
		l, command, err := parse(t, nil, "provider", "verify", "city", "--tenant", "library")
		require.NoError(t, err)
		require.Equal(t, "provider verify <name>", command)
		require.Equal(t, 90*24*time.Hour, l.Provider.Verify.ValidFor)
		l, _, err = parse(t, nil, "provider", "verify", "city", "--tenant", "library", "--valid-for", "1h")
		require.NoError(t, err)
		require.Equal(t, time.Hour, l.Provider.Verify.ValidFor)
	})

	t.Run("a provider has a say over everything at first rank, unless it is said otherwise", func(t *testing.T) {
		l, command, err := parse(t, nil, "provider", "tie", "city", "--tenant", "library", "--venue", "main")
		require.NoError(t, err)
		require.Equal(t, "provider tie <name>", command)
		require.Equal(t, 1, l.Provider.Tie.Rank)
		require.Nil(t, l.Provider.Tie.Over())
		for text, want := range map[string]inventory.ResourceKind{"EXCLUSIVE": inventory.Exclusive, "pooled": inventory.Pooled} {
			l, _, err = parse(t, nil, "provider", "tie", "city", "--tenant", "library", "--venue", "main", "--rank", "2", "--only", text)
			require.NoError(t, err)
			require.Equal(t, want, *l.Provider.Tie.Over())
			require.Equal(t, 2, l.Provider.Tie.Rank)
		}
	})

	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"a tenant is needed":                   {[]string{"add", "city", "--url", "http://h"}, "--tenant"},
		"an address is needed":                 {[]string{"add", "city", "--tenant", "t"}, "--url"},
		"a name is needed":                     {[]string{"verify", "--tenant", "t"}, "<name>"},
		"a venue is needed":                    {[]string{"tie", "city", "--tenant", "t"}, "--venue"},
		"a verification is more than a moment": {[]string{"verify", "city", "--tenant", "t", "--valid-for", "59s"}, "--valid-for must be 1m0s or more, not 59s"},
		"a rank is 1 at least":                 {[]string{"tie", "city", "--tenant", "t", "--venue", "v", "--rank", "0"}, "--rank must be 1 or more, not 0"},
		"a kind is one of two":                 {[]string{"tie", "city", "--tenant", "t", "--venue", "v", "--only", "SEATS"}, `--only must be EXCLUSIVE or POOLED, not "SEATS"`},
		"the database is checked too":          {[]string{"verify", "city", "--tenant", "t", "--database-url", "mysql://h/d"}, "DATABASE_URL"},
		"and for a tie":                        {[]string{"tie", "city", "--tenant", "t", "--venue", "v", "--pool", "0"}, "--pool"},
		"and for a list":                       {[]string{"list", "--tenant", "t", "--pool", "0"}, "--pool"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := parse(t, nil, append([]string{"provider"}, c.args...)...)
			require.ErrorContains(t, err, c.says)
		})
	}
}

func TestProviderSim(t *testing.T) {
	t.Run("nothing given, the documented defaults hold", func(t *testing.T) {
		l, command, err := parse(t, nil, "provider-sim")
		require.NoError(t, err)
		require.Equal(t, "provider-sim", command)
		require.Equal(t, config.ProviderSim{
			Logging: config.Logging{LogFormat: "text", LogLevel: "info"}, Addr: "127.0.0.1:8090", Ledger: "provider-sim.jsonl",
			Mode: "ok", Deadline: 10 * time.Second, Settle: 5 * time.Second,
		}, l.ProviderSim)
	})

	t.Run("every mode can be chosen", func(t *testing.T) {
		for _, mode := range []string{"ok", "delay", "drop_answer", "late", "race", "unauthorized", "error", "duplicate", "rate_limit"} {
			l, _, err := parse(t, nil, "provider-sim", "--mode", mode, "--delay-ms", "50", "--times", "3", "--writes-per-second", "0.5", "--release-first")
			require.NoError(t, err)
			require.Equal(t, mode, l.ProviderSim.Mode)
			require.Equal(t, 50, l.ProviderSim.DelayMs)
			require.Equal(t, 3, l.ProviderSim.Times)
			require.InDelta(t, 0.5, l.ProviderSim.WritesPerSecond, 0)
			require.True(t, l.ProviderSim.ReleaseFirst)
		}
	})

	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"another mode is refused":                 {[]string{"--mode", "lazy"}, "--mode must be one of"},
		"an address needs a port":                 {[]string{"--addr", "localhost"}, `--addr must be host:port`},
		"a ledger is needed":                      {[]string{"--ledger", ""}, "--ledger"},
		"a deadline is a minute at most":          {[]string{"--deadline", "61s"}, "--deadline must be 1ms to 1m, not 1m1s"},
		"a settle time is more than nothing":      {[]string{"--settle", "0s"}, "--settle"},
		"fewer writes than none make no sense":    {[]string{"--writes-per-second=-1"}, "--writes-per-second must be 0 to 10000, not -1"},
		"an unknown log level is refused as well": {[]string{"--log-level", "loud"}, "--log-level must be one of"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := parse(t, nil, append([]string{"provider-sim"}, c.args...)...)
			require.ErrorContains(t, err, c.says)
		})
	}
}
