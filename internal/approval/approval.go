// Package approval owns the rules by which an agent prepares and a person approves: the life of an approval, what it
// supersedes, who may say yes, and when it may be carried out. It is pure: rows and `now` in, decision out.
package approval

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/ref"
)

// Status is where an approval stands.
type Status string

// The states of an approval.
const (
	Pending    Status = "PENDING"    // prepared; nobody has said yes or no
	Approved   Status = "APPROVED"   // a person said yes; it is to be carried out before its time ends
	Consumed   Status = "CONSUMED"   // carried out, once
	Superseded Status = "SUPERSEDED" // prepared anew for the same target
	Rejected   Status = "REJECTED"   // a person said no
	Expired    Status = "EXPIRED"    // its time ended
)

// StatusValues lists every state, in the order of the public contract.
func StatusValues() []Status {
	return []Status{Pending, Approved, Consumed, Superseded, Rejected, Expired}
}

// Initial is the only state in which an approval is born.
const Initial = Pending

// Transitions is the state machine of an approval.
var Transitions = map[Status][]Status{
	Pending:  {Approved, Rejected, Superseded, Expired},
	Approved: {Consumed, Expired},
}

// CanBecome reports whether the state machine has the edge.
func (s Status) CanBecome(to Status) bool { return slices.Contains(Transitions[s], to) }

// Open reports whether something may still come of it.
func (s Status) Open() bool { return s == Pending || s == Approved }

// Channel is how an approval was prepared; it decides what a new one supersedes.
type Channel string

// The channels.
const (
	Agent Channel = "AGENT" // supersedes the same owner's, action's and target's
	Web   Channel = "WEB"   // supersedes whatever the owner prepared there
)

// Approval is a prepared action that waits for a person's yes. Its JSON form is what events carry: without the arguments.
type Approval struct {
	ID          uuid.UUID       `json:"id"`
	TenantID    uuid.UUID       `json:"-"`
	VenueID     uuid.UUID       `json:"venueId"`
	OwnerID     uuid.UUID       `json:"ownerId"`              // the customer it is for; where there is none, the principal
	CustomerID  *uuid.UUID      `json:"customerId,omitempty"` // whose it is; nil when staff prepared it for the house
	PrincipalID uuid.UUID       `json:"principalId"`          // who prepared it
	Channel     Channel         `json:"channel"`
	Action      string          `json:"action"` // the mutation that it stands for
	TargetKey   string          `json:"targetKey"`
	Status      Status          `json:"status"`
	Version     int             `json:"version"`
	Arguments   json.RawMessage `json:"-"` // canonical
	ArgsDigest  string          `json:"argsDigest"`
	Preview     json.RawMessage `json:"preview"` // in words and as data, without contact data
	ExpiresAt   time.Time       `json:"expiresAt"`
	DecidedBy   *string         `json:"decidedBy,omitempty"` // the person who said yes or no
	DecidedAt   *time.Time      `json:"decidedAt,omitempty"`
	IntentID    *uuid.UUID      `json:"intentId,omitempty"` // what came of it: an intent
	Result      *ref.Ref        `json:"result,omitempty"`   // what came of it: a thing that was made or changed at once
	CreatedAt   time.Time       `json:"createdAt"`
	UpdatedAt   time.Time       `json:"updatedAt"`
}

// Effective is the state as time has it: what is open is EXPIRED the instant its deadline comes.
func (a Approval) Effective(now time.Time) Status {
	if a.Status.Open() && !now.Before(a.ExpiresAt) {
		return Expired
	}
	return a.Status
}
