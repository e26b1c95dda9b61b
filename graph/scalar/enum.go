package scalar

import (
	"slices"

	"github.com/99designs/gqlgen/graphql"

	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// member reads a value of an enum, letter by letter: the check of variables that ran before takes any case for right.
func member[T ~string](v any, values []T) (T, error) {
	s, _ := v.(string)
	if !slices.Contains(values, T(s)) {
		return "", problem.NewInvalid("", "must be one of %v, in capitals", values)
	}
	return T(s), nil
}

// MarshalReservationStatus writes a state of a reservation.
func MarshalReservationStatus(s reservation.Status) graphql.Marshaler {
	return graphql.MarshalString(string(s))
}

// UnmarshalReservationStatus reads a state of a reservation.
func UnmarshalReservationStatus(v any) (reservation.Status, error) {
	return member(v, reservation.Values())
}

// MarshalWaitlistEntryStatus writes a state of a waitlist entry.
func MarshalWaitlistEntryStatus(s waitlist.EntryStatus) graphql.Marshaler {
	return graphql.MarshalString(string(s))
}

// UnmarshalWaitlistEntryStatus reads a state of a waitlist entry.
func UnmarshalWaitlistEntryStatus(v any) (waitlist.EntryStatus, error) {
	return member(v, waitlist.EntryValues())
}

// MarshalOfferStatus writes a state of an offer.
func MarshalOfferStatus(s waitlist.OfferStatus) graphql.Marshaler {
	return graphql.MarshalString(string(s))
}

// UnmarshalOfferStatus reads a state of an offer.
func UnmarshalOfferStatus(v any) (waitlist.OfferStatus, error) {
	return member(v, waitlist.OfferValues())
}

// MarshalConfirmationSource writes where a yes came from.
func MarshalConfirmationSource(s waitlist.ConfirmationSource) graphql.Marshaler {
	return graphql.MarshalString(string(s))
}

// UnmarshalConfirmationSource reads where a yes came from.
func UnmarshalConfirmationSource(v any) (waitlist.ConfirmationSource, error) {
	return member(v, waitlist.SourceValues())
}

// MarshalIntentStatus writes a state of an intent.
func MarshalIntentStatus(s intent.Status) graphql.Marshaler {
	return graphql.MarshalString(string(s))
}

// UnmarshalIntentStatus reads a state of an intent.
func UnmarshalIntentStatus(v any) (intent.Status, error) {
	return member(v, intent.StatusValues())
}

// MarshalAttemptResolution writes how a person settles an attempt.
func MarshalAttemptResolution(r intent.Resolution) graphql.Marshaler {
	return graphql.MarshalString(string(r))
}

// UnmarshalAttemptResolution reads how a person settles an attempt.
func UnmarshalAttemptResolution(v any) (intent.Resolution, error) {
	return member(v, intent.Resolutions())
}

// MarshalApprovalStatus writes a state of an approval.
func MarshalApprovalStatus(s approval.Status) graphql.Marshaler {
	return graphql.MarshalString(string(s))
}

// UnmarshalApprovalStatus reads a state of an approval.
func UnmarshalApprovalStatus(v any) (approval.Status, error) {
	return member(v, approval.StatusValues())
}
