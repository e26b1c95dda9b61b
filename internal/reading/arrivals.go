package reading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/policy"
)

// ArrivalWindow is a quarter of an hour of a venue and who arrives in it.
type ArrivalWindow struct {
	From, Until       time.Time
	Parties           int
	Covers            int
	OverriddenParties int
	OverriddenCovers  int
	MostParties       *int
	MostCovers        *int
}

// Arrivals lists the quarters of an hour of a civil date of the venue's zone in which parties arrive, by start: held, confirmed
// and seated ones, and among them those that staff booked against the rules. Where the venue's policy limits arrivals, those
// quarters are listed too in which nobody arrives yet and a slot starts. problem.ErrNotFound for a venue that isn't the
// actor's to see.
func (r *Reader) Arrivals(ctx context.Context, a actor.Actor, venue uuid.UUID, date calendar.Date) (windows []ArrivalWindow, err error) {
	err = r.inVenue(ctx, a, venue, func(ctx context.Context, rows Rows, g Ground) error {
		zone, err := calendar.ValidateZone(g.Venue.TimeZone)
		if err != nil {
			return err
		}
		from, until := calendar.DayBounds(zone, date)
		windows, err = rows.ArrivalsByQuarter(ctx, venue, from, until, g.Now, g.Rules.Paced())
		for i := range windows {
			w := &windows[i]
			w.Until, w.MostParties, w.MostCovers = policy.ArrivalWindow(w.From).Until, g.Rules.PacingParties, g.Rules.PacingCovers
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("count who arrives at venue %s on %s: %w", venue, date, err)
	}
	return windows, nil
}
