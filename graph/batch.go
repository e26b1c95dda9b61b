package graph

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/vikstrous/dataloadgen"

	"github.com/slotq/slotq/internal/actor"
)

// A batch waits so long for more ids, long enough for the fields of a page to come together, and takes so many at most.
const (
	batchWait = 2 * time.Millisecond
	batchSize = 200
)

// asker is for whom a response is made, and where what it shows is read.
type asker struct {
	by     actor.Actor
	reader Reader
}

// reads is how a batch is read: a method of Reader.
type reads[T any] func(of Reader, ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]T, error)

// batch gathers the ids that the fields of one response ask for. Most responses ask few of theirs, and a command's often
// none, so what gathers is made when the first id comes.
type batch[T any] struct {
	asker *asker
	read  reads[T]
	once  sync.Once
	made  *dataloadgen.Loader[uuid.UUID, T]
}

func newBatch[T any](by *asker, read reads[T]) *batch[T] { return &batch[T]{asker: by, read: read} }

// Load waits for what an id names; dataloadgen.ErrNotFound when there is none that the actor may see.
func (b *batch[T]) Load(ctx context.Context, id uuid.UUID) (T, error) {
	return b.loader().Load(ctx, id)
}

// LoadThunk asks for what an id names; the function that is returned waits for it as Load does.
func (b *batch[T]) LoadThunk(ctx context.Context, id uuid.UUID) func() (T, error) {
	return b.loader().LoadThunk(ctx, id)
}

func (b *batch[T]) loader() *dataloadgen.Loader[uuid.UUID, T] {
	b.once.Do(func() {
		b.made = dataloadgen.NewMappedLoader(func(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]T, error) {
			return b.read(b.asker.reader, ctx, b.asker.by, ids)
		}, dataloadgen.WithWait(batchWait), dataloadgen.WithBatchCapacity(batchSize))
	})
	return b.made
}
