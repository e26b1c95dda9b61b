package policy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"
)

// MarshalCanonical writes the rules in their one form: JSON without white space, every field in the order of the public
// contract, durations as FormatDuration writes them, one weight for every factor. Rules that say the same give the same
// bytes.
func (r Rules) MarshalCanonical() []byte {
	var b bytes.Buffer
	for i, m := range r.members() {
		value, err := json.Marshal(m.value)
		if err != nil {
			panic("marshal rules: " + m.name + ": " + err.Error()) // plain values always marshal
		}
		fmt.Fprintf(&b, "%c%q:%s", "{,"[min(i, 1)], m.name, value)
	}
	b.WriteByte('}')
	return b.Bytes()
}

// Digest is the SHA-256 of the canonical form, in hex: two versions with the same rules have the same digest.
func (r Rules) Digest() string {
	sum := sha256.Sum256(r.MarshalCanonical())
	return hex.EncodeToString(sum[:])
}

// Parse reads rules written by MarshalCanonical, in any order of fields and factors. A field that is missing, null, unknown
// or of another type is an error that names it, and so are rules that Validate finds fault with.
func Parse(raw []byte) (Rules, error) {
	var r Rules
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
}

// members is the canonical form: what is written, in which order, and what must be there to be read.
func (r *Rules) members() []member {
	return []member{
		{"holdTtl", (*isoDuration)(&r.HoldTTL)},
		{"offerTtl", (*isoDuration)(&r.OfferTTL)},
		{"approvalTtl", (*isoDuration)(&r.ApprovalTTL)},
		{"leadTime", (*isoDuration)(&r.LeadTime)},
		{"bookingHorizon", (*isoDuration)(&r.BookingHorizon)},
		{"cancellationCutoff", (*isoDuration)(&r.CancellationCutoff)},
		{"checkInOpens", (*isoDuration)(&r.CheckInOpens)},
		{"noShowGrace", (*isoDuration)(&r.NoShowGrace)},
		{"maxActiveReservationsPerCustomer", &r.MaxActiveReservationsPerCustomer},
		{"waitlistFit", &r.WaitlistFit},
		{"skipLimit", &r.SkipLimit},
		{"onOfferLapse", &r.OnOfferLapse},
		{"autoPromote", &r.AutoPromote},
		{"waitlistWeights", (*weights)(&r.WaitlistWeights)},
	}
}

// decode fills exactly the given members from an object. encoding/json by itself would also take a name in another case,
// leave out what is missing and skip over null, and a version with a rule nobody wrote would bind people.
func decode(raw []byte, members []member) error {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil {
		return err
	}
	for _, m := range members {
		value, found := given[m.name]
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

// isoDuration is a duration that travels as ISO 8601 text.
type isoDuration time.Duration

func (d isoDuration) MarshalText() ([]byte, error) {
	return []byte(FormatDuration(time.Duration(d))), nil
}

func (d *isoDuration) UnmarshalText(text []byte) error {
	parsed, err := ParseDuration(string(text))
	*d = isoDuration(parsed)
	return err
}

// weights is the list that travels: every factor once, in the order of the contract when written.
type weights []FactorWeight

func (w weights) MarshalJSON() ([]byte, error) {
	every := unweighted()
	for i := range every {
		for _, given := range w {
			if given.Factor == every[i].Factor {
				every[i].Weight = given.Weight
			}
		}
	}
	return json.Marshal(every)
}

func (w *weights) UnmarshalJSON(raw []byte) error {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	given := map[Factor]int{}
	for _, one := range list {
		var f FactorWeight
		if err := decode(one, []member{{"factor", &f.Factor}, {"weight", &f.Weight}}); err != nil {
			return err
		}
		if _, twice := given[f.Factor]; twice || !contains(FactorValues(), f.Factor) {
			return fmt.Errorf("factor %q is listed twice or unknown", f.Factor)
		}
		given[f.Factor] = f.Weight
	}
	every := unweighted()
	for i := range every {
		weight, found := given[every[i].Factor]
		if !found {
			return fmt.Errorf("factor %s is missing", every[i].Factor)
		}
		every[i].Weight = weight
	}
	*w = every
	return nil
}
