package policy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// stored is the canonical form of rules: fields in this order, durations in ISO 8601.
type stored struct {
	HoldTTL            string         `json:"holdTtl"`
	OfferTTL           string         `json:"offerTtl"`
	ApprovalTTL        string         `json:"approvalTtl"`
	LeadTime           string         `json:"leadTime"`
	BookingHorizon     string         `json:"bookingHorizon"`
	CancellationCutoff string         `json:"cancellationCutoff"`
	CheckInOpens       string         `json:"checkInOpens"`
	NoShowGrace        string         `json:"noShowGrace"`
	MaxActive          *int           `json:"maxActiveReservationsPerCustomer"`
	WaitlistFit        WaitlistFit    `json:"waitlistFit"`
	SkipLimit          *int           `json:"skipLimit"`
	OnOfferLapse       OfferLapse     `json:"onOfferLapse"`
	AutoPromote        *bool          `json:"autoPromote"`
	WaitlistWeights    []FactorWeight `json:"waitlistWeights"`
}

// MarshalCanonical writes the rules in their one form.
func (r Rules) MarshalCanonical() []byte {
	raw, err := json.Marshal(stored{
		FormatDuration(r.HoldTTL), FormatDuration(r.OfferTTL), FormatDuration(r.ApprovalTTL), FormatDuration(r.LeadTime),
		FormatDuration(r.BookingHorizon), FormatDuration(r.CancellationCutoff), FormatDuration(r.CheckInOpens), FormatDuration(r.NoShowGrace),
		&r.MaxActiveReservationsPerCustomer, r.WaitlistFit, &r.SkipLimit, r.OnOfferLapse, &r.AutoPromote, r.ordered(),
	})
	if err != nil {
		panic("marshal rules: " + err.Error()) // plain values always marshal
	}
	return raw
}

// ordered lists every factor with its weight, in the order of the contract.
func (r Rules) ordered() []FactorWeight {
	weights := unweighted()
	for i := range weights {
		for _, w := range r.WaitlistWeights {
			if w.Factor == weights[i].Factor {
				weights[i].Weight = w.Weight
			}
		}
	}
	return weights
}

// Digest is the SHA-256 of the canonical form, in hex: two versions with the same rules have the same digest.
func (r Rules) Digest() string {
	sum := sha256.Sum256(r.MarshalCanonical())
	return hex.EncodeToString(sum[:])
}

// Parse reads rules written by MarshalCanonical, in any order of fields. Unknown and missing fields are refused.
func Parse(raw []byte) (Rules, error) {
	var s stored
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&s); err != nil {
		return Rules{}, fmt.Errorf("read rules: %w", err)
	}
	if s.MaxActive == nil || s.SkipLimit == nil || s.AutoPromote == nil {
		return Rules{}, fmt.Errorf("read rules: a field is missing")
	}
	r := Rules{
		MaxActiveReservationsPerCustomer: *s.MaxActive, WaitlistFit: s.WaitlistFit, SkipLimit: *s.SkipLimit,
		OnOfferLapse: s.OnOfferLapse, AutoPromote: *s.AutoPromote, WaitlistWeights: s.WaitlistWeights,
	}
	for _, f := range []struct {
		name string
		text string
		to   *time.Duration
	}{
		{"holdTtl", s.HoldTTL, &r.HoldTTL}, {"offerTtl", s.OfferTTL, &r.OfferTTL}, {"approvalTtl", s.ApprovalTTL, &r.ApprovalTTL},
		{"leadTime", s.LeadTime, &r.LeadTime}, {"bookingHorizon", s.BookingHorizon, &r.BookingHorizon},
		{"cancellationCutoff", s.CancellationCutoff, &r.CancellationCutoff}, {"checkInOpens", s.CheckInOpens, &r.CheckInOpens},
		{"noShowGrace", s.NoShowGrace, &r.NoShowGrace},
	} {
		d, err := ParseDuration(f.text)
		if err != nil {
			return Rules{}, fmt.Errorf("read rules: %s: %w", f.name, err)
		}
		*f.to = d
	}
	if wrong := r.Validate(); len(wrong) > 0 {
		return Rules{}, fmt.Errorf("read rules: %s %s", wrong[0].Field, wrong[0].Message)
	}
	return r, nil
}
