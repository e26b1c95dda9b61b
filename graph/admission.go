package graph

import (
	"context"
	"errors"
	"strings"

	gqltransport "github.com/99designs/gqlgen/graphql/handler/transport"

	"github.com/slotq/slotq/graph/transport"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/problem"
)

// How a socket ends that is not admitted, or no longer.
var (
	closeNobody  = transport.CloseError{Code: transport.CloseForbidden, Reason: "No valid credential"}
	closeExpired = transport.CloseError{Code: transport.CloseForbidden, Reason: "Credential expired"}
	closeLater   = transport.CloseError{Code: transport.CloseGoingAway, Reason: "Unavailable, come again"}
)

// admission decides who may keep a socket open.
type admission struct {
	authenticate func(ctx context.Context, token string) (actor.Actor, error)
}

// admit takes the credential that connection_init names as "authorization", with or without "Bearer", and where it names
// none the actor of the handshake's own header. The socket ends when the credential does.
func (d admission) admit(ctx context.Context, payload gqltransport.InitPayload) (context.Context, *gqltransport.InitPayload, error) {
	a, ok := auth.From(ctx)
	if token := bearer(payload.Authorization()); token != "" {
		var err error
		if a, err = d.authenticate(ctx, token); errors.Is(err, problem.ErrUnavailable) {
			return ctx, nil, errors.Join(closeLater, err)
		} else if err != nil {
			return ctx, nil, errors.Join(closeNobody, err)
		}
	} else if !ok {
		return ctx, nil, closeNobody
	}
	return untilExpiry(auth.With(onSocket(ctx), a), a), nil, nil
}

// bearer is the token of a credential, with or without the word before it.
func bearer(credential string) string {
	scheme, token, found := strings.Cut(credential, " ")
	if found && strings.EqualFold(scheme, "Bearer") {
		return strings.TrimSpace(token)
	}
	return strings.TrimSpace(credential)
}

// untilExpiry ends ctx with the actor's credential.
func untilExpiry(ctx context.Context, a actor.Actor) context.Context {
	if a.ExpiresAt == nil {
		return ctx
	}
	ctx, cancel := context.WithDeadlineCause(ctx, *a.ExpiresAt, closeExpired)
	context.AfterFunc(ctx, cancel) // the socket's own end lets go of the timer
	return ctx
}
