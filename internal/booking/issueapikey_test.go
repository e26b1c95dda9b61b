package booking_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

func TestIssueAPIKey(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	there := h.SecondVenue().Venue

	t.Run("the secret is answered once, and kept nowhere", func(t *testing.T) {
		in := booking.IssueAPIKey{Name: "  Till  ", Role: actor.Staff, VenueIDs: venueRefs(h.Venue, there), Scopes: []string{"reservation:write", "reservation:read"}, Key: h.Key()}
		first, err := keyOf(h, h.Admin, in)
		id := housetest.ID(t, housetest.Must(t)(first.Result, err), ref.APIKey)
		token := tokenOf(t, first)
		require.Equal(t, h.Tenant, token.Tenant)
		require.Equal(t, id, token.ID)
		now, _ := opens(h, token)
		require.True(t, now)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM api_keys k JOIN principals p ON p.id = k.principal_id WHERE k.id = $1 AND k.name = 'Till' AND k.scopes = 'reservation:read reservation:write'
			AND k.version = 1 AND k.expires_at IS NULL AND p.role = 'STAFF' AND p.display_name = 'Till' AND p.customer_id IS NULL`, id))
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM api_key_venues WHERE api_key_id = $1`, id))

		again, err := keyOf(h, h.Admin, booking.IssueAPIKey{Name: "Till", Role: actor.Staff, VenueIDs: venueRefs(there, h.Venue), Scopes: []string{"reservation:read", "reservation:write"}, Key: in.Key})
		require.True(t, housetest.Must(t)(again.Result, err).Replayed, "sets have no order")
		require.Equal(t, first.Refs, again.Refs)
		require.Nil(t, again.Secret, "nobody knows it any more")

		in.Scopes = nil
		other, err := keyOf(h, h.Admin, in)
		rejected(t, problem.IdempotencyMismatch)(other.Result, err)
		require.Nil(t, other.Secret)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'issueApiKey' AND outcome = 'COMMITTED' AND subject = $1 AND venue_id IS NULL`, ref.Encode(ref.APIKey, id)))
		secret := strings.Split(*first.Secret, ".")[2]
		for _, table := range []string{"api_keys", "principals", "commands", "audit_entries", "events"} {
			require.Zero(t, h.Count(`SELECT count(*) FROM `+table+` t WHERE t::text LIKE '%' || $1 || '%'`, secret), table)
		}
		require.Zero(t, h.Count(`SELECT count(*) FROM events`), "no venue's log tells of credentials")
	})
	t.Run("a key of one venue stands in that venue's audit", func(t *testing.T) {
		id, _ := issued(t, h, h.Admin, booking.IssueAPIKey{VenueIDs: venueRefs(there)})
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE subject = $1 AND venue_id = $2`, ref.Encode(ref.APIKey, id), there))
	})
	t.Run("customers and agents act for a customer", func(t *testing.T) {
		guest := h.Guest("Minji")
		for _, role := range []actor.Role{actor.Customer, actor.Agent} {
			id, _ := issued(t, h, h.Admin, booking.IssueAPIKey{Role: role, CustomerID: customerRef(*guest.CustomerID)})
			require.Equal(t, 1, h.Count(`SELECT count(*) FROM api_keys k JOIN principals p ON p.id = k.principal_id WHERE k.id = $1 AND p.role = $2 AND p.customer_id = $3`, id, string(role), *guest.CustomerID))
		}
	})
	t.Run("a commit whose answer is lost still gives the secret", func(t *testing.T) {
		wire, pool := housetest.NewWire(t, h.DB)
		wire.CutAt(housetest.AfterCommit)
		made, err := deskOver(pool).IssueAPIKey(ctx, h.Admin, booking.IssueAPIKey{Name: "Lost", Role: actor.Staff, Key: h.Key()}, "test")
		require.False(t, housetest.Must(t)(made.Result, err).Replayed)
		now, _ := opens(h, tokenOf(t, made))
		require.True(t, now)
	})
}

func TestIssueAPIKeyRefusals(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	foreign, there := housetest.In(t, h.DB), h.SecondVenue().Venue
	guest := h.Guest("Minji")
	local, part := h.Admin, h.Admin
	local.VenueIDs = []uuid.UUID{h.Venue}
	part.Scopes = []actor.Capability{actor.AccessManage, actor.SessionRead, actor.InventoryRead}
	text := func(s string) *string { return &s }
	var past time.Time
	h.Scan(`SELECT clock_timestamp()`, nil, &past)

	for name, c := range map[string]struct {
		by   actor.Actor
		in   booking.IssueAPIKey
		code problem.Code
	}{
		"no such venue":                           {h.Admin, booking.IssueAPIKey{VenueIDs: venueRefs(uuid.New())}, problem.ReferenceNotFound},
		"one of two venues":                       {h.Admin, booking.IssueAPIKey{VenueIDs: venueRefs(h.Venue, uuid.New())}, problem.ReferenceNotFound},
		"no venue's id":                           {h.Admin, booking.IssueAPIKey{VenueIDs: []string{"42"}}, problem.ReferenceNotFound},
		"another tenant's venue":                  {h.Admin, booking.IssueAPIKey{VenueIDs: venueRefs(foreign.Venue)}, problem.ReferenceNotFound},
		"a venue that isn't granted":              {local, booking.IssueAPIKey{VenueIDs: venueRefs(there)}, problem.ReferenceNotFound},
		"no such customer":                        {h.Admin, booking.IssueAPIKey{Role: actor.Agent, CustomerID: customerRef(uuid.New())}, problem.ReferenceNotFound},
		"no customer's id":                        {h.Admin, booking.IssueAPIKey{Role: actor.Agent, CustomerID: text("42")}, problem.ReferenceNotFound},
		"another tenant's customer":               {h.Admin, booking.IssueAPIKey{Role: actor.Customer, CustomerID: customerRef(*foreign.Guest("Ada").CustomerID)}, problem.ReferenceNotFound},
		"all venues, by an admin of one":          {local, booking.IssueAPIKey{}, problem.PolicyForbids},
		"a whole role, by an admin of a part":     {part, booking.IssueAPIKey{Role: actor.Agent, CustomerID: customerRef(*guest.CustomerID)}, problem.PolicyForbids},
		"a capability that the admin hasn't":      {part, booking.IssueAPIKey{Scopes: []string{"inventory:read", "audit:read"}}, problem.PolicyForbids},
		"the whole tenant, by an admin of a part": {part, booking.IssueAPIKey{Role: actor.Admin}, problem.PolicyForbids},
	} {
		t.Run(name, func(t *testing.T) {
			made, err := keyOf(h, c.by, c.in)
			rejected(t, c.code)(made.Result, err)
			require.Nil(t, made.Secret)
		})
	}
	many := make([]uuid.UUID, 101)
	for i := range many {
		many[i] = uuid.New()
	}
	for name, c := range map[string]struct {
		in    booking.IssueAPIKey
		field string
	}{
		"no name":                      {booking.IssueAPIKey{Name: " "}, "name"},
		"a name that reads backwards":  {booking.IssueAPIKey{Name: "Till \u202e"}, "name"},
		"no role":                      {booking.IssueAPIKey{Role: "OWNER"}, "role"},
		"no venues":                    {booking.IssueAPIKey{VenueIDs: []string{}}, "venueIds"},
		"a venue twice":                {booking.IssueAPIKey{VenueIDs: venueRefs(h.Venue, h.Venue)}, "venueIds"},
		"too many venues":              {booking.IssueAPIKey{VenueIDs: venueRefs(many...)}, "venueIds"},
		"no scopes":                    {booking.IssueAPIKey{Scopes: []string{}}, "scopes"},
		"an unknown scope":             {booking.IssueAPIKey{Scopes: []string{"inventory:read", "everything"}}, "scopes[1]"},
		"a scope of another role":      {booking.IssueAPIKey{Scopes: []string{"access:manage"}}, "scopes[0]"},
		"a scope twice":                {booking.IssueAPIKey{Scopes: []string{"inventory:read", "inventory:read"}}, "scopes"},
		"a customer for staff":         {booking.IssueAPIKey{CustomerID: customerRef(*guest.CustomerID)}, "customerId"},
		"no customer for a customer":   {booking.IssueAPIKey{Role: actor.Customer}, "customerId"},
		"no customer for an agent":     {booking.IssueAPIKey{Role: actor.Agent}, "customerId"},
		"an end that has been already": {booking.IssueAPIKey{ExpiresAt: &past}, "expiresAt"},
	} {
		t.Run(name, func(t *testing.T) {
			made, err := keyOf(h, h.Admin, c.in)
			var invalid *problem.Invalid
			require.ErrorAs(t, err, &invalid)
			require.Equal(t, c.field, invalid.Field)
			require.Nil(t, made.Secret)
		})
	}
	t.Run("nobody but an admin, and not by a key without the capability", func(t *testing.T) {
		blind := h.Admin
		blind.Scopes = []actor.Capability{actor.VenueManage}
		for _, who := range []actor.Actor{h.Staff, guest, h.Person(actor.Agent, "Bot"), blind} {
			_, err := keyOf(h, who, booking.IssueAPIKey{})
			require.ErrorIs(t, err, problem.ErrForbidden)
		}
	})
	require.Zero(t, h.Count(`SELECT count(*) FROM api_keys`))
	t.Run("within its limits an admin of a part may", func(t *testing.T) {
		issued(t, h, local, booking.IssueAPIKey{Role: actor.Admin, VenueIDs: venueRefs(h.Venue)})
		issued(t, h, part, booking.IssueAPIKey{Scopes: []string{"inventory:read"}})
	})
}

func TestTwoHundredKeys(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	h.Exec(`INSERT INTO api_keys (id, tenant_id, principal_id, name, secret_digest, created_at)
		SELECT gen_random_uuid(), $1, $2, 'key', sha256(n::text::bytea), clock_timestamp() FROM generate_series(1, 195) n`, h.Tenant, h.Staff.PrincipalID)
	h.Exec(`INSERT INTO api_keys (id, tenant_id, principal_id, name, secret_digest, created_at, expires_at, revoked_at)
		SELECT gen_random_uuid(), $1, $2, 'ended', sha256(n::text::bytea), clock_timestamp(), CASE WHEN n % 2 = 0 THEN clock_timestamp() END, CASE WHEN n % 2 = 1 THEN clock_timestamp() END
		FROM generate_series(1, 20) n`, h.Tenant, h.Staff.PrincipalID)
	keys := make([]uuid.UUID, 9)
	results := together(t, len(keys), func(i int) (command.Result, error) {
		made, err := keyOf(h, h.Admin, booking.IssueAPIKey{})
		if found, ok := made.Find(ref.APIKey); ok {
			keys[i] = found.ID
		}
		return made.Result, err
	})
	require.Equal(t, map[string]int{"COMMITTED": 5, "POLICY_FORBIDS": 4}, tally(results), "all at once, and not one more; ended ones don't count")
	for _, id := range keys {
		if id != uuid.Nil {
			housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, id, 1), "test"))
			break
		}
	}
	issued(t, h, h.Admin, booking.IssueAPIKey{})
}
