package waitlist

import (
	"time"

	"github.com/google/uuid"
)

// Candidate is one entry of a slot's queue, with what it needs of the slot and what weighs for and against it.
type Candidate struct {
	EntryID        uuid.UUID
	CustomerID     uuid.UUID
	Version        int
	PartySize      int
	Units          int // of this slot
	PassedOver     int // how often others were served before it because it was too large
	AlreadyOffered bool
	JoinedAt       time.Time
	Priority       int    // 0 to 100, set by staff
	Credit         int    // the sum of its customer's recovery credits in force
	Benefit        int    // the sum of its customer's benefits in force
	Barred         Reason // why it is offered nothing without staff; empty: it isn't barred
}

// Reason tells apart what POLICY_FORBIDS may mean when an entry is passed by.
type Reason string

// The reasons. The first three bar an entry from every automatic offer, the last from that of one slot.
const (
	Excluded       Reason = "EXCLUDE_AUTOMATIC_OFFER"
	NeedsStaff     Reason = "REQUIRES_STAFF_APPROVAL"
	NotOnAllowList Reason = "NOT_ON_ALLOW_LIST" // the venue offers by itself only to those on its list
	OfferedBefore  Reason = "ALREADY_OFFERED"
)

// ReasonValues lists every reason.
func ReasonValues() []Reason { return []Reason{Excluded, NeedsStaff, NotOnAllowList, OfferedBefore} }

// Adjusted is the candidate with the venue's adjustments added to it: those of its own customer that are in force. Of
// several bars the gravest is named: an exclusion, then the demand for staff, then whatever barred it before.
func (c Candidate) Adjusted(adjustments []Adjustment, now time.Time) Candidate {
	for _, a := range adjustments {
		if a.CustomerID != c.CustomerID || !a.InForce(now) {
			continue
		}
		switch a.Kind {
		case RecoveryCredit:
			c.Credit = plus(c.Credit, a.Amount)
		case Benefit:
			c.Benefit = plus(c.Benefit, a.Amount)
		case ExcludeAutomaticOffer:
			c.Barred = Excluded
		case RequiresStaffApproval:
			if c.Barred != Excluded {
				c.Barred = NeedsStaff
			}
		}
	}
	return c
}

// forbidden is why the candidate may not be offered the slot automatically; empty: it may.
func (c Candidate) forbidden() Reason {
	if c.Barred == "" && c.AlreadyOffered {
		return OfferedBefore
	}
	return c.Barred
}
