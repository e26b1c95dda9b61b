package policy

import "time"

// Rules are what a venue has decided. The zero value is not valid; start from Default.
type Rules struct {
	HoldTTL                          time.Duration // how long a hold keeps its units
	OfferTTL                         time.Duration // how long an offer may be answered
	ApprovalTTL                      time.Duration // how long a prepared action waits for a yes
	LeadTime                         time.Duration // how long before its start a slot can still be booked
	BookingHorizon                   time.Duration // how far ahead
	CancellationCutoff               time.Duration // how long before the start a customer may still cancel
	CheckInOpens                     time.Duration // how long before the start the party may be seated
	NoShowGrace                      time.Duration // how long after the start the party may still come
	WaitlistFit                      WaitlistFit
	SkipLimit                        int // how often an entry may be passed under BEST_FIT_WITH_SKIP_LIMIT
	OnOfferLapse                     OfferLapse
	AutoPromote                      bool // whether freed units are offered without anybody asking
	WaitlistWeights                  []FactorWeight
	MaxActiveReservationsPerCustomer int

	BufferBefore  time.Duration // how long an exclusive resource is kept free before each party
	BufferAfter   time.Duration // and after it
	TurnTimes     []TurnTime    // how long a party of a size stays at least, on an exclusive resource
	PacingParties *int          // how many parties may arrive in one quarter of an hour; nil: as many as fit
	PacingCovers  *int          // how many people
	Channels      []ChannelRule // where a channel has times of its own
	Confirmation  Confirmation  // whether a customer's confirmation is enough
	RequestTTL    time.Duration // how long a request waits for the venue's yes
	AutoNoShow    bool          // whether a party that has not come by noShowGrace is given up without anybody asking
}

// Default is policy version 1 of every venue.
func Default() Rules {
	return Rules{
		HoldTTL: 5 * time.Minute, OfferTTL: 15 * time.Minute, ApprovalTTL: 5 * time.Minute, LeadTime: 0,
		BookingHorizon: 60 * day, CancellationCutoff: 2 * time.Hour, CheckInOpens: 30 * time.Minute, NoShowGrace: 15 * time.Minute,
		MaxActiveReservationsPerCustomer: 20, WaitlistFit: StrictFIFO, SkipLimit: 3, OnOfferLapse: Remove, AutoPromote: true,
		WaitlistWeights: unweighted(), Confirmation: Instant, RequestTTL: day,
	}
}

const day = 24 * time.Hour

func unweighted() []FactorWeight {
	weights := make([]FactorWeight, 0, len(FactorValues()))
	for _, f := range FactorValues() {
		weights = append(weights, FactorWeight{Factor: f})
	}
	return weights
}
