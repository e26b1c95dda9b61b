package crashpoints_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/ref"
)

// errands are the commands whose work others do later: intents, and what an agent prepares.
var errands = map[string]begin{
	"requesting": func(_ *testing.T, h *housetest.House) act {
		return requesting(h, h.Guest("Cha"), h.Evening())
	},
	"preparing": func(_ *testing.T, h *housetest.House) act {
		return preparing(h, agentOf(h, h.Guest("Do")), h.Evening())
	},
	"carrying out what was approved": func(t *testing.T, h *housetest.House) act {
		guest := h.Guest("Do")
		agent := agentOf(h, guest)
		approval := housetest.ID(t, housetest.Must(t)(preparing(h, agent, h.Evening())(h.Desk)), ref.Approval)
		in := booking.ApprovalCommand{ApprovalID: ref.Encode(ref.Approval, approval), ExpectedVersion: 1, Key: h.Key()}
		housetest.Must(t)(h.Desk.ApproveAction(ctx, guest, in, "test"))
		in.ExpectedVersion, in.Key = 2, h.Key()
		return func(d *booking.Desk) (command.Result, error) { return d.ConfirmAction(ctx, agent, in, "test") }
	},
}

func requesting(h *housetest.House, by actor.Actor, slot uuid.UUID) act {
	in := booking.RequestReservation{SlotIDs: refs(slot), PartySize: 2, Key: h.Key()}
	return func(d *booking.Desk) (command.Result, error) { return d.RequestReservation(ctx, by, in, "test") }
}

func preparing(h *housetest.House, by actor.Actor, slot uuid.UUID) act {
	wish := booking.Action{RequestReservation: &booking.RequestReservationAction{SlotIDs: refs(slot), PartySize: 2}}
	in := booking.PrepareAction{Action: wish, Key: h.Key()}
	return func(d *booking.Desk) (command.Result, error) { return d.PrepareAction(ctx, by, in, "test") }
}

// agentOf is an agent that acts for a guest.
func agentOf(h *housetest.House, guest actor.Actor) actor.Actor {
	agent := h.Person(actor.Agent, "Bot of "+guest.DisplayName)
	agent.CustomerID = guest.CustomerID
	return agent
}
