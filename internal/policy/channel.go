package policy

import "time"

// Channel is the way by which somebody books.
type Channel string

// The channels.
const (
	Guest     Channel = "GUEST" // a customer by itself
	FrontDesk Channel = "STAFF" // the venue's people
	ByAgent   Channel = "AGENT" // an agent for a customer
)

// ChannelValues lists every channel, in the order of the public contract.
func ChannelValues() []Channel { return []Channel{Guest, FrontDesk, ByAgent} }

// ChannelRule is what holds for one channel instead of the general times; nil leaves the general one.
type ChannelRule struct {
	Channel            Channel
	LeadTime           *time.Duration
	BookingHorizon     *time.Duration
	CancellationCutoff *time.Duration // binds on CONFIRMED; the general one does not bind the front desk
}

// Lead is how long before its start a slot can still be booked by a channel.
func (r Rules) Lead(c Channel) time.Duration {
	lead, _ := r.times(c)
	return lead
}

// times are the lead time and the horizon of a channel.
func (r Rules) times(c Channel) (lead, horizon time.Duration) {
	lead, horizon = r.LeadTime, r.BookingHorizon
	for _, rule := range r.Channels {
		if rule.Channel != c {
			continue
		}
		if rule.LeadTime != nil {
			lead = *rule.LeadTime
		}
		if rule.BookingHorizon != nil {
			horizon = *rule.BookingHorizon
		}
	}
	return lead, horizon
}

// Window is the instants at which a slot that is booked now by a channel may start, both ends included. What has begun is
// never within it.
func (r Rules) Window(now time.Time, c Channel) (first, last time.Time) {
	lead, horizon := r.times(c)
	return now.Add(lead), now.Add(horizon)
}

// BookableBy reports whether a slot can be booked now by a channel: it has not begun (at its start it has), it is no nearer
// than the lead time, and no further than the horizon; both ends are still bookable.
func (r Rules) BookableBy(c Channel, now, startsAt time.Time) bool {
	first, last := r.Window(now, c)
	return startsAt.After(now) && !startsAt.Before(first) && !startsAt.After(last)
}

// MayCancelBy reports whether whoever books by a channel may still cancel or move what is confirmed: until the cut-off,
// exclusive. The general cut-off binds guests and their agents; the front desk is bound only where it has one of its own.
func (r Rules) MayCancelBy(c Channel, now, startsAt time.Time) bool {
	cutoff, bound := r.CancellationCutoff, c != FrontDesk
	for _, rule := range r.Channels {
		if rule.Channel == c && rule.CancellationCutoff != nil {
			cutoff, bound = *rule.CancellationCutoff, true
		}
	}
	return !bound || now.Before(startsAt.Add(-cutoff))
}
