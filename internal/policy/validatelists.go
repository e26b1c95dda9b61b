package policy

import (
	"fmt"
	"slices"
	"time"
)

// weightFault says what is wrong with the weights; "" is nothing.
func (r Rules) weightFault() string {
	seen := map[Factor]bool{}
	for _, w := range r.WaitlistWeights {
		if !slices.Contains(FactorValues(), w.Factor) || seen[w.Factor] || w.Weight < 0 || w.Weight > 10000 {
			return "each factor once, with a weight from 0 to 10000"
		}
		seen[w.Factor] = true
	}
	return ""
}

// turnFault says what is wrong with the turn times; "" is nothing.
func (r Rules) turnFault() string {
	if len(r.TurnTimes) > 50 {
		return "at most 50 sizes"
	}
	seen := map[int]bool{}
	for _, t := range r.TurnTimes {
		if t.FromPartySize < 1 || t.FromPartySize > 10000 || seen[t.FromPartySize] {
			return "each fromPartySize once, from 1 to 10000"
		}
		if t.Duration < time.Minute || t.Duration > day || t.Duration%time.Minute != 0 {
			return "each duration must be whole minutes from PT1M to P1D"
		}
		seen[t.FromPartySize] = true
	}
	return ""
}

// channelFault says what is wrong with the channels' times; "" is nothing.
func (r Rules) channelFault() string {
	seen := map[Channel]bool{}
	for _, rule := range r.Channels {
		if !slices.Contains(ChannelValues(), rule.Channel) || seen[rule.Channel] {
			return "each channel once, and only GUEST, STAFF and AGENT"
		}
		seen[rule.Channel] = true
		if fault := r.channelTimesFault(rule); fault != "" {
			return fmt.Sprintf("%s: %s", rule.Channel, fault)
		}
	}
	return ""
}

func (r Rules) channelTimesFault(rule ChannelRule) string {
	for _, own := range []struct {
		name        string
		span        *time.Duration
		least, most time.Duration
	}{
		{"leadTime", rule.LeadTime, 0, longestNotice},
		{"bookingHorizon", rule.BookingHorizon, shortestHorizon, longestHorizon},
		{"cancellationCutoff", rule.CancellationCutoff, 0, longestNotice},
	} {
		if own.span == nil {
			continue
		}
		if fault := spanFault(*own.span, own.least, own.most); fault != "" {
			return own.name + " " + fault
		}
	}
	if rule.LeadTime == nil && rule.BookingHorizon == nil {
		return "" // the general times are judged by themselves
	}
	if lead, horizon := r.times(rule.Channel); horizon >= shortestHorizon && lead >= horizon {
		return "leadTime must be shorter than bookingHorizon, or nothing could be booked"
	}
	return ""
}
