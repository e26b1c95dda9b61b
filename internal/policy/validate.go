package policy

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// FieldProblem is one rule that can't be, by the name of its field in the public contract.
type FieldProblem struct {
	Field   string
	Message string
}

// Validate lists everything that is wrong with the rules, a list of rules once; empty means that they can be activated.
func (r Rules) Validate() []FieldProblem {
	var f faults
	f.span("holdTtl", r.HoldTTL, time.Second, day)
	f.span("offerTtl", r.OfferTTL, time.Second, 7*day)
	f.span("approvalTtl", r.ApprovalTTL, time.Second, day)
	f.span("leadTime", r.LeadTime, 0, longestNotice)
	f.span("bookingHorizon", r.BookingHorizon, shortestHorizon, longestHorizon)
	if r.BookingHorizon >= shortestHorizon && r.LeadTime >= r.BookingHorizon {
		f.add("leadTime", "must be shorter than bookingHorizon, or nothing could be booked")
	}
	f.span("cancellationCutoff", r.CancellationCutoff, 0, longestNotice)
	f.span("checkInOpens", r.CheckInOpens, 0, day)
	f.span("noShowGrace", r.NoShowGrace, 0, day)
	f.number("maxActiveReservationsPerCustomer", r.MaxActiveReservationsPerCustomer, 1, 10000)
	f.number("skipLimit", r.SkipLimit, 0, 1000)
	f.choice("waitlistFit", slices.Contains(FitValues(), r.WaitlistFit))
	f.choice("onOfferLapse", slices.Contains(LapseValues(), r.OnOfferLapse))
	f.add("waitlistWeights", r.weightFault())
	f.span("bufferBefore", r.BufferBefore, 0, day)
	f.span("bufferAfter", r.BufferAfter, 0, day)
	f.add("turnTimes", r.turnFault())
	f.limit("pacingParties", r.PacingParties, 100000)
	f.limit("pacingCovers", r.PacingCovers, math.MaxInt32) // the contract's Int has no more
	f.add("channels", r.channelFault())
	f.choice("confirmation", slices.Contains(ConfirmationValues(), r.Confirmation))
	f.span("requestTtl", r.RequestTTL, time.Minute, 60*day)
	return f
}

// The bounds that general times and those of a channel share.
const (
	longestNotice   = 60 * day
	shortestHorizon = time.Hour
	longestHorizon  = 400 * day
)

// faults collects what is wrong.
type faults []FieldProblem

// add notes a fault of a field; no message is no fault.
func (f *faults) add(field, message string) {
	if message != "" {
		*f = append(*f, FieldProblem{field, message})
	}
}

func (f *faults) span(field string, d, least, most time.Duration) {
	f.add(field, spanFault(d, least, most))
}

func (f *faults) number(field string, n, least, most int) {
	if n < least || n > most {
		f.add(field, fmt.Sprintf("must be from %d to %d", least, most))
	}
}

func (f *faults) limit(field string, n *int, most int) {
	if n != nil {
		f.number(field, *n, 1, most)
	}
}

func (f *faults) choice(field string, known bool) {
	if !known {
		f.add(field, "is unknown")
	}
}

func spanFault(d, least, most time.Duration) string {
	if d < least || d > most || d%time.Second != 0 {
		return fmt.Sprintf("must be whole seconds from %s to %s", FormatDuration(least), FormatDuration(most))
	}
	return ""
}
