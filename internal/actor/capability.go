package actor

import "slices"

// Capability is one thing that a role may do. Every root field of the API names the one it needs.
type Capability string

// The capabilities.
const (
	SessionRead        Capability = "session:read"
	InventoryRead      Capability = "inventory:read"
	PolicyRead         Capability = "policy:read"
	ReservationRead    Capability = "reservation:read"
	ReservationWrite   Capability = "reservation:write"
	ReservationOperate Capability = "reservation:operate"
	WaitlistRead       Capability = "waitlist:read"
	WaitlistWrite      Capability = "waitlist:write"
	OfferRead          Capability = "offer:read"
	OfferDecide        Capability = "offer:decide"
	OfferOperate       Capability = "offer:operate"
	IntentRead         Capability = "intent:read"
	IntentWrite        Capability = "intent:write"
	IntentOperate      Capability = "intent:operate"
	ApprovalRead       Capability = "approval:read"
	ApprovalPrepare    Capability = "approval:prepare"
	ApprovalDecide     Capability = "approval:decide"

	ReservationOverride Capability = "reservation:override" // books against the rules of the house, with a reason
	ReservationCorrect  Capability = "reservation:correct"
	VenueOperate        Capability = "venue:operate"
	VenueManage         Capability = "venue:manage"
	CapacityAdjust      Capability = "capacity:adjust"
	PolicyPreview       Capability = "policy:preview"
	PolicyDraft         Capability = "policy:draft"
	PolicyActivate      Capability = "policy:activate"
	AdjustmentRead      Capability = "adjustment:read"
	AdjustmentManage    Capability = "adjustment:manage"
	AuditRead           Capability = "audit:read"
	HistoryRead         Capability = "history:read" // what happened to one thing
	ActionRead          Capability = "action:read"  // what waits for a person
	FeedRead            Capability = "feed:read"
	FeedIssue           Capability = "feed:issue"
	AccessManage        Capability = "access:manage" // keys and memberships
	ReportRead          Capability = "report:read"   // how a venue did, and whether promises are kept
)

// Values lists every capability.
func Values() []Capability {
	return []Capability{
		SessionRead, InventoryRead, PolicyRead, ReservationRead, ReservationWrite, ReservationOperate,
		WaitlistRead, WaitlistWrite, OfferRead, OfferDecide, OfferOperate,
		IntentRead, IntentWrite, IntentOperate, ApprovalRead, ApprovalPrepare, ApprovalDecide,
		ReservationOverride, ReservationCorrect, VenueOperate, VenueManage, CapacityAdjust, PolicyPreview, PolicyDraft, PolicyActivate,
		AdjustmentRead, AdjustmentManage, AuditRead, HistoryRead, ActionRead, FeedRead, FeedIssue, AccessManage, ReportRead,
	}
}

// grants is the whole table of who may do what. An agent reads as its customer and prepares; it never books.
var grants = map[Role][]Capability{
	Customer: {
		SessionRead, InventoryRead, PolicyRead, ReservationRead, ReservationWrite,
		WaitlistRead, WaitlistWrite, OfferRead, OfferDecide,
		IntentRead, IntentWrite, ApprovalRead, ApprovalPrepare, ApprovalDecide, FeedRead, FeedIssue,
	},
	Agent: {SessionRead, InventoryRead, PolicyRead, ReservationRead, WaitlistRead, OfferRead, IntentRead, ApprovalRead, ApprovalPrepare},
	Staff: {
		SessionRead, InventoryRead, PolicyRead, ReservationRead, ReservationWrite, ReservationOperate,
		WaitlistRead, WaitlistWrite, OfferRead, OfferDecide, OfferOperate,
		IntentRead, IntentWrite, IntentOperate, ApprovalRead, ApprovalPrepare, ApprovalDecide,
		ReservationOverride, ReservationCorrect, VenueOperate, PolicyPreview, AdjustmentRead, AuditRead, HistoryRead, ActionRead, FeedRead, FeedIssue, ReportRead,
	},
	Admin: Values(),
}

// Capabilities lists what the actor may do, for the viewer.
func (a Actor) Capabilities() []Capability {
	return slices.DeleteFunc(slices.Clone(grants[a.Role]), func(c Capability) bool { return !a.Can(c) })
}
