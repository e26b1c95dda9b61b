package auth

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/credential"
)

// IssueSpec says what a new key may be used for.
type IssueSpec struct {
	Name      string
	VenueIDs  []uuid.UUID // empty: every venue of the tenant
	ExpiresAt *time.Time  // nil: never
}

// Issue makes a key of a principal within the caller's transaction, in the tenant's scope. The token can't be shown again.
func (k *Keys) Issue(ctx context.Context, tx *sql.Tx, tenant, principal uuid.UUID, spec IssueSpec) (text string, key uuid.UUID, err error) {
	t := credential.New(credential.Key, tenant, uuid.New())
	digest := t.Digest()
	_, err = tx.ExecContext(ctx, `INSERT INTO api_keys (id, tenant_id, principal_id, name, secret_digest, expires_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())`,
		t.ID, tenant, principal, spec.Name, digest[:], spec.ExpiresAt)
	if err != nil {
		return "", uuid.Nil, fmt.Errorf("issue a key of principal %s: %w", principal, err)
	}
	for _, venue := range spec.VenueIDs {
		_, err := tx.ExecContext(ctx, `INSERT INTO api_key_venues (id, tenant_id, api_key_id, venue_id) VALUES ($1, $2, $3, $4)`, uuid.New(), tenant, t.ID, venue)
		if err != nil {
			return "", uuid.Nil, fmt.Errorf("grant venue %s: %w", venue, err)
		}
	}
	return t.String(), t.ID, nil
}
