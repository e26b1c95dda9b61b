package app_test

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/config"
)

// wire stands between the program and its database. It counts the statements that pass, so that none can be sent past it,
// and it can be cut.
type wire struct {
	listener   net.Listener
	server     string
	statements atomic.Int64

	mu   sync.Mutex
	cut  bool
	open map[net.Conn]bool
}

// wired runs the program behind a wire.
func wired(t testing.TB, change ...func(*config.Serve)) (*program, *wire) {
	t.Helper()
	w := &wire{open: map[net.Conn]bool{}}
	var err error
	w.listener, err = net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = w.listener.Close() })
	return start(t, append(change, func(s *config.Serve) {
		at, err := url.Parse(s.URL)
		require.NoError(t, err)
		w.server, at.Host = at.Host, w.listener.Addr().String()
		s.URL = at.String()
		go w.accept()
	})...), w
}

func (w *wire) accept() {
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
		if !w.keep(client, server) {
			w.drop(client, server)
			continue
		}
		go func() {
			_, _ = io.Copy(client, server)
			w.drop(client, server)
		}()
		go func() {
			_ = w.forward(server, client)
			w.drop(client, server)
		}()
	}
}

// keep takes a connection in, unless the wire is cut.
func (w *wire) keep(pair ...net.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range pair {
		w.open[c] = true
	}
	return !w.cut
}

func (w *wire) drop(pair ...net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range pair {
		_ = c.Close()
		delete(w.open, c)
	}
}

// set cuts the wire, with everything that runs through it, or joins it again.
func (w *wire) set(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	for c := range w.open {
		if cut {
			_ = c.Close()
		}
	}
}

// forward passes the program's messages on. The first has no type; of the others, Query and Parse each carry one statement.
func (w *wire) forward(server io.Writer, client io.Reader) error {
	for head := 4; ; head = 5 {
		message := make([]byte, head)
		if _, err := io.ReadFull(client, message); err != nil {
			return err
		}
		length := int(binary.BigEndian.Uint32(message[head-4:])) - 4
		if length < 0 || length > 1<<24 {
			return errors.New("not a message")
		}
		message = append(message, make([]byte, length)...)
		if _, err := io.ReadFull(client, message[head:]); err != nil {
			return err
		}
		if head == 5 && (message[0] == 'Q' || message[0] == 'P') {
			w.statements.Add(1)
		}
		if _, err := server.Write(message); err != nil {
			return err
		}
	}
}

// cost is how many statements a call sends, the opening and closing of its transactions included: the least of a few
// times, for the program looks around by itself now and then.
func (w *wire) cost(call func()) int64 {
	least := int64(1 << 30)
	for range 4 {
		before := w.statements.Load()
		call()
		least = min(least, w.statements.Load()-before)
	}
	return least
}
