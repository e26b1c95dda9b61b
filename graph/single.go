package graph

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/slotq/slotq/graph/model"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// single is how the stream of one thing is told: it begins with the thing as it stands, and then tells each later version
// once.
type single[T, E any] struct {
	kind    ref.Kind
	read    func(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]T, error)
	venue   func(T) uuid.UUID
	version func(T) int
	told    func(model.Step, *T) *E       // the event; nil of a thing that can't be seen any more
	within  func(it *T, tenant uuid.UUID) // says whose it is, which events leave out
}

// watchOne is the body of a subscription to one thing, which must be there and the actor's to see.
func watchOne[T, E any](ctx context.Context, r *Resolver, text string, after *string, s single[T, E]) (<-chan *E, error) {
	return watch(ctx, r, after,
		func(ctx context.Context) (feed.Topic, error) {
			it, err := visible(ctx, s.kind, text, s.read)
			if err != nil {
				return feed.Topic{}, err
			}
			beginningOf(ctx).rising = true
			id, _ := ref.Decode(s.kind, text)
			return feed.Topic{Venue: s.venue(*it), Entity: s.kind, ID: &id, Match: own(actorOf(ctx))}, nil
		},
		func(ctx context.Context, m feed.Message) (*E, error) { return s.event(ctx, text, m) })
}

// event shows the thing as of the message, or as it stands where a stream begins; which version that is, the stream is told.
func (s single[T, E]) event(ctx context.Context, text string, m feed.Message) (*E, error) {
	it, err := decode[T](m)
	switch {
	case err != nil:
		return nil, err
	case it != nil:
		s.within(it, m.Event.TenantID)
	default:
		it, err = visible(ctx, s.kind, text, s.read)
		if err != nil && !errors.Is(err, problem.ErrNotFound) { // it may have gone out of sight meanwhile
			return nil, err
		}
	}
	if it != nil {
		deliveryOf(ctx).shown = s.version(*it)
	}
	return s.told(model.Step{Message: m}, it), nil
}

func (r *Resolver) entryStream() single[waitlist.Entry, model.WaitlistEntryEvent] {
	return single[waitlist.Entry, model.WaitlistEntryEvent]{
		kind: ref.Entry, read: r.reader.EntriesByID,
		venue:   func(e waitlist.Entry) uuid.UUID { return e.VenueID },
		version: func(e waitlist.Entry) int { return e.Version },
		within:  func(e *waitlist.Entry, tenant uuid.UUID) { e.TenantID = tenant },
		told: func(step model.Step, e *waitlist.Entry) *model.WaitlistEntryEvent {
			return &model.WaitlistEntryEvent{Step: step, WaitlistEntry: e}
		},
	}
}

func (r *Resolver) intentStream() single[intent.Intent, model.IntentEvent] {
	return single[intent.Intent, model.IntentEvent]{
		kind: ref.Intent, read: r.reader.IntentsByID,
		venue:   func(i intent.Intent) uuid.UUID { return i.VenueID },
		version: func(i intent.Intent) int { return i.Version },
		within:  func(i *intent.Intent, tenant uuid.UUID) { i.TenantID = tenant },
		told: func(step model.Step, i *intent.Intent) *model.IntentEvent {
			return &model.IntentEvent{Step: step, Intent: i}
		},
	}
}

func (r *Resolver) approvalStream() single[approval.Approval, model.ApprovalEvent] {
	return single[approval.Approval, model.ApprovalEvent]{
		kind: ref.Approval, read: r.reader.ApprovalsByID,
		venue:   func(a approval.Approval) uuid.UUID { return a.VenueID },
		version: func(a approval.Approval) int { return a.Version },
		within:  func(a *approval.Approval, tenant uuid.UUID) { a.TenantID = tenant },
		told: func(step model.Step, a *approval.Approval) *model.ApprovalEvent {
			return &model.ApprovalEvent{Step: step, Approval: a}
		},
	}
}
