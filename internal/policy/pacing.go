package policy

import "time"

// quarter is the time within which arrivals are counted together.
const quarter = 15 * time.Minute

// ArrivalWindow is the quarter of an hour, [from, until), in which a start is counted for pacing. Quarters are those of UTC,
// which are quarters of every civil clock: all zones of today are off by whole quarters.
func ArrivalWindow(startsAt time.Time) Span {
	from := startsAt.UTC().Truncate(quarter)
	return Span{From: from, Until: from.Add(quarter)}
}

// Paced reports whether arrivals are limited at all.
func (r Rules) Paced() bool { return r.PacingParties != nil || r.PacingCovers != nil }

// MayArrive reports whether a party may arrive in a window in which so many parties and people arrive already.
func (r Rules) MayArrive(party, parties, covers int) bool {
	return (r.PacingParties == nil || parties+1 <= *r.PacingParties) && (r.PacingCovers == nil || covers+party <= *r.PacingCovers)
}
