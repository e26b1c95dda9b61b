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

// A batch waits so long for more ids, long enough for the fields of a page to come together, and takes so many at most.
const (
	batchWait = 2 * time.Millisecond
	batchSize = 200
)

// batch gathers the ids that the fields of one response ask for.
type batch[T any] = dataloadgen.Loader[uuid.UUID, T]

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
	readFirst      func(ctx context.Context, venues []uuid.UUID, first int) (map[uuid.UUID]reading.Connection[inventory.Resource], error)
}

// resourcesOf gathers the venues of a list that ask for a first page of the same size.
func (l *loaders) resourcesOf(first int) *batch[reading.Connection[inventory.Resource]] {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.firstResources[first] == nil {
		l.firstResources[first] = dataloadgen.NewMappedLoader(func(ctx context.Context, venues []uuid.UUID) (map[uuid.UUID]reading.Connection[inventory.Resource], error) {
			return l.readFirst(ctx, venues, first)
		}, dataloadgen.WithWait(batchWait), dataloadgen.WithBatchCapacity(batchSize))
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
	slots := standingAsked(op).readers(r.reader)
	l := sharedBy(ctx, func() *loaders { return r.newLoaders(a, slots) })
	return next(reading.Within(context.WithValue(ctx, loadersKey{}, l), &l.moment))
}

func (r *Resolver) newLoaders(a actor.Actor, slots slotReaders) *loaders {
	return &loaders{
		venues:        newBatch(a, r.reader.VenuesByID),
		resources:     newBatch(a, r.reader.ResourcesByID),
		slots:         newBatch(a, slots.byID),
		reservations:  newBatch(a, r.reader.ReservationsByID),
		customers:     newBatch(a, r.reader.CustomersByID),
		entries:       newBatch(a, r.reader.EntriesByID),
		offers:        newBatch(a, r.reader.OffersByID),
		selections:    newBatch(a, r.reader.SelectionsByID),
		policies:      newBatch(a, r.reader.PolicyVersionsByID),
		active:        newBatch(a, r.reader.ActivePolicies),
		held:          newBatch(a, slots.held),
		positions:     newBatch(a, r.reader.Positions),
		factors:       newBatch(a, r.reader.FactorsOfEntries),
		intents:       newBatch(a, r.reader.IntentsByID),
		attempts:      newBatch(a, r.reader.AttemptsByID),
		attemptsOf:    newBatch(a, r.reader.AttemptsOfIntents),
		inLine:        newBatch(a, r.reader.QueuePositions),
		approvals:     newBatch(a, r.reader.ApprovalsByID),
		feeds:         newBatch(a, r.reader.CalendarFeedsByID),
		adjustments:   newBatch(a, r.reader.AdjustmentsByID),
		audit:         newBatch(a, r.reader.AuditEntriesByID),
		houseLoaders:  newHouseLoaders(a, r.reader),
		accessLoaders: newAccessLoaders(a, r.reader),
		seriesLoaders: newSeriesLoaders(a, r.reader),
		hoursLoaders:  newHoursLoaders(a, r.reader),
		clock: newBatch(a, func(ctx context.Context, a actor.Actor, _ []uuid.UUID) (map[uuid.UUID]time.Time, error) {
			now, err := r.reader.Now(ctx, a)
			return map[uuid.UUID]time.Time{uuid.Nil: now}, err
		}),

		firstResources: map[int]*batch[reading.Connection[inventory.Resource]]{},
		readFirst: func(ctx context.Context, venues []uuid.UUID, first int) (map[uuid.UUID]reading.Connection[inventory.Resource], error) {
			return r.reader.FirstResources(ctx, a, venues, first)
		},
	}
}

func newBatch[T any](a actor.Actor, read func(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]T, error)) *batch[T] {
	return dataloadgen.NewMappedLoader(func(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]T, error) {
		return read(ctx, a, ids)
	}, dataloadgen.WithWait(batchWait), dataloadgen.WithBatchCapacity(batchSize))
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
