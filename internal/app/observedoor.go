package app

import (
	"bufio"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/slotq/slotq/internal/metrics"
)

// door watches the requests at one of our doors. Sockets and streams have no span: each operation on one is a trace of its
// own.
func (w watchers) door(name string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		began, answer := time.Now(), &answered{ResponseWriter: out, status: http.StatusOK}
		ctx, traced := r.Context(), func(int) {}
		if w.tracer != nil && !lasting(r) {
			ctx, traced = w.tracer.Request(r, name)
		}
		ctx = w.metrics.Request(ctx)
		defer func() {
			w.metrics.Responded(ctx, metrics.Response{
				Door: name, Status: answer.status, Took: time.Since(began), Socket: answer.hijacked, Stream: answer.streamed,
			})
			traced(answer.status)
		}()
		next.ServeHTTP(answer, r.WithContext(ctx))
	})
}

// lasting reports whether a client wants what goes on until somebody ends it.
func lasting(r *http.Request) bool {
	return r.Header.Get("Upgrade") != "" || strings.Contains(r.Header.Get("Accept"), "text/event-stream")
}

// answered remembers how a request was answered.
type answered struct {
	http.ResponseWriter
	status             int
	hijacked, streamed bool
}

// WriteHeader notes the status. One that only informs is not the answer.
func (a *answered) WriteHeader(status int) {
	if status >= http.StatusOK {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

// Hijack hands the connection over, for sockets.
func (a *answered) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(a.ResponseWriter).Hijack()
	if err == nil {
		a.hijacked, a.status = true, http.StatusSwitchingProtocols
	}
	return conn, buffers, err
}

// Flush sends what was written: only streams do.
func (a *answered) Flush() { _ = a.FlushError() }

// FlushError is Flush that tells whether the reader is still there.
func (a *answered) FlushError() error {
	a.streamed = true
	return http.NewResponseController(a.ResponseWriter).Flush()
}

// Unwrap lets deadlines be set.
func (a *answered) Unwrap() http.ResponseWriter { return a.ResponseWriter }
