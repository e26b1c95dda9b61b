package actor_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/actor"
)

func TestCovers(t *testing.T) {
	t.Parallel()
	here, there := uuid.New(), uuid.New()
	whole := actor.Actor{Role: actor.Admin}
	local := actor.Actor{Role: actor.Admin, VenueIDs: []uuid.UUID{here}}
	keeper := actor.Actor{Role: actor.Admin, Scopes: []actor.Capability{actor.AccessManage, actor.SessionRead, actor.InventoryRead}}
	for name, c := range map[string]struct {
		by    actor.Actor
		grant actor.Grant
		want  bool
	}{
		"all covers all":                        {whole, actor.Grant{Role: actor.Admin}, true},
		"an admin covers every role":            {whole, actor.Grant{Role: actor.Agent, VenueIDs: []uuid.UUID{there}}, true},
		"a venue's doesn't cover all venues":    {local, actor.Grant{Role: actor.Customer}, false},
		"a venue's covers its own":              {local, actor.Grant{Role: actor.Admin, VenueIDs: []uuid.UUID{here}}, true},
		"but not one venue more":                {local, actor.Grant{Role: actor.Staff, VenueIDs: []uuid.UUID{here, there}}, false},
		"a part doesn't cover the whole role":   {keeper, actor.Grant{Role: actor.Agent}, false},
		"a part covers what it has itself":      {keeper, actor.Grant{Role: actor.Agent, Scopes: []actor.Capability{actor.InventoryRead}}, true},
		"also by a role of which it has little": {keeper, actor.Grant{Role: actor.Admin, Scopes: keeper.Scopes}, true},
		"a part isn't the whole of its role":    {keeper, actor.Grant{Role: actor.Admin}, false},
	} {
		require.Equal(t, c.want, c.by.Covers(c.grant), name)
	}
}

// TestCoversIsNoWayUp: whoever is given what somebody covers can do nothing that its giver can't.
func TestCoversIsNoWayUp(t *testing.T) {
	t.Parallel()
	venues := []uuid.UUID{uuid.New(), uuid.New(), uuid.New()}
	rapid.Check(t, func(t *rapid.T) {
		grant := func(label string) actor.Grant {
			return actor.Grant{
				Role:     rapid.SampledFrom(actor.RoleValues()).Draw(t, label+" role"),
				VenueIDs: rapid.SliceOfNDistinct(rapid.SampledFrom(venues), 0, 3, rapid.ID).Draw(t, label+" venues"),
				Scopes:   rapid.SliceOfNDistinct(rapid.SampledFrom(actor.Values()), 0, 6, rapid.ID).Draw(t, label+" scopes"),
			}
		}
		as := func(g actor.Grant) actor.Actor {
			return actor.Actor{Role: g.Role, VenueIDs: g.VenueIDs, Scopes: g.Scopes}
		}
		giver, given := as(grant("giver")), grant("given")
		if !giver.Covers(given) {
			return
		}
		for _, c := range as(given).Capabilities() {
			require.True(t, giver.Can(c))
		}
		for _, venue := range append(venues, uuid.New()) {
			require.True(t, giver.SeesVenue(venue) || !as(given).SeesVenue(venue))
		}
	})
}

func TestRules(t *testing.T) {
	t.Parallel()
	require.True(t, actor.Grant{Role: actor.Admin}.Rules())
	require.False(t, actor.Grant{Role: actor.Staff}.Rules())
	require.False(t, actor.Grant{Role: actor.Admin, VenueIDs: []uuid.UUID{uuid.New()}}.Rules())
	require.False(t, actor.Grant{Role: actor.Admin, Scopes: []actor.Capability{actor.AccessManage}}.Rules())
}
