package policy

import (
	"cmp"
	"slices"
	"time"
)

// RulesDraft is what somebody wants to be different; nil keeps what was.
type RulesDraft struct {
	HoldTTL                          *time.Duration
	OfferTTL                         *time.Duration
	ApprovalTTL                      *time.Duration
	LeadTime                         *time.Duration
	BookingHorizon                   *time.Duration
	CancellationCutoff               *time.Duration
	CheckInOpens                     *time.Duration
	NoShowGrace                      *time.Duration
	MaxActiveReservationsPerCustomer *int
	WaitlistFit                      *WaitlistFit
	SkipLimit                        *int
	OnOfferLapse                     *OfferLapse
	AutoPromote                      *bool
	WaitlistWeights                  []FactorWeight // sets the factors that it names and keeps the others

	BufferBefore  *time.Duration
	BufferAfter   *time.Duration
	TurnTimes     []TurnTime    // replaces the whole list
	PacingParties *int          // 0 is no limit
	PacingCovers  *int          // 0 is no limit
	Channels      []ChannelRule // replaces the whole list
	Confirmation  *Confirmation
	RequestTTL    *time.Duration
	AutoNoShow    *bool
}

// Over are the rules that come of the draft where base holds for what it leaves open. They may be invalid: what was given
// twice or wrongly is still there for Validate to find. Base is left as it is.
func (d RulesDraft) Over(base Rules) Rules {
	r := base
	set(&r.HoldTTL, d.HoldTTL)
	set(&r.OfferTTL, d.OfferTTL)
	set(&r.ApprovalTTL, d.ApprovalTTL)
	set(&r.LeadTime, d.LeadTime)
	set(&r.BookingHorizon, d.BookingHorizon)
	set(&r.CancellationCutoff, d.CancellationCutoff)
	set(&r.CheckInOpens, d.CheckInOpens)
	set(&r.NoShowGrace, d.NoShowGrace)
	set(&r.MaxActiveReservationsPerCustomer, d.MaxActiveReservationsPerCustomer)
	set(&r.WaitlistFit, d.WaitlistFit)
	set(&r.SkipLimit, d.SkipLimit)
	set(&r.OnOfferLapse, d.OnOfferLapse)
	set(&r.AutoPromote, d.AutoPromote)
	r.WaitlistWeights = weighedOver(d.WaitlistWeights, base.WaitlistWeights)

	set(&r.BufferBefore, d.BufferBefore)
	set(&r.BufferAfter, d.BufferAfter)
	r.TurnTimes = replaced(base.TurnTimes, d.TurnTimes)
	r.PacingParties = limited(base.PacingParties, d.PacingParties)
	r.PacingCovers = limited(base.PacingCovers, d.PacingCovers)
	r.Channels = replaced(base.Channels, d.Channels)
	set(&r.Confirmation, d.Confirmation)
	set(&r.RequestTTL, d.RequestTTL)
	set(&r.AutoNoShow, d.AutoNoShow)
	return r
}

func set[T any](rule, given *T) {
	if given != nil {
		*rule = *given
	}
}

// replaced is a copy of the given list, or of the one that was: rules are shared, and a list that two of them had in common
// could be sorted under the other's feet.
func replaced[T any](was, given []T) []T {
	if given != nil {
		was = given
	}
	return slices.Clone(was)
}

// limited is the limit that holds after one was given, or not.
func limited(was, given *int) *int {
	switch {
	case given == nil:
		return was
	case *given == 0:
		return nil
	default:
		limit := *given
		return &limit
	}
}

// weighedOver is the given weights and, of those that were, the ones that nobody named, in the order of the contract.
func weighedOver(given, was []FactorWeight) []FactorWeight {
	all := slices.Clone(given)
	for _, w := range was {
		if !slices.ContainsFunc(given, func(g FactorWeight) bool { return g.Factor == w.Factor }) {
			all = append(all, w)
		}
	}
	slices.SortStableFunc(all, func(a, b FactorWeight) int {
		return cmp.Compare(slices.Index(FactorValues(), a.Factor), slices.Index(FactorValues(), b.Factor))
	})
	return all
}
