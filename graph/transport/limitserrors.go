package transport

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

const (
	// maxErrors is how many errors of one document are told.
	maxErrors = 20
	// maxErrorMessage is in bytes. Messages of the parser and the rules repeat what was sent.
	maxErrorMessage = 500
)

// InterceptResponse shortens the answer to a document that is wrong in many places, or at length: it is no longer than the
// document was. What ran is answered as it is.
func (Limits) InterceptResponse(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	response := next(ctx)
	if response == nil || len(response.Data) > 0 {
		return response
	}
	if len(response.Errors) > maxErrors {
		response.Errors = response.Errors[:maxErrors:maxErrors]
	}
	for i, err := range response.Errors {
		response.Errors[i] = shortened(err)
	}
	return response
}

func shortened(err *gqlerror.Error) *gqlerror.Error {
	if len(err.Message) <= maxErrorMessage {
		return err
	}
	short := *err
	short.Message = clip(err.Message, maxErrorMessage) + " ..."
	return &short
}
