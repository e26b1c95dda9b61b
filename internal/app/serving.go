package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// How long the end may take. Whoever stops programs often waits ten seconds before killing them.
const (
	drainMoment   = 500 * time.Millisecond // for requests under way, before streams and sockets are told to go
	drainPatience = 7 * time.Second        // for all of them to end by themselves
	cutPatience   = time.Second            // for what was cut to be over
)

// server answers on the connections that it lets in. No peer holds one for long: each deadline ends a connection whose
// other end doesn't send, doesn't read, or says nothing. Streams of events set their own.
func (a *App) server(requests context.Context) *http.Server {
	a.connections = newConnections(cmp.Or(a.serve.MaxConnections, defaultConnections), a.log)
	return &http.Server{
		Handler:           a.handler,
		BaseContext:       func(net.Listener) context.Context { return requests },
		ConnState:         a.connections.watch,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      time.Minute, // from the header's end: reading, answering and writing
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(a.log.Handler(), slog.LevelDebug),
	}
}

// drain lets requests under way finish, a moment long; then sockets and streams are told to go, and waited for. Who doesn't
// go in time is cut off: that is a peer's fault and no error.
func (a *App) drain(ctx context.Context, server *http.Server, goodbye func()) error {
	patient, cancel := context.WithTimeout(ctx, drainPatience)
	defer cancel()
	farewell := func() {
		goodbye()
		if a.endpoint != nil {
			a.endpoint.Drain()
		}
	}
	moment := time.AfterFunc(drainMoment, farewell)
	defer moment.Stop()
	err := server.Shutdown(patient)
	farewell()
	if errors.Is(err, context.DeadlineExceeded) {
		err = a.cut(ctx, server)
	}
	if a.endpoint != nil && a.endpoint.Wait(patient) != nil {
		a.log.Warn("sockets did not end in time")
	}
	return err
}

// cut closes what is still open, and waits until nothing is answered any more.
func (a *App) cut(ctx context.Context, server *http.Server) error {
	a.log.Warn("connections are cut that did not end in time", "open", a.connections.size())
	err := server.Close()
	ctx, cancel := context.WithTimeout(ctx, cutPatience)
	defer cancel()
	if a.connections.wait(ctx) != nil {
		a.log.Warn("requests did not end when their connections were cut", "open", a.connections.size())
	}
	return err
}
