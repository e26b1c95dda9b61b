package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"syscall"
	"time"

	"github.com/slotq/slotq/internal/config"
)

// bindPrivate takes the private address; nil when there is to be none. The usual one may be taken by another program that
// didn't choose it either: then this one does without.
func (a *App) bindPrivate(ctx context.Context) (net.Listener, error) {
	addr := a.serve.MetricsAddr
	if addr == "" {
		return nil, nil
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE) && addr == config.DefaultMetricsAddr:
		a.log.Warn("metrics aren't served: another program has their usual address; give this one another with --metrics-addr", "at", addr)
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("listen for metrics (choose another address with --metrics-addr): %w", err)
	}
	a.log.Info("metrics are served", "at", "http://"+listener.Addr().String()+"/metrics")
	return listener, nil
}

// servePrivate answers on the private address until stop is called, which is when all else has ended.
func (a *App) servePrivate() (stop func()) {
	if a.private == nil {
		return func() {}
	}
	server := &http.Server{
		Handler: a.privateRoutes(), ReadHeaderTimeout: 5 * time.Second, MaxHeaderBytes: 32 << 10,
		ErrorLog: slog.NewLogLogger(a.log.Handler(), slog.LevelDebug),
	}
	over := make(chan struct{})
	go func() {
		defer close(over)
		if err := server.Serve(a.private); !errors.Is(err, http.ErrServerClosed) {
			a.log.Error("metrics aren't served any more", "error", err)
		}
	}()
	return func() {
		_ = server.Close()
		<-over
	}
}

// privateRoutes are for the operator alone: profiles show what is in memory.
func (a *App) privateRoutes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", a.watch.metrics.Handler())
	mux.HandleFunc("GET /healthz", a.healthy)
	mux.Handle("GET /readyz", a.readiness)
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return mux
}

// Metrics is the address of the metrics, as Prometheus on this machine reaches it; empty when they aren't served.
func (a *App) Metrics() string {
	if a.private == nil {
		return ""
	}
	return "http://" + a.private.Addr().String() + "/metrics"
}
