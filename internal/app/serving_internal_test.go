package app

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/config"
)

// pipes is a listener without a network, so that time is the test's own. What is written into a pipe waits for its reader.
type pipes struct {
	come chan net.Conn
	over chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.come:
		return conn, nil
	case <-p.over:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	close(p.over)
	return nil
}

func (*pipes) Addr() net.Addr { return &net.TCPAddr{} }

func (p *pipes) dial() net.Conn {
	here, there := net.Pipe()
	p.come <- there
	return here
}

// served is a program that does nothing but answer.
type served struct {
	*App
	*pipes
	server *http.Server
	log    *bytes.Buffer
	ended  chan struct{} // gets one for each answer that is over
}

func newServed(t *testing.T, limit int) *served {
	s := &served{pipes: &pipes{make(chan net.Conn), make(chan struct{})}, log: &bytes.Buffer{}, ended: make(chan struct{}, 10)}
	s.App = &App{serve: config.Serve{Live: config.Live{MaxConnections: limit}}, log: slog.New(slog.NewTextHandler(s.log, nil))}
	s.handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(make([]byte, 1<<20))
		s.ended <- struct{}{}
	})
	s.server = s.App.server(t.Context())
	go func() { _ = s.server.Serve(s.pipes) }()
	return s
}

func ask(t *testing.T, conn net.Conn) {
	t.Helper()
	_, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: here\r\n\r\n")
	require.NoError(t, err)
}

func (s *served) stop(t *testing.T) error {
	return s.drain(t.Context(), s.server, func() {})
}

func TestAnswersThatNobodyReads(t *testing.T) {
	t.Run("are let go", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := newServed(t, 0)
			ask(t, s.dial())
			<-s.ended // or all would wait for ever, which ends the test
			synctest.Wait()
			require.Zero(t, s.connections.size())
			require.NoError(t, s.stop(t))
		})
	})
	t.Run("don't keep a program from stopping in time, nor is that a fault", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := newServed(t, 0)
			for range 3 {
				ask(t, s.dial())
			}
			synctest.Wait()
			began := time.Now()
			require.NoError(t, s.stop(t))
			require.Less(t, time.Since(began), 10*time.Second)
			require.Contains(t, s.log.String(), "open=3")
			require.Len(t, s.ended, 3, "nothing is answered any more")
		})
	})
	t.Run("while one that is read is waited for, and nothing is cut", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := newServed(t, 0)
			conn := s.dial()
			ask(t, conn)
			time.AfterFunc(drainPatience/2, func() { _, _ = io.Copy(io.Discard, conn) })
			synctest.Wait()
			require.NoError(t, s.stop(t))
			require.Len(t, s.ended, 1)
			require.Empty(t, s.log.String())
		})
	})
}

func TestConnectionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServed(t, 2)
		first, second := s.dial(), s.dial()
		synctest.Wait()
		for range 3 {
			_, err := s.dial().Read(make([]byte, 1))
			require.ErrorIs(t, err, io.EOF, "one too many is turned away")
		}
		synctest.Wait()
		require.Equal(t, 2, s.connections.size())
		require.Contains(t, s.log.String(), "limit=2")
		require.NoError(t, first.Close())
		synctest.Wait()
		third := s.dial()
		for _, conn := range []net.Conn{second, third} { // one that leaves makes room
			ask(t, conn)
			_, err := conn.Read(make([]byte, 1))
			require.NoError(t, err)
			require.NoError(t, conn.Close())
		}
		waited, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		require.NoError(t, s.connections.wait(waited))
		require.NoError(t, s.stop(t))
	})
}
