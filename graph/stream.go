package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// watch starts a stream and turns each message of it into an event. A message that makes none is passed over. The stream
// ends with ctx; when it ends before that, the client is told and may resume.
func watch[E any](ctx context.Context, r *Resolver, t feed.Topic, after *string, toEvent func(context.Context, feed.Message) (*E, error)) (<-chan *E, error) {
	messages, err := r.feed.Subscribe(ctx, actorOf(ctx), t, after)
	if err != nil {
		return nil, err
	}
	events := make(chan *E) // the feed holds the buffer: what is passed on here can't be taken back
	go func() {
		defer close(events)
		breakOff(ctx, r.guarded(ctx, func() error { return pump(ctx, messages, events, toEvent) }))
	}()
	return events, nil
}

// pump passes messages on as events until ctx ends, nil then, or the feed has had enough of the subscriber.
func pump[E any](ctx context.Context, messages <-chan feed.Message, events chan<- *E, toEvent func(context.Context, feed.Message) (*E, error)) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case m, open := <-messages:
			if !open {
				return errStreamEnded
			}
			e, err := toEvent(ctx, m)
			if err != nil {
				return err
			}
			if e == nil {
				continue
			}
			select {
			case events <- e:
			case <-ctx.Done():
				return nil
			}
		}
	}
}

// watchOne starts the stream of one thing, which must be there and the actor's to see.
func watchOne[T, E any](ctx context.Context, r *Resolver, text string, after *string, kind ref.Kind,
	read func(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]T, error), stream func(T) *single[T, E]) (<-chan *E, error) {
	it, err := visible(ctx, kind, text, read)
	if err != nil {
		return nil, err
	}
	s := stream(*it)
	return watch(ctx, r, s.topic(ctx), after, s.event)
}

// topic is the changes of one kind of thing in a venue, as far as they are the actor's to see. problem.ErrNotFound for a
// venue that isn't.
func (r *Resolver) topic(ctx context.Context, venueID string, kind ref.Kind) (feed.Topic, error) {
	venue, err := r.venue(ctx, venueID)
	if err != nil {
		return feed.Topic{}, err
	}
	return feed.Topic{Venue: venue.ID, Entity: kind, Match: own(actorOf(ctx))}, nil
}

// topicOfDate is the changes of the slots that start on a civil date of the venue's zone, the same for all who see it.
func (r *Resolver) topicOfDate(ctx context.Context, venueID string, date calendar.Date) (feed.Topic, error) {
	venue, err := r.venue(ctx, venueID)
	if err != nil {
		return feed.Topic{}, err
	}
	zone, err := calendar.ValidateZone(venue.TimeZone)
	if err != nil {
		return feed.Topic{}, err
	}
	from, until := calendar.DayBounds(zone, date)
	return feed.Topic{Venue: venue.ID, Entity: ref.Slot, Match: startsWithin(from, until)}, nil
}

// venue finds a venue by its public id outside of any response's batches, for a stream begins before its first response.
func (r *Resolver) venue(ctx context.Context, text string) (*inventory.Venue, error) {
	return visible(ctx, ref.Venue, text, r.reader.VenuesByID)
}

// visible finds one thing by its public id likewise; problem.ErrNotFound when there is none that the actor may see.
func visible[T any](ctx context.Context, kind ref.Kind, text string, read func(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]T, error)) (*T, error) {
	id, ok := ref.Decode(kind, text)
	if !ok {
		return nil, problem.ErrNotFound
	}
	found, err := read(ctx, actorOf(ctx), []uuid.UUID{id})
	if err != nil {
		return nil, err
	}
	it, ok := found[id]
	if !ok {
		return nil, problem.ErrNotFound
	}
	return &it, nil
}

// own keeps another customer's rows from whoever sees only its own; nil lets everything through.
func own(a actor.Actor) func(event.Numbered) bool {
	if !a.OwnOnly() {
		return nil
	}
	return func(e event.Numbered) bool { return e.CustomerID != nil && a.Owns(*e.CustomerID) }
}
