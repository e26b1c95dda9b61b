package housetest

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/postgres"
)

// Wire is a line between a pool and its server. A test can read which statements passed over it, and cut it at a COMMIT.
type Wire struct {
	server   string
	listener net.Listener

	mu         sync.Mutex
	statements []string
	cut        Cut
	conns      []net.Conn
}

// Cut says where the line breaks at the next COMMIT.
type Cut int

// The two ways in which a client doesn't learn the fate of its commit.
const (
	nowhere      Cut = iota
	BeforeCommit     // the server never hears of it
	AfterCommit      // the server does it, and its answer is lost
)

// NewWire lays a line to the server of db and opens a pool over it. Both end with the test.
func NewWire(t testing.TB, db *postgres.DB) (*Wire, *postgres.DB) {
	t.Helper()
	at, err := url.Parse(db.DSN())
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	w := &Wire{server: at.Host, listener: listener}
	at.Host = listener.Addr().String()
	pool, err := postgres.Open(at.String(), postgres.PoolOptions{MaxOpen: 5})
	require.NoError(t, err)
	var running sync.WaitGroup
	running.Go(func() { w.accept(&running) })
	t.Cleanup(func() {
		_ = pool.Close() // connections that were cut can't be closed in order
		_ = listener.Close()
		w.hangUp()
		running.Wait()
	})
	return w, pool
}

// Statements are those that passed since the last time, BEGIN and COMMIT among them.
func (w *Wire) Statements() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	passed := w.statements
	w.statements = nil
	return passed
}

// CutAt breaks the line of whoever sends the next COMMIT.
func (w *Wire) CutAt(c Cut) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = c
}

func (w *Wire) accept(running *sync.WaitGroup) {
	for {
		client, err := w.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", w.server)
		if err != nil {
			_ = client.Close()
			continue
		}
		w.mu.Lock()
		w.conns = append(w.conns, client, server)
		w.mu.Unlock()
		line := &line{wire: w, client: client, server: server}
		running.Go(line.forth)
		running.Go(line.back)
	}
}

func (w *Wire) hangUp() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.conns {
		_ = c.Close()
	}
}

// pass notes a statement and tells what becomes of the line with it.
func (w *Wire) pass(statement string) Cut {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.statements = append(w.statements, statement)
	if statement != "COMMIT" {
		return nowhere
	}
	cut := w.cut
	w.cut = nowhere
	return cut
}

// line is one connection.
type line struct {
	wire           *Wire
	client, server net.Conn
	mu             sync.Mutex
	cut            Cut
}

func (l *line) end() {
	_ = l.client.Close()
	_ = l.server.Close()
}

// forth reads what the client says, message by message: the first has no letter, all others begin with one.
func (l *line) forth() {
	defer l.end()
	letter := false
	for {
		head := make([]byte, 4, 5)
		if letter {
			head = head[:5]
		}
		if _, err := io.ReadFull(l.client, head); err != nil {
			return
		}
		body := make([]byte, binary.BigEndian.Uint32(head[len(head)-4:])-4)
		if _, err := io.ReadFull(l.client, body); err != nil {
			return
		}
		if letter && !l.hear(head[0], body) {
			return
		}
		if _, err := l.server.Write(append(head, body...)); err != nil {
			return
		}
		letter = true
	}
}

// hear notes statements; false cuts the line.
func (l *line) hear(letter byte, body []byte) bool {
	var text []byte
	switch letter {
	case 'Q': // a statement without arguments
		text = body
	case 'P': // a statement with arguments: its name, then its text
		_, text, _ = bytes.Cut(body, []byte{0})
	default:
		return true
	}
	text, _, _ = bytes.Cut(text, []byte{0})
	cut := l.wire.pass(strings.TrimSpace(string(text)))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = cut
	return cut != BeforeCommit
}

// back carries what the server says, until the answer that is to be lost.
func (l *line) back() {
	defer l.end()
	chunk := make([]byte, 64<<10)
	for {
		n, err := l.server.Read(chunk)
		l.mu.Lock()
		lost := l.cut == AfterCommit
		l.mu.Unlock()
		if err != nil || lost {
			return
		}
		if _, err := l.client.Write(chunk[:n]); err != nil {
			return
		}
	}
}
