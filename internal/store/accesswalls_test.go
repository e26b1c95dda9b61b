package store_test

import (
	"database/sql"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
)

// TestAccessHolds: what a credential allows and who it is for doesn't change, and what was ended stays ended.
func TestAccessHolds(t *testing.T) {
	t.Parallel()
	h := lived{House: housetest.New(t), t: t}
	foreign := housetest.In(t, h.DB)
	bound := h.doors()
	key, ended, waiting, former := uuid.New(), uuid.New(), uuid.New(), uuid.New()
	const (
		issue = `INSERT INTO api_keys (id, tenant_id, principal_id, name, secret_digest, created_at) VALUES ($1, $2, $3, 'key', sha256('one'), clock_timestamp())`
		grant = `INSERT INTO memberships (id, tenant_id, principal_id, issuer, subject, email, created_at) VALUES ($1, $2, $3, 'https://login.example', $4, $5, clock_timestamp())`
	)
	h.Exec(issue, key, h.Tenant, h.Admin.PrincipalID)
	h.Exec(issue, ended, h.Tenant, h.Admin.PrincipalID)
	h.Exec(`UPDATE api_keys SET revoked_at = clock_timestamp(), version = 2 WHERE id = $1`, ended)
	h.Exec(grant, waiting, h.Tenant, h.Staff.PrincipalID, nil, "somi@example.com")
	h.Exec(grant, former, h.Tenant, h.Staff.PrincipalID, "former", "former@example.com")
	h.Exec(`UPDATE memberships SET revoked_at = clock_timestamp(), version = 2 WHERE id = $1`, former)

	hands(t, h, "what was ended stays ended", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_api_keys_once", `UPDATE api_keys SET revoked_at = NULL WHERE id = $1`, ended)
		refuses(t, tx, "23514", "x_memberships_once", `UPDATE memberships SET revoked_at = NULL WHERE id = $1`, former)
	})
	hands(t, h, "a person is who it was, once it has signed in", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_memberships_once", `UPDATE memberships SET subject = 'another' WHERE id = $1`, bound)
		passes(t, tx, `UPDATE memberships SET subject = 'first' WHERE id = $1`, waiting)
	})
	hands(t, h, "a person has one membership", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23505", "membership_tenant_id_issuer_subject", grant, uuid.New(), h.Tenant, h.Staff.PrincipalID, bound.String(), nil)
		refuses(t, tx, "23505", "membership_tenant_id_issuer_email", grant, uuid.New(), h.Tenant, h.Staff.PrincipalID, nil, "somi@example.com")
		refuses(t, tx, "23514", "x_memberships_person", grant, uuid.New(), h.Tenant, h.Staff.PrincipalID, nil, "Somi@Example.com")
		refuses(t, tx, "23514", "x_memberships_person", grant, uuid.New(), h.Tenant, h.Staff.PrincipalID, nil, nil)
		passes(t, tx, grant, uuid.New(), h.Tenant, h.Staff.PrincipalID, "former", "former@example.com")
	})
	hands(t, h, "the old secret is good for a time, or not at all", func(t *testing.T, tx *sql.Tx) {
		refuses(t, tx, "23514", "x_api_keys_previous", `UPDATE api_keys SET previous_digest = secret_digest WHERE id = $1`, key)
		refuses(t, tx, "23514", "x_api_keys_previous", `UPDATE api_keys SET previous_until = clock_timestamp() WHERE id = $1`, key)
		passes(t, tx, `UPDATE api_keys SET previous_digest = secret_digest, previous_until = clock_timestamp() WHERE id = $1`, key)
	})
	t.Run("the program can't change what a credential allows, nor forget it", func(t *testing.T) {
		pgtest.AppRole(t, h.DB, h.Tenant, func(tx *sql.Tx) {
			for _, column := range []string{"tenant_id", "principal_id", "name", "scopes", "expires_at", "created_at"} {
				refuses(t, tx, "42501", "", `UPDATE api_keys SET `+column+` = `+column+` WHERE id = $1`, key)
			}
			for _, column := range []string{"tenant_id", "principal_id", "issuer", "email", "created_at"} {
				refuses(t, tx, "42501", "", `UPDATE memberships SET `+column+` = `+column+` WHERE id = $1`, bound)
			}
			for _, table := range []string{"memberships", "membership_venues"} {
				refuses(t, tx, "42501", "", `DELETE FROM `+table)
			}
		})
	})
	require.Zero(t, foreign.Count(`SELECT count(*) FROM memberships`))
}
