package booking

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/recurrence"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/series"
)

// recurring is a series on the worksheet, the slots of all its dates locked.
type recurring struct {
	*ground
	by    actor.Actor
	in    BookSeries
	rule  recurrence.Rule
	owner customer.Customer
	write *CustomerWrite
	dates []series.Occurrence
}

// book weighs all dates before it books any: a refusal changes nothing.
func (r *recurring) book(ctx context.Context, tx Tx) (verdict, error) {
	ids := slotsOfAll(r.dates)
	for _, id := range ids {
		if r.places[id] == nil {
			return verdict{}, ErrMoved
		}
	}
	if err := r.settle(ctx, tx, ids); err != nil {
		return verdict{}, err
	}
	asked, err := r.question(ctx, tx, ids)
	if err != nil {
		return verdict{}, err
	}
	venue := r.places[ids[0]].Slot.VenueID
	weighed := series.Weigh(r.dates, r.standings, asked)
	had, failed := parted(weighed)
	if len(failed) > 0 && (r.in.all() || len(had) == 0) {
		return refused(refusalOf(weighed, failed), answer{venue: venue})
	}
	if err := r.reclaimAll(ctx, tx, had); err != nil {
		return verdict{}, err
	}
	if r.write != nil {
		r.changes.Customers = append(r.changes.Customers, *r.write)
	}
	made := reservation.Series{
		ID: ref.NewID(), TenantID: r.tenant, VenueID: venue, CustomerID: r.owner.ID, Rule: r.rule.String(), PartySize: r.in.PartySize,
		Failures: failed, Version: 1, CreatedAt: r.now,
	}
	r.changes.Series = append(r.changes.Series, made)
	r.announce(venue, event.SeriesBooked, ref.Series, made.ID, made.Version, &made.CustomerID, tellSeries(made))
	for _, date := range had {
		r.bookDate(made, date)
	}
	return verdict{changes: r.done(), answer: about(venue, ref.Ref{Kind: ref.Series, ID: made.ID})}, nil
}

// question is what is asked of each date. A new customer has nothing yet that counts against the most that it may have, but the
// dates themselves do.
func (r *recurring) question(ctx context.Context, tx Tx, ids []uuid.UUID) (series.Asked, error) {
	rules := r.places[ids[0]].Policy.Rules
	ask := asking(r.by, r.in.PartySize)
	ask.Now = r.now
	a := series.Asked{Ask: ask, Rules: rules, Left: rules.MaxActiveReservationsPerCustomer}
	if r.write == nil || !r.write.Insert {
		active, err := tx.ActiveReservations(ctx, r.owner.ID, r.now)
		if err != nil {
			return a, fmt.Errorf("count active reservations: %w", err)
		}
		a.Left -= active
	} else if r.in.Customer == nil {
		a.Left = math.MaxInt // nobody in particular
	}
	p := confirmsItself(r.by, rules)
	if p == nil {
		var all []*Place
		for _, id := range ids {
			all = append(all, r.places[id])
		}
		p = untied(all, "A series is confirmed at once, and the venue's booking system has to be asked date by date.")
	}
	if p != nil {
		a.Never, a.Why = true, p.Message
	}
	return a, nil
}

// parted are the dates that can be had and those that can't, each of these with its first reason.
func parted(weighed []series.Weighed) (had []series.Weighed, failed []reservation.SeriesFailure) {
	failed = []reservation.SeriesFailure{}
	for _, w := range weighed {
		if len(w.Problems) == 0 {
			had = append(had, w)
		} else {
			failed = append(failed, reservation.SeriesFailure{Date: w.Date, Code: w.Problems[0].Code})
		}
	}
	return had, failed
}

// refusalOf is the problem of the first date that can't be had, and the list of them all.
func refusalOf(weighed []series.Weighed, failed []reservation.SeriesFailure) *problem.Problem {
	for _, w := range weighed {
		if len(w.Problems) == 0 {
			continue
		}
		first := *w.Problems[0]
		var list []string
		for _, f := range failed {
			list = append(list, fmt.Sprintf("%s %s", f.Date, f.Code))
		}
		refusal := problem.New(first.Code, "%d of %d dates can't be had. %s: %s All: %s.", len(failed), len(weighed), w.Date, first.Message, strings.Join(list, ", "))
		refusal.Field = first.Field
		return refusal
	}
	return nil
}

// reclaimAll releases the lapsed holds that stand in the way of any of the dates, at once.
func (r *recurring) reclaimAll(ctx context.Context, tx Tx, had []series.Weighed) error {
	needed := map[uuid.UUID]int{}
	var places []*Place
	for _, date := range had {
		for _, id := range date.Slots {
			p := r.places[id]
			if needed[id] == 0 {
				places = append(places, p)
			}
			needed[id] += p.Resource.Kind.Units(r.in.PartySize)
		}
	}
	return r.reclaim(ctx, tx, places, func(p *Place) int { return needed[p.Slot.ID] })
}

// bookDate books one date.
func (r *recurring) bookDate(of reservation.Series, date series.Weighed) {
	var places []*Place
	for _, id := range date.Slots {
		places = append(places, r.places[id])
	}
	made := newHold(r.sheet, places, r.owner.ID, r.in.PartySize)
	made.SeriesID = &of.ID
	if r.in.Note != nil {
		made.Note = *r.in.Note
	}
	r.bookFirm(made, places, reservation.Confirmed)
}

// seriesFact is a series as events carry it.
type seriesFact struct {
	ID         uuid.UUID                   `json:"id"`
	VenueID    uuid.UUID                   `json:"venueId"`
	CustomerID uuid.UUID                   `json:"customerId"`
	Rule       string                      `json:"rule"`
	PartySize  int                         `json:"partySize"`
	Failures   []reservation.SeriesFailure `json:"failures"`
	Version    int                         `json:"version"`
}

func tellSeries(s reservation.Series) seriesFact {
	return seriesFact{ID: s.ID, VenueID: s.VenueID, CustomerID: s.CustomerID, Rule: s.Rule, PartySize: s.PartySize, Failures: s.Failures, Version: s.Version}
}
