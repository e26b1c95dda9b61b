package loadtest

import (
	"context"
	"time"
)

// The lists are as a dashboard asks for them: fifty of a page, and below each what a person wants to see beside it.
const (
	// ReservationsDocument takes the venue as $v.
	ReservationsDocument = `query($v: ID!) { reservations(venueId: $v, first: 50) {
		nodes { id status version partySize expiresAt viewerCommands customer { id name phone } policyVersion { id number }
			slots { id startsAt endsAt remaining resource { id name kind } } }
		pageInfo { hasNextPage endCursor } } }`
	availabilityDocument = `query($v: ID!, $d: Date!) { availability(venueId: $v, from: $d, to: $d, partySize: 1, first: 50) {
		nodes { id startsAt endsAt bookable blockers remaining version resource { id name kind capacity } }
		pageInfo { hasNextPage endCursor } } }`
)

// ListReservations reads a page of the venue's reservations.
func (g *Ground) ListReservations(ctx context.Context, _ int) Answer {
	_, answer := judge("reservations")(g.client.Ask(ctx, ReservationsDocument, Vars{"v": g.Venue}))
	return answer
}

// ListAvailability reads a page of a day's free slots.
func (g *Ground) ListAvailability(ctx context.Context, nth int) Answer {
	day := time.Now().UTC().AddDate(0, 0, 1+nth%7).Format(time.DateOnly)
	_, answer := judge("availability")(g.client.Ask(ctx, availabilityDocument, Vars{"v": g.Venue, "d": day}))
	return answer
}
