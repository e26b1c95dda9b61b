package graph

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// Resolver answers the fields of the contract, each in a few lines: everything that it knows it asks of the rooms behind.
type Resolver struct {
	desk   Desk
	reader Reader
	feed   Feed
	starts starts
	presenter
}

// Desk takes the commands; booking.Desk is one.
type Desk interface {
	HoldSlot(ctx context.Context, by actor.Actor, in booking.HoldSlot, correlationID string) (command.Result, error)
	ExtendHold(ctx context.Context, by actor.Actor, in booking.ReservationCommand, correlationID string) (command.Result, error)
	ConfirmReservation(ctx context.Context, by actor.Actor, in booking.ReservationCommand, correlationID string) (command.Result, error)
	CancelReservation(ctx context.Context, by actor.Actor, in booking.ReservationCommand, reasonCode, correlationID string) (command.Result, error)
	MoveReservation(ctx context.Context, by actor.Actor, in booking.MoveReservation, correlationID string) (command.Result, error)
	CheckInReservation(ctx context.Context, by actor.Actor, in booking.ReservationCommand, correlationID string) (command.Result, error)
	CompleteReservation(ctx context.Context, by actor.Actor, in booking.ReservationCommand, correlationID string) (command.Result, error)
	MarkNoShow(ctx context.Context, by actor.Actor, in booking.ReservationCommand, correlationID string) (command.Result, error)
	JoinWaitlist(ctx context.Context, by actor.Actor, in booking.JoinWaitlist, correlationID string) (command.Result, error)
	LeaveWaitlist(ctx context.Context, by actor.Actor, in booking.LeaveWaitlist, correlationID string) (command.Result, error)
	OfferToEntry(ctx context.Context, by actor.Actor, in booking.OfferToEntry, correlationID string) (command.Result, error)
	ConfirmOffer(ctx context.Context, by actor.Actor, in booking.ConfirmOffer, correlationID string) (command.Result, error)
	DeclineOffer(ctx context.Context, by actor.Actor, in booking.DeclineOffer, correlationID string) (command.Result, error)
	WithdrawOffer(ctx context.Context, by actor.Actor, in booking.WithdrawOffer, correlationID string) (command.Result, error)
	Intentions
	Approvals
	Houses
	Openings
	Policies
	Operations
	CalendarFeeds
	Accesses
}

// Intentions are the commands of intents and of the attempts at them.
type Intentions interface {
	RequestReservation(ctx context.Context, by actor.Actor, in booking.RequestReservation, correlationID string) (command.Result, error)
	CancelIntent(ctx context.Context, by actor.Actor, in booking.IntentCommand, correlationID string) (command.Result, error)
	RetryIntent(ctx context.Context, by actor.Actor, in booking.IntentCommand, correlationID string) (command.Result, error)
	ResolveAttempt(ctx context.Context, by actor.Actor, in booking.ResolveAttempt, correlationID string) (command.Result, error)
}

// Approvals are the commands of prepared actions.
type Approvals interface {
	PrepareAction(ctx context.Context, by actor.Actor, in booking.PrepareAction, correlationID string) (command.Result, error)
	ApproveAction(ctx context.Context, by actor.Actor, in booking.ApprovalCommand, correlationID string) (command.Result, error)
	RejectAction(ctx context.Context, by actor.Actor, in booking.ApprovalCommand, correlationID string) (command.Result, error)
	ConfirmAction(ctx context.Context, by actor.Actor, in booking.ApprovalCommand, correlationID string) (command.Result, error)
}

// Reader answers what may be seen; reading.Reader is one.
type Reader interface {
	Now(ctx context.Context, a actor.Actor) (time.Time, error)
	Tenant(ctx context.Context, a actor.Actor) (*inventory.Tenant, error)
	Command(ctx context.Context, a actor.Actor, key string) (*command.Record, error)
	Lists
	Batches
	HouseReader
	OpeningReader
	PolicyReader
	OperationsReader
	CalendarFeedReader
	AccessReader
	ActionReader
	ReportReader
}

// Lists are what is read by the page.
type Lists interface {
	Venues(ctx context.Context, a actor.Actor, page reading.Page) (reading.Connection[inventory.Venue], error)
	Resources(ctx context.Context, a actor.Actor, venue uuid.UUID, page reading.Page) (reading.Connection[inventory.Resource], error)
	FirstResources(ctx context.Context, a actor.Actor, venues []uuid.UUID, first int) (map[uuid.UUID]reading.Connection[inventory.Resource], error)
	Availability(ctx context.Context, a actor.Actor, query reading.AvailabilityQuery, page reading.Page) (reading.Connection[reading.Slot], error)
	Reservations(ctx context.Context, a actor.Actor, venue uuid.UUID, filter reading.ReservationFilter, page reading.Page) (reading.Connection[reservation.Reservation], error)
	Entries(ctx context.Context, a actor.Actor, venue uuid.UUID, statuses []waitlist.EntryStatus, page reading.Page) (reading.Connection[waitlist.Entry], error)
	Offers(ctx context.Context, a actor.Actor, venue uuid.UUID, statuses []waitlist.OfferStatus, page reading.Page) (reading.Connection[waitlist.Offer], error)
	Intents(ctx context.Context, a actor.Actor, filter reading.IntentFilter, page reading.Page) (reading.Connection[intent.Intent], error)
	Approvals(ctx context.Context, a actor.Actor, statuses []approval.Status, page reading.Page) (reading.Connection[approval.Approval], error)
	PolicyVersions(ctx context.Context, a actor.Actor, venue uuid.UUID, page reading.Page) (reading.Connection[policy.Version], error)
}

// Batches are what is read by ids, many at once. What the actor may not see is left out.
type Batches interface {
	VenuesByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]inventory.Venue, error)
	ResourcesByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]inventory.Resource, error)
	SlotsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]reading.Slot, error)
	// CountedSlotsByID are the same slots, of which what stands in their own rows is known and what remains.
	CountedSlotsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]reading.Slot, error)
	// PlainSlotsByID are the same slots, of which only what stands in their own rows is known.
	PlainSlotsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]reading.Slot, error)
	ReservationsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]reservation.Reservation, error)
	CustomersByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]customer.Customer, error)
	EntriesByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]waitlist.Entry, error)
	OffersByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]waitlist.Offer, error)
	SelectionsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]waitlist.Selection, error)
	PolicyVersionsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]policy.Version, error)
	ActivePolicies(ctx context.Context, a actor.Actor, venueIDs []uuid.UUID) (map[uuid.UUID]policy.Version, error)
	// The slots of reservations come as those by id do.
	SlotsOfReservations(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID][]reading.Slot, error)
	CountedSlotsOfReservations(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID][]reading.Slot, error)
	PlainSlotsOfReservations(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID][]reading.Slot, error)
	Positions(ctx context.Context, a actor.Actor, entryIDs []uuid.UUID) (map[uuid.UUID]int, error)
	FactorsOfEntries(ctx context.Context, a actor.Actor, entryIDs []uuid.UUID) (map[uuid.UUID][]waitlist.FactorScore, error)
	IntentsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]intent.Intent, error)
	AttemptsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]intent.Attempt, error)
	AttemptsOfIntents(ctx context.Context, a actor.Actor, intentIDs []uuid.UUID) (map[uuid.UUID][]intent.Attempt, error)
	QueuePositions(ctx context.Context, a actor.Actor, intentIDs []uuid.UUID) (map[uuid.UUID]int, error)
	ApprovalsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]approval.Approval, error)
}

// Feed is the live side of the event log; Hub makes one of a feed.Hub.
type Feed interface {
	Subscribe(ctx context.Context, a actor.Actor, t feed.Topic, after *string) (Messages, error)
}

// Messages is one subscriber's stream of a topic; a *feed.Subscription is one.
type Messages interface {
	// Next waits for the next message. The error is ctx's own, or says that the stream can't go on and is to be resumed.
	Next(ctx context.Context) (feed.Message, error)
	// Ready takes the next message if it is at hand. Not while Next runs.
	Ready() (feed.Message, bool)
	Close()
}

// Hub is the feed that a hub is.
func Hub(hub *feed.Hub) Feed { return hubFeed{hub} }

type hubFeed struct{ hub *feed.Hub }

// Subscribe starts a stream, see feed.Hub.
func (f hubFeed) Subscribe(ctx context.Context, a actor.Actor, t feed.Topic, after *string) (Messages, error) {
	s, err := f.hub.Subscribe(ctx, a, t, after)
	if err != nil { // not a nil *feed.Subscription that looks like one
		return nil, err
	}
	return s, nil
}
