package config_test

import (
	"bytes"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/config"
)

type line struct {
	Serve   config.Serve   `cmd:""`
	Demo    config.Demo    `cmd:""`
	Migrate config.Migrate `cmd:""`
	Verify  config.Verify  `cmd:""`
	Schema  config.Schema  `cmd:""`

	Tenant      config.Tenant      `cmd:""`
	Member      config.Member      `cmd:""`
	Provider    config.Provider    `cmd:""`
	ProviderSim config.ProviderSim `cmd:"" name:"provider-sim"`
}

// parse reads a command line as main does, with only the variables that the test sets.
func parse(t *testing.T, env map[string]string, args ...string) (line, string, error) {
	t.Helper()
	for _, name := range []string{
		"DATABASE_URL", "DATABASE_DIRECT_URL", "SLOTQ_DATA", "SLOTQ_POOL", "SLOTQ_ADDR", "SLOTQ_ROLE", "SLOTQ_ALLOWED_ORIGINS", "SLOTQ_INTROSPECTION",
		"SLOTQ_DEVELOPMENT", "SLOTQ_EVENT_RETENTION", "SLOTQ_LEDGER_RETENTION", "SLOTQ_LOG_FORMAT", "SLOTQ_LOG_LEVEL", "SLOTQ_LIVELY",
		"SLOTQ_VERIFY_EVERY", "SLOTQ_PROVIDER_CALLS", "SLOTQ_METRICS_ADDR", "SLOTQ_DRAIN_NOTICE",
		"SLOTQ_PUBLIC_URL", "SLOTQ_OIDC_ISSUER", "SLOTQ_OIDC_CLIENT_ID", "SLOTQ_OIDC_CLIENT_SECRET", "SLOTQ_OIDC_AUDIENCE", "SLOTQ_OIDC_PARTIES",
		"SLOTQ_OIDC_GUESTS", "SLOTQ_SESSION_LIFE", "SLOTQ_SESSION_IDLE",
	} {
		t.Setenv(name, "") // so that it comes back after the test
		require.NoError(t, os.Unsetenv(name))
	}
	for name, value := range env {
		require.NoError(t, os.Setenv(name, value))
	}
	var l line
	var out bytes.Buffer
	parser, err := kong.New(&l, kong.Writers(&out, &out), kong.Exit(func(int) {}))
	require.NoError(t, err)
	parsed, err := parser.Parse(args)
	if err != nil || out.Len() > 0 { // help was asked for
		return l, out.String(), err
	}
	return l, parsed.Command(), nil
}

func TestServe(t *testing.T) {
	t.Run("nothing given, the documented defaults hold", func(t *testing.T) {
		l, command, err := parse(t, nil, "serve")
		require.NoError(t, err)
		require.Equal(t, "serve", command)
		require.Equal(t, config.Serve{
			Database: config.Database{Data: ".slotq", Pool: 20}, Logging: config.Logging{LogFormat: "text", LogLevel: "info"},
			Limits:  config.Limits{UserQueries: 100, UserCommands: 50, UserStreams: 50, TenantQueries: 2000, TenantCommands: 1000, TenantStreams: 1000, StrangerQueries: 50, MaxOperations: 64},
			Live:    config.Live{MaxConnections: 20_000, MaxSockets: 10_000, MaxSocketsPerTenant: 5000, MaxSocketsPerUser: 100, NATSPrefix: "slotq", NATSReplicas: 1},
			Observe: config.Observe{MetricsAddr: config.DefaultMetricsAddr}, Identity: config.Identity{SessionLife: 12 * time.Hour, SessionIdle: 2 * time.Hour},
			Addr: "127.0.0.1:8080", Role: config.All, Introspection: true, EventRetention: 168 * time.Hour, LedgerRetention: 168 * time.Hour,
			VerifyEvery: 10 * time.Minute, ProviderCalls: 256,
		}, l.Serve)
	})

	t.Run("a flag wins over the environment, the environment over the default", func(t *testing.T) {
		env := map[string]string{"SLOTQ_ADDR": "127.0.0.1:1", "SLOTQ_POOL": "7", "SLOTQ_ROLE": "api", "SLOTQ_INTROSPECTION": "false",
			"SLOTQ_ALLOWED_ORIGINS": "https://a.example,http://b.example:81", "DATABASE_URL": "postgres://u:p@h/d", "SLOTQ_LEDGER_RETENTION": "200h"}
		l, _, err := parse(t, env, "serve", "--addr", "127.0.0.1:2")
		require.NoError(t, err)
		require.Equal(t, "127.0.0.1:2", l.Serve.Addr)
		require.Equal(t, 7, l.Serve.Pool)
		require.Equal(t, config.API, l.Serve.Role)
		require.False(t, l.Serve.Introspection)
		require.Equal(t, []string{"https://a.example", "http://b.example:81"}, l.Serve.AllowedOrigins)
		require.Equal(t, "postgres://u:p@h/d", l.Serve.URL)
		require.Equal(t, 200*time.Hour, l.Serve.LedgerRetention)
		require.True(t, l.Serve.Answers())
		require.False(t, l.Serve.Works())
	})

	t.Run("introspection is turned off by a flag", func(t *testing.T) {
		l, _, err := parse(t, nil, "serve", "--no-introspection")
		require.NoError(t, err)
		require.False(t, l.Serve.Introspection)
	})

	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"a ledger of less than seven days is refused, with the promise it would break": {[]string{"--ledger-retention", "167h59m59s"}, "168h (7 days) or more, not 167h59m59s"},
		"events are kept a minute at least":                                            {[]string{"--event-retention", "59s"}, "--event-retention"},
		"an address needs a port":                                                      {[]string{"--addr", "localhost"}, `host:port such as 127.0.0.1:8080, not "localhost"`},
		"a port is a number below 65536":                                               {[]string{"--addr", "localhost:65536"}, "--addr"},
		"a pool of one connection is refused":                                          {[]string{"--pool", "1"}, "must be 2 to 1000, not 1"},
		"somebody must ask the providers":                                              {[]string{"--provider-calls", "0"}, "SLOTQ_PROVIDER_CALLS (--provider-calls) must be 1 to 10000, not 0"},
		"who verifies all the time does nothing else":                                  {[]string{"--verify-every", "9s"}, "SLOTQ_VERIFY_EVERY (--verify-every) must be 10s to 24h, or 0s to turn it off, not 9s"},
		"a day is seldom enough":                                                       {[]string{"--verify-every", "25h"}, "not 25h0m0s"},
		"but not without end":                                                          {[]string{"--provider-calls", "10001"}, "not 10001"},
		"an unknown role is refused":                                                   {[]string{"--role", "queen"}, "--role must be one of"},
		"an origin has no path":                                                        {[]string{"--allowed-origins", "https://a.example/x"}, `not "https://a.example/x"`},
		"an origin has a scheme of the web":                                            {[]string{"--allowed-origins", "*"}, `not "*"`},
		"an unknown log format is refused":                                             {[]string{"--log-format", "xml"}, "--log-format must be one of"},
		"an unknown log level is refused":                                              {[]string{"--log-level", "loud"}, "--log-level must be one of"},
		"another database is refused":                                                  {[]string{"--database-url", "mysql://h/d"}, "DATABASE_URL"},
		"the way past a pooler is one":                                                 {[]string{"--database-url", "postgres://h/d", "--database-direct-url", "h"}, "DATABASE_DIRECT_URL"},
		"the way past a pooler alone is none":                                          {[]string{"--database-direct-url", "postgres://h/d"}, "needs DATABASE_URL"},
		"a data folder is needed for the private":                                      {[]string{"--data", " "}, "SLOTQ_DATA"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := parse(t, nil, append([]string{"serve"}, c.args...)...)
			require.ErrorContains(t, err, c.says)
		})
	}

	t.Run("everything that is wrong is said at once", func(t *testing.T) {
		_, _, err := parse(t, nil, "serve", "--pool", "0", "--addr", "x", "--ledger-retention", "1h")
		require.ErrorContains(t, err, "--pool")
		require.ErrorContains(t, err, "--addr")
		require.ErrorContains(t, err, "--ledger-retention")
	})

	t.Run("a wrong connection string is not repeated, for it may hold a password", func(t *testing.T) {
		_, _, err := parse(t, map[string]string{"DATABASE_URL": "mysql://root:hunter2@h/d"}, "serve")
		require.ErrorContains(t, err, "DATABASE_URL")
		require.NotContains(t, err.Error(), "hunter2")
	})
}

func TestOtherCommands(t *testing.T) {
	t.Run("demo has all that serve has, and may be lively", func(t *testing.T) {
		l, command, err := parse(t, nil, "demo", "--lively", "--addr", "127.0.0.1:0", "--data", "there")
		require.NoError(t, err)
		require.Equal(t, "demo", command)
		require.True(t, l.Demo.Lively)
		require.Equal(t, "there", l.Demo.Data)
		require.Equal(t, "127.0.0.1:0", l.Demo.Addr)
	})

	t.Run("demo validates what serve does", func(t *testing.T) {
		_, _, err := parse(t, nil, "demo", "--ledger-retention", "1h")
		require.ErrorContains(t, err, "--ledger-retention")
	})

	t.Run("migrate, verify and schema are commands", func(t *testing.T) {
		l, command, err := parse(t, nil, "migrate", "up", "--database-url", "host=h dbname=d")
		require.NoError(t, err)
		require.Equal(t, "migrate up", command)
		require.Equal(t, "host=h dbname=d", l.Migrate.Up.URL)
		for _, args := range [][]string{{"migrate", "status"}, {"verify"}, {"schema"}} {
			_, _, err := parse(t, nil, args...)
			require.NoError(t, err, args)
		}
		_, _, err = parse(t, nil, "migrate", "up", "--pool", "0")
		require.ErrorContains(t, err, "--pool")
	})
}

func TestHelp(t *testing.T) {
	_, help, _ := parse(t, nil, "serve", "--help")
	for _, word := range []string{`--data=".slotq"`, "DATABASE_URL", "SLOTQ_ADDR", "127.0.0.1:8080", "--[no-]introspection", "SLOTQ_LEDGER_RETENTION", "168h", "--log-level"} {
		require.Contains(t, help, word)
	}
}

func TestLogger(t *testing.T) {
	var out bytes.Buffer
	log, err := config.Logging{LogFormat: "json", LogLevel: "warn"}.Logger(&out)
	require.NoError(t, err)
	log.Info("quiet")
	log.Warn("loud", slog.Int("n", 1))
	require.Contains(t, out.String(), `"msg":"loud","n":1`)
	require.NotContains(t, out.String(), "quiet")
}

func TestObserve(t *testing.T) {
	l, _, err := parse(t, map[string]string{"SLOTQ_METRICS_ADDR": ""}, "serve")
	require.NoError(t, err)
	require.Empty(t, l.Serve.MetricsAddr, "empty is none")
	l, _, err = parse(t, nil, "serve", "--metrics-addr", "127.0.0.1:0", "--drain-notice", "5s")
	require.NoError(t, err)
	require.Equal(t, config.Observe{MetricsAddr: "127.0.0.1:0", DrainNotice: 5 * time.Second}, l.Serve.Observe)
	for _, args := range [][]string{{"--metrics-addr", "9464"}, {"--metrics-addr", "127.0.0.1:70000"}, {"--drain-notice", "-1s"}, {"--drain-notice", "1h"}} {
		_, _, err := parse(t, nil, append([]string{"serve"}, args...)...)
		require.ErrorContains(t, err, args[0])
	}
}
