package app

import (
	"context"
	"net/http"
	"time"

	"github.com/slotq/slotq/graph"
	"github.com/slotq/slotq/internal/calendarfeed"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/web/graphiql"
)

// routes are the doors of the program, by its role: a worker answers only for its health.
func (a *App) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { reply(w, http.StatusOK, "alive") })
	mux.HandleFunc("GET /readyz", a.ready)
	if a.serve.Answers() {
		mux.Handle("/graphql", graph.Correlate(a.graphQL()))
		mux.Handle(calendarfeed.Root, calendarfeed.NewHandler(reading.New(store.NewReads(a.DB)), a.Desk, a.log))
		mux.Handle("/graphiql/", http.StripPrefix("/graphiql", graphiql.Handler()))
		mux.Handle("GET /graphiql", http.RedirectHandler("/graphiql/", http.StatusMovedPermanently))
		mux.Handle("GET /{$}", http.RedirectHandler("/graphiql/", http.StatusFound))
	}
	return mux
}

// ready tells whether the database answers.
func (a *App) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := a.DB.Ping(ctx); err != nil {
		reply(w, http.StatusServiceUnavailable, "the database does not answer")
		return
	}
	reply(w, http.StatusOK, "ready")
}

func reply(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}
