package booking

import (
	"context"
	"errors"

	"github.com/google/uuid"
)

// widening remembers, from one run of a decision to the next, which slots it found missing among those it had locked.
// Locks are taken in one order only, so a decision that needs more of them starts anew.
func widening(decide func(ctx context.Context, tx Tx, more []uuid.UUID) (verdict, error)) func(context.Context, Tx) (verdict, error) {
	var more []uuid.UUID
	return func(ctx context.Context, tx Tx) (verdict, error) {
		v, err := decide(ctx, tx, more)
		var w *wider
		if errors.As(err, &w) {
			more = union(more, w.slots)
		}
		return v, err
	}
}
