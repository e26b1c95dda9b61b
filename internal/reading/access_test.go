package reading_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
)

// credentials makes an API key and a membership that allow the same, but for the scopes, which only keys have.
func (h *house) credentials(grant actor.Grant, scopes string, age time.Duration) (key, member uuid.UUID) {
	h.t.Helper()
	key, member = uuid.New(), uuid.New()
	principal := uuid.New()
	var owner *uuid.UUID
	if (actor.Actor{Role: grant.Role}).OwnOnly() {
		customer := h.customer()
		owner = &customer
	}
	h.exec(`INSERT INTO principals (id, tenant_id, role, display_name, customer_id, created_at) VALUES ($1, $2, $3, 'Somebody', $4, now())`, principal, h.tenant, string(grant.Role), owner)
	h.exec(`INSERT INTO api_keys (id, tenant_id, principal_id, name, secret_digest, scopes, created_at) VALUES ($1, $2, $3, 'Till', sha256('x'), $4, $5)`, key, h.tenant, principal, scopes, h.now.Add(-age))
	h.exec(`INSERT INTO memberships (id, tenant_id, principal_id, issuer, subject, created_at) VALUES ($1, $2, $3, 'https://login.example', $4, $5)`, member, h.tenant, principal, member.String(), h.now.Add(-age))
	for _, venue := range grant.VenueIDs {
		h.exec(`INSERT INTO api_key_venues (id, tenant_id, api_key_id, venue_id) VALUES ($1, $2, $3, $4)`, uuid.New(), h.tenant, key, venue)
		h.exec(`INSERT INTO membership_venues (id, tenant_id, membership_id, venue_id) VALUES ($1, $2, $3, $4)`, uuid.New(), h.tenant, member, venue)
	}
	return key, member
}

// TestAccess: everybody who manages access sees the credentials that allow nothing beyond its own, in lists and by id alike.
func TestAccess(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	here, there := h.venue("Asia/Seoul"), h.venue("Europe/Berlin")
	kinds := []struct {
		name   string
		grant  actor.Grant
		scopes string
	}{
		{"all", actor.Grant{Role: actor.Admin}, ""},
		{"staff here", actor.Grant{Role: actor.Staff, VenueIDs: []uuid.UUID{here}}, ""},
		{"staff in both", actor.Grant{Role: actor.Staff, VenueIDs: []uuid.UUID{here, there}}, ""},
		{"a reader here", actor.Grant{Role: actor.Admin, VenueIDs: []uuid.UUID{here}}, "audit:read inventory:read"},
		{"an agent", actor.Grant{Role: actor.Agent}, ""},
		{"a reader", actor.Grant{Role: actor.Staff}, "inventory:read"},
	}
	keys, members, names := map[uuid.UUID]string{}, map[uuid.UUID]string{}, []string{}
	for i, kind := range kinds {
		key, member := h.credentials(kind.grant, kind.scopes, time.Duration(len(kinds)-i)*time.Hour)
		keys[key], members[member] = kind.name, kind.name
		names = append(names, kind.name)
	}
	admin := h.staff
	admin.Role = actor.Admin
	as := func(change func(*actor.Actor)) actor.Actor { a := admin; change(&a); return a }

	for name, c := range map[string]struct {
		a             actor.Actor
		keys, members []string
	}{
		"an admin sees all": {admin, names, names},
		"an admin of a venue sees what is limited to it": {as(func(a *actor.Actor) { a.VenueIDs = []uuid.UUID{here} }),
			[]string{"staff here", "a reader here"}, []string{"staff here", "a reader here"}},
		"an admin of both sees what is limited to them": {as(func(a *actor.Actor) { a.VenueIDs = []uuid.UUID{here, there} }),
			[]string{"staff here", "staff in both", "a reader here"}, []string{"staff here", "staff in both", "a reader here"}},
		"an admin of a part sees parts of it": {as(func(a *actor.Actor) { a.Scopes = []actor.Capability{actor.AccessManage, actor.InventoryRead} }),
			[]string{"a reader"}, nil},
		"an admin of a part sees roles that it has as a whole": {as(func(a *actor.Actor) {
			a.Scopes = append(actor.Grant{Role: actor.Agent}.Capabilities(), actor.AccessManage)
		}), []string{"an agent", "a reader"}, []string{"an agent"}},
		"without the capability there is nothing": {as(func(a *actor.Actor) { a.Scopes = []actor.Capability{actor.InventoryRead} }), nil, nil},
		"nor for staff":         {h.staff, nil, nil},
		"nor in another tenant": {as(func(a *actor.Actor) { a.TenantID = h.neighbour().tenant }), nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.keys, seen(t, keys, func(p reading.Page) (reading.Connection[credential.APIKey], error) {
				return h.reader.APIKeys(t.Context(), c.a, p)
			},
				func(k credential.APIKey) uuid.UUID { return k.ID }))
			require.Equal(t, c.members, seen(t, members, func(p reading.Page) (reading.Connection[credential.Membership], error) {
				return h.reader.Memberships(t.Context(), c.a, p)
			},
				func(m credential.Membership) uuid.UUID { return m.ID }))
			var keyIDs, memberIDs []uuid.UUID
			for id := range keys {
				keyIDs = append(keyIDs, id)
			}
			for id := range members {
				memberIDs = append(memberIDs, id)
			}
			byID, err := h.reader.APIKeysByID(t.Context(), c.a, keyIDs)
			require.NoError(t, err)
			require.Len(t, byID, len(c.keys))
			membersByID, err := h.reader.MembershipsByID(t.Context(), c.a, memberIDs)
			require.NoError(t, err)
			require.Len(t, membersByID, len(c.members))
		})
	}
	t.Run("as they are kept", func(t *testing.T) {
		page, err := h.reader.APIKeys(t.Context(), admin, reading.Page{First: 4})
		require.NoError(t, err)
		for i, key := range page.Nodes {
			require.Equal(t, kinds[i].grant.Role, key.Role)
			require.ElementsMatch(t, kinds[i].grant.VenueIDs, key.VenueIDs)
			require.Equal(t, h.tenant, key.TenantID)
		}
		require.Equal(t, []actor.Capability{actor.AuditRead, actor.InventoryRead}, page.Nodes[3].Scopes)
	})
	t.Run("a cursor belongs to its list", func(t *testing.T) {
		page, err := h.reader.APIKeys(t.Context(), admin, reading.Page{First: 1})
		require.NoError(t, err)
		_, err = h.reader.Memberships(t.Context(), admin, reading.Page{First: 1, After: page.Cursors[0]})
		require.ErrorAs(t, err, new(*problem.Invalid))
	})
}

// seen are the names of all that a list gives, two at a time.
func seen[T any](t *testing.T, names map[uuid.UUID]string, list func(reading.Page) (reading.Connection[T], error), id func(T) uuid.UUID) (found []string) {
	t.Helper()
	page, err := list(reading.Page{First: 2})
	require.NoError(t, err)
	for {
		for _, row := range page.Nodes {
			found = append(found, names[id(row)])
		}
		if !page.HasNext {
			return found
		}
		page, err = list(reading.Page{First: 2, After: page.Cursors[len(page.Cursors)-1]})
		require.NoError(t, err)
	}
}
