package booking

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// drafted is what is known of an approval before anything is looked at.
func drafted(by actor.Actor, x deed) approval.Approval {
	a := approval.Approval{
		ID: ref.NewID(), TenantID: by.TenantID, OwnerID: by.PrincipalID, PrincipalID: by.PrincipalID, Channel: approval.Web,
		Action: x.action, TargetKey: x.target, Status: approval.Initial, Version: 1,
		Arguments: x.arguments, ArgsDigest: approval.Digest(x.action, x.arguments),
	}
	if by.OwnOnly() && by.CustomerID != nil {
		a.OwnerID, a.CustomerID = *by.CustomerID, by.CustomerID
	}
	if by.Role == actor.Agent {
		a.Channel = approval.Agent
	}
	return a
}

// inNameOf is who acts when a prepared action is done: the customer whose it is, under a customer's rules, whoever it is that
// carries it out; where it is nobody's, the staff who do.
func inNameOf(by actor.Actor, owner *uuid.UUID) actor.Actor {
	if owner == nil || by.Role == actor.Customer {
		return by
	}
	as := by
	as.Role, as.CustomerID, as.DisplayName = actor.Customer, owner, "through "+by.Label()
	return as
}

// yesFrom says where the yes to an offer comes from when it is carried out.
func yesFrom(by actor.Actor) waitlist.ConfirmationSource {
	switch by.Role {
	case actor.Agent:
		return waitlist.ThroughAgent
	case actor.Customer:
		return waitlist.ByCustomer
	default:
		return waitlist.FrontDesk
	}
}

// lockOwner lets what one owner prepares be prepared one after the other. Staff have no row of their own to lock.
func lockOwner(ctx context.Context, tx Tx, a approval.Approval) error {
	if a.CustomerID != nil {
		_, err := tx.LockCustomer(ctx, *a.CustomerID)
		return err
	}
	// No key has this digest: a key is longer.
	turn := command.LockNumber(a.TenantID, a.OwnerID, command.KeyDigest("prepares"))
	free, err := tx.WaitForKey(ctx, turn, twinPatience)
	if err == nil && !free {
		return ErrBusy
	}
	return err
}
