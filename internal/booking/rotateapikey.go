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

// A secret that was rotated out is good for an hour more unless it is said otherwise, and for a week at most.
const (
	usualOverlap   = 60 // minutes
	longestOverlap = 7 * 24 * 60
)

// RotateAPIKey gives a key another secret.
type RotateAPIKey struct {
	APIKeyID        string
	ExpectedVersion int
	OverlapMinutes  *int // nil: 60
	Key             string
}

// RotateAPIKey gives a key another secret and answers with it, once. The key and its principal stay, so idempotency keys
// still replay. The secret it had is good for the overlap; one that an earlier rotation left is good no longer.
// ILLEGAL_TRANSITION for a key that is revoked or has expired.
func (d *Desk) RotateAPIKey(ctx context.Context, by actor.Actor, in RotateAPIKey, correlationID string) (IssuedAPIKey, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return IssuedAPIKey{}, err
	}
	overlap := usualOverlap
	if in.OverlapMinutes != nil {
		overlap = *in.OverlapMinutes
	}
	if overlap < 0 || overlap > longestOverlap {
		return IssuedAPIKey{}, problem.NewInvalid("overlapMinutes", "must be from 0 to %d", longestOverlap)
	}
	c := call{actor: by, capability: actor.AccessManage, operation: "rotateApiKey", key: in.Key, correlationID: correlationID,
		input: struct {
			APIKeyID        string
			ExpectedVersion int
			OverlapMinutes  int
		}{in.APIKeyID, in.ExpectedVersion, overlap}}
	id, _ := ref.Decode(ref.APIKey, in.APIKeyID)
	token := credential.New(credential.Key, by.TenantID, id)
	result, err := d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
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
		if p := before.DecideRotate(in.ExpectedVersion, now); p != nil {
			return refused(p, shown)
		}
		rotation := Rotation{Key: *before, Digest: token.Digest()}
		if overlap > 0 {
			until := now.Add(time.Duration(overlap) * time.Minute)
			rotation.Until = &until
		}
		s := newSheet(by.TenantID, now, nil)
		s.changes.Access.Rotated = append(s.changes.Access.Rotated, rotation)
		return verdict{changes: s.done(), answer: shown}, nil
	})
	issued := IssuedAPIKey{Result: result}
	if err == nil && result.Outcome == command.Committed && !result.Replayed && d.opens(ctx, token) {
		secret := token.String()
		issued.Secret = &secret
	}
	return issued, err
}

// findKey finds a key that the actor may refer to: one that allows nothing which the actor isn't allowed.
func findKey(ctx context.Context, tx Tx, by actor.Actor, text string) (*credential.APIKey, error) {
	id, ok := ref.Decode(ref.APIKey, text)
	if !ok {
		return nil, nil
	}
	found, err := tx.APIKey(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("find API key %s: %w", id, err)
	}
	if found == nil || !by.Covers(found.Grant) {
		return nil, nil
	}
	return found, nil
}

// opens asks whether a secret is the key's. Where the fate of a commit was unknown, another call with the same idempotency
// key may have rotated, with a secret of its own: a wrong secret must not be handed out. It is no reason to hand one out
// that the database can't be asked.
func (d *Desk) opens(ctx context.Context, token credential.Token) (opens bool) {
	err := d.database.Routine(ctx, token.Tenant, func(ctx context.Context, tx Tx) (err error) {
		opens, err = tx.OpensKey(ctx, token.ID, token.Digest())
		return err
	})
	if err != nil {
		d.log.WarnContext(ctx, "a rotated key's secret is not answered", "key", token.ID, "error", err)
	}
	return opens && err == nil
}
