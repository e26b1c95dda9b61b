package transport

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/gorilla/websocket"
)

// linger bounds the closing handshake: how long a peer may take to answer a close frame.
const linger = time.Second

// maxReason is what a control frame leaves for the reason beside the code, in bytes.
const maxReason = 123

// socket is one upgraded connection: whole messages in and out, and one orderly end.
//
// Closing a TCP connection with unread bytes in it resets it, and a reset may overtake the close
// frame. So close only sends the frame and shuts the sending side; finish, called once by the owner
// when the protocol is done, reads the rest away and lets the connection go.
type socket struct {
	ws           *websocket.Conn
	writeTimeout time.Duration
	onEnd        func(CloseError) // called once, when the end is decided and before anybody is told

	writing sync.Mutex // held by whoever writes a message

	mu     sync.Mutex
	closed bool
	code   int // with which the socket was closed, by either side
}

// read returns the next message. It is for one goroutine, the one that calls finish later. False:
// the socket has ended, and its code says why.
func (s *socket) read() (kind int, message []byte, ok bool) {
	kind, r, err := s.ws.NextReader()
	if err == nil {
		message, err = io.ReadAll(r)
	}
	if err != nil {
		s.broken(err)
		return 0, nil, false
	}
	return kind, message, !s.isClosed()
}

// broken turns the end of reading into the end of the socket.
func (s *socket) broken(err error) {
	var ours CloseError
	var byPeer *websocket.CloseError
	var network net.Error
	switch {
	case errors.As(err, &ours):
		s.close(ours.Code, ours.Reason)
	case errors.Is(err, websocket.ErrReadLimit):
		s.closedByLibrary(CloseTooBig)
	case errors.As(err, &byPeer):
		s.abandon(byPeer.Code) // the library has answered the frame
	case errors.As(err, &network):
		s.abandon(closeAbnormal)
	default:
		s.closedByLibrary(CloseProtocolError)
	}
}

// closedByLibrary takes note of a close frame that the library has sent.
func (s *socket) closedByLibrary(code int) {
	if s.markClosed(code, "") {
		s.shutSending()
	}
}

// write sends one text message, given in parts. A peer that does not take it within the write
// timeout is let go at once: half a frame is on the wire, so no close frame could follow it.
func (s *socket) write(parts ...[]byte) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.send(parts...)
}

// send is write for who holds writing.
func (s *socket) send(parts ...[]byte) error {
	if s.isClosed() {
		return net.ErrClosed
	}
	_ = s.ws.SetWriteDeadline(time.Now().Add(s.writeTimeout))
	w, err := s.ws.NextWriter(websocket.TextMessage)
	for i := 0; err == nil && i < len(parts); i++ {
		_, err = w.Write(parts[i])
	}
	if err == nil {
		err = w.Close()
	}
	switch {
	case err == nil:
		return nil
	case timedOut(err):
		s.abandon(CloseSlowConsumer)
	case errors.Is(err, websocket.ErrCloseSent): // the end came between the check and the write
	default:
		s.abandon(closeAbnormal)
	}
	return err
}

// close starts the closing handshake; only the first call does anything.
func (s *socket) close(code int, reason string) {
	if !s.markClosed(code, reason) {
		return
	}
	frame := websocket.FormatCloseMessage(code, clip(reason, maxReason))
	if s.ws.WriteControl(websocket.CloseMessage, frame, time.Now().Add(linger)) != nil {
		_ = s.ws.Close()
		return
	}
	s.shutSending()
}

// sendOff ends a socket that has not said anything: nothing is left to be read, so nothing is waited for.
func (s *socket) sendOff() {
	s.close(closeFull.Code, closeFull.Reason)
	_ = s.ws.Close()
}

// abandon ends the socket without a close frame.
func (s *socket) abandon(code int) {
	if s.markClosed(code, "") {
		_ = s.ws.Close()
	}
}

func (s *socket) shutSending() {
	conn := s.ws.NetConn()
	_ = conn.SetReadDeadline(time.Now().Add(linger))
	if half, ok := conn.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
}

// finish reads away what the peer still sends, until it hangs up or the linger is over, and frees
// the connection. It returns the code the socket was closed with.
func (s *socket) finish() int {
	s.close(CloseInternal, "Internal server error") // nothing else has closed it: a panic, say
	_, _ = io.Copy(io.Discard, s.ws.NetConn())
	_ = s.ws.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.code
}

func (s *socket) markClosed(code int, reason string) bool {
	s.mu.Lock()
	first := !s.closed
	if first {
		s.closed, s.code = true, code
	}
	s.mu.Unlock()
	if first {
		s.onEnd(CloseError{code, reason})
	}
	return first
}

func (s *socket) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// closeFor says how a socket ends for a cause: that of a context's end, or of the server's.
func closeFor(cause error) CloseError {
	var given CloseError
	switch {
	case errors.As(cause, &given):
		return given
	case errors.Is(cause, context.DeadlineExceeded):
		return CloseError{CloseForbidden, "Credential expired"}
	default:
		return CloseError{CloseGoingAway, "Going away"}
	}
}

// timedOut asks for the behaviour, because gorilla replaces the net package's errors by its own.
func timedOut(err error) bool {
	var e net.Error
	return errors.As(err, &e) && e.Timeout()
}

// clip shortens text to at most n bytes without cutting a character in two.
func clip(text string, n int) string {
	text = strings.ToValidUTF8(text, "")
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
