package demo

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
)

// Issuer stands where a real membership names its identity provider. No provider can have this name, for it is no address.
const Issuer = "demo:local"

// SeededMember is somebody whom one may be at the demo's sign-in.
type SeededMember struct {
	ID   uuid.UUID // of the membership
	Name string
	Role actor.Role
}

// members lets the people of a tenant sign in; the agent is a program.
func (t tenant) members(ctx context.Context, tx *sql.Tx) (all []SeededMember, err error) {
	for _, r := range roles {
		if r.role == actor.Agent {
			continue
		}
		m := SeededMember{ID: t.id("membership", r.token), Role: r.role}
		_, err := tx.ExecContext(ctx, `INSERT INTO memberships (id, tenant_id, principal_id, issuer, subject, created_at) VALUES ($1, $2, $3, $4, $5, clock_timestamp()) ON CONFLICT (id) DO NOTHING`,
			m.ID, t.tenantID(), t.id("principal", r.token), Issuer, r.token)
		if err == nil {
			err = tx.QueryRowContext(ctx, `SELECT display_name FROM principals WHERE tenant_id = $1 AND id = $2`, t.tenantID(), t.id("principal", r.token)).Scan(&m.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("membership of %s: %w", r.token, err)
		}
		all = append(all, m)
	}
	return all, nil
}
