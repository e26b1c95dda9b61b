// Package series owns recurring bookings: on which dates they lie, which slots of a date are those of the first, and which of
// the dates can be had. It is pure; slots and how they stand come from others, and so does whose the booking is.
package series

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/recurrence"
)

// MaxSlots is how many slots all dates of a series may have together: they are locked at once.
const MaxSlots = 200

// Plan is the dates of a series and what is wanted of each.
type Plan struct {
	zone  *time.Location
	first []inventory.Slot // by start
	dates []calendar.Date
}

// NewPlan lays a series out from the slots of its first date, which are at least one and of one venue, in the venue's zone.
// Every error is a *recurrence.Refusal.
func NewPlan(zone *time.Location, first []inventory.Slot, rule recurrence.Rule) (Plan, error) {
	p := Plan{zone: zone, first: slices.Clone(first)}
	slices.SortFunc(p.first, func(a, b inventory.Slot) int { return a.StartsAt.Compare(b.StartsAt) })
	var err error
	if p.dates, err = rule.Dates(calendar.DateOf(zone, p.first[0].StartsAt)); err != nil {
		return Plan{}, err
	}
	if n := len(p.dates) * len(first); n > MaxSlots {
		return Plan{}, &recurrence.Refusal{Part: "COUNT", Reason: fmt.Sprintf("%d dates of %d slots are more than %d slots in all", len(p.dates), len(first), MaxSlots)}
	}
	return p, nil
}

// Reach is where a slot of the series may be found.
type Reach struct {
	Resource uuid.UUID
	policy.Span
}

// clockReach is more than any clock is put forward or back by at once, but for changes of the date line, which leave the
// whole date out.
const clockReach = 4 * time.Hour

// Reaches are where the slots of all dates start, if there are any.
func (p Plan) Reaches() []Reach {
	var reaches []Reach
	for _, date := range p.dates {
		for _, s := range p.first {
			from := p.of(s)
			y, m, d := date.AddDays(from.startDay).Date()
			about := time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Add(from.startsAt)
			_, offset := about.In(p.zone).Zone()
			at := about.Add(-time.Duration(offset) * time.Second)
			reaches = append(reaches, Reach{s.ResourceID, policy.Span{From: at.Add(-clockReach), Until: at.Add(clockReach)}})
		}
	}
	return reaches
}

// reading is when a slot starts and ends as the venue's calendar and clock show it, the days counted from the series' date.
type reading struct {
	startDay, endDay int
	startsAt, endsAt time.Duration // since midnight on the wall
}

// of reads a slot of the first date.
func (p Plan) of(s inventory.Slot) reading {
	return p.read(s, calendar.DateOf(p.zone, p.first[0].StartsAt))
}

func (p Plan) read(s inventory.Slot, date calendar.Date) reading {
	return reading{
		startDay: date.DaysUntil(calendar.DateOf(p.zone, s.StartsAt)), endDay: date.DaysUntil(calendar.DateOf(p.zone, s.EndsAt)),
		startsAt: onWall(s.StartsAt.In(p.zone)), endsAt: onWall(s.EndsAt.In(p.zone)),
	}
}

func onWall(t time.Time) time.Duration {
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute + time.Duration(t.Second())*time.Second + time.Duration(t.Nanosecond())
}
