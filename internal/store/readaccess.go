package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/reading"
)

// The wanted keys and memberships, by age: those within the venues, and with nothing beyond the capabilities.
const (
	readKeys = keyColumns + `
	AND ($2::uuid[] IS NULL OR k.id = ANY ($2::uuid[])) AND ($3::timestamptz IS NULL OR (k.created_at, k.id) > ($3::timestamptz, $4::uuid))
	AND ($5::uuid[] IS NULL
	     OR EXISTS (SELECT FROM api_key_venues v WHERE v.tenant_id = k.tenant_id AND v.api_key_id = k.id)
	        AND NOT EXISTS (SELECT FROM api_key_venues v WHERE v.tenant_id = k.tenant_id AND v.api_key_id = k.id AND NOT v.venue_id = ANY ($5::uuid[])))
	AND CASE WHEN k.scopes = '' THEN p.role = ANY ($6::text[]) ELSE string_to_array(k.scopes, ' ') <@ $7::text[] END
ORDER BY k.created_at, k.id LIMIT $8`

	readMembers = memberColumns + `
	AND ($2::uuid[] IS NULL OR m.id = ANY ($2::uuid[])) AND ($3::timestamptz IS NULL OR (m.created_at, m.id) > ($3::timestamptz, $4::uuid))
	AND ($5::uuid[] IS NULL
	     OR EXISTS (SELECT FROM membership_venues v WHERE v.tenant_id = m.tenant_id AND v.membership_id = m.id)
	        AND NOT EXISTS (SELECT FROM membership_venues v WHERE v.tenant_id = m.tenant_id AND v.membership_id = m.id AND NOT v.venue_id = ANY ($5::uuid[])))
	AND p.role = ANY ($6::text[])
ORDER BY m.created_at, m.id LIMIT $7`
)

// APIKeys lists keys by age.
func (t *readTx) APIKeys(ctx context.Context, w reading.Want, reach reading.Reach) (keys []credential.APIKey, err error) {
	ids, venues, at, after := accessWant(w)
	rows, err := t.sql.QueryContext(ctx, readKeys, t.tenant, ids, at, after, venues, textArray(reach.Roles), textArray(reach.Capabilities), accessLimit(w))
	if err != nil {
		return nil, err
	}
	err = readEach(rows, func(scan func(...any) error) error {
		key, err := scanKey(t.tenant, scan)
		keys = append(keys, key)
		return err
	})
	return keys, err
}

// Memberships lists memberships by age.
func (t *readTx) Memberships(ctx context.Context, w reading.Want, reach reading.Reach) (members []credential.Membership, err error) {
	ids, venues, at, after := accessWant(w)
	rows, err := t.sql.QueryContext(ctx, readMembers, t.tenant, ids, at, after, venues, textArray(reach.Roles), accessLimit(w))
	if err != nil {
		return nil, err
	}
	err = readEach(rows, func(scan func(...any) error) error {
		m, err := scanMember(t.tenant, scan)
		members = append(members, m)
		return err
	})
	return members, err
}

// accessWant spells a want for the statements above; nil is what isn't wanted.
func accessWant(w reading.Want) (ids, venues any, at *time.Time, after *uuid.UUID) {
	if w.IDs != nil {
		ids = array(w.IDs)
	}
	if w.Venues != nil {
		venues = array(w.Venues)
	}
	if w.After != nil {
		behind := w.After.Time()
		at, after = &behind, &w.After.ID
	}
	return ids, venues, at, after
}

func accessLimit(w reading.Want) *int {
	if w.Limit == 0 {
		return nil
	}
	return &w.Limit
}

func textArray[S ~string](of []S) any {
	texts := make(pq.StringArray, len(of))
	for i, s := range of {
		texts[i] = string(s)
	}
	return texts
}
