package waitlist

import (
	"time"

	"github.com/slotq/slotq/internal/actor"
)

// OfferCommand is an act on an offer, by the name of its mutation.
type OfferCommand string

// The commands on an offer that exists.
const (
	ConfirmOffer  OfferCommand = "confirmOffer"
	DeclineOffer  OfferCommand = "declineOffer"
	WithdrawOffer OfferCommand = "withdrawOffer"
)

// OfferCommands lists every command, in the order in which a screen shows them.
func OfferCommands() []OfferCommand {
	return []OfferCommand{ConfirmOffer, DeclineOffer, WithdrawOffer}
}

// To is the state that the command leads to.
func (c OfferCommand) To() OfferStatus {
	return map[OfferCommand]OfferStatus{ConfirmOffer: OfferAccepted, DeclineOffer: OfferDeclined, WithdrawOffer: OfferWithdrawn}[c]
}

// Capability is what the actor needs for the command.
func (c OfferCommand) Capability() actor.Capability {
	if c == WithdrawOffer {
		return actor.OfferOperate
	}
	return actor.OfferDecide
}

// OpenOfferCommands lists the commands that this actor could give now at the offer's present version. It is what a screen
// offers; the command itself decides again.
func OpenOfferCommands(o Offer, by actor.Actor, now time.Time) []OfferCommand {
	open := []OfferCommand{}
	for _, c := range OfferCommands() {
		if by.Can(c.Capability()) && by.MaySee(o.VenueID, o.CustomerID) && DecideOffer(o, c.To(), o.Version, now) == nil {
			open = append(open, c)
		}
	}
	return open
}
