package booking

import (
	"context"
	"errors"

	"github.com/google/uuid"
)

// widening remembers, from one run of a decision to the next, which slots it found missing among those it had locked.
// Locks are taken in one order only, so a decision that needs more of them starts anew.
func widening[T Facts](decide func(ctx context.Context, tx T, more []uuid.UUID) (verdict, error)) func(context.Context, T) (verdict, error) {
	var more []uuid.UUID
	return func(ctx context.Context, tx T) (verdict, error) {
		v, err := decide(ctx, tx, more)
		var w *wider
		if errors.As(err, &w) {
			more = union(more, w.slots)
		}
		return v, err
	}
}
