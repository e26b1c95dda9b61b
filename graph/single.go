package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/graph/model"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// single is the stream of one thing: it begins with the thing as it stands, and then tells each later version once. It is
// for one subscriber.
type single[T, E any] struct {
	kind      ref.Kind
	id, venue uuid.UUID
	read      func(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]T, error)
	version   func(T) int
	told      func(model.Step, *T) *E       // the event; nil of a thing that can't be seen any more
	within    func(it *T, tenant uuid.UUID) // says whose it is, which events leave out
	sent      int                           // the highest version that was sent
}

func (s *single[T, E]) topic(ctx context.Context) feed.Topic {
	return feed.Topic{Venue: s.venue, Entity: s.kind, ID: &s.id, Match: own(actorOf(ctx))}
}

// event answers nil for a change that the state sent before already contains.
func (s *single[T, E]) event(ctx context.Context, m feed.Message) (*E, error) {
	it, err := decode[T](m)
	if err != nil {
		return nil, err
	}
	if it != nil {
		if s.version(*it) <= s.sent {
			return nil, nil
		}
		s.within(it, m.Event.TenantID)
	} else if it, err = s.now(ctx); err != nil {
		return nil, err
	}
	if it != nil {
		s.sent = max(s.sent, s.version(*it))
	}
	return s.told(model.Step{Message: m}, it), nil
}

// now is the thing as it stands; nil when it can't be seen any more.
func (s *single[T, E]) now(ctx context.Context) (*T, error) {
	found, err := s.read(ctx, actorOf(ctx), []uuid.UUID{s.id})
	if it, visible := found[s.id]; err == nil && visible {
		return &it, nil
	}
	return nil, err
}

func (r *Resolver) entryStream(e waitlist.Entry) *single[waitlist.Entry, model.WaitlistEntryEvent] {
	return &single[waitlist.Entry, model.WaitlistEntryEvent]{
		kind: ref.Entry, id: e.ID, venue: e.VenueID, read: r.reader.EntriesByID,
		version: func(e waitlist.Entry) int { return e.Version },
		within:  func(e *waitlist.Entry, tenant uuid.UUID) { e.TenantID = tenant },
		told: func(step model.Step, e *waitlist.Entry) *model.WaitlistEntryEvent {
			return &model.WaitlistEntryEvent{Step: step, WaitlistEntry: e}
		},
	}
}

func (r *Resolver) intentStream(i intent.Intent) *single[intent.Intent, model.IntentEvent] {
	return &single[intent.Intent, model.IntentEvent]{
		kind: ref.Intent, id: i.ID, venue: i.VenueID, read: r.reader.IntentsByID,
		version: func(i intent.Intent) int { return i.Version },
		within:  func(i *intent.Intent, tenant uuid.UUID) { i.TenantID = tenant },
		told: func(step model.Step, i *intent.Intent) *model.IntentEvent {
			return &model.IntentEvent{Step: step, Intent: i}
		},
	}
}

func (r *Resolver) approvalStream(a approval.Approval) *single[approval.Approval, model.ApprovalEvent] {
	return &single[approval.Approval, model.ApprovalEvent]{
		kind: ref.Approval, id: a.ID, venue: a.VenueID, read: r.reader.ApprovalsByID,
		version: func(a approval.Approval) int { return a.Version },
		within:  func(a *approval.Approval, tenant uuid.UUID) { a.TenantID = tenant },
		told: func(step model.Step, a *approval.Approval) *model.ApprovalEvent {
			return &model.ApprovalEvent{Step: step, Approval: a}
		},
	}
}
