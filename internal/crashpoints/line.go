package crashpoints

import (
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/postgres"
)

// Break is where a line breaks: at the At-th statement in a transaction that passes over it from now on, BEGIN and COMMIT
// counted.
type Break struct {
	At        int
	Delivered bool // the server carries the statement out, and its answer is lost; otherwise it never hears of it
	Reset     bool // the client sees the connection reset, otherwise closed
}

// Line leads from a pool to its server. It notes the statements that pass in transactions, and breaks when it is told to.
type Line struct {
	server   string
	listener net.Listener
	running  sync.WaitGroup

	mu      sync.Mutex
	passed  []string
	next    []Break
	letting sync.WaitGroup // broken connections that the server hasn't let go of yet
	open    map[net.Conn]bool
}

// Lay lays a line to the server of db and opens a pool of at most so many connections over it. Both end with the test.
func Lay(t testing.TB, db *postgres.DB, most int) (*Line, *postgres.DB) {
	t.Helper()
	at, err := url.Parse(db.DSN())
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	l := &Line{server: at.Host, listener: listener, open: map[net.Conn]bool{}}
	at.Host = listener.Addr().String()
	pool, err := postgres.Open(at.String(), postgres.PoolOptions{MaxOpen: most})
	require.NoError(t, err)
	l.running.Go(l.accept)
	t.Cleanup(func() {
		_ = pool.Close() // what broke can't be closed in order
		_ = listener.Close()
		l.hangUp()
		l.running.Wait()
	})
	return l, pool
}

// Count forgets what has passed, and what was to break: the line is whole, and counts from one.
func (l *Line) Count() { l.BreakAt() }

// BreakAt counts from one, and breaks at each of these, in their order.
func (l *Line) BreakAt(breaks ...Break) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.passed, l.next = nil, breaks
}

// Passed are the statements that came since, in order, with the one at which the line broke.
func (l *Line) Passed() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.passed
}

// Broke reports whether the line broke as often as it was told to.
func (l *Line) Broke() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.next) == 0
}

// Settle waits until the server has let go of what broke: whatever it did there is committed or undone, and no lock is left.
func (l *Line) Settle() { l.letting.Wait() }

// come notes a statement and says whether the line breaks at it.
func (l *Line) come(statement string) *Break {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.passed = append(l.passed, statement)
	if len(l.next) == 0 || l.next[0].At != len(l.passed) {
		return nil
	}
	b := l.next[0]
	l.next = l.next[1:]
	l.letting.Add(1)
	return &b
}

func (l *Line) accept() {
	for {
		client, err := l.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", l.server)
		if err != nil {
			_ = client.Close()
			continue
		}
		w := &wire{line: l, client: client.(*net.TCPConn), server: server.(*net.TCPConn)}
		l.mu.Lock()
		l.open[client], l.open[server] = true, true
		l.mu.Unlock()
		l.running.Go(w.run)
	}
}

func (l *Line) forget(conns ...net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range conns {
		delete(l.open, c)
	}
}

func (l *Line) hangUp() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.open {
		_ = c.Close()
	}
}
