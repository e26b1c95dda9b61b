package policy

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// channelRules is the list that travels: each channel once, in the order of the contract when written, without those that
// change nothing.
type channelRules []ChannelRule

type channelForm struct {
	Channel            Channel      `json:"channel"`
	LeadTime           *isoDuration `json:"leadTime,omitempty"`
	BookingHorizon     *isoDuration `json:"bookingHorizon,omitempty"`
	CancellationCutoff *isoDuration `json:"cancellationCutoff,omitempty"`
}

// members is what a rule is read from: a channel, and the times that it has of its own.
func (f *channelForm) members() []member {
	return []member{
		{name: "channel", value: &f.Channel},
		{name: "leadTime", value: &f.LeadTime, later: true},
		{name: "bookingHorizon", value: &f.BookingHorizon, later: true},
		{name: "cancellationCutoff", value: &f.CancellationCutoff, later: true},
	}
}

func (c channelRules) MarshalJSON() ([]byte, error) {
	forms := []channelForm{}
	for _, one := range c.inForce() {
		forms = append(forms, channelForm{
			one.Channel, (*isoDuration)(one.LeadTime), (*isoDuration)(one.BookingHorizon), (*isoDuration)(one.CancellationCutoff),
		})
	}
	return json.Marshal(forms)
}

func (c *channelRules) UnmarshalJSON(raw []byte) error {
	var all channelRules
	err := eachOf(raw, func(one json.RawMessage) error {
		var f channelForm
		if err := decode(one, f.members()); err != nil {
			return err
		}
		twice := slices.ContainsFunc(all, func(r ChannelRule) bool { return r.Channel == f.Channel })
		if twice || !slices.Contains(ChannelValues(), f.Channel) {
			return fmt.Errorf("channel %q is listed twice or unknown", f.Channel)
		}
		all = append(all, ChannelRule{
			f.Channel, (*time.Duration)(f.LeadTime), (*time.Duration)(f.BookingHorizon), (*time.Duration)(f.CancellationCutoff),
		})
		return nil
	})
	*c = all.inForce()
	return err
}

// inForce are the rules that change something, in the order of the contract.
func (c channelRules) inForce() channelRules {
	var some channelRules
	for _, r := range c {
		if r.LeadTime != nil || r.BookingHorizon != nil || r.CancellationCutoff != nil {
			some = append(some, r)
		}
	}
	slices.SortStableFunc(some, func(a, b ChannelRule) int {
		return cmp.Compare(slices.Index(ChannelValues(), a.Channel), slices.Index(ChannelValues(), b.Channel))
	})
	return some
}
