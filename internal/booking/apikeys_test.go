package booking_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/ref"
)

// keyOf asks for a key, of the staff unless it is said otherwise.
func keyOf(h *housetest.House, by actor.Actor, in booking.IssueAPIKey) (booking.IssuedAPIKey, error) {
	if in.Role == "" {
		in.Role = actor.Staff
	}
	if in.Name == "" {
		in.Name = "Till"
	}
	if in.Key == "" {
		in.Key = h.Key()
	}
	return h.Desk.IssueAPIKey(ctx, by, in, "test")
}

// issued is a new key and its token.
func issued(t *testing.T, h *housetest.House, by actor.Actor, in booking.IssueAPIKey) (uuid.UUID, credential.Token) {
	t.Helper()
	made, err := keyOf(h, by, in)
	id := housetest.ID(t, housetest.Must(t)(made.Result, err), ref.APIKey)
	return id, tokenOf(t, made)
}

func tokenOf(t *testing.T, made booking.IssuedAPIKey) credential.Token {
	t.Helper()
	require.NotNil(t, made.Secret)
	token, ok := credential.Parse(credential.Key, *made.Secret)
	require.True(t, ok)
	return token
}

// opens reports whether the secret is the key's present one, or else the one before.
func opens(h *housetest.House, token credential.Token) (now, before bool) {
	digest := token.Digest()
	h.Scan(`SELECT secret_digest = $2, previous_digest IS NOT NULL AND previous_digest = $2 AND previous_until > clock_timestamp() FROM api_keys WHERE id = $1`, []any{token.ID, digest[:]}, &now, &before)
	return now, before
}

func revokeKey(h *housetest.House, id uuid.UUID, version int) booking.RevokeAPIKey {
	return booking.RevokeAPIKey{APIKeyID: ref.Encode(ref.APIKey, id), ExpectedVersion: version, Key: h.Key()}
}

func rotateKey(h *housetest.House, id uuid.UUID, version int) booking.RotateAPIKey {
	return booking.RotateAPIKey{APIKeyID: ref.Encode(ref.APIKey, id), ExpectedVersion: version, Key: h.Key()}
}

func venueRefs(ids ...uuid.UUID) (texts []string) {
	for _, id := range ids {
		texts = append(texts, ref.Encode(ref.Venue, id))
	}
	return texts
}

// by is the actor that a key makes.
func by(h *housetest.House, id uuid.UUID, grant actor.Grant) actor.Actor {
	a := actor.Actor{TenantID: h.Tenant, KeyID: id, Role: grant.Role, VenueIDs: grant.VenueIDs, Scopes: grant.Scopes}
	var digest []byte
	h.Scan(`SELECT p.id, p.display_name, k.secret_digest FROM principals p JOIN api_keys k ON k.principal_id = p.id WHERE k.id = $1`, []any{id}, &a.PrincipalID, &a.DisplayName, &digest)
	a.Fingerprint = actor.Fingerprint(digest[:8])
	return a
}
