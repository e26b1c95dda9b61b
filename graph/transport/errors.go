package transport

import (
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Values of extensions.code that this package gives to errors of its own.
const (
	codePayloadInvalid = "PAYLOAD_INVALID"
	codeTooComplex     = "QUERY_TOO_COMPLEX"
	codeNotListed      = "PERSISTED_DOCUMENT_NOT_FOUND"
	codeNotListedAPQ   = "PERSISTED_QUERY_NOT_FOUND" // as Apollo's clients know it
	codeNotAllowed     = "DOCUMENT_NOT_ALLOWED"
	codeRateLimited    = "RATE_LIMITED" // given by who counts
	codeUnavailable    = "UNAVAILABLE"
	codeInternal       = "INTERNAL"
)

func coded(code, format string, args ...any) *gqlerror.Error {
	e := gqlerror.Errorf(format, args...)
	errcode.Set(e, code)
	return e
}

// invalid refuses the envelope of a request, before there is a document to speak of. It names the
// field and never repeats what was sent, which may hold secrets.
func invalid(field, format string, args ...any) *gqlerror.Error {
	e := coded(codePayloadInvalid, format, args...)
	if field != "" {
		e.Extensions["field"] = field
	}
	return e
}
