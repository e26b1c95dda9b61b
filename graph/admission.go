package graph

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	gqltransport "github.com/99designs/gqlgen/graphql/handler/transport"

	"github.com/slotq/slotq/graph/transport"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
)

// How a connection ends that is not admitted, or no longer.
var (
	closeNobody  = transport.CloseError{Code: transport.CloseForbidden, Reason: "No valid credential"}
	closeExpired = transport.CloseError{Code: transport.CloseForbidden, Reason: "Credential expired"}
	closeRevoked = transport.CloseError{Code: transport.CloseForbidden, Reason: "Credential revoked"}
	closeLater   = transport.CloseError{Code: transport.CloseGoingAway, Reason: "Unavailable, come again"}
	closeGoing   = transport.CloseError{Code: transport.CloseGoingAway, Reason: "Going away"}
)

// defaultRecheck is how often a connection's credential is looked at again.
const defaultRecheck = 2 * time.Second

// admission decides who may keep a connection open, and until when.
type admission struct {
	presenter
	authenticate func(ctx context.Context, token string) (actor.Actor, error)
	stillValid   func(ctx context.Context, a actor.Actor) bool // nil: until the credential expires
	recheck      time.Duration
	*turnstile
}

// admit takes the credential that connection_init names as "authorization", with or without "Bearer", and where it names
// none the actor of the handshake's own header.
func (d admission) admit(ctx context.Context, payload gqltransport.InitPayload) (context.Context, *gqltransport.InitPayload, error) {
	a, ok := auth.From(ctx)
	if token := bearer(payload.Authorization()); token != "" {
		if tenant := payload.GetString("tenant"); tenant != "" { // whose member a person is there, who can be one of several
			ctx = auth.WithTenant(ctx, tenant)
		}
		var err error
		if a, err = d.authenticate(ctx, token); errors.Is(err, auth.ErrUnauthenticated) {
			return ctx, nil, errors.Join(closeNobody, err)
		} else if err != nil { // whatever it is, a good credential is none the worse for it
			return ctx, nil, errors.Join(closeLater, err)
		}
	} else if !ok {
		return ctx, nil, closeNobody
	}
	return d.session(auth.With(onSocket(ctx), a), a), nil, nil
}

// seat takes a place for the actor of a session, until its socket is gone.
func (d admission) seat(session context.Context) (leave func(), err error) {
	if leave, err = d.enter(actorOf(session)); err != nil {
		return nil, closing(err)
	}
	return leave, nil
}

// bearer is the token of a credential, with or without the word before it.
func bearer(credential string) string {
	scheme, token, found := strings.Cut(credential, " ")
	if found && strings.EqualFold(scheme, "Bearer") {
		return strings.TrimSpace(token)
	}
	return strings.TrimSpace(credential)
}

// session is a context that ends with the actor's credential, when it expires or soon after it was revoked, and with the
// connection, whose context is given.
func (d admission) session(connection context.Context, a actor.Actor) context.Context {
	ctx, end := context.WithCancelCause(connection)
	if a.ExpiresAt != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, *a.ExpiresAt, closeExpired)
		context.AfterFunc(ctx, cancel)
	}
	if d.stillValid != nil {
		d.watch(ctx, a, end)
	}
	context.AfterFunc(ctx, func() { end(nil) })
	return ctx
}

// watch looks at the credential again and again until ctx ends. Timers do it, for a goroutine each would be most of what an
// idle connection costs.
func (d admission) watch(ctx context.Context, a actor.Actor, end context.CancelCauseFunc) {
	time.AfterFunc(cmp.Or(d.recheck, defaultRecheck), func() {
		_ = d.guarded(ctx, func() error { // a panic is logged, and the next look comes all the same
			if ctx.Err() == nil && !d.stillValid(ctx, a) {
				end(closeRevoked)
			}
			return nil
		})
		if ctx.Err() == nil {
			d.watch(ctx, a, end)
		}
	})
}
