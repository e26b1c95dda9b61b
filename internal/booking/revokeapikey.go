package booking

import (
	"context"
	"fmt"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/ref"
)

// RevokeAPIKey ends a key.
type RevokeAPIKey struct {
	APIKeyID        string
	ExpectedVersion int
	Key             string
}

// RevokeAPIKey ends a key for good; connections that are open with it end within seconds. ILLEGAL_TRANSITION for one that is
// revoked. The last access that rules the tenant is not to be revoked, which is POLICY_FORBIDS: nobody could get in again.
func (d *Desk) RevokeAPIKey(ctx context.Context, by actor.Actor, in RevokeAPIKey, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.AccessManage, operation: "revokeApiKey", key: in.Key, correlationID: correlationID,
		input: struct {
			APIKeyID        string
			ExpectedVersion int
		}{in.APIKeyID, in.ExpectedVersion}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		now, err := enterAccess(ctx, tx, by)
		if err != nil {
			return verdict{}, err
		}
		before, err := findKey(ctx, tx, by, in.APIKeyID)
		if err != nil {
			return verdict{}, err
		}
		if before == nil {
			return unknownReference("API key")
		}
		shown := accessAnswer(ref.APIKey, before.ID, before.Grant)
		if p := before.DecideRevoke(in.ExpectedVersion); p != nil {
			return refused(p, shown)
		}
		if before.Rules() && before.Good(now) {
			others, err := tx.AnotherRules(ctx, before.ID, d.issuer, now, before.ExpiresAt)
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
		s.changes.Access.Keys = append(s.changes.Access.Keys, Change[credential.APIKey]{Before: *before, After: after})
		return verdict{changes: s.done(), answer: shown}, nil
	})
}
