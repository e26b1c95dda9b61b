package graph

import (
	"context"
	"fmt"
	"runtime/debug"
)

// panicked is a panic that has been logged.
type panicked struct{ value any }

// Error says what was thrown; it is never shown to a client.
func (p *panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// recovered logs a panic with its stack and makes it an error.
func (p presenter) recovered(ctx context.Context, value any) error {
	p.log.ErrorContext(ctx, "a call panicked", "panic", value, "stack", string(debug.Stack()), "correlationId", Correlation(ctx))
	return &panicked{value}
}

// guarded runs what has a goroutine of its own, where a panic would end the program.
func (p presenter) guarded(ctx context.Context, run func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = p.recovered(ctx, value)
		}
	}()
	return run()
}
