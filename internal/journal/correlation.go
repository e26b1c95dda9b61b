package journal

import "context"

// correlationKey is under which a line names its call.
const correlationKey = "correlationId"

type callKey struct{}

// WithCorrelation marks everything below ctx as belonging to the call of this id.
func WithCorrelation(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, callKey{}, id)
}

// Correlation is the id of the call that ctx belongs to; empty outside of any call.
func Correlation(ctx context.Context) string {
	id, _ := ctx.Value(callKey{}).(string)
	return id
}
