package policy

import (
	"fmt"
	"time"
)

// WaitlistFit says what happens behind an entry that is too large for the free units.
type WaitlistFit string

// The two ways.
const (
	StrictFIFO           WaitlistFit = "STRICT_FIFO"              // everybody behind it waits
	BestFitWithSkipLimit WaitlistFit = "BEST_FIT_WITH_SKIP_LIMIT" // it may be passed, a limited number of times
)

// FitValues lists both ways.
func FitValues() []WaitlistFit { return []WaitlistFit{StrictFIFO, BestFitWithSkipLimit} }

// OfferLapse says what becomes of an entry whose offer lapsed.
type OfferLapse string

// The two ways.
const (
	Remove       OfferLapse = "REMOVE"         // it is over
	RequeueAtEnd OfferLapse = "REQUEUE_AT_END" // it waits again, behind everybody
)

// LapseValues lists both ways.
func LapseValues() []OfferLapse { return []OfferLapse{Remove, RequeueAtEnd} }

// Factor is something that may weigh in the order of the queue.
type Factor string

// The factors.
const (
	Priority       Factor = "PRIORITY"
	RecoveryCredit Factor = "RECOVERY_CREDIT"
	Benefit        Factor = "BENEFIT"
	WaitingAge     Factor = "WAITING_AGE"
	SlotFit        Factor = "SLOT_FIT"
)

// FactorValues lists every factor, in the order of the public contract.
func FactorValues() []Factor {
	return []Factor{Priority, RecoveryCredit, Benefit, WaitingAge, SlotFit}
}

// FactorWeight is how much a factor weighs, 0 to 10000.
type FactorWeight struct {
	Factor Factor `json:"factor"`
	Weight int    `json:"weight"`
}

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
}

// Default is policy version 1 of every venue.
func Default() Rules {
	return Rules{
		HoldTTL: 5 * time.Minute, OfferTTL: 15 * time.Minute, ApprovalTTL: 5 * time.Minute, LeadTime: 0,
		BookingHorizon: 60 * day, CancellationCutoff: 2 * time.Hour, CheckInOpens: 30 * time.Minute, NoShowGrace: 15 * time.Minute,
		MaxActiveReservationsPerCustomer: 20, WaitlistFit: StrictFIFO, SkipLimit: 3, OnOfferLapse: Remove, AutoPromote: true,
		WaitlistWeights: unweighted(),
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

// FieldProblem is one rule that can't be, by the name of its field in the public contract.
type FieldProblem struct {
	Field   string
	Message string
}

// Validate lists everything that is wrong with the rules; empty means that they can be activated.
func (r Rules) Validate() []FieldProblem {
	var wrong []FieldProblem
	span := func(field string, d, least, most time.Duration) {
		if d < least || d > most || d%time.Second != 0 {
			wrong = append(wrong, FieldProblem{field, fmt.Sprintf("must be whole seconds from %s to %s", FormatDuration(least), FormatDuration(most))})
		}
	}
	number := func(field string, n, least, most int) {
		if n < least || n > most {
			wrong = append(wrong, FieldProblem{field, fmt.Sprintf("must be from %d to %d", least, most)})
		}
	}
	span("holdTtl", r.HoldTTL, time.Second, day)
	span("offerTtl", r.OfferTTL, time.Second, 7*day)
	span("approvalTtl", r.ApprovalTTL, time.Second, day)
	span("leadTime", r.LeadTime, 0, 60*day)
	span("bookingHorizon", r.BookingHorizon, time.Hour, 400*day)
	if r.BookingHorizon >= time.Hour && r.LeadTime >= r.BookingHorizon {
		wrong = append(wrong, FieldProblem{"leadTime", "must be shorter than bookingHorizon, or nothing could be booked"})
	}
	span("cancellationCutoff", r.CancellationCutoff, 0, 60*day)
	span("checkInOpens", r.CheckInOpens, 0, day)
	span("noShowGrace", r.NoShowGrace, 0, day)
	number("maxActiveReservationsPerCustomer", r.MaxActiveReservationsPerCustomer, 1, 10000)
	number("skipLimit", r.SkipLimit, 0, 1000)
	if !contains(FitValues(), r.WaitlistFit) {
		wrong = append(wrong, FieldProblem{"waitlistFit", "is unknown"})
	}
	if !contains(LapseValues(), r.OnOfferLapse) {
		wrong = append(wrong, FieldProblem{"onOfferLapse", "is unknown"})
	}
	return append(wrong, r.weightProblems()...)
}

func (r Rules) weightProblems() []FieldProblem {
	var wrong []FieldProblem
	seen := map[Factor]bool{}
	for _, w := range r.WaitlistWeights {
		if !contains(FactorValues(), w.Factor) || seen[w.Factor] || w.Weight < 0 || w.Weight > 10000 {
			wrong = append(wrong, FieldProblem{"waitlistWeights", "each factor once, with a weight from 0 to 10000"})
			break
		}
		seen[w.Factor] = true
	}
	return wrong
}

func contains[T comparable](all []T, one T) bool {
	for _, v := range all {
		if v == one {
			return true
		}
	}
	return false
}
