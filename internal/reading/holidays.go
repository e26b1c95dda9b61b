package reading

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/holiday"
	"github.com/slotq/slotq/internal/problem"
)

// HolidayCalendar is the public holidays of a venue's region within a range of dates.
type HolidayCalendar struct {
	Region      *string
	CoveredFrom calendar.Date
	CoveredTo   calendar.Date
	Days        []Holiday
	Attribution string
}

// Holiday is one public holiday, and whether the venue is closed on it.
type Holiday struct {
	Date      calendar.Date
	Name      string
	LocalName string
	Closed    bool
}

// Holidays lists the public holidays of a venue's region on the dates from first to last, at most 400 of them, as far as they
// are known, and whether the venue is closed by its rules as they stand. problem.ErrNotFound for a venue that isn't the
// actor's to see; *problem.Invalid names "to" when it is before from or too far behind it.
func (r *Reader) Holidays(ctx context.Context, a actor.Actor, venue uuid.UUID, from, to calendar.Date) (c HolidayCalendar, err error) {
	if days := from.DaysUntil(to); days < 0 || days >= furthest {
		return c, problem.NewInvalid("to", "must be from 0 to %d days after from", furthest-1)
	}
	err = r.inVenue(ctx, a, venue, func(ctx context.Context, rows Rows, _ Ground) error {
		all, err := rows.OpeningRules(ctx, []uuid.UUID{venue})
		if err != nil {
			return err
		}
		rules := all[venue]
		c = HolidayCalendar{Region: rules.HolidayRegion, Days: []Holiday{}, Attribution: holiday.Attribution()}
		c.CoveredFrom, c.CoveredTo = rules.HolidaysCovered()
		for _, day := range rules.HolidaysBetween(from, to) {
			c.Days = append(c.Days, Holiday{Date: day.Date, Name: day.Name, LocalName: day.LocalName, Closed: rules.ClosedOn(day.Date)})
		}
		return nil
	})
	if err != nil {
		return HolidayCalendar{}, fmt.Errorf("list the holidays of venue %s: %w", venue, err)
	}
	return c, nil
}
