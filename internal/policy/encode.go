package policy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// MarshalCanonical writes the rules in their one form: JSON without white space, every field in the order of the public
// contract, durations as FormatDuration writes them, one weight for every factor, turn times by size, and of the channels
// only those with times of their own. Rules that say the same give the same bytes. Fields that came later are left out
// where they are as Default has them: what was written before them keeps its bytes, and its digest.
func (r Rules) MarshalCanonical() []byte {
	var b bytes.Buffer
	for i, m := range r.written() {
		if m.later && bytes.Equal(m.text, plain[i].text) {
			continue
		}
		fmt.Fprintf(&b, "%c%q:%s", "{,"[min(i, 1)], m.name, m.text)
	}
	b.WriteByte('}')
	return b.Bytes()
}

// Digest is the SHA-256 of the canonical form, in hex: two versions with the same rules have the same digest.
func (r Rules) Digest() string {
	sum := sha256.Sum256(r.MarshalCanonical())
	return hex.EncodeToString(sum[:])
}

// Parse reads rules written by MarshalCanonical, in any order of fields and of lists. A field that came later may be
// missing and is as Default has it. Any other that is missing, and one that is null, unknown or of another type, is an
// error that names it, and so are rules that Validate finds fault with.
func Parse(raw []byte) (Rules, error) {
	r := Default()
	if err := decode(raw, r.members()); err != nil {
		return Rules{}, fmt.Errorf("read rules: %w", err)
	}
	if wrong := r.Validate(); len(wrong) > 0 {
		return Rules{}, fmt.Errorf("read rules: %s %s", wrong[0].Field, wrong[0].Message)
	}
	return r, nil
}

// member is a value of a JSON object, by its name and where it is kept.
type member struct {
	name  string
	value any
	later bool // it may be missing: there are objects from before it
}

// members is the canonical form: what is written, in which order, and what must be there to be read. A new member goes to
// the end and is a later one, or the rules of every venue could no longer be read.
func (r *Rules) members() []member {
	return []member{
		{name: "holdTtl", value: (*isoDuration)(&r.HoldTTL)},
		{name: "offerTtl", value: (*isoDuration)(&r.OfferTTL)},
		{name: "approvalTtl", value: (*isoDuration)(&r.ApprovalTTL)},
		{name: "leadTime", value: (*isoDuration)(&r.LeadTime)},
		{name: "bookingHorizon", value: (*isoDuration)(&r.BookingHorizon)},
		{name: "cancellationCutoff", value: (*isoDuration)(&r.CancellationCutoff)},
		{name: "checkInOpens", value: (*isoDuration)(&r.CheckInOpens)},
		{name: "noShowGrace", value: (*isoDuration)(&r.NoShowGrace)},
		{name: "maxActiveReservationsPerCustomer", value: &r.MaxActiveReservationsPerCustomer},
		{name: "waitlistFit", value: &r.WaitlistFit},
		{name: "skipLimit", value: &r.SkipLimit},
		{name: "onOfferLapse", value: &r.OnOfferLapse},
		{name: "autoPromote", value: &r.AutoPromote},
		{name: "waitlistWeights", value: (*weights)(&r.WaitlistWeights)},

		{name: "bufferBefore", value: (*isoDuration)(&r.BufferBefore), later: true},
		{name: "bufferAfter", value: (*isoDuration)(&r.BufferAfter), later: true},
		{name: "turnTimes", value: (*turnTimes)(&r.TurnTimes), later: true},
		{name: "pacingParties", value: &r.PacingParties, later: true},
		{name: "pacingCovers", value: &r.PacingCovers, later: true},
		{name: "channels", value: (*channelRules)(&r.Channels), later: true},
		{name: "confirmation", value: &r.Confirmation, later: true},
		{name: "requestTtl", value: (*isoDuration)(&r.RequestTTL), later: true},
		{name: "autoNoShow", value: &r.AutoNoShow, later: true},
	}
}

// written is a member with the text of its value.
type written struct {
	member
	text []byte
}

// plain is what Default writes.
var plain = Default().written()

// written gives every member its text, those that are left out of the canonical form too.
func (r Rules) written() []written {
	var all []written
	for _, m := range r.members() {
		text, err := json.Marshal(m.value)
		if err != nil {
			panic("marshal rules: " + m.name + ": " + err.Error()) // plain values always marshal
		}
		all = append(all, written{m, text})
	}
	return all
}

// decode fills the given members from an object, and takes no others. encoding/json by itself would also take a name in
// another case, leave out what is missing and skip over null, and a version with a rule nobody wrote would bind people.
func decode(raw []byte, members []member) error {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil {
		return err
	}
	for _, m := range members {
		value, found := given[m.name]
		if !found && m.later {
			continue
		}
		if !found || string(value) == "null" {
			return fmt.Errorf("%s is missing", m.name)
		}
		if err := json.Unmarshal(value, m.value); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		delete(given, m.name)
	}
	if len(given) > 0 {
		return fmt.Errorf("%s is unknown", slices.Min(slices.Collect(maps.Keys(given))))
	}
	return nil
}
