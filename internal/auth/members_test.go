package auth_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/identity"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// somebody is a person of the provider; without an address it is one that isn't verified.
func somebody(subject, email string) identity.Person {
	return identity.Person{Issuer: issuer, Subject: subject, Email: email, Name: "Name of " + subject, ExpiresAt: time.Now().Add(time.Hour)}
}

// together does something n times at once and returns the errors.
func together(n int, do func(i int) error) []error {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = do(i) })
	}
	all.Wait()
	return errs
}

func TestRecognise(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	members := auth.NewMembers(h.DB)
	stranger := func(t *testing.T, p identity.Person) {
		t.Helper()
		_, err := members.Recognise(t.Context(), h.Tenant, p)
		require.ErrorIs(t, err, auth.ErrNoMembership)
	}
	t.Run("by the subject, whatever the address", func(t *testing.T) {
		want := grant(h, h.Staff, "somi", "")
		for _, p := range []identity.Person{somebody("somi", ""), somebody("somi", "else@example.com")} {
			got, err := members.Recognise(t.Context(), h.Tenant, p)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	})
	t.Run("by the verified address, and from then on by the subject", func(t *testing.T) {
		want := grant(h, h.Admin, "", "ada@example.com")
		stranger(t, somebody("ada", ""))
		stranger(t, somebody("ada", "ada@example.org"))
		got, err := members.Recognise(t.Context(), h.Tenant, somebody("ada", "ada@example.com"))
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM memberships WHERE id = $1 AND subject = 'ada' AND version = 2`, want))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'takeMembership' AND actor = 'ADMIN Ada' AND subject = $1`, ref.Encode(ref.Membership, want)))
		stranger(t, somebody("eve", "ada@example.com"))
		got, err = members.Recognise(t.Context(), h.Tenant, somebody("ada", "new@example.com"))
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
	t.Run("not those of another provider, another tenant, or a revoked membership", func(t *testing.T) {
		gone := grant(h, h.Staff, "kim", "kim@example.com")
		dismiss(h, gone)
		stranger(t, somebody("kim", "kim@example.com"))
		p := somebody("somi", "")
		p.Issuer = "https://evil.example"
		stranger(t, p)
		_, err := members.Recognise(t.Context(), housetest.In(t, h.DB).Tenant, somebody("somi", "ada@example.com"))
		require.ErrorIs(t, err, auth.ErrNoMembership)
	})
	t.Run("of two subjects with one address, one at once", func(t *testing.T) {
		want := grant(h, h.Staff, "", "one@example.com")
		errs := together(8, func(i int) error {
			_, err := members.Recognise(context.Background(), h.Tenant, somebody("twin "+string(rune('a'+i)), "one@example.com"))
			return err
		})
		won := 0
		for _, err := range errs {
			if err == nil {
				won++
				continue
			}
			require.ErrorIs(t, err, auth.ErrNoMembership)
		}
		require.Equal(t, 1, won)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM memberships WHERE id = $1 AND subject LIKE 'twin %' AND version = 2`, want))
	})
	t.Run("the same subject many times at once", func(t *testing.T) {
		grant(h, h.Staff, "", "same@example.com")
		require.NoError(t, errors.Join(together(8, func(int) error {
			_, err := members.Recognise(context.Background(), h.Tenant, somebody("same", "same@example.com"))
			return err
		})...))
	})
}

func TestWelcome(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	members := auth.NewMembers(h.DB)
	whose := func(membership uuid.UUID) (a actor.Actor) {
		h.Scan(`SELECT p.id, p.role, p.display_name, p.customer_id FROM memberships m JOIN principals p ON p.id = m.principal_id WHERE m.id = $1`,
			[]any{membership}, &a.PrincipalID, &a.Role, &a.DisplayName, &a.CustomerID)
		return a
	}
	t.Run("whoever isn't known is a guest, once, however often it comes at once", func(t *testing.T) {
		got := make([]uuid.UUID, 8)
		require.NoError(t, errors.Join(together(8, func(i int) (err error) {
			got[i], err = members.Welcome(context.Background(), h.Tenant, somebody("noah", "noah@example.com"))
			return err
		})...))
		for _, membership := range got {
			require.Equal(t, got[0], membership)
		}
		guest := whose(got[0])
		require.Equal(t, actor.Customer, guest.Role)
		require.Equal(t, "Name of noah", guest.DisplayName)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM customers WHERE id = $1 AND email = 'noah@example.com' AND name = 'Name of noah'`, *guest.CustomerID))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM principals WHERE display_name = 'Name of noah'`), "what lost the race left nothing")
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'becomeGuest' AND actor = 'CUSTOMER Name of noah'`))
	})
	t.Run("the guest is the customer of that address", func(t *testing.T) {
		known := uuid.New()
		h.Exec(`INSERT INTO customers (id, tenant_id, name, email, email_key, created_at, updated_at) VALUES ($1, $2, 'Mina', 'Mina@Example.com', 'mina@example.com', clock_timestamp(), clock_timestamp())`, known, h.Tenant)
		got, err := members.Welcome(t.Context(), h.Tenant, somebody("mina", "mina@example.com"))
		require.NoError(t, err)
		require.Equal(t, known, *whose(got).CustomerID)
	})
	t.Run("a name is shown without what would steer", func(t *testing.T) {
		p := somebody("mallory", "mallory@example.com")
		p.Name = "Ada\u202e\x1b[2J"
		got, err := members.Welcome(t.Context(), h.Tenant, p)
		require.NoError(t, err)
		require.Equal(t, "Ada[2J", whose(got).DisplayName)
	})
	t.Run("a member stays what it is", func(t *testing.T) {
		want := grant(h, h.Staff, "", "somi@example.com")
		got, err := members.Welcome(t.Context(), h.Tenant, somebody("somi", "somi@example.com"))
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
	t.Run("a second subject of an address is a guest without it", func(t *testing.T) {
		got, err := members.Welcome(t.Context(), h.Tenant, somebody("somi's friend", "somi@example.com"))
		require.NoError(t, err)
		require.Equal(t, actor.Customer, whose(got).Role)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM memberships WHERE id = $1 AND email IS NULL`, got))
	})
	t.Run("an address that isn't verified opens nothing", func(t *testing.T) {
		_, err := members.Welcome(t.Context(), h.Tenant, somebody("anonymous", ""))
		require.ErrorIs(t, err, auth.ErrNoMembership)
	})
	t.Run("whoever was sent away doesn't come back as a guest, under the same subject or address", func(t *testing.T) {
		dismiss(h, grant(h, h.Staff, "out", "out@example.com"))
		for _, p := range []identity.Person{somebody("out", "other@example.com"), somebody("other", "out@example.com")} {
			_, err := members.Welcome(t.Context(), h.Tenant, p)
			require.ErrorIs(t, err, auth.ErrNoMembership)
		}
		again := grant(h, h.Staff, "", "out@example.com")
		got, err := members.Welcome(t.Context(), h.Tenant, somebody("out", "out@example.com"))
		require.NoError(t, err, "but as what it is granted anew")
		require.Equal(t, again, got)
	})
}

// bearers know tokens by heart.
type bearers map[string]identity.Person

func (b bearers) Bearer(_ context.Context, token string) (identity.Person, error) {
	switch p, known := b[token]; {
	case token == "ey.away.":
		return identity.Person{}, identity.ErrAway
	case known:
		return p, nil
	}
	return identity.Person{}, identity.ErrRefused
}

func TestBearers(t *testing.T) {
	t.Parallel()
	h, other := housetest.New(t), (*housetest.House)(nil)
	other = housetest.In(t, h.DB)
	code := func(h *housetest.House) string { return h.Tenant.String()[:8] }
	membership := grant(h, h.Staff, "somi", "", h.Venue)
	grant(h, h.Admin, "", "ada@example.com")
	grant(other, other.Admin, "somi", "")
	keys, _ := newKeys(t, h.DB)
	members, clock := auth.NewMembers(h.DB), &watch{at: time.Now()}
	members.SetClock(clock.now)
	c := &auth.Credentials{Keys: keys, Members: members, Tenants: auth.NewTenants(h.DB), Bearers: bearers{
		"ey.somi.": somebody("somi", ""), "ey.ada.": somebody("ada", "ada@example.com"), "ey.eve.": somebody("eve", "eve@example.com"),
	}}
	at := func(h *housetest.House) context.Context { return auth.WithTenant(t.Context(), code(h)) }
	nobody := func(ctx context.Context, token string) {
		t.Helper()
		a, err := c.Authenticate(ctx, token)
		require.ErrorIs(t, err, auth.ErrUnauthenticated)
		require.Equal(t, actor.Actor{}, a)
	}

	somi, err := c.Authenticate(at(h), "ey.somi.")
	require.NoError(t, err)
	require.WithinDuration(t, time.Now().Add(time.Hour), *somi.ExpiresAt, time.Minute, "it ends with the token")
	want := h.Staff
	want.MembershipID, want.VenueIDs, want.ExpiresAt = membership, []uuid.UUID{h.Venue}, somi.ExpiresAt
	require.Equal(t, want, somi)
	require.True(t, c.StillValid(t.Context(), somi))

	elsewhere, err := c.Authenticate(at(other), "ey.somi.")
	require.NoError(t, err)
	require.Equal(t, other.Admin.PrincipalID, elsewhere.PrincipalID, "the same person is somebody else at another tenant's door")

	ada, err := c.Authenticate(at(h), "ey.ada.")
	require.NoError(t, err)
	require.Equal(t, h.Admin.PrincipalID, ada.PrincipalID, "bound by the address")

	nobody(at(h), "ey.eve.")
	require.Zero(t, h.Count(`SELECT count(*) FROM memberships WHERE subject = 'eve'`), "a token makes no guests")
	nobody(at(other), "ey.ada.")
	nobody(t.Context(), "ey.somi.")
	nobody(auth.WithTenant(t.Context(), "moon"), "ey.somi.")
	nobody(at(h), "ey.forged.")
	_, err = c.Authenticate(at(h), "ey.away.")
	require.ErrorIs(t, err, problem.ErrUnavailable)
	key, _ := issue(t, h, keys, h.Staff, auth.IssueSpec{})
	_, err = c.Authenticate(at(other), key)
	require.NoError(t, err, "a key says itself whose it is")

	dismiss(h, membership)
	clock.move(auth.TTL)
	nobody(at(h), "ey.somi.")
	require.False(t, c.StillValid(t.Context(), somi))
	require.True(t, c.StillValid(t.Context(), elsewhere))
	c.Bearers = nil
	nobody(at(h), "ey.ada.")
}

func TestSignIns(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	signIns := auth.NewSignIns(h.DB)
	state, begun, err := signIns.Begin(t.Context(), h.Tenant, "/desk?day=1")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(begun.Verifier), 43, "as long as the protocol wants it")

	t.Run("of any number who bring the state one gets the sign-in", func(t *testing.T) {
		errs := together(8, func(int) error {
			got, err := signIns.Take(context.Background(), state)
			if err == nil && got != begun {
				err = errors.New("another one")
			}
			return err
		})
		won := 0
		for _, err := range errs {
			if err == nil {
				won++
				continue
			}
			require.ErrorIs(t, err, auth.ErrNoSignIn)
		}
		require.Equal(t, 1, won)
	})
	t.Run("late, it is over, and is gone", func(t *testing.T) {
		late, _, err := signIns.Begin(t.Context(), h.Tenant, "/")
		require.NoError(t, err)
		var id uuid.UUID
		h.Scan(`SELECT id FROM sign_ins`, nil, &id)
		h.Rewind("sign_ins", "expires_at", id)
		for range 2 {
			_, err = signIns.Take(t.Context(), late)
			require.ErrorIs(t, err, auth.ErrNoSignIn)
		}
		require.Zero(t, h.Count(`SELECT count(*) FROM sign_ins`))
	})
	t.Run("what was never begun isn't there", func(t *testing.T) {
		for _, text := range []string{"", "x", "sq" + state[3:], "sqs" + state[3:], state[:len(state)-1]} {
			_, err := signIns.Take(t.Context(), text)
			require.ErrorIs(t, err, auth.ErrNoSignIn)
		}
	})
}
