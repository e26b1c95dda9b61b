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

// watch is the body of most subscriptions: each message becomes one event.
func watch[E any](ctx context.Context, r *Resolver, after *string, topic func(context.Context) (feed.Topic, error), toEvent func(context.Context, feed.Message) (*E, error)) (<-chan *E, error) {
	return watchEach(ctx, r, after, topic, func(ctx context.Context, m feed.Message) ([]*E, error) {
		e, err := toEvent(ctx, m)
		return []*E{e}, err
	})
}

// watchEach is the body of every subscription. Which of its two tasks it has is said by the call: at the beginning it finds
// out what is to be watched and subscribes to it; for each message, alone or for all who ask the same, it makes the events,
// of which there may be none. The channel that it returns is closed at once: who waits for messages is not the resolver but
// whoever reads the stream.
func watchEach[E any](ctx context.Context, r *Resolver, after *string, topic func(context.Context) (feed.Topic, error), toEvents func(context.Context, feed.Message) ([]*E, error)) (<-chan *E, error) {
	if b := beginningOf(ctx); b != nil {
		t, err := topic(ctx)
		if err != nil {
			return nil, err
		}
		b.messages, err = r.feed.Subscribe(ctx, actorOf(ctx), t, after)
		return sent[E](nil), err
	}
	d := deliveryOf(ctx)
	if d == nil {
		return nil, errNoStream
	}
	events, err := toEvents(ctx, d.message)
	if err != nil {
		d.failed = true
		return nil, err
	}
	d.silent = len(events) == 0
	return sent(events), nil
}

// sent is a channel that has all there is to come.
func sent[E any](events []*E) <-chan *E {
	channel := make(chan *E, len(events))
	for _, e := range events {
		channel <- e
	}
	close(channel)
	return channel
}

// ofVenue is the changes of one kind of thing in a venue, as far as they are the actor's to see. problem.ErrNotFound for a
// venue that isn't.
func (r *Resolver) ofVenue(venueID string, kind ref.Kind) func(context.Context) (feed.Topic, error) {
	return func(ctx context.Context) (feed.Topic, error) {
		venue, err := r.venue(ctx, venueID)
		if err != nil {
			return feed.Topic{}, err
		}
		return feed.Topic{Venue: venue.ID, Entity: kind, Match: own(actorOf(ctx))}, nil
	}
}

// ofDate is the changes of the slots that start on a civil date of the venue's zone, the same for all who see it.
func (r *Resolver) ofDate(venueID string, date calendar.Date) func(context.Context) (feed.Topic, error) {
	return func(ctx context.Context) (feed.Topic, error) {
		venue, err := r.venue(ctx, venueID)
		if err != nil {
			return feed.Topic{}, err
		}
		zone, err := calendar.ValidateZone(venue.TimeZone)
		if err != nil {
			return feed.Topic{}, err
		}
		from, until := calendar.DayBounds(zone, date)
		return feed.Topic{Venue: venue.ID, Entity: ref.Slot, Match: r.starts.within(from, until)}, nil
	}
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
func own(a actor.Actor) func(*event.Numbered) bool {
	if !a.OwnOnly() {
		return nil
	}
	return func(e *event.Numbered) bool { return e.CustomerID != nil && a.Owns(*e.CustomerID) }
}
