package graph

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/vikstrous/dataloadgen"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// loaders are the batches of one response, with what they found. They are for one actor and never outlive the response: on
// a subscription each event gets new ones, or it would show what the first event saw. Only events that are told at the same
// time share them; see sharedLoaders.
type loaders struct {
	venues       *batch[inventory.Venue]
	resources    *batch[inventory.Resource]
	slots        *batch[reading.Slot]
	reservations *batch[reservation.Reservation]
	customers    *batch[customer.Customer]
	entries      *batch[waitlist.Entry]
	offers       *batch[waitlist.Offer]
	selections   *batch[waitlist.Selection]
	policies     *batch[policy.Version]
	active       *batch[policy.Version]         // by venue
	held         *batch[[]reading.Slot]         // by reservation
	positions    *batch[int]                    // by waitlist entry
	factors      *batch[[]waitlist.FactorScore] // likewise
	intents      *batch[intent.Intent]
	attempts     *batch[intent.Attempt]
	attemptsOf   *batch[[]intent.Attempt] // by intent
	inLine       *batch[int]              // by intent
	approvals    *batch[approval.Approval]
	feeds        *batch[reading.CalendarFeed]
	adjustments  *batch[waitlist.Adjustment]
	audit        *batch[reading.AuditEntry]
	houseLoaders
	accessLoaders
	seriesLoaders
	hoursLoaders
	clock  *batch[time.Time] // by nothing
	moment reading.Moment

	mu             sync.Mutex
	firstResources map[int]*batch[reading.Connection[inventory.Resource]] // by size of the page, then by venue
	asker          *asker
}

// resourcesOf gathers the venues of a list that ask for a first page of the same size.
func (l *loaders) resourcesOf(first int) *batch[reading.Connection[inventory.Resource]] {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.firstResources == nil {
		l.firstResources = map[int]*batch[reading.Connection[inventory.Resource]]{}
	}
	if l.firstResources[first] == nil {
		l.firstResources[first] = newBatch(l.asker, func(of Reader, ctx context.Context, a actor.Actor, venues []uuid.UUID) (map[uuid.UUID]reading.Connection[inventory.Resource], error) {
			return of.FirstResources(ctx, a, venues, first)
		})
	}
	return l.firstResources[first]
}

type loadersKey struct{}

// withLoaders gives each response loaders of its own.
func (r *Resolver) withLoaders(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	a := actorOf(ctx)
	var op *graphql.OperationContext
	if graphql.HasOperationContext(ctx) {
		op = graphql.GetOperationContext(ctx)
	}
	slots := standingAsked(op).readers()
	l := sharedBy(ctx, func() *loaders { return newLoaders(&asker{a, r.reader}, slots) })
	return next(reading.Within(context.WithValue(ctx, loadersKey{}, l), &l.moment))
}

func newLoaders(a *asker, slots slotReaders) *loaders {
	return &loaders{
		venues:        newBatch(a, Reader.VenuesByID),
		resources:     newBatch(a, Reader.ResourcesByID),
		slots:         newBatch(a, slots.byID),
		reservations:  newBatch(a, Reader.ReservationsByID),
		customers:     newBatch(a, Reader.CustomersByID),
		entries:       newBatch(a, Reader.EntriesByID),
		offers:        newBatch(a, Reader.OffersByID),
		selections:    newBatch(a, Reader.SelectionsByID),
		policies:      newBatch(a, Reader.PolicyVersionsByID),
		active:        newBatch(a, Reader.ActivePolicies),
		held:          newBatch(a, slots.held),
		positions:     newBatch(a, Reader.Positions),
		factors:       newBatch(a, Reader.FactorsOfEntries),
		intents:       newBatch(a, Reader.IntentsByID),
		attempts:      newBatch(a, Reader.AttemptsByID),
		attemptsOf:    newBatch(a, Reader.AttemptsOfIntents),
		inLine:        newBatch(a, Reader.QueuePositions),
		approvals:     newBatch(a, Reader.ApprovalsByID),
		feeds:         newBatch(a, Reader.CalendarFeedsByID),
		adjustments:   newBatch(a, Reader.AdjustmentsByID),
		audit:         newBatch(a, Reader.AuditEntriesByID),
		houseLoaders:  newHouseLoaders(a),
		accessLoaders: newAccessLoaders(a),
		seriesLoaders: newSeriesLoaders(a),
		hoursLoaders:  newHoursLoaders(a),
		clock: newBatch(a, func(of Reader, ctx context.Context, a actor.Actor, _ []uuid.UUID) (map[uuid.UUID]time.Time, error) {
			now, err := of.Now(ctx, a)
			return map[uuid.UUID]time.Time{uuid.Nil: now}, err
		}),

		asker: a,
	}
}

// load are the loaders of the response that ctx belongs to.
func load(ctx context.Context) *loaders { return ctx.Value(loadersKey{}).(*loaders) }

// later asks for one thing without waiting for it; the answer is nil when there is none that the actor may see.
func later[T any](ctx context.Context, in *batch[T], id uuid.UUID) func() (*T, error) {
	wait := in.LoadThunk(ctx, id)
	return func() (*T, error) {
		found, err := wait()
		switch {
		case errors.Is(err, dataloadgen.ErrNotFound):
			return nil, nil
		case err != nil:
			return nil, err
		}
		return &found, nil
	}
}

// find looks one thing up; nil when there is none that the actor may see.
func find[T any](ctx context.Context, in *batch[T], id uuid.UUID) (*T, error) {
	return later(ctx, in, id)()
}

// must looks up what has to be there, because the row that names it is there and visible.
func must[T any](ctx context.Context, in *batch[T], id uuid.UUID) (*T, error) {
	found, err := find(ctx, in, id)
	if err == nil && found == nil {
		err = fmt.Errorf("%T %s is named by a visible row and can't be found", *new(T), id)
	}
	return found, err
}

// perhaps looks up what a row may name; nil when it names nothing, and when the actor may not see it.
func perhaps[T any](ctx context.Context, in *batch[T], id *uuid.UUID) (*T, error) {
	if id == nil {
		return nil, nil
	}
	return find(ctx, in, *id)
}

// now reads the clock, once for a response.
func (l *loaders) now(ctx context.Context) (time.Time, error) { return l.clock.Load(ctx, uuid.Nil) }

// slotsByID looks slots up, in the order of the ids; those that the actor may not see are left out.
func slotsByID(ctx context.Context, ids []uuid.UUID) ([]reading.Slot, error) {
	waiting := make([]func() (*reading.Slot, error), len(ids))
	for i, id := range ids {
		waiting[i] = later(ctx, load(ctx).slots, id)
	}
	slots := make([]reading.Slot, 0, len(ids))
	for _, wait := range waiting {
		slot, err := wait()
		if err != nil {
			return nil, err
		}
		if slot != nil {
			slots = append(slots, *slot)
		}
	}
	return slots, nil
}

// slotsOf looks the slots of a reservation up, by start.
func slotsOf(ctx context.Context, reservationID uuid.UUID) ([]reading.Slot, error) {
	held, err := find(ctx, load(ctx).held, reservationID)
	if err != nil || held == nil {
		return []reading.Slot{}, err
	}
	return *held, nil
}
