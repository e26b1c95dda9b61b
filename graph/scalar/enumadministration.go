package scalar

import (
	"github.com/99designs/gqlgen/graphql"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/ical"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// MarshalResourceKind writes how a resource is shared.
func MarshalResourceKind(v inventory.ResourceKind) graphql.Marshaler {
	return graphql.MarshalString(string(v))
}

// UnmarshalResourceKind reads how a resource is shared.
func UnmarshalResourceKind(v any) (inventory.ResourceKind, error) {
	return member(v, inventory.KindValues())
}

// MarshalWaitlistFit writes how the waitlist treats a head that does not fit.
func MarshalWaitlistFit(v policy.WaitlistFit) graphql.Marshaler {
	return graphql.MarshalString(string(v))
}

// UnmarshalWaitlistFit reads how the waitlist treats a head that does not fit.
func UnmarshalWaitlistFit(v any) (policy.WaitlistFit, error) { return member(v, policy.FitValues()) }

// MarshalOfferLapse writes what becomes of an entry whose offer lapsed.
func MarshalOfferLapse(v policy.OfferLapse) graphql.Marshaler {
	return graphql.MarshalString(string(v))
}

// UnmarshalOfferLapse reads what becomes of an entry whose offer lapsed.
func UnmarshalOfferLapse(v any) (policy.OfferLapse, error) { return member(v, policy.LapseValues()) }

// MarshalWaitlistFactor writes what may count in the order of the waitlist.
func MarshalWaitlistFactor(v policy.Factor) graphql.Marshaler {
	return graphql.MarshalString(string(v))
}

// UnmarshalWaitlistFactor reads what may count in the order of the waitlist.
func UnmarshalWaitlistFactor(v any) (policy.Factor, error) { return member(v, policy.FactorValues()) }

// MarshalBookingChannel writes a way of booking.
func MarshalBookingChannel(v policy.Channel) graphql.Marshaler {
	return graphql.MarshalString(string(v))
}

// UnmarshalBookingChannel reads a way of booking.
func UnmarshalBookingChannel(v any) (policy.Channel, error) { return member(v, policy.ChannelValues()) }

// MarshalConfirmationMode writes what a confirmation does.
func MarshalConfirmationMode(v policy.Confirmation) graphql.Marshaler {
	return graphql.MarshalString(string(v))
}

// UnmarshalConfirmationMode reads what a confirmation does.
func UnmarshalConfirmationMode(v any) (policy.Confirmation, error) {
	return member(v, policy.ConfirmationValues())
}

// MarshalAdjustmentKind writes what an adjustment does.
func MarshalAdjustmentKind(v waitlist.AdjustmentKind) graphql.Marshaler {
	return graphql.MarshalString(string(v))
}

// UnmarshalAdjustmentKind reads what an adjustment does.
func UnmarshalAdjustmentKind(v any) (waitlist.AdjustmentKind, error) {
	return member(v, waitlist.AdjustmentKindValues())
}

// MarshalCorrectedStatus writes what a corrected reservation should be.
func MarshalCorrectedStatus(v reservation.Status) graphql.Marshaler {
	return graphql.MarshalString(string(v))
}

// UnmarshalCorrectedStatus reads what a corrected reservation should be.
func UnmarshalCorrectedStatus(v any) (reservation.Status, error) {
	return member(v, []reservation.Status{reservation.Confirmed, reservation.CheckedIn})
}

// MarshalFeedPrivacy writes how much a calendar feed shows.
func MarshalFeedPrivacy(v ical.Privacy) graphql.Marshaler { return graphql.MarshalString(string(v)) }

// UnmarshalFeedPrivacy reads how much a calendar feed shows.
func UnmarshalFeedPrivacy(v any) (ical.Privacy, error) { return member(v, ical.PrivacyValues()) }

// MarshalRole writes what a principal is to a tenant.
func MarshalRole(v actor.Role) graphql.Marshaler { return graphql.MarshalString(string(v)) }

// UnmarshalRole reads what a principal is to a tenant.
func UnmarshalRole(v any) (actor.Role, error) { return member(v, actor.RoleValues()) }
