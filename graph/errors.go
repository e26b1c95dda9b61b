package graph

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/slotq/slotq/internal/problem"
)

// The public codes of calls that never reached the domain. QUERY_TOO_COMPLEX is given by graph/transport, where a call is
// refused before it is one.
const (
	codeUnauthenticated  = "UNAUTHENTICATED"
	codeForbidden        = "FORBIDDEN"
	codeInvalidKey       = "INVALID_IDEMPOTENCY_KEY"
	codePayloadInvalid   = "PAYLOAD_INVALID"
	codeNotFound         = "REFERENCE_NOT_FOUND"
	codeRateLimited      = "RATE_LIMITED"
	codeUnavailable      = "UNAVAILABLE"
	codeInternal         = "INTERNAL"
	codeValidationFailed = errcode.ValidationFailed
)

// comeAgain is when a client may ask again that found the service unavailable.
const comeAgain = time.Second

// errStreamEnded means that a stream ended while its subscriber still listened: it was too slow, or the feed stops.
var errStreamEnded = errors.New("the stream has ended early")

// presenter gives every error its public form. What a client can act on is told by its code; everything else is INTERNAL to
// the client, and the log has all of it, once.
type presenter struct{ log *slog.Logger }

// present is the one way by which errors leave: each has a code and the correlation id of its call.
func (p presenter) present(ctx context.Context, err error) *gqlerror.Error {
	shown := *graphql.DefaultErrorPresenter(ctx, err)
	public := p.public(ctx, &shown, err)
	shown.Err, shown.Message = nil, public.message
	shown.Extensions = maps.Clone(shown.Extensions)
	if shown.Extensions == nil {
		shown.Extensions = map[string]any{}
	}
	shown.Extensions["code"], shown.Extensions["correlationId"] = public.code, Correlation(ctx)
	if public.field != "" {
		shown.Extensions["field"] = public.field
	}
	if public.retryAfter > 0 {
		shown.Extensions["retryAfterMs"] = (public.retryAfter + time.Millisecond - 1).Milliseconds() // never too early
	}
	return &shown
}

// public is what a client is told of an error.
type public struct {
	code       string
	message    string
	field      string
	retryAfter time.Duration // 0: asking again doesn't help
}

func (p presenter) public(ctx context.Context, shown *gqlerror.Error, err error) public {
	var invalid *problem.Invalid
	var limited *problem.RateLimited
	code, _ := shown.Extensions["code"].(string)
	switch {
	case errors.As(err, &invalid):
		return invalidField(cmp.Or(invalid.Field, argument(ctx, shown.Path)), invalid.Message)
	case errors.As(err, &limited):
		return public{code: codeRateLimited, message: limited.Message + "; ask again later, with the same key", retryAfter: limited.RetryAfter}
	case errors.Is(err, problem.ErrInvalidKey):
		return public{code: codeInvalidKey, message: problem.ErrInvalidKey.Error()}
	case errors.Is(err, problem.ErrForbidden):
		return public{code: codeForbidden, message: "your role lacks the capability for this"}
	case errors.Is(err, errUnauthenticated):
		return public{code: codeUnauthenticated, message: "this needs a valid credential"}
	case errors.Is(err, problem.ErrNotFound):
		return public{code: codeNotFound, message: "there is no such thing, or it is not yours to see"}
	case errors.Is(err, errStreamEnded):
		return public{code: codeUnavailable, message: "the stream was broken off; resume it with the last cursor", retryAfter: comeAgain}
	case errors.Is(err, problem.ErrUnavailable), errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, context.Canceled) && ctx.Err() != nil: // the client has hung up
		return public{code: codeUnavailable, message: "the service is unavailable for the moment; ask again, with the same key", retryAfter: comeAgain}
	case code == codeValidationFailed:
		return misvalued(shown)
	case code != "":
		return public{code: code, message: shown.Message}
	case argument(ctx, shown.Path) != "": // an argument that a reader of gqlgen's own could not take
		return invalidField(argument(ctx, shown.Path), shown.Message)
	case shown.Message == "introspection disabled": // the only name that gqlgen gives it
		return public{code: codeForbidden, message: "reading the schema is turned off here"}
	}
	p.report(ctx, shown, err)
	return public{code: codeInternal, message: "Something went wrong on our side"}
}

func invalidField(field, message string) public {
	if field != "" {
		message = field + ": " + message
	}
	return public{code: codePayloadInvalid, message: message, field: field}
}

// report logs what a client is not told.
func (p presenter) report(ctx context.Context, shown *gqlerror.Error, err error) {
	var reported *panicked
	if errors.As(err, &reported) { // logged already, with its stack
		return
	}
	p.log.ErrorContext(ctx, "a call failed", "error", err, "path", shown.Path.String(), "correlationId", Correlation(ctx))
}
