package graph

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/graph/model"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/agenda"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// ActionReader is what is read of what waits for people.
type ActionReader interface {
	ActionQueue(ctx context.Context, a actor.Actor, venue uuid.UUID, kinds []agenda.Kind, page reading.Page) (reading.ActionPage, error)
	ActionNews(ctx context.Context, a actor.Actor, venue uuid.UUID, touch agenda.Touch) ([]agenda.News, error)
}

// mostNews is how many items one event may speak of. A slot of a large room that is closed has more bookings than anybody
// wants to hear of one by one: then the queue is to be read again.
const mostNews = 20

// queueEvents are the steps that tell what an event has changed of a venue's queue: none, one or several. All but the last
// have the cursor of the place before the event, so whoever resumes behind one of them is told the whole event again, and
// nobody misses a part.
func (r *Resolver) queueEvents(ctx context.Context, m feed.Message) ([]*model.ActionQueueEvent, error) {
	if m.Kind != feed.Change {
		return []*model.ActionQueueEvent{{Step: model.Step{Message: m}}}, nil
	}
	e := m.Event
	news, err := r.reader.ActionNews(ctx, actorOf(ctx), e.VenueID, agenda.Touched(e))
	if err != nil {
		return nil, err
	}
	if len(news) > mostNews {
		return []*model.ActionQueueEvent{{Step: model.Step{Message: feed.Message{Kind: feed.Resync, Cursor: m.Cursor, OccurredAt: m.OccurredAt}}}}, nil
	}
	before := m
	before.Cursor = feed.EncodeCursor(e.TenantID, e.VenueID, e.Position-1)
	events := make([]*model.ActionQueueEvent, len(news))
	for i, n := range news {
		events[i] = &model.ActionQueueEvent{Step: model.Step{Message: before}, Item: n.Item}
		if n.Item == nil {
			events[i].RemovedItemID = &n.ID
		}
		if i == len(news)-1 {
			events[i].Step = model.Step{Message: m}
		}
	}
	return events, nil
}

// ofQueue is the events of a venue that may change its queue.
func (r *Resolver) ofQueue(venueID string) func(context.Context) (feed.Topic, error) {
	return func(ctx context.Context) (feed.Topic, error) {
		venue, err := r.venue(ctx, venueID)
		if err != nil {
			return feed.Topic{}, err
		}
		return feed.Topic{Venue: venue.ID, Match: agenda.Concerns}, nil
	}
}

// commandsOn names the mutations that are legal now on what an item is about, for whoever looks.
func (r *Resolver) commandsOn(ctx context.Context, subject ref.Ref) ([]string, error) {
	l, by := load(ctx), actorOf(ctx)
	now, err := l.now(ctx)
	if err != nil {
		return nil, err
	}
	switch subject.Kind {
	case ref.Offer:
		return spelled(ctx, l.offers, subject.ID, func(o waitlist.Offer) ([]waitlist.OfferCommand, error) {
			return waitlist.OpenOfferCommands(o, by, now), nil
		})
	case ref.Reservation:
		return spelled(ctx, l.reservations, subject.ID, func(row reservation.Reservation) ([]reservation.Command, error) {
			terms, err := must(ctx, l.policies, row.PolicyVersionID)
			if err != nil {
				return nil, err
			}
			return reservation.Open(row, by, terms.Rules, now), nil
		})
	case ref.Intent:
		return spelled(ctx, l.intents, subject.ID, func(i intent.Intent) ([]intent.Command, error) {
			w, err := workOf(ctx, i)
			return intent.OpenCommands(w, by, now), err
		})
	case ref.Attempt:
		return spelled(ctx, l.attempts, subject.ID, func(a intent.Attempt) ([]intent.Command, error) {
			return intent.OpenAttemptCommands(a, by), nil
		})
	case ref.Approval:
		return spelled(ctx, l.approvals, subject.ID, func(a approval.Approval) ([]approval.Command, error) {
			return approval.OpenCommands(a, by, now), nil
		})
	default:
		return nil, fmt.Errorf("nothing is known of commands on %s", subject)
	}
}

// spelled names the commands on one thing; none where it is gone.
func spelled[T any, C ~string](ctx context.Context, in *batch[T], id uuid.UUID, commands func(T) ([]C, error)) ([]string, error) {
	names := []string{}
	it, err := find(ctx, in, id)
	if err != nil || it == nil {
		return names, err
	}
	open, err := commands(*it)
	for _, c := range open {
		names = append(names, string(c))
	}
	return names, err
}

// workOf is an intent with what decides whether it can be called off or tried again: the attempts at it, and of a move the
// booking that stands.
func workOf(ctx context.Context, i intent.Intent) (w intent.Work, err error) {
	l := load(ctx)
	w.Intent = i
	attempts, err := find(ctx, l.attemptsOf, i.ID)
	if err != nil {
		return w, err
	}
	if attempts != nil {
		w.Attempts = *attempts
	}
	if i.Kind != intent.MoveReservation {
		return w, nil
	}
	row, err := perhaps(ctx, l.reservations, i.ReservationID)
	if err != nil || row == nil {
		return w, err
	}
	w.Standing, err = perhaps(ctx, l.attempts, row.UpstreamID)
	return w, err
}
