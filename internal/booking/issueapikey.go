package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// mostKeys is how many keys of a tenant may be good at once.
const mostKeys = 200

// IssueAPIKey makes a key, and a principal that it speaks for.
type IssueAPIKey struct {
	Name       string
	Role       actor.Role
	VenueIDs   []string // nil: every venue
	Scopes     []string // nil: all capabilities of the role
	CustomerID *string  // for a CUSTOMER and an AGENT only
	ExpiresAt  *time.Time
	Key        string
}

// IssuedAPIKey is the answer of IssueAPIKey and of RotateAPIKey.
type IssuedAPIKey struct {
	command.Result
	Secret *string // the token; only in the answer to the call that made it
}

// IssueAPIKey makes a key of a new principal and answers with its secret, which is kept nowhere: a replay answers without
// it. Whoever is limited to venues or capabilities can issue only within its own limits; beyond them, and for the 201st key
// that is good at once, POLICY_FORBIDS.
func (d *Desk) IssueAPIKey(ctx context.Context, by actor.Actor, in IssueAPIKey, correlationID string) (IssuedAPIKey, error) {
	name, err := givenName(in.Name)
	if err != nil {
		return IssuedAPIKey{}, err
	}
	asked, err := access{Role: in.Role, VenueIDs: in.VenueIDs, Scopes: in.Scopes, CustomerID: in.CustomerID}.check(false)
	if err != nil {
		return IssuedAPIKey{}, err
	}
	expiresAt := inMicroseconds(in.ExpiresAt)
	c := call{actor: by, capability: actor.AccessManage, operation: "issueApiKey", key: in.Key, correlationID: correlationID,
		input: struct {
			Name      string
			Access    access
			ExpiresAt *time.Time
		}{name, asked, expiresAt}}
	// Made before the decision, which may be taken more than once: whichever of the tries is kept, this is its secret.
	token := credential.New(credential.Key, by.TenantID, ref.NewID())
	fresh := credential.APIKey{ID: token.ID, TenantID: by.TenantID, PrincipalID: ref.NewID(), Name: name, ExpiresAt: expiresAt, Version: 1}
	result, err := d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		return decideKey(ctx, tx, by, asked, IssuedKey{APIKey: fresh, Digest: token.Digest()})
	})
	issued := IssuedAPIKey{Result: result}
	// The id tells whether this call made the key that is answered: another call with the same key made another.
	if made, ok := result.Find(ref.APIKey); err == nil && ok && made.ID == fresh.ID {
		secret := token.String()
		issued.Secret = &secret
	}
	return issued, err
}

func decideKey(ctx context.Context, tx Tx, by actor.Actor, asked access, made IssuedKey) (verdict, error) {
	now, err := enterAccess(ctx, tx, by)
	if err != nil {
		return verdict{}, err
	}
	grant, customer, what, err := asked.find(ctx, tx, by)
	if err != nil {
		return verdict{}, err
	}
	if what != "" {
		return unknownReference(what)
	}
	made.Grant, made.CustomerID, made.CreatedAt = grant, customer, now
	if !made.Good(now) {
		return verdict{}, problem.NewInvalid("expiresAt", "must be in the future")
	}
	if !by.Covers(grant) {
		return beyond(answer{})
	}
	good, err := tx.GoodKeys(ctx, now)
	if err != nil {
		return verdict{}, fmt.Errorf("count the keys: %w", err)
	}
	if good >= mostKeys {
		return refused(problem.New(problem.PolicyForbids, "There are %d API keys in use already; revoke one that isn't needed any more.", good), answer{})
	}
	s := newSheet(by.TenantID, now, nil)
	s.changes.Access.Issued = append(s.changes.Access.Issued, made)
	return verdict{changes: s.done(), answer: accessAnswer(ref.APIKey, made.ID, grant)}, nil
}
