package app

import (
	"net/http"

	"github.com/slotq/slotq/graph"
	"github.com/slotq/slotq/internal/calendarfeed"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reception"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/web/dashboard"
	"github.com/slotq/slotq/web/graphiql"
)

// routes are the doors of the program, by its role: a worker answers only for its health.
func (a *App) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", a.healthy)
	mux.Handle("GET /readyz", a.readiness)
	if a.serve.Answers() {
		a.signIns = http.NewServeMux()
		a.reception.Open(a.signIns)
		mux.Handle(reception.Root, graph.Correlate(a.watch.door("reception", a.signIns)))
		mux.Handle("/graphql", graph.Correlate(a.watch.door("graphql", a.graphQL())))
		mux.Handle(calendarfeed.Root, graph.Correlate(a.watch.door("calendar", calendarfeed.NewHandler(reading.New(store.NewReads(a.DB)), a.Desk, a.log))))
		mux.Handle("/graphiql/", http.StripPrefix("/graphiql", graphiql.Handler()))
		mux.Handle("GET /graphiql", http.RedirectHandler("/graphiql/", http.StatusMovedPermanently))
		mux.Handle("/", dashboard.Handler())
	}
	return mux
}
