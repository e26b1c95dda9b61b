package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Options say what the simulator does from the start; zero values take the defaults named beside them.
type Options struct {
	Addr            string        // 127.0.0.1:8090
	Ledger          string        // the file that holds every booking; required
	Token           string        // the credential that bookings and lookups need; none
	Mode            string        // what happens to writes, as POST /mode takes it; ok
	DelayMs         int           // of the mode; its default
	Times           int           // how many writes the mode meets; until changed
	Deadline        time.Duration // declared; 10 seconds
	Settle          time.Duration // declared; 15 seconds
	WritesPerSecond float64       // declared, not enforced; no limit
	ReleaseFirst    bool          // declared, not enforced
	Log             *slog.Logger  // slog.Default
	Ready           func(url string)
}

func (o Options) withDefaults() Options {
	o.Addr = cmp.Or(o.Addr, "127.0.0.1:8090")
	o.Mode = cmp.Or(o.Mode, ok)
	o.Deadline = cmp.Or(o.Deadline, 10*time.Second)
	o.Settle = cmp.Or(o.Settle, 15*time.Second)
	o.Log = cmp.Or(o.Log, slog.Default())
	return o
}

// shutdownPatience is how long answers under way are waited for at the end.
const shutdownPatience = 3 * time.Second

// Run serves until ctx ends, and calls Ready with its address once it does. A clean end lets nothing hang: work that is
// held back goes into the ledger at once, and nobody is accepted any more. After a kill everything is there that was
// answered before, and what was held back is lost.
func Run(ctx context.Context, o Options) (err error) {
	o = o.withDefaults()
	first, err := setting{Mode: o.Mode, DelayMs: o.DelayMs, Times: o.Times}.checked()
	if err != nil {
		return err
	}
	books, err := openLedger(o.Ledger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, books.close()) }()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.Addr)
	if err != nil {
		return fmt.Errorf("listen for bookings: %w", err)
	}
	s := &simulator{options: o, ledger: books, lever: &lever{set: first}, ending: make(chan struct{})}
	server := &http.Server{
		Handler:           s.routes(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug),
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	url := "http://" + listener.Addr().String()
	o.Log.InfoContext(ctx, "provider simulator serves", "url", url, "ledger", o.Ledger, "mode", first.Mode)
	if o.Ready != nil {
		o.Ready(url)
	}
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	close(s.ending)
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownPatience)
	defer cancel()
	if server.Shutdown(patience) != nil {
		_ = server.Close() // somebody keeps a connection open, or doesn't read: no work is left behind it
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// simulator answers for one ledger.
type simulator struct {
	options Options
	ledger  *ledger
	lever   *lever
	ending  chan struct{} // closed when nothing may be held back any more
}

func (s *simulator) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /bookings", s.known(s.book))
	mux.HandleFunc("GET /bookings/{reference}", s.known(s.find))
	mux.HandleFunc("DELETE /bookings/{reference}", s.known(s.cancel))
	mux.HandleFunc("GET /contract", s.contract)
	mux.HandleFunc("GET /mode", s.showMode)
	mux.HandleFunc("POST /mode", s.setMode)
	mux.HandleFunc("GET /ledger", s.showLedger)
	return http.MaxBytesHandler(mux, 64<<10)
}

// hold waits, but not beyond the simulator's own end. Whether the caller is still there doesn't matter: slow work at real
// providers doesn't notice either.
func (s *simulator) hold(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.ending:
	}
}
