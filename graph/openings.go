package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/graph/model"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/opening"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
)

// Openings are the commands of opening rules.
type Openings interface {
	SetOpeningHours(ctx context.Context, by actor.Actor, in booking.SetOpeningHours, correlationID string) (command.Result, error)
	SetHolidays(ctx context.Context, by actor.Actor, in booking.SetHolidays, correlationID string) (command.Result, error)
}

// OpeningReader is what is read of opening rules, clocks and holidays.
type OpeningReader interface {
	OpeningRulesOfVenues(ctx context.Context, a actor.Actor, venues []uuid.UUID) (map[uuid.UUID]reading.OpeningRules, error)
	OpeningPreview(ctx context.Context, a actor.Actor, venue uuid.UUID, draft opening.Draft, days int) (reading.OpeningPreview, error)
	SlotsForReview(ctx context.Context, a actor.Actor, venue uuid.UUID, page reading.Page) (reading.Connection[reading.Slot], error)
	ClockChanges(ctx context.Context, a actor.Actor, venue uuid.UUID, days int) ([]reading.ClockChange, error)
	Holidays(ctx context.Context, a actor.Actor, venue uuid.UUID, from, to calendar.Date) (reading.HolidayCalendar, error)
}

// hoursLoaders are the batches of opening rules.
type hoursLoaders struct {
	openings *batch[reading.OpeningRules] // by venue
}

func newHoursLoaders(a *asker) hoursLoaders {
	return hoursLoaders{openings: newBatch(a, Reader.OpeningRulesOfVenues)}
}

// previewOpening tries the rules of an input.
func (r *Resolver) previewOpening(ctx context.Context, in model.OpeningPreviewInput) (*reading.OpeningPreview, error) {
	draft, err := booking.ReadOpening(in.Windows, in.Exceptions)
	if err != nil {
		return nil, err
	}
	var known bool
	if draft.Resources, known, err = booking.ReadOpeningResources(in.ResourceIds); err != nil {
		return nil, err
	}
	venue, ok := ref.Decode(ref.Venue, in.VenueID)
	if !ok || !known {
		return nil, problem.ErrNotFound
	}
	days := 14 // as the contract says
	if in.Days != nil {
		days = *in.Days
	}
	preview, err := r.reader.OpeningPreview(ctx, actorOf(ctx), venue, draft, days)
	return &preview, err
}
