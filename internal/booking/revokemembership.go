package booking

import (
	"context"
	"fmt"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/ref"
)

// RevokeMembership ends a membership.
type RevokeMembership struct {
	MembershipID    string
	ExpectedVersion int
	Key             string
}

// RevokeMembership ends a membership for good, and with it its sessions: the person can't sign in any more until it is
// granted another. Refusals are those of RevokeAPIKey.
func (d *Desk) RevokeMembership(ctx context.Context, by actor.Actor, in RevokeMembership, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.AccessManage, operation: "revokeMembership", key: in.Key, correlationID: correlationID,
		input: struct {
			MembershipID    string
			ExpectedVersion int
		}{in.MembershipID, in.ExpectedVersion}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		now, err := enterAccess(ctx, tx, by)
		if err != nil {
			return verdict{}, err
		}
		before, err := findMembership(ctx, tx, by, in.MembershipID)
		if err != nil {
			return verdict{}, err
		}
		if before == nil {
			return unknownReference("membership")
		}
		shown := accessAnswer(ref.Membership, before.ID, before.Grant)
		if p := before.DecideRevoke(in.ExpectedVersion); p != nil {
			return refused(p, shown)
		}
		if before.Rules() && before.Issuer == d.issuer && before.LastSignedInAt != nil {
			others, err := tx.AnotherRules(ctx, before.ID, d.issuer, now, nil)
			if err != nil {
				return verdict{}, fmt.Errorf("look for others who rule: %w", err)
			}
			if !others {
				return lastRuler(shown)
			}
		}
		after := *before
		after.RevokedAt, after.Version = &now, before.Version+1
		s := newSheet(by.TenantID, now, nil)
		s.changes.Access.Members = append(s.changes.Access.Members, Change[credential.Membership]{Before: *before, After: after})
		return verdict{changes: s.done(), answer: shown}, nil
	})
}

// findMembership finds a membership that the actor may refer to: one that allows nothing which the actor isn't allowed.
func findMembership(ctx context.Context, tx Tx, by actor.Actor, text string) (*credential.Membership, error) {
	id, ok := ref.Decode(ref.Membership, text)
	if !ok {
		return nil, nil
	}
	found, err := tx.Membership(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("find membership %s: %w", id, err)
	}
	if found == nil || !by.Covers(found.Grant) {
		return nil, nil
	}
	return found, nil
}
