// Package app joins the rooms into a running program. It is the only place that knows them all; nothing imports it but
// the command line.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/slotq/slotq/graph"
	"github.com/slotq/slotq/graph/transport"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/identity"
	"github.com/slotq/slotq/internal/invariant"
	"github.com/slotq/slotq/internal/layout"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/provider"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reception"
	"github.com/slotq/slotq/internal/relay"
	"github.com/slotq/slotq/internal/roster"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/internal/throttle"
	"github.com/slotq/slotq/internal/worker"
)

// App is the program, joined and not yet running.
type App struct {
	DB        *postgres.DB
	Desk      *booking.Desk
	Keys      *auth.Keys
	Layout    *layout.Layout
	serve     config.Serve
	log       *slog.Logger
	database  *Database
	jobsPool  *postgres.DB
	hub       *feed.Hub
	loop      *worker.Loop
	errands   *worker.Errands
	layouts   *worker.Layouts
	roster    *roster.Roster
	nats      *relay.Embedded // nil: none of our own
	relay     *relay.Relay    // nil: nodes read the log
	providers *provider.Directory
	listed    *transport.Listed
	jobs      *worker.Jobs
	listener  net.Listener
	private   net.Listener // nil: nothing is shown
	watch     watchers
	readiness *readiness
	handler   http.Handler
	endpoint  *graph.Endpoint // nil where the API isn't served

	connections *connections // made by Run

	demo        bool // people sign in without a password
	credentials *auth.Credentials
	identity    *identity.Provider // nil: nobody signs in by one
	reception   *reception.Desk
	signIns     *http.ServeMux // below reception.Root; nil where the API isn't served
}

// New opens the database (migrating it), joins the rooms for the role, and binds the address. Close must be called.
func New(ctx context.Context, serve config.Serve, log *slog.Logger, as ...func(*App)) (_ *App, err error) {
	a := &App{serve: serve, log: log}
	for _, set := range as {
		set(a)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	if a.listed, err = readDocuments(serve.Documents); err != nil {
		return nil, err
	}
	if a.database, err = OpenDatabase(ctx, serve.Database, log); err != nil {
		return nil, err
	}
	applied, err := postgres.Migrate(ctx, a.database.Direct, func(step string) { log.Debug("migration", "step", step) })
	if err != nil {
		return nil, fmt.Errorf("migrate: %w", err)
	}
	if len(applied) > 0 {
		log.Info("database migrated", "steps", len(applied))
	}
	if a.watch, err = watching(ctx, log); err != nil {
		return nil, err
	}
	if a.DB, err = postgres.Open(a.database.URL, postgres.PoolOptions{Direct: a.database.Direct, MaxOpen: serve.Pool, OpenDB: a.watch.openDB()}); err != nil {
		return nil, err
	}
	if err := a.joinNodes(); err != nil {
		return nil, err
	}
	a.join()
	if serve.Works() {
		if err := a.joinJobs(); err != nil {
			return nil, err
		}
	}
	if a.listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", serve.Addr); err != nil {
		return nil, fmt.Errorf("listen (choose another address with --addr): %w", err)
	}
	if a.private, err = a.bindPrivate(ctx); err != nil {
		return nil, err
	}
	a.watchAll()
	if err := a.joinReception(); err != nil {
		return nil, err
	}
	a.handler = a.routes()
	return a, nil
}

func (a *App) join() {
	a.hub = feed.NewHub(store.NewFeedLog(a.DB), feed.Options{
		MaxSubscribers: 10 * a.serve.MaxSockets, Wire: a.wire(), Log: a.log, OnPoke: func(uuid.UUID) { a.poke() },
	})
	a.Desk = booking.NewDesk(store.NewDatabase(a.DB), func(tenant uuid.UUID) {
		a.hub.Wake(tenant)
		a.poke()
	}, a.log).Observed(a.watch).Trusting(a.serve.OIDCIssuer)
	agenda := store.NewAgenda(a.DB)
	a.loop = worker.NewLoop(agenda, a.Desk, a.log)
	a.providers = provider.NewDirectory(provider.Options{Log: a.log})
	a.errands = worker.NewErrands(agenda, a.Desk, outside{a.providers, a.watch}, a.serve.ProviderCalls, a.log).Observed(a.watch)
	a.roster = roster.New(store.NewNodes(a.DB), string(a.serve.Role), release(), a.log)
	a.Keys = auth.NewKeys(a.DB)
	a.Layout = layout.New(a.DB).Waking(func(tenant uuid.UUID) {
		a.hub.Wake(tenant)
		a.poke()
	})
	a.layouts = worker.NewLayouts(agenda, a.Layout, a.log)
}

// poke tells the loops that somebody, here or elsewhere, may have left them work.
func (a *App) poke() {
	a.loop.Poke()
	a.errands.Poke()
	a.layouts.Poke()
}

func (a *App) joinJobs() (err error) {
	if a.jobsPool, err = postgres.Open(a.database.URL, postgres.PoolOptions{MaxOpen: 4, ApplicationName: "slotq-jobs"}); err != nil {
		return err
	}
	a.jobs, err = worker.NewJobs(a.jobsPool.SQL(), postgres.JobSchema, worker.Tasks{
		LayOut: a.Layout.ExtendAll,
		Sweep: func(ctx context.Context) (int64, error) {
			return store.SweepCommands(ctx, a.DB, a.serve.LedgerRetention)
		},
		Trim:         func(ctx context.Context) (int64, error) { return a.hub.Trim(ctx, a.serve.EventRetention) },
		SweepSignIns: func(ctx context.Context) (int64, error) { return auth.Sweep(ctx, a.DB) },
		Verify:       invariant.NewWatch(a.jobsPool, a.log).Round,
		VerifyEvery:  a.serve.VerifyEvery,
	}, a.log)
	return err
}

// GraphQL is the address of the API, as a client on this machine reaches it.
func (a *App) GraphQL() string { return "http://" + a.listener.Addr().String() + "/graphql" }

// Run serves and works until ctx ends, then lets go of everything in order: no new requests, those under way finish,
// sockets are told to go, and what they listened to ends last.
func (a *App) Run(ctx context.Context) error {
	defer a.servePrivate()()
	group, ctx := errgroup.WithContext(ctx)
	requests, goodbye := context.WithCancel(context.WithoutCancel(ctx))
	defer goodbye()
	feeding, silence := context.WithCancel(context.WithoutCancel(ctx))
	defer silence()
	group.Go(func() error { return a.hub.Run(feeding) })
	group.Go(func() error { return a.roster.Run(feeding) }) // as long as it answers, it takes its share of the limits
	if a.serve.Works() {
		group.Go(func() error { return a.loop.Run(ctx) })
		group.Go(func() error { return a.errands.Run(ctx) })
		group.Go(func() error { return a.layouts.Run(ctx) })
		group.Go(func() error { return a.jobs.Run(ctx) })
	}
	if a.identity != nil && a.serve.Answers() {
		group.Go(func() error { return a.identity.Run(ctx) })
	}
	server := a.server(requests)
	group.Go(func() error {
		if err := server.Serve(a.listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		defer silence()
		a.giveNotice()
		return a.drain(context.WithoutCancel(ctx), server, goodbye)
	})
	return group.Wait()
}

// Close lets go of what New opened. The database of its own stops last.
func (a *App) Close() error {
	var errs []error
	if a.listener != nil {
		if err := a.listener.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	if a.credentials != nil {
		a.credentials.Close()
	}
	if a.providers != nil {
		a.providers.Close()
	}
	a.leaveNodes()
	if a.private != nil {
		_ = a.private.Close() // closed already by Run
	}
	for _, db := range []*postgres.DB{a.jobsPool, a.DB} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	errs = append(errs, a.watch.close())
	if a.database != nil {
		errs = append(errs, a.database.Close())
	}
	return errors.Join(errs...)
}

func (a *App) graphQL() http.Handler {
	a.endpoint = graph.NewHandler(graph.Options{
		Desk: a.Desk, Reader: reading.New(store.NewReads(a.DB)).Promised(a.serve.VerifyEvery, invariant.Promises()), Feed: graph.Hub(a.hub), Log: a.log, Observer: a.watch,
		Authenticate: a.credentials.Authenticate, StillValid: a.credentials.StillValid, Development: a.serve.Development,
		Pace: a.pace(), Places: throttle.NewPlaces(a.serve.MaxOperations),
		Introspection: a.serve.Introspection, AllowedOrigins: a.origins(),
		Listed: a.listed, OnlyListed: a.serve.DocumentsOnly,
		Connections: graph.Connections{All: a.serve.MaxSockets, PerTenant: a.serve.MaxSocketsPerTenant, PerPrincipal: a.serve.MaxSocketsPerUser},
	})
	return a.credentials.Middleware(a.endpoint)
}
