package reading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/problem"
)

// mostReported is how many dates a report may span: a quarter of a year.
const mostReported = 92

// Report is how a venue did over civil dates of its zone.
type Report struct {
	From, To  calendar.Date
	CountedAt time.Time
	Days      []ReportDay
	Hours     []ReportHour
	Waits     WaitReport
	Offers    OfferReport
	Promotion *Latency // from a freed place to the offer of it
}

// ReportDay is one date. Time counts where it passes, a reservation on the date on which it starts.
type ReportDay struct {
	Date              calendar.Date
	OpenUnitMinutes   int
	BookedUnitMinutes int
	DayCounts
}

// DayCounts are the reservations that were confirmed for a date, whatever became of them. One that was corrected counts as
// what stands in its place, not as itself.
type DayCounts struct {
	Reservations int
	Covers       int
	WalkIns      int
	Cancelled    int
	NoShows      int
}

// ReportHour is an hour of the week by the wall clock.
type ReportHour struct {
	Weekday           int // ISO: Monday 1 to Sunday 7
	Hour              int
	OpenUnitMinutes   int
	BookedUnitMinutes int
}

// WaitReport is what became of those who joined the waitlist on the dates. Each is fulfilled, left, lapsed or open.
type WaitReport struct {
	Joined, Offered, Fulfilled, Left, Lapsed, Open int
	UntilOffer                                     *Latency // from joining to the first offer
}

// OfferReport is what became of the offers that were made on the dates.
type OfferReport struct {
	Made, Accepted, Declined, Expired, Withdrawn, Open int
	UntilAnswer                                        *Latency // of those that were accepted or declined
}

// Latency is how long something took, over many; the shortest time within which that many of a hundred were done.
type Latency struct {
	Count              int
	P50, P90, P99, Max time.Duration
}

// UnitTime is the open and the booked time of all units of a venue in one part of a date.
type UnitTime struct{ Open, Booked time.Duration }

// ReportRows count for reports. Each is one statement.
type ReportRows interface {
	// UnitTimes adds up, for each of successive parts of time, what stood open and what of it was booked; parts in which
	// nothing stood open are left out.
	UnitTimes(ctx context.Context, venue uuid.UUID, parts []calendar.Hour) (map[int]UnitTime, error)
	// ReservationsByDay counts between bounds that rise; days without any are left out.
	ReservationsByDay(ctx context.Context, venue uuid.UUID, bounds []time.Time) (map[int]DayCounts, error)
	// Waits counts the entries that joined in [from, until).
	Waits(ctx context.Context, venue uuid.UUID, from, until, now time.Time) (WaitReport, error)
	// OffersMade counts the offers that were made in [from, until), and how long freed places took to be offered.
	OffersMade(ctx context.Context, venue uuid.UUID, from, until, now time.Time) (OfferReport, *Latency, error)
}

// Report counts how a venue did on the dates from first to last, at most 92 of them, at one moment. problem.ErrNotFound for a
// venue that isn't the actor's to see; *problem.Invalid names "to" when it is before from or too far behind it.
func (r *Reader) Report(ctx context.Context, a actor.Actor, venue uuid.UUID, from, to calendar.Date) (report Report, err error) {
	if days := from.DaysUntil(to); days < 0 || days >= mostReported {
		return report, problem.NewInvalid("to", "must be from 0 to %d days after from", mostReported-1)
	}
	if !a.SeesVenue(venue) {
		return report, problem.ErrNotFound
	}
	err = r.source.Snapshot(ctx, a.TenantID, onGround(venue, func(ctx context.Context, rows Rows, g Ground) error {
		zone, err := calendar.ValidateZone(g.Venue.TimeZone)
		if err != nil {
			return err
		}
		report = Report{From: from, To: to, CountedAt: g.Now}
		return report.count(ctx, rows, venue, newReportedDays(zone, from, to))
	}))
	if err != nil {
		return Report{}, fmt.Errorf("report on venue %s from %s to %s: %w", venue, from, to, err)
	}
	return report, nil
}

func (r *Report) count(ctx context.Context, rows Rows, venue uuid.UUID, days reportedDays) error {
	times, err := rows.UnitTimes(ctx, venue, days.parts)
	if err != nil {
		return fmt.Errorf("add up the time: %w", err)
	}
	counts, err := rows.ReservationsByDay(ctx, venue, days.bounds)
	if err != nil {
		return fmt.Errorf("count reservations: %w", err)
	}
	r.Days, r.Hours = days.byDate(times, counts), days.byHour(times)
	from, until := days.span()
	if r.Waits, err = rows.Waits(ctx, venue, from, until, r.CountedAt); err != nil {
		return fmt.Errorf("count who waited: %w", err)
	}
	if r.Offers, r.Promotion, err = rows.OffersMade(ctx, venue, from, until, r.CountedAt); err != nil {
		return fmt.Errorf("count offers: %w", err)
	}
	return nil
}
