package booking

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/recurrence"
	"github.com/slotq/slotq/internal/series"
)

// BookSeries books the same time again and again.
type BookSeries struct {
	SlotIDs      []string // of the first date
	Rule         string   // as RFC 5545 writes it
	PartySize    int
	Customer     *Contact
	Note         *string
	AllOrNothing *bool // nil: all or nothing
	Key          string
}

func (in BookSeries) all() bool { return in.AllOrNothing == nil || *in.AllOrNothing }

// BookSeries books the dates of the rule in one step, each as a reservation of its own, confirmed at once: all of them or,
// unless it is to be all or nothing, those that can be had, which must be one at least; the series lists the others. The same
// time is that of the venue's clock, whatever it is put forward or back in between. A refusal is that of the first date that
// can't be had, and its message goes on to the others, as far as there is room.
func (d *Desk) BookSeries(ctx context.Context, by actor.Actor, in BookSeries, correlationID string) (command.Result, error) {
	slots, known, err := decodeSlots(in.SlotIDs)
	if err != nil {
		return command.Result{}, err
	}
	if err := checkContact(in.Customer); err != nil {
		return command.Result{}, err
	}
	note, err := noted(in.Note)
	if err != nil {
		return command.Result{}, err
	}
	rule, err := recurrence.Parse(in.Rule)
	if err != nil {
		return command.Result{}, invalidRule(err)
	}
	c := call{
		actor: by, capability: actor.ReservationWrite, operation: "bookSeries", key: in.Key, correlationID: correlationID,
		input: struct {
			SlotIDs      []string
			Rule         string
			PartySize    int
			Customer     *canonicalContact
			Note         string
			AllOrNothing bool
		}{slices.Sorted(slices.Values(in.SlotIDs)), rule.String(), in.PartySize, canonical(in.Customer), note, in.all()},
	}
	return d.run(ctx, c, widening(func(ctx context.Context, tx Tx, more []uuid.UUID) (verdict, error) {
		if !known {
			return unknownReference("slot")
		}
		return bookSeries(ctx, tx, by, in, rule, slots, more)
	}))
}

// invalidRule refuses a rule as the input that it is.
func invalidRule(err error) error {
	var refusal *recurrence.Refusal
	switch {
	case !errors.As(err, &refusal):
		return err
	case refusal.Part == recurrence.FirstDate:
		return problem.NewInvalid("slotIds", "%s", refusal.Reason)
	}
	return problem.NewInvalid("rule", "%s", refusal)
}

func bookSeries(ctx context.Context, tx Tx, by actor.Actor, in BookSeries, rule recurrence.Rule, slots, more []uuid.UUID) (verdict, error) {
	owner, write, err := whose(ctx, tx, by, in.Customer)
	if err != nil {
		return verdict{}, err
	}
	places, missing, err := askedPlaces(ctx, tx, by, slots)
	if err != nil {
		return verdict{}, err
	}
	if missing {
		return unknownReference("slot")
	}
	dates, err := occurrences(ctx, tx, places, rule)
	if err != nil {
		return verdict{}, err
	}
	r := recurring{by: by, in: in, rule: rule, owner: owner, write: write, dates: dates}
	if r.ground, err = stand(ctx, tx, by.TenantID, union(slotsOfAll(dates), more)); err != nil {
		return verdict{}, err
	}
	return r.book(ctx, tx)
}

// occurrences finds the dates and their slots. Nothing is locked yet: what is found is what will be locked.
func occurrences(ctx context.Context, tx Tx, places []*Place, rule recurrence.Rule) ([]series.Occurrence, error) {
	venue, err := tx.Venue(ctx, places[0].Slot.VenueID)
	if err != nil || venue == nil {
		return nil, fmt.Errorf("find the venue of slot %s: %w", places[0].Slot.ID, err)
	}
	zone, err := calendar.ValidateZone(venue.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("venue %s: %w", venue.ID, err)
	}
	var first []inventory.Slot
	for _, p := range places {
		first = append(first, p.Slot)
	}
	plan, err := series.NewPlan(zone, first, rule)
	if err != nil {
		return nil, invalidRule(err)
	}
	found, err := tx.SlotsStarting(ctx, plan.Reaches())
	if err != nil {
		return nil, fmt.Errorf("find the slots of a series: %w", err)
	}
	return plan.Match(found), nil
}

// slotsOfAll are the slots of all dates, each once.
func slotsOfAll(dates []series.Occurrence) (ids []uuid.UUID) {
	known := map[uuid.UUID]bool{}
	for _, date := range dates {
		for _, s := range date.Slots {
			if !known[s.ID] {
				known[s.ID], ids = true, append(ids, s.ID)
			}
		}
	}
	return ids
}
