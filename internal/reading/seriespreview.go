package reading

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/recurrence"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/series"
)

// SeriesOccurrence is one date of a recurring booking.
type SeriesOccurrence struct {
	Date     calendar.Date
	Slots    []Slot
	Blockers []problem.Code
}

// SeriesQuery asks for the dates on which a party would come again: the slots of the first, and the rule.
type SeriesQuery struct {
	SlotIDs   []uuid.UUID
	Rule      string
	PartySize int
}

// maxSlots is how many slots one reservation may have.
const maxSlots = 20

// SeriesPreview lists the dates of a recurring booking, and of each its slots and what stands in its way, as bookSeries would
// find them now: a date that can be had stands in the way of later ones that want the same. problem.ErrNotFound for a slot
// that isn't the actor's to see; *problem.Invalid for slots of several venues and for a rule that can't be.
func (r *Reader) SeriesPreview(ctx context.Context, a actor.Actor, query SeriesQuery) (all []SeriesOccurrence, err error) {
	if len(query.SlotIDs) < 1 || len(query.SlotIDs) > maxSlots {
		return nil, problem.NewInvalid("slotIds", "name 1 to %d slots", maxSlots)
	}
	for i, id := range query.SlotIDs {
		if slices.Contains(query.SlotIDs[:i], id) {
			return nil, problem.NewInvalid("slotIds", "name each slot once")
		}
	}
	rule, err := recurrence.Parse(query.Rule)
	if err != nil {
		return nil, invalidRule(err)
	}
	err = r.source.Snapshot(ctx, a.TenantID, func(ctx context.Context, rows Rows) error {
		p := recurring{rows: rows, actor: a, query: query}
		all, err = p.preview(ctx, rule)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("preview a series: %w", err)
	}
	return all, nil
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

// recurring is a series that is looked at, of one moment.
type recurring struct {
	rows  Rows
	actor actor.Actor
	query SeriesQuery
	now   time.Time
	rules policy.Rules
}

func (p *recurring) preview(ctx context.Context, rule recurrence.Rule) ([]SeriesOccurrence, error) {
	var err error
	if p.now, err = p.rows.Clock(ctx); err != nil {
		return nil, err
	}
	dates, err := p.dates(ctx, rule)
	if err != nil {
		return nil, err
	}
	ids := []uuid.UUID{}
	for _, date := range dates {
		for _, s := range date.Slots {
			ids = append(ids, s.ID)
		}
	}
	found, err := p.rows.Slots(ctx, seenBy(p.actor).only(ids), p.now)
	if err != nil {
		return nil, err
	}
	rules, err := rulesOf(ctx, p.rows, found)
	if err != nil {
		return nil, err
	}
	if err := settle(ctx, p.rows, found, rules, p.now); err != nil {
		return nil, err
	}
	p.rules = found[0].Rules
	shown, standings := map[uuid.UUID]Slot{}, map[uuid.UUID]*inventory.Standing{}
	for i, s := range found { // what is shown is a copy: weighing changes the standings
		shown[s.Slot.ID] = Slot{Slot: s.Slot, Standing: s, Party: p.query.PartySize, Channel: policy.ChannelOf(p.actor.Role), Now: p.now}
		standings[s.Slot.ID] = &found[i]
	}
	asked, err := p.asked(ctx, ids)
	if err != nil {
		return nil, err
	}
	all := []SeriesOccurrence{}
	for _, w := range series.Weigh(dates, standings, asked) {
		o := SeriesOccurrence{Date: w.Date, Slots: []Slot{}, Blockers: w.Codes()}
		for _, id := range w.Slots {
			o.Slots = append(o.Slots, shown[id])
		}
		all = append(all, o)
	}
	return all, nil
}

// dates finds the dates and where their slots are.
func (p *recurring) dates(ctx context.Context, rule recurrence.Rule) ([]series.Occurrence, error) {
	first, err := p.rows.Slots(ctx, seenBy(p.actor).only(p.query.SlotIDs), p.now)
	if err != nil {
		return nil, err
	}
	if len(first) != len(p.query.SlotIDs) {
		return nil, problem.ErrNotFound
	}
	var slots []inventory.Slot
	for _, s := range first {
		if s.Slot.VenueID != first[0].Slot.VenueID {
			return nil, problem.NewInvalid("slotIds", "all slots must be of one venue")
		}
		slots = append(slots, s.Slot)
	}
	venues, err := p.rows.Venues(ctx, Want{IDs: []uuid.UUID{slots[0].VenueID}})
	if err != nil || len(venues) == 0 {
		return nil, fmt.Errorf("find venue %s: %w", slots[0].VenueID, err)
	}
	zone, err := calendar.ValidateZone(venues[0].TimeZone)
	if err != nil {
		return nil, err
	}
	plan, err := series.NewPlan(zone, slots, rule)
	if err != nil {
		return nil, invalidRule(err)
	}
	found, err := p.rows.SlotsStarting(ctx, plan.Reaches())
	if err != nil {
		return nil, err
	}
	return plan.Match(found), nil
}

// asked is the question put to each date. Staff may book for anybody, so nobody's reservations are counted for them.
func (p *recurring) asked(ctx context.Context, ids []uuid.UUID) (series.Asked, error) {
	a := series.Asked{
		Ask: inventory.Ask{Party: p.query.PartySize, Channel: policy.ChannelOf(p.actor.Role), Now: p.now}, Rules: p.rules, Left: math.MaxInt,
	}
	var owner *uuid.UUID
	if p.actor.OwnOnly() {
		owner = p.actor.CustomerID
	}
	also, err := p.rows.Recurring(ctx, ids, owner, p.now)
	if err != nil {
		return a, err
	}
	if owner != nil {
		a.Left = p.rules.MaxActiveReservationsPerCustomer - also.Active
	}
	a.Never = also.Tied || reservation.OnlyAsks(p.rules, p.actor.OwnOnly())
	return a, nil
}
