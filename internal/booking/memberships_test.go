package booking_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

const loginPage = "https://login.example/realms/slotq"

// membersHouse is a house whose people sign in by a provider.
func membersHouse(t *testing.T) *housetest.House {
	h := housetest.New(t)
	h.Desk.Trusting(loginPage)
	return h
}

// admit asks for a membership, of the staff unless it is said otherwise.
func admit(h *housetest.House, by actor.Actor, in booking.GrantMembership) (command.Result, error) {
	if in.Role == "" {
		in.Role = actor.Staff
	}
	if in.DisplayName == "" {
		in.DisplayName = "Jiwoo"
	}
	if in.Key == "" {
		in.Key = h.Key()
	}
	return h.Desk.GrantMembership(ctx, by, in, "test")
}

func member(t *testing.T, h *housetest.House, in booking.GrantMembership) uuid.UUID {
	t.Helper()
	return housetest.ID(t, housetest.Must(t)(admit(h, h.Admin, in)), ref.Membership)
}

func endMembership(h *housetest.House, id uuid.UUID, version int) booking.RevokeMembership {
	return booking.RevokeMembership{MembershipID: ref.Encode(ref.Membership, id), ExpectedVersion: version, Key: h.Key()}
}

func word(s string) *string { return &s }

func TestGrantMembership(t *testing.T) {
	t.Parallel()
	h := membersHouse(t)

	t.Run("by an address, which is kept in lower case", func(t *testing.T) {
		in := booking.GrantMembership{Email: word(" Jiwoo@Example.COM "), Role: actor.Admin, VenueIDs: venueRefs(h.Venue), Key: h.Key()}
		r := housetest.Must(t)(admit(h, h.Admin, in))
		id := housetest.ID(t, r, ref.Membership)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM memberships m JOIN principals p ON p.id = m.principal_id JOIN membership_venues v ON v.membership_id = m.id
			WHERE m.id = $1 AND m.issuer = $2 AND m.email = 'jiwoo@example.com' AND m.subject IS NULL AND m.version = 1 AND p.role = 'ADMIN' AND p.display_name = 'Jiwoo' AND v.venue_id = $3`, id, loginPage, h.Venue))
		in.Email = word("jiwoo@example.com")
		again := housetest.Must(t)(admit(h, h.Admin, in))
		require.True(t, again.Replayed)
		require.Equal(t, r.Refs, again.Refs)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'grantMembership' AND subject = $1 AND venue_id = $2`, ref.Encode(ref.Membership, id), h.Venue))
		for _, table := range []string{"commands", "audit_entries", "events"} {
			require.Zero(t, h.Count(`SELECT count(*) FROM `+table+` t WHERE t::text ILIKE '%jiwoo@%'`), table)
		}
	})
	t.Run("by a subject of another provider", func(t *testing.T) {
		id := member(t, h, booking.GrantMembership{Issuer: word("https://other.example"), Subject: word("auth0|42")})
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM memberships WHERE id = $1 AND issuer = 'https://other.example' AND subject = 'auth0|42' AND email IS NULL`, id))
	})
	t.Run("a customer gets a customer of its own, or the one with its address", func(t *testing.T) {
		id := member(t, h, booking.GrantMembership{Email: word("new@example.com"), Role: actor.Customer, DisplayName: "Newcomer"})
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM memberships m JOIN principals p ON p.id = m.principal_id JOIN customers c ON c.id = p.customer_id
			WHERE m.id = $1 AND p.role = 'CUSTOMER' AND c.name = 'Newcomer' AND c.email = 'new@example.com'`, id))
		known := h.Guest("Known")
		h.Exec(`UPDATE customers SET email = 'Known@Example.com', email_key = 'known@example.com' WHERE id = $1`, *known.CustomerID)
		id = member(t, h, booking.GrantMembership{Email: word("known@example.com"), Role: actor.Customer})
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM memberships m JOIN principals p ON p.id = m.principal_id WHERE m.id = $1 AND p.customer_id = $2`, id, *known.CustomerID))
		id = member(t, h, booking.GrantMembership{Subject: word("somebody"), Role: actor.Customer, DisplayName: "Nameless"})
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM memberships m JOIN principals p ON p.id = m.principal_id JOIN customers c ON c.id = p.customer_id WHERE m.id = $1 AND c.email IS NULL AND c.name = 'Nameless'`, id))
		id = member(t, h, booking.GrantMembership{Subject: word("a bot"), Role: actor.Agent, CustomerID: customerRef(*known.CustomerID)})
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM memberships m JOIN principals p ON p.id = m.principal_id WHERE m.id = $1 AND p.role = 'AGENT' AND p.customer_id = $2`, id, *known.CustomerID))
	})
	t.Run("a person has one at a time, and the refusal names it to those who may see it", func(t *testing.T) {
		there := h.SecondVenue().Venue
		id := member(t, h, booking.GrantMembership{Email: word("once@example.com"), VenueIDs: venueRefs(h.Venue)})
		r := rejected(t, problem.PolicyForbids)(admit(h, h.Admin, booking.GrantMembership{Email: word("ONCE@example.com")}))
		require.Equal(t, id, housetest.ID(t, r, ref.Membership))
		elsewhere := h.Admin
		elsewhere.VenueIDs = []uuid.UUID{there}
		r = rejected(t, problem.PolicyForbids)(admit(h, elsewhere, booking.GrantMembership{Email: word("once@example.com"), VenueIDs: venueRefs(there)}))
		require.Empty(t, r.Refs)
		h.Exec(`UPDATE memberships SET subject = 'bound' WHERE id = $1`, id)
		rejected(t, problem.PolicyForbids)(admit(h, h.Admin, booking.GrantMembership{Subject: word("bound")}))
		member(t, h, booking.GrantMembership{Issuer: word("https://other.example"), Subject: word("bound")})

		housetest.Must(t)(h.Desk.RevokeMembership(ctx, h.Admin, endMembership(h, id, 1), "test"))
		require.NotEqual(t, id, member(t, h, booking.GrantMembership{Email: word("once@example.com")}), "another one, of another principal")
	})
	t.Run("of many at once one is granted", func(t *testing.T) {
		desks := []*booking.Desk{h.Desk, deskOver(h.DB).Trusting(loginPage)}
		results := together(t, 6, func(i int) (command.Result, error) {
			return desks[i%2].GrantMembership(ctx, h.Admin, booking.GrantMembership{Email: word("many@example.com"), Role: actor.Customer, DisplayName: "Many", Key: h.Key()}, "test")
		})
		require.Equal(t, map[string]int{"COMMITTED": 1, "POLICY_FORBIDS": 5}, tally(results))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM customers WHERE email = 'many@example.com'`))
	})
}

func TestGrantMembershipRefusals(t *testing.T) {
	t.Parallel()
	h := membersHouse(t)
	foreign, guest := housetest.In(t, h.DB), h.Guest("Minji")
	local := h.Admin
	local.VenueIDs = []uuid.UUID{h.Venue}
	part := h.Admin
	part.Scopes = []actor.Capability{actor.AccessManage, actor.InventoryRead}
	subject := word("somebody")

	for name, c := range map[string]struct {
		by   actor.Actor
		in   booking.GrantMembership
		code problem.Code
	}{
		"another tenant's venue":             {h.Admin, booking.GrantMembership{Subject: subject, VenueIDs: venueRefs(foreign.Venue)}, problem.ReferenceNotFound},
		"a venue that isn't granted":         {local, booking.GrantMembership{Subject: subject, VenueIDs: venueRefs(h.SecondVenue().Venue)}, problem.ReferenceNotFound},
		"another tenant's customer":          {h.Admin, booking.GrantMembership{Subject: subject, Role: actor.Customer, CustomerID: customerRef(*foreign.Guest("Ada").CustomerID)}, problem.ReferenceNotFound},
		"all venues, by an admin of one":     {local, booking.GrantMembership{Subject: subject}, problem.PolicyForbids},
		"a whole role, by an admin of parts": {part, booking.GrantMembership{Subject: subject}, problem.PolicyForbids},
	} {
		t.Run(name, func(t *testing.T) { rejected(t, c.code)(admit(h, c.by, c.in)) })
	}
	for name, c := range map[string]struct {
		in    booking.GrantMembership
		field string
	}{
		"nobody":                        {booking.GrantMembership{}, "subject"},
		"a subject and an address":      {booking.GrantMembership{Subject: subject, Email: word("a@example.com")}, "subject"},
		"no subject":                    {booking.GrantMembership{Subject: word("")}, "subject"},
		"no address":                    {booking.GrantMembership{Email: word("example.com")}, "email"},
		"a name with its address":       {booking.GrantMembership{Email: word("A <a@example.com>")}, "email"},
		"two addresses":                 {booking.GrantMembership{Email: word("a@example.com, b@example.com")}, "email"},
		"an address that only looks so": {booking.GrantMembership{Email: word("аda@example.com")}, "email"}, // a Cyrillic letter
		"no name":                       {booking.GrantMembership{Subject: subject, DisplayName: " "}, "displayName"},
		"a name that reads backwards":   {booking.GrantMembership{Subject: subject, DisplayName: "Ada \u202enimda"}, "displayName"},
		"no issuer":                     {booking.GrantMembership{Subject: subject, Issuer: word("")}, "issuer"},
		"an issuer that is no address":  {booking.GrantMembership{Subject: subject, Issuer: word("login.example")}, "issuer"},
		"no customer for an agent":      {booking.GrantMembership{Subject: subject, Role: actor.Agent}, "customerId"},
		"a customer for staff":          {booking.GrantMembership{Subject: subject, CustomerID: customerRef(*guest.CustomerID)}, "customerId"},
		"no role":                       {booking.GrantMembership{Subject: subject, Role: "OWNER"}, "role"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := admit(h, h.Admin, c.in)
			var invalid *problem.Invalid
			require.ErrorAs(t, err, &invalid)
			require.Equal(t, c.field, invalid.Field)
		})
	}
	t.Run("where no provider is trusted one has to be named", func(t *testing.T) {
		_, err := deskOver(h.DB).GrantMembership(ctx, h.Admin, booking.GrantMembership{Subject: subject, Role: actor.Staff, DisplayName: "Jiwoo", Key: h.Key()}, "test")
		require.ErrorAs(t, err, new(*problem.Invalid))
	})
	t.Run("nobody but an admin", func(t *testing.T) {
		for _, who := range []actor.Actor{h.Staff, guest, h.Person(actor.Agent, "Bot")} {
			_, err := admit(h, who, booking.GrantMembership{Subject: subject})
			require.ErrorIs(t, err, problem.ErrForbidden)
		}
	})
	require.Zero(t, h.Count(`SELECT count(*) FROM memberships`))
}

func TestRevokeMembership(t *testing.T) {
	t.Parallel()
	h := membersHouse(t)

	t.Run("once, for good", func(t *testing.T) {
		id := member(t, h, booking.GrantMembership{Subject: word("one")})
		rejected(t, problem.VersionStale)(h.Desk.RevokeMembership(ctx, h.Admin, endMembership(h, id, 2), "test"))
		in := endMembership(h, id, 1)
		housetest.Must(t)(h.Desk.RevokeMembership(ctx, h.Admin, in, "test"))
		require.True(t, housetest.Must(t)(h.Desk.RevokeMembership(ctx, h.Admin, in, "test")).Replayed)
		rejected(t, problem.IllegalTransition)(h.Desk.RevokeMembership(ctx, h.Admin, endMembership(h, id, 2), "test"))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM memberships WHERE id = $1 AND revoked_at IS NOT NULL AND version = 2`, id))
	})
	t.Run("only by those who have as much themselves", func(t *testing.T) {
		whole, here := member(t, h, booking.GrantMembership{Subject: word("two")}), member(t, h, booking.GrantMembership{Subject: word("three"), VenueIDs: venueRefs(h.Venue)})
		local, part := h.Admin, h.Admin
		local.VenueIDs, part.Scopes = []uuid.UUID{h.Venue}, []actor.Capability{actor.AccessManage}
		rejected(t, problem.ReferenceNotFound)(h.Desk.RevokeMembership(ctx, local, endMembership(h, whole, 1), "test"))
		rejected(t, problem.ReferenceNotFound)(h.Desk.RevokeMembership(ctx, part, endMembership(h, here, 1), "test"))
		rejected(t, problem.ReferenceNotFound)(h.Desk.RevokeMembership(ctx, housetest.In(t, h.DB).Admin, endMembership(h, here, 1), "test"))
		rejected(t, problem.ReferenceNotFound)(h.Desk.RevokeMembership(ctx, h.Admin, endMembership(h, uuid.New(), 1), "test"))
		housetest.Must(t)(h.Desk.RevokeMembership(ctx, local, endMembership(h, here, 1), "test"))
	})
	t.Run("the last who rules is kept, and only who has signed in counts", func(t *testing.T) {
		h := membersHouse(t)
		signsIn := func(id uuid.UUID) {
			h.Exec(`UPDATE memberships SET last_signed_in_at = clock_timestamp() WHERE id = $1`, id)
		}
		first, second := member(t, h, booking.GrantMembership{Subject: word("a"), Role: actor.Admin}), member(t, h, booking.GrantMembership{Subject: word("b"), Role: actor.Admin})
		abroad := member(t, h, booking.GrantMembership{Issuer: word("https://other.example"), Subject: word("c"), Role: actor.Admin})
		signsIn(first)
		signsIn(abroad)
		rejected(t, problem.PolicyForbids)(h.Desk.RevokeMembership(ctx, h.Admin, endMembership(h, first, 1), "test"))
		signsIn(second)
		results := together(t, 2, func(i int) (command.Result, error) {
			return h.Desk.RevokeMembership(ctx, h.Admin, endMembership(h, []uuid.UUID{first, second}[i], 1), "test")
		})
		require.Equal(t, map[string]int{"COMMITTED": 1, "POLICY_FORBIDS": 1}, tally(results))

		key, _ := issued(t, h, h.Admin, booking.IssueAPIKey{Role: actor.Admin})
		left := first
		h.Scan(`SELECT id FROM memberships WHERE revoked_at IS NULL AND issuer = $1`, []any{loginPage}, &left)
		housetest.Must(t)(h.Desk.RevokeMembership(ctx, h.Admin, endMembership(h, left, 1), "test"))
		rejected(t, problem.PolicyForbids)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, key, 1), "test"))
		housetest.Must(t)(h.Desk.RevokeMembership(ctx, h.Admin, endMembership(h, abroad, 1), "test"))
	})
	t.Run("whose own membership has ended grants nobody another", func(t *testing.T) {
		id := member(t, h, booking.GrantMembership{Subject: word("gone"), Role: actor.Admin})
		gone := actor.Actor{TenantID: h.Tenant, SessionID: uuid.New(), Role: actor.Admin, DisplayName: "Jiwoo"}
		h.Scan(`SELECT principal_id FROM memberships WHERE id = $1`, []any{id}, &gone.PrincipalID)
		housetest.Must(t)(admit(h, gone, booking.GrantMembership{Subject: word("while it lasts")}))
		housetest.Must(t)(h.Desk.RevokeMembership(ctx, h.Admin, endMembership(h, id, 1), "test"))
		_, err := admit(h, gone, booking.GrantMembership{Subject: word("afterwards")})
		require.ErrorIs(t, err, problem.ErrForbidden)
	})
}
