package series

import (
	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// Asked is what one party asks of every date.
type Asked struct {
	inventory.Ask
	Rules policy.Rules
	Left  int  // how many more reservations the customer may have
	Never bool // nobody may book a series like this here, whatever is free; Why says the reason
	Why   string
}

// Weighed is a date of a series and what stands in its way.
type Weighed struct {
	Date     calendar.Date
	Slots    []uuid.UUID
	Problems []*problem.Problem // in the published order; none: it can be had
}

// Codes are the codes of the problems.
func (w Weighed) Codes() []problem.Code {
	codes := []problem.Code{}
	for _, p := range w.Problems {
		codes = append(codes, p.Code)
	}
	return codes
}

// Weigh asks the one evaluator for each date in order, and lets those that can be had take their units, time and arrivals from
// the dates after them. The standings are changed by it.
func Weigh(dates []Occurrence, standings map[uuid.UUID]*inventory.Standing, a Asked) []Weighed {
	all := make([]*inventory.Standing, 0, len(standings))
	for _, s := range standings {
		all = append(all, s)
	}
	weighed := make([]Weighed, len(dates))
	for i, date := range dates {
		w := Weighed{Date: date.Date}
		var on []*inventory.Standing
		for _, s := range date.Slots {
			w.Slots = append(w.Slots, s.ID)
			on = append(on, standings[s.ID])
		}
		w.Problems = a.problems(date.Date, on)
		if len(w.Problems) == 0 {
			inventory.NewBooking(on, a.Rules, a.Party).TakenFrom(all)
			a.Left--
		}
		weighed[i] = w
	}
	return weighed
}

func (a Asked) problems(date calendar.Date, on []*inventory.Standing) (all []*problem.Problem) {
	if len(on) == 0 {
		all = append(all, problem.New(problem.ResourceClosed, "There is no such time on %s.", date))
	} else {
		all = inventory.NewBooking(on, a.Rules, a.Party).Problems(a.Ask)
	}
	switch {
	case a.Never:
		all = append(all, problem.New(problem.PolicyForbids, "%s", a.Why))
	case a.Left <= 0:
		all = append(all, problem.New(problem.PolicyForbids, "With it the customer would have more active reservations than the venue allows."))
	}
	return all
}
