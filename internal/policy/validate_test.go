package policy_test

import (
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
)

func TestValidate(t *testing.T) {
	t.Run("the default is valid", func(t *testing.T) { require.Empty(t, policy.Default().Validate()) })
	t.Run("no field is forgotten by the tests", func(t *testing.T) {
		require.Len(t, everyChange(), reflect.TypeFor[policy.Rules]().NumField())
	})
	for _, c := range []struct {
		field       string
		set         func(*policy.Rules, time.Duration)
		least, most time.Duration
	}{
		{"holdTtl", func(r *policy.Rules, d time.Duration) { r.HoldTTL = d }, time.Second, day},
		{"offerTtl", func(r *policy.Rules, d time.Duration) { r.OfferTTL = d }, time.Second, 7 * day},
		{"approvalTtl", func(r *policy.Rules, d time.Duration) { r.ApprovalTTL = d }, time.Second, day},
		{"leadTime", func(r *policy.Rules, d time.Duration) { r.LeadTime = d }, 0, 60 * day},
		{"bookingHorizon", func(r *policy.Rules, d time.Duration) { r.BookingHorizon = d }, time.Hour, 400 * day},
		{"cancellationCutoff", func(r *policy.Rules, d time.Duration) { r.CancellationCutoff = d }, 0, 60 * day},
		{"checkInOpens", func(r *policy.Rules, d time.Duration) { r.CheckInOpens = d }, 0, day},
		{"noShowGrace", func(r *policy.Rules, d time.Duration) { r.NoShowGrace = d }, 0, day},
		{"bufferBefore", func(r *policy.Rules, d time.Duration) { r.BufferBefore = d }, 0, day},
		{"bufferAfter", func(r *policy.Rules, d time.Duration) { r.BufferAfter = d }, 0, day},
		{"requestTtl", func(r *policy.Rules, d time.Duration) { r.RequestTTL = d }, time.Minute, 60 * day},
	} {
		fields := func(d time.Duration) []string {
			return named(rules(func(r *policy.Rules) {
				if c.field != "bookingHorizon" {
					r.BookingHorizon = 400 * day
				}
				c.set(r, d)
			}).Validate())
		}
		t.Run(c.field+" is a number of whole seconds between its bounds", func(t *testing.T) {
			require.Empty(t, fields(c.least))
			require.Empty(t, fields(c.most))
			for _, d := range []time.Duration{c.least - tick, c.least - time.Second, c.least + tick, c.most + tick, c.most + time.Second, -day} {
				require.Equal(t, []string{c.field}, fields(d), "%s", d)
			}
		})
	}
	for _, c := range []struct {
		name   string
		change func(*policy.Rules)
		want   []string
	}{
		{"a lead time a second short of the horizon", func(r *policy.Rules) { r.LeadTime, r.BookingHorizon = 2*day-time.Second, 2*day }, nil},
		{"a lead time as long as the horizon", func(r *policy.Rules) { r.LeadTime, r.BookingHorizon = 2*day, 2*day }, []string{"leadTime"}},
		{"no reservation at all", func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer = 0 }, []string{"maxActiveReservationsPerCustomer"}},
		{"one reservation", func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer = 1 }, nil},
		{"ten thousand reservations", func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer = 10000 }, nil},
		{"one more", func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer = 10001 }, []string{"maxActiveReservationsPerCustomer"}},
		{"nobody may be passed", func(r *policy.Rules) { r.SkipLimit = 0 }, nil},
		{"fewer than nobody", func(r *policy.Rules) { r.SkipLimit = -1 }, []string{"skipLimit"}},
		{"a thousand passes", func(r *policy.Rules) { r.SkipLimit = 1000 }, nil},
		{"one more pass", func(r *policy.Rules) { r.SkipLimit = 1001 }, []string{"skipLimit"}},
		{"a fit that is none", func(r *policy.Rules) { r.WaitlistFit = "RANDOM" }, []string{"waitlistFit"}},
		{"a lapse that is none", func(r *policy.Rules) { r.OnOfferLapse = "" }, []string{"onOfferLapse"}},
		{"no weights", func(r *policy.Rules) { r.WaitlistWeights = nil }, nil},
		{"the largest weight", func(r *policy.Rules) { r.WaitlistWeights[0].Weight = 10000 }, nil},
		{"a larger weight", func(r *policy.Rules) { r.WaitlistWeights[0].Weight = 10001 }, []string{"waitlistWeights"}},
		{"a weight below nothing", func(r *policy.Rules) { r.WaitlistWeights[0].Weight = -1 }, []string{"waitlistWeights"}},
		{"a factor twice", func(r *policy.Rules) { r.WaitlistWeights[1].Factor = policy.Priority }, []string{"waitlistWeights"}},
		{"a factor that is none", func(r *policy.Rules) { r.WaitlistWeights[1].Factor = "LUCK" }, []string{"waitlistWeights"}},
		{"the zero value", func(r *policy.Rules) { *r = policy.Rules{} }, []string{
			"holdTtl", "offerTtl", "approvalTtl", "bookingHorizon", "maxActiveReservationsPerCustomer", "waitlistFit", "onOfferLapse",
			"confirmation", "requestTtl",
		}},
		{"a confirmation that is none", func(r *policy.Rules) { r.Confirmation = "LATER" }, []string{"confirmation"}},
		{"one party in a quarter", func(r *policy.Rules) { r.PacingParties = new(1) }, nil},
		{"no party in a quarter", func(r *policy.Rules) { r.PacingParties = new(0) }, []string{"pacingParties"}},
		{"a hundred thousand parties", func(r *policy.Rules) { r.PacingParties = new(100000) }, nil},
		{"one more party", func(r *policy.Rules) { r.PacingParties = new(100001) }, []string{"pacingParties"}},
		{"one person in a quarter", func(r *policy.Rules) { r.PacingCovers = new(1) }, nil},
		{"nobody in a quarter", func(r *policy.Rules) { r.PacingCovers = new(0) }, []string{"pacingCovers"}},
		{"as many people as the contract can say", func(r *policy.Rules) { r.PacingCovers = new(math.MaxInt32) }, nil},
		{"one more person", func(r *policy.Rules) { r.PacingCovers = new(math.MaxInt32 + 1) }, []string{"pacingCovers"}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, named(rules(c.change).Validate())) })
	}
}

func named(problems []policy.FieldProblem) []string {
	var fields []string
	for _, p := range problems {
		fields = append(fields, p.Field)
	}
	return fields
}
