package app

import (
	"context"

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/provider"
	"github.com/slotq/slotq/internal/worker"
)

// outside is the directory of providers as the worker sees it, with somebody looking on.
type outside struct {
	*provider.Directory
	watch watchers
}

// Of is the client of a provider.
func (o outside) Of(p intent.Provider) worker.Provider { return watched{o.Directory.Of(p), o.watch} }

// watched is a provider whose calls are watched.
type watched struct {
	worker.Provider
	watch watchers
}

// Book asks for a booking.
func (w watched) Book(ctx context.Context, o intent.Order) intent.Answer {
	ctx, ended := w.watch.provider(ctx, "book")
	answer := w.Provider.Book(ctx, o)
	ended(string(answer.Kind))
	return answer
}

// Cancel asks to undo one.
func (w watched) Cancel(ctx context.Context, reference string) intent.Answer {
	ctx, ended := w.watch.provider(ctx, "cancel")
	answer := w.Provider.Cancel(ctx, reference)
	ended(string(answer.Kind))
	return answer
}

// Find looks for one.
func (w watched) Find(ctx context.Context, reference string) intent.Sighting {
	ctx, ended := w.watch.provider(ctx, "find")
	seen := w.Provider.Find(ctx, reference)
	ended(string(seen.Kind))
	return seen
}
