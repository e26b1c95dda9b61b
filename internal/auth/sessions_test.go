package auth_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/housetest"
)

const issuer = "https://login.example.com"

var limits = auth.SessionLimits{Life: 12 * time.Hour, Idle: 2 * time.Hour, Issuers: []string{issuer}}

// grant makes somebody a member, known by a subject, an address or both.
func grant(h *housetest.House, who actor.Actor, subject, email string, venues ...uuid.UUID) (membership uuid.UUID) {
	membership = uuid.New()
	h.Exec(`INSERT INTO memberships (id, tenant_id, principal_id, issuer, subject, email, created_at) VALUES ($1, $2, $3, $4, nullif($5, ''), nullif($6, ''), clock_timestamp())`,
		membership, h.Tenant, who.PrincipalID, issuer, subject, email)
	for _, venue := range venues {
		h.Exec(`INSERT INTO membership_venues (id, tenant_id, membership_id, venue_id) VALUES ($1, $2, $3, $4)`, uuid.New(), h.Tenant, membership, venue)
	}
	return membership
}

func dismiss(h *housetest.House, membership uuid.UUID) {
	h.Exec(`UPDATE memberships SET revoked_at = clock_timestamp(), version = version + 1 WHERE id = $1`, membership)
}

func newSessions(t testing.TB, h *housetest.House, change ...func(*auth.SessionLimits)) (*auth.Sessions, *watch) {
	t.Helper()
	l := limits
	for _, f := range change {
		f(&l)
	}
	sessions, clock := auth.NewSessions(h.DB, l), &watch{at: time.Now()}
	sessions.SetClock(clock.now)
	t.Cleanup(sessions.Close)
	return sessions, clock
}

func begin(t testing.TB, s *auth.Sessions, h *housetest.House, membership uuid.UUID) string {
	t.Helper()
	session, err := s.Begin(context.Background(), h.Tenant, membership, "")
	require.NoError(t, err)
	return session.Token
}

func gone(t testing.TB, s *auth.Sessions, token string) {
	t.Helper()
	a, err := s.Authenticate(context.Background(), token)
	require.ErrorIs(t, err, auth.ErrUnauthenticated)
	require.Equal(t, actor.Actor{}, a)
}

func idOf(t testing.TB, token string) uuid.UUID {
	t.Helper()
	parsed, ok := credential.Parse(credential.Session, token)
	require.True(t, ok)
	return parsed.ID
}

// ended lets a session have run out so long ago.
func ended(h *housetest.House, session uuid.UUID, ago time.Duration) {
	h.Deadline("sessions", "created_at", session, -ago-12*time.Hour)
	h.Deadline("sessions", "expires_at", session, -ago)
}

func TestSessions(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("김하나")
	member := grant(h, guest, "hana", "", h.Venue)

	t.Run("whoever stays is the member, for as long as was said", func(t *testing.T) {
		sessions, _ := newSessions(t, h)
		session, err := sessions.Begin(t.Context(), h.Tenant, member, "at-the-provider")
		require.NoError(t, err)
		require.WithinDuration(t, time.Now().Add(12*time.Hour), session.ExpiresAt, time.Minute)
		require.Equal(t, 12*time.Hour, session.Life)
		a, err := sessions.Authenticate(t.Context(), session.Token)
		require.NoError(t, err)
		require.True(t, session.ExpiresAt.Equal(*a.ExpiresAt))
		want := guest
		want.SessionID, want.VenueIDs, want.ExpiresAt = idOf(t, session.Token), []uuid.UUID{h.Venue}, a.ExpiresAt
		require.Equal(t, want, a)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM memberships WHERE last_signed_in_at IS NOT NULL AND version = 1`))
	})
	t.Run("only a digest of the secret is stored", func(t *testing.T) {
		sessions, _ := newSessions(t, h)
		token := begin(t, sessions, h, member)
		require.Zero(t, h.Count(`SELECT count(*) FROM sessions s WHERE s::text LIKE '%' || $1 || '%'`, token[strings.LastIndex(token, ".")+1:]))
	})
	t.Run("another secret opens nothing, nor does another tenant's name", func(t *testing.T) {
		sessions, _ := newSessions(t, h)
		token, other := begin(t, sessions, h, member), begin(t, sessions, h, member)
		parts, others := strings.Split(token, "."), strings.Split(other, ".")
		gone(t, sessions, strings.Join([]string{parts[0], parts[1], others[2]}, "."))
		foreign := credential.New(credential.Session, housetest.In(t, h.DB).Tenant, idOf(t, token)).String()
		gone(t, sessions, strings.Join([]string{parts[0], strings.Split(foreign, ".")[1], parts[2]}, "."))
		gone(t, sessions, "sq."+parts[1]+"."+parts[2])
	})
	t.Run("it is no API key, and an API key is no session", func(t *testing.T) {
		sessions, _ := newSessions(t, h)
		keys, _ := newKeys(t, h.DB)
		refused(t, keys, begin(t, sessions, h, member))
		token, _ := issue(t, h, keys, h.Staff, auth.IssueSpec{})
		gone(t, sessions, token)
	})
	t.Run("nobody stays whose membership was revoked", func(t *testing.T) {
		sessions, _ := newSessions(t, h)
		left := grant(h, h.Staff, "left", "")
		dismiss(h, left)
		_, err := sessions.Begin(t.Context(), h.Tenant, left, "")
		require.ErrorIs(t, err, auth.ErrNoMembership)
		_, err = sessions.Begin(t.Context(), housetest.In(t, h.DB).Tenant, member, "")
		require.ErrorIs(t, err, auth.ErrNoMembership, "nor by another tenant's door")
	})
}

func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	admit := func(t *testing.T, change ...func(*auth.SessionLimits)) (s *auth.Sessions, clock *watch, token string, a actor.Actor, membership uuid.UUID) {
		membership = grant(h, h.Person(actor.Staff, "Somi"), uuid.NewString(), "")
		s, clock = newSessions(t, h, change...)
		token = begin(t, s, h, membership)
		a, err := s.Authenticate(t.Context(), token)
		require.NoError(t, err)
		return s, clock, token, a, membership
	}
	over := func(t *testing.T, s *auth.Sessions, clock *watch, token string, a actor.Actor) {
		t.Helper()
		clock.move(auth.TTL)
		gone(t, s, token)
		require.False(t, s.StillValid(t.Context(), a))
	}
	t.Run("when it is signed out, here at once", func(t *testing.T) {
		s, clock, token, a, _ := admit(t)
		elsewhere, later := newSessions(t, h)
		_, err := elsewhere.Authenticate(t.Context(), token)
		require.NoError(t, err)
		require.NoError(t, s.End(t.Context(), token))
		gone(t, s, token)
		over(t, s, clock, token, a)
		over(t, elsewhere, later, token, a)
		require.NoError(t, s.End(t.Context(), token), "twice is once")
		require.NoError(t, s.End(t.Context(), "nonsense"))
	})
	t.Run("not by a token of another secret", func(t *testing.T) {
		s, clock, token, a, _ := admit(t)
		forged := credential.New(credential.Session, h.Tenant, a.SessionID).String()
		require.NoError(t, s.End(t.Context(), forged))
		clock.move(auth.TTL)
		_, err := s.Authenticate(t.Context(), token)
		require.NoError(t, err)
	})
	t.Run("when the membership is revoked", func(t *testing.T) {
		s, clock, token, a, membership := admit(t)
		dismiss(h, membership)
		over(t, s, clock, token, a)
	})
	t.Run("when its time is over", func(t *testing.T) {
		s, clock, token, a, _ := admit(t)
		ended(h, a.SessionID, time.Second)
		over(t, s, clock, token, a)
	})
	t.Run("when nothing is done for long, and an open socket is nothing done", func(t *testing.T) {
		s, clock, token, a, _ := admit(t)
		idle := func(d time.Duration) {
			h.Exec(`UPDATE sessions SET seen_at = clock_timestamp() - $2 * interval '1 microsecond' WHERE id = $1`, a.SessionID, d.Microseconds())
		}
		idle(2*time.Hour - time.Minute)
		clock.move(auth.TTL)
		require.True(t, s.StillValid(t.Context(), a))
		s.Close() // waits for what would be noted
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM sessions WHERE id = $1 AND seen_at < clock_timestamp() - interval '1 hour'`, a.SessionID))
		idle(2 * time.Hour)
		over(t, s, clock, token, a)
	})
	t.Run("not while something is done: that is noted to the minute", func(t *testing.T) {
		s, clock, token, a, _ := admit(t)
		h.Exec(`UPDATE sessions SET seen_at = clock_timestamp() - interval '119 minutes' WHERE id = $1`, a.SessionID)
		clock.move(auth.TTL)
		_, err := s.Authenticate(t.Context(), token)
		require.NoError(t, err)
		s.Close()
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM sessions WHERE id = $1 AND seen_at > clock_timestamp() - interval '1 minute'`, a.SessionID))
	})
	t.Run("where its issuer doesn't count", func(t *testing.T) {
		_, _, token, a, _ := admit(t)
		other, clock := newSessions(t, h, func(l *auth.SessionLimits) { l.Issuers = []string{"demo:local"} })
		over(t, other, clock, token, a)
		nowhere, clock := newSessions(t, h, func(l *auth.SessionLimits) { l.Issuers = nil })
		over(t, nowhere, clock, token, a)
	})
}

func TestCookiesSpeak(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	sessions, _ := newSessions(t, h)
	keys, _ := newKeys(t, h.DB)
	c := &auth.Credentials{Keys: keys, Sessions: sessions, Site: site(t, home)}
	token := begin(t, sessions, h, grant(h, h.Admin, "ada", ""))
	key, _ := issue(t, h, keys, h.Staff, auth.IssueSpec{})
	cookie := []string{"Cookie", "__Host-slotq=" + token}

	t.Run("for requests of our pages", func(t *testing.T) {
		for _, r := range []*http.Request{request(http.MethodPost, cookie...), request(http.MethodGet, cookie...), changed(socket(home), cookie...)} {
			a, err := c.Of(r)
			require.NoError(t, err)
			require.Equal(t, h.Admin.PrincipalID, a.PrincipalID)
			require.True(t, c.StillValid(t.Context(), a))
		}
	})
	t.Run("for nobody else's", func(t *testing.T) {
		for _, origin := range strangers {
			for _, r := range []*http.Request{request(http.MethodPost, cookie...), request(http.MethodGet, cookie...), socket(origin)} {
				_, err := c.Of(changed(r, append(cookie, "Origin", origin)...))
				require.ErrorIs(t, err, auth.ErrUnauthenticated, origin)
			}
		}
		_, err := c.Of(request(http.MethodPost, append(cookie, "Content-Type", "text/plain")...))
		require.ErrorIs(t, err, auth.ErrUnauthenticated)
	})
	t.Run("not where a header speaks, even a bad one", func(t *testing.T) {
		a, err := c.Of(request(http.MethodPost, append(cookie, "Authorization", "Bearer "+key)...))
		require.NoError(t, err)
		require.Equal(t, h.Staff.PrincipalID, a.PrincipalID)
		for _, bad := range []string{"Bearer x", "Basic eDp5", "", "Bearer " + token} {
			_, err := c.Of(request(http.MethodPost, append(cookie, "Authorization", bad)...))
			require.ErrorIs(t, err, auth.ErrUnauthenticated, bad)
		}
	})
}

func TestSweep(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	member := grant(h, h.Staff, "somi", "")
	sessions, _ := newSessions(t, h)
	old, recent := idOf(t, begin(t, sessions, h, member)), idOf(t, begin(t, sessions, h, member))
	ended(h, old, 7*24*time.Hour+time.Second)
	ended(h, recent, 7*24*time.Hour-time.Minute)
	signIns := auth.NewSignIns(h.DB)
	_, _, err := signIns.Begin(t.Context(), h.Tenant, "/")
	require.NoError(t, err)
	var first uuid.UUID
	h.Scan(`SELECT id FROM sign_ins`, nil, &first)
	h.Rewind("sign_ins", "expires_at", first)
	_, _, err = signIns.Begin(t.Context(), h.Tenant, "/")
	require.NoError(t, err)

	swept, err := auth.Sweep(t.Context(), h.DB)
	require.NoError(t, err)
	require.EqualValues(t, 2, swept)
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM sessions WHERE id = $1`, recent))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM sign_ins WHERE id <> $1`, first))
}
