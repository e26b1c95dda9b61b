package policy

import "time"

// HoldExpiresAt is the deadline of a hold made now: holdTtl ahead, but never past the first start.
func (r Rules) HoldExpiresAt(now, firstStart time.Time) time.Time {
	return earlier(now.Add(r.HoldTTL), firstStart)
}

// ExtendedExpiresAt is the deadline of a hold that is extended: holdTtl more, but never past the first start.
func (r Rules) ExtendedExpiresAt(current, firstStart time.Time) time.Time {
	return earlier(current.Add(r.HoldTTL), firstStart)
}

// OfferExpiresAt is the deadline of an offer made now: offerTtl ahead, but never past the first start.
func (r Rules) OfferExpiresAt(now, firstStart time.Time) time.Time {
	return earlier(now.Add(r.OfferTTL), firstStart)
}

// RequestExpiresAt is the deadline of a request made now: requestTtl ahead, but never past the first start.
func (r Rules) RequestExpiresAt(now, firstStart time.Time) time.Time {
	return earlier(now.Add(r.RequestTTL), firstStart)
}

// CheckInOpen reports whether the party may be seated: from checkInOpens before the start on.
func (r Rules) CheckInOpen(now, startsAt time.Time) bool {
	return !now.Before(startsAt.Add(-r.CheckInOpens))
}

// NoShowAllowed reports whether a party may be given up: from noShowGrace after the start on.
func (r Rules) NoShowAllowed(now, startsAt time.Time) bool {
	return !now.Before(startsAt.Add(r.NoShowGrace))
}
