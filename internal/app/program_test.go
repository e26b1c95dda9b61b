package app_test

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/app"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		playPart(os.Args[1:])
	}
	os.Exit(pgtest.Main(m))
}

// patience is how long a test waits for what must come, on a machine that is busy with much else. Nothing that comes waits it out.
const patience = time.Minute

// program is the real program on a database of its own, as an outsider meets it, with a second way into the database for
// what has to be there before.
type program struct {
	t     testing.TB
	db    *postgres.DB
	keys  *auth.Keys
	serve config.Serve
	log   *logBook
	at    string // the address of the API
	shown string // the address of the metrics; empty: none
	stop  func()
}

// start runs the program until the end of the test.
func start(t testing.TB, change ...func(*config.Serve)) *program {
	t.Helper()
	p := &program{t: t, log: &logBook{}}
	p.serve = config.Serve{
		Database: config.Database{URL: pgtest.NewURL(t), Pool: 16}, Addr: "127.0.0.1:0", Role: config.All,
		Introspection: true, EventRetention: 168 * time.Hour, LedgerRetention: 168 * time.Hour,
	}
	var err error
	p.db, err = postgres.Open(p.serve.URL, postgres.PoolOptions{MaxOpen: 6, ApplicationName: "fixtures"})
	require.NoError(t, err)
	p.keys = auth.NewKeys(p.db)
	for _, f := range change {
		f(&p.serve)
	}
	p.run()
	t.Cleanup(func() {
		p.stop()
		p.keys.Close()
		require.NoError(t, p.db.Close())
		require.Empty(t, p.log.faults(), "the program logged faults of its own")
	})
	return p
}

// in is the program as a part of the test asks it.
func (p *program) in(t testing.TB) *program {
	part := *p
	part.t = t
	return &part
}

// apiOnly stops all workers, so that nothing is swept and nobody is promoted.
func apiOnly(s *config.Serve) { s.Role = config.API }

// run starts the program; stop ends it and waits.
func (p *program) run() {
	p.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	log, err := config.Logging{LogFormat: cmp.Or(p.serve.LogFormat, "text"), LogLevel: cmp.Or(p.serve.LogLevel, "info")}.Logger(p.log)
	require.NoError(p.t, err)
	a, err := app.New(ctx, p.serve, log)
	require.NoError(p.t, err)
	p.at, p.shown = a.GraphQL(), a.Metrics()
	over := make(chan error, 1)
	go func() { over <- a.Run(ctx) }()
	p.stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-over:
			require.NoError(p.t, err)
		case <-time.After(20 * time.Second):
			p.t.Error("the program did not stop")
		}
		require.NoError(p.t, a.Close())
	})
}

// logBook keeps what the program logs.
type logBook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBook) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(line)
}

func (b *logBook) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// faults are the lines that tell of a fault of the program's own, or name somebody: whatever a client sends, there must be
// none.
func (b *logBook) faults() (lines []string) {
	for line := range strings.Lines(b.String()) {
		for _, sign := range []string{"a call failed", "panic", "@example.com", "canary"} {
			if strings.Contains(line, sign) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// eventually waits for a condition that no signal tells of.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	require.Eventually(t, holds, patience, 10*time.Millisecond, what)
}
