package reading

import (
	"context"
	"fmt"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
)

// Command is what became of one of the actor's own idempotency keys, as it was first answered; nil when the key is unknown
// or its command is still running. problem.ErrInvalidKey for what can't be a key.
func (r *Reader) Command(ctx context.Context, a actor.Actor, key string) (record *command.Record, err error) {
	if !command.ValidKey(key) {
		return nil, problem.ErrInvalidKey
	}
	err = r.source.Read(ctx, a.TenantID, func(ctx context.Context, rows Rows) error {
		record, err = rows.Command(ctx, a.PrincipalID, command.KeyDigest(key))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look a key of principal %s up: %w", a.PrincipalID, err)
	}
	return record, nil
}
