package policy_test

import (
	"maps"
	"time"

	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/policy"
)

func rules(change func(*policy.Rules)) policy.Rules {
	r := policy.Default()
	change(&r)
	return r
}

// everyChange changes one field each; a field of Rules that is missing here fails a count.
func everyChange() map[string]func(*policy.Rules) {
	all := firstChanges()
	maps.Copy(all, laterChanges())
	return all
}

// firstChanges changes the fields that rules have always had.
func firstChanges() map[string]func(*policy.Rules) {
	return map[string]func(*policy.Rules){
		"HoldTTL":                          func(r *policy.Rules) { r.HoldTTL += time.Second },
		"OfferTTL":                         func(r *policy.Rules) { r.OfferTTL += time.Second },
		"ApprovalTTL":                      func(r *policy.Rules) { r.ApprovalTTL += time.Second },
		"LeadTime":                         func(r *policy.Rules) { r.LeadTime += time.Second },
		"BookingHorizon":                   func(r *policy.Rules) { r.BookingHorizon += time.Second },
		"CancellationCutoff":               func(r *policy.Rules) { r.CancellationCutoff += time.Second },
		"CheckInOpens":                     func(r *policy.Rules) { r.CheckInOpens += time.Second },
		"NoShowGrace":                      func(r *policy.Rules) { r.NoShowGrace += time.Second },
		"WaitlistFit":                      func(r *policy.Rules) { r.WaitlistFit = policy.BestFitWithSkipLimit },
		"SkipLimit":                        func(r *policy.Rules) { r.SkipLimit++ },
		"OnOfferLapse":                     func(r *policy.Rules) { r.OnOfferLapse = policy.RequeueAtEnd },
		"AutoPromote":                      func(r *policy.Rules) { r.AutoPromote = false },
		"WaitlistWeights":                  func(r *policy.Rules) { r.WaitlistWeights[4].Weight = 1 },
		"MaxActiveReservationsPerCustomer": func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer++ },
	}
}

// laterChanges changes the fields that came when rules were already stored.
func laterChanges() map[string]func(*policy.Rules) {
	return map[string]func(*policy.Rules){
		"BufferBefore":  func(r *policy.Rules) { r.BufferBefore = time.Second },
		"BufferAfter":   func(r *policy.Rules) { r.BufferAfter = time.Second },
		"TurnTimes":     func(r *policy.Rules) { r.TurnTimes = []policy.TurnTime{{FromPartySize: 1, Duration: time.Minute}} },
		"PacingParties": func(r *policy.Rules) { r.PacingParties = new(1) },
		"PacingCovers":  func(r *policy.Rules) { r.PacingCovers = new(1) },
		"Channels": func(r *policy.Rules) {
			r.Channels = []policy.ChannelRule{{Channel: policy.Guest, LeadTime: new(time.Duration(0))}}
		},
		"Confirmation": func(r *policy.Rules) { r.Confirmation = policy.Request },
		"RequestTTL":   func(r *policy.Rules) { r.RequestTTL += time.Second },
		"AutoNoShow":   func(r *policy.Rules) { r.AutoNoShow = true },
	}
}

// anyRules draws valid rules, with their lists in the order of the canonical form.
func anyRules(t *rapid.T, name string) policy.Rules {
	draw := drawing{t, name}
	r := policy.Rules{
		HoldTTL: draw.seconds("hold", time.Second, day), OfferTTL: draw.seconds("offer", time.Second, 7*day),
		ApprovalTTL:    draw.seconds("approval", time.Second, day),
		BookingHorizon: draw.seconds("horizon", 61*day, 400*day), LeadTime: draw.seconds("lead", 0, 60*day),
		CancellationCutoff: draw.seconds("cut-off", 0, 60*day),
		CheckInOpens:       draw.seconds("check-in", 0, day), NoShowGrace: draw.seconds("grace", 0, day),
		MaxActiveReservationsPerCustomer: draw.number("active", 1, 10000), SkipLimit: draw.number("skips", 0, 1000),
		WaitlistFit:  rapid.SampledFrom(policy.FitValues()).Draw(t, name+" fit"),
		OnOfferLapse: rapid.SampledFrom(policy.LapseValues()).Draw(t, name+" lapse"), AutoPromote: draw.flag("promote"),
		BufferBefore: draw.seconds("before", 0, day), BufferAfter: draw.seconds("after", 0, day),
		PacingParties: draw.limit("parties", 100000), PacingCovers: draw.limit("covers", 1<<31-1),
		Confirmation: rapid.SampledFrom(policy.ConfirmationValues()).Draw(t, name+" confirmation"),
		RequestTTL:   draw.seconds("request", time.Minute, 60*day), AutoNoShow: draw.flag("no-show"),
	}
	for _, f := range policy.FactorValues() {
		r.WaitlistWeights = append(r.WaitlistWeights, policy.FactorWeight{Factor: f, Weight: draw.number(string(f), 0, 10000)})
	}
	for size := range draw.number("sizes", 0, 4) {
		turn := time.Duration(draw.number("turn", 1, 24*60)) * time.Minute
		r.TurnTimes = append(r.TurnTimes, policy.TurnTime{FromPartySize: 1 + 3*size, Duration: turn})
	}
	for _, c := range policy.ChannelValues() {
		own := policy.ChannelRule{
			Channel: c, LeadTime: draw.some("own lead", 0, 60*day), BookingHorizon: draw.some("own horizon", 61*day, 400*day),
			CancellationCutoff: draw.some("own cut-off", 0, 60*day),
		}
		if own != (policy.ChannelRule{Channel: c}) {
			r.Channels = append(r.Channels, own)
		}
	}
	return r
}

// drawing draws the parts of rules.
type drawing struct {
	*rapid.T
	name string
}

func (d drawing) seconds(what string, least, most time.Duration) time.Duration {
	return time.Duration(d.number(what, int(least/time.Second), int(most/time.Second))) * time.Second
}

func (d drawing) some(what string, least, most time.Duration) *time.Duration {
	if !d.flag("some " + what) {
		return nil
	}
	return new(d.seconds(what, least, most))
}

func (d drawing) limit(what string, most int) *int {
	if !d.flag("some " + what) {
		return nil
	}
	return new(d.number(what, 1, most))
}

func (d drawing) number(what string, least, most int) int {
	return rapid.IntRange(least, most).Draw(d.T, d.name+" "+what)
}

func (d drawing) flag(what string) bool { return rapid.Bool().Draw(d.T, d.name+" "+what) }
