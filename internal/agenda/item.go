package agenda

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/ref"
)

// Fact is one thing that waits, as it was read.
type Fact struct {
	Matter  Matter
	ID      uuid.UUID // the subject's
	Version int
	Due     *time.Time // by when somebody should act; nil: nothing hurries
	Since   time.Time  // since when it waits
	Detail  string     // what tells cases of the matter apart: a Trouble, the provider's code, the action's name
	Words   string     // what was said about it, if anything
}

// Subject is what the fact is about.
func (f Fact) Subject() ref.Ref { return ref.Ref{Kind: f.Matter.Subject(), ID: f.ID} }

// Item is one thing that waits for a person, as of a moment.
type Item struct {
	ID      string
	Kind    Kind
	Subject ref.Ref
	Version int
	DueAt   *time.Time
	Since   time.Time
	Reason  string // in plain words, without contact data
}

// Item is what the fact is at a moment.
func (f Fact) Item(now time.Time) Item {
	item := Item{ID: f.Matter.ID(f.Subject()), Kind: natures[f.Matter].kinds[0], Subject: f.Subject(), Version: f.Version, DueAt: f.Due, Since: f.Since}
	if f.Matter == OpenOffer && f.Due != nil && !now.Before(RunsOutFrom(f.Since, *f.Due)) {
		item.Kind = OfferExpiring
	}
	item.Reason = f.reason(item.Kind)
	return item
}

// Trouble is why an intent is stuck.
type Trouble string

// The troubles.
const (
	Idle    Trouble = "IDLE"    // nobody has looked at it since it was due
	Failing Trouble = "FAILING" // tries at it fail again and again
	Surplus Trouble = "SURPLUS" // the provider keeps a booking that counts for nothing here
	Lost    Trouble = "LOST"    // a move lost the new place and the old one
)

var troubles = map[Trouble]string{
	Idle:    "It has been due for a while, and nobody works on it.",
	Failing: "It has been tried again and again, and isn't done.",
	Surplus: "The venue's booking system keeps a booking that counts for nothing here; it has to be cancelled there by hand.",
	Lost:    "The old place was given up for a new one, and both are lost; the customer has to be told.",
}

func (f Fact) reason(k Kind) string {
	switch f.Matter {
	case FailedNotice:
		return "The notice of an offer could not be delivered; the customer may not know of it."
	case UnknownAttempt:
		return strings.TrimSpace(fmt.Sprintf("Nobody knows whether %s did what it was asked for. %s", f.Detail, f.Words))
	case StuckIntent:
		return troubles[Trouble(f.Detail)]
	case LateParty:
		return "The party should be here and isn't."
	case StrandedBooking:
		return "The opening rules no longer have its place at that time; it has to be moved or called off."
	case RequestedBooking:
		return "A customer has asked for it; the venue confirms or declines."
	case PendingApproval:
		return fmt.Sprintf("%s has been prepared; a person says yes or no.", f.Detail)
	default:
		if k == OfferExpiring {
			return "The offer lapses soon, and nobody has answered it."
		}
		return "Nobody has answered the offer yet."
	}
}
