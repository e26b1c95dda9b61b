package app_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/identitytest"
)

// publicURL is where browsers believe to be: what they say is all that counts.
const publicURL = "http://127.0.0.1:1"

// signingIn lets people sign in by a provider.
func signingIn(at *identitytest.Provider) func(*config.Serve) {
	return func(s *config.Serve) {
		s.Identity = config.Identity{
			PublicURL: publicURL, OIDCIssuer: at.URL, OIDCClientID: identitytest.ClientID, OIDCSecret: identitytest.Secret, OIDCAudience: "api",
			SessionLife: time.Hour, SessionIdle: time.Hour,
		}
		s.AllowedOrigins = []string{"https://friend.example"}
	}
}

// member lets a subject of an issuer in as somebody.
func (n *tenant) member(a actor.Actor, issuer, subject string) (membership uuid.UUID) {
	membership = uuid.New()
	n.Exec(`INSERT INTO memberships (id, tenant_id, principal_id, issuer, subject, created_at) VALUES ($1, $2, $3, $4, $5, clock_timestamp())`, membership, n.Tenant, a.PrincipalID, issuer, subject)
	return membership
}

// stay is a session's cookie.
func (n *tenant) stay(t testing.TB, membership uuid.UUID) string {
	t.Helper()
	sessions := auth.NewSessions(n.DB, auth.SessionLimits{Life: time.Hour, Idle: time.Hour})
	defer sessions.Close()
	session, err := sessions.Begin(context.Background(), n.Tenant, membership, "")
	require.NoError(t, err)
	return "slotq=" + session.Token
}

func browserHeader(cookie string) http.Header {
	header := http.Header{"Content-Type": {"application/json"}, "Cookie": {cookie}, "Origin": {publicURL}}
	header.Set(auth.ClientHeader, "test")
	return header
}

// bearerHeader shows a provider's token at the door of a tenant.
func bearerHeader(token, code string) http.Header {
	header := http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer " + token}}
	header.Set(auth.TenantHeader, code)
	return header
}

func TestSessionsSpeak(t *testing.T) {
	t.Parallel()
	at := identitytest.New(t)
	p := start(t, apiOnly, signingIn(at))
	n := p.tenant()
	nobody := p.as("")
	root := strings.TrimSuffix(p.at, "/graphql")
	post := func(header http.Header) answer {
		return nobody.send(http.MethodPost, p.at, body(`{ viewer { displayName } }`, nil), header)
	}
	admitted := func(t *testing.T, header http.Header) *socket {
		s := nobody.in(t).dial(header)
		s.send(`{"type":"connection_init"}`)
		require.Equal(t, "connection_ack", s.frame().Get("type").String())
		return s
	}
	dismiss := func(membership uuid.UUID) {
		n.Exec(`UPDATE memberships SET revoked_at = clock_timestamp(), version = version + 1 WHERE id = $1`, membership)
	}

	t.Run("on a post of our page, and on no other", func(t *testing.T) {
		cookie := n.stay(t, n.member(n.guestActor, at.URL, "post"))
		require.Equal(t, n.guestActor.DisplayName, post(browserHeader(cookie)).data("viewer.displayName").String())
		for name, change := range map[string]func(http.Header){
			"another site": func(h http.Header) { h.Set("Origin", "https://evil.example") }, "a friend": func(h http.Header) { h.Set("Origin", "https://friend.example") },
			"a page of none": func(h http.Header) { h.Set("Origin", "null") }, "a form's header": func(h http.Header) { h.Del(auth.ClientHeader) },
		} {
			header := browserHeader(cookie)
			change(header)
			a := post(header)
			require.Equal(t, "UNAUTHENTICATED", a.code(), name)
		}
		header := browserHeader(cookie)
		header.Set("Content-Type", "text/plain")
		require.Equal(t, http.StatusUnsupportedMediaType, post(header).status)
		got := nobody.send(http.MethodGet, p.at+"?query={viewer{displayName}}", "", http.Header{"Cookie": {cookie}, "Sec-Fetch-Site": {"cross-site"}})
		require.Equal(t, "UNAUTHENTICATED", got.code())
	})
	t.Run("signing out ends the sockets of the session within seconds", func(t *testing.T) {
		cookie := n.stay(t, n.member(n.Staff, at.URL, "out"))
		s := admitted(t, http.Header{"Cookie": {cookie}, "Origin": {publicURL}})
		out := nobody.send(http.MethodPost, root+"/auth/sign-out", "{}", browserHeader(cookie))
		require.Equal(t, http.StatusOK, out.status, out.raw)
		code, after := s.closed()
		require.Equal(t, 4403, code)
		require.Less(t, after, patience)
		require.Equal(t, "UNAUTHENTICATED", post(browserHeader(cookie)).code())
	})
	t.Run("so does a revoked membership", func(t *testing.T) {
		membership := n.member(n.Staff, at.URL, "revoked")
		cookie := n.stay(t, membership)
		s := admitted(t, http.Header{"Cookie": {cookie}, "Origin": {publicURL}})
		dismiss(membership)
		code, _ := s.closed()
		require.Equal(t, 4403, code)
	})
	t.Run("a socket of another page gets nothing by the cookie", func(t *testing.T) {
		cookie := n.stay(t, n.member(n.Staff, at.URL, "friend"))
		s := nobody.in(t).dial(http.Header{"Cookie": {cookie}, "Origin": {"https://friend.example"}})
		s.send(`{"type":"connection_init"}`)
		code, _ := s.closed()
		require.Equal(t, 4403, code, "it may open one, and must bring a token")
		for _, origin := range []string{"https://evil.example", "null", publicURL + ".evil.example", "http://127.0.0.1:10"} {
			dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}}
			_, response, err := dialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(p.at, "http"), http.Header{"Cookie": {cookie}, "Origin": {origin}})
			require.Error(t, err)
			require.Equal(t, http.StatusForbidden, response.StatusCode, origin)
			_ = response.Body.Close()
		}
	})
	t.Run("a token of the provider is good at the door that it is shown at", func(t *testing.T) {
		membership := n.member(n.guestActor, at.URL, "ada")
		token := at.Sign(at.Claims("ada").With(identitytest.Claims{"aud": "api"}))
		bearer := bearerHeader(token, n.Tenant.String()[:8])
		eventually(t, "the provider is found", func() bool { return post(bearer).status == http.StatusOK })
		require.Equal(t, n.guestActor.DisplayName, post(bearer).data("viewer.displayName").String())
		s := nobody.in(t).dial(http.Header{auth.TenantHeader: {n.Tenant.String()[:8]}})
		s.send(`{"type":"connection_init","payload":{"authorization":"Bearer ` + token + `"}}`)
		require.Equal(t, "connection_ack", s.frame().Get("type").String())
		other := p.tenant()
		for _, code := range []string{other.Tenant.String()[:8], "nowhere", ""} {
			bearer.Set(auth.TenantHeader, code)
			require.Equal(t, "UNAUTHENTICATED", post(bearer).code())
		}
		dismiss(membership)
		code, _ := s.closed()
		require.Equal(t, 4403, code)
	})
	t.Run("who is signed in at the demo is nobody here, and there is no such door", func(t *testing.T) {
		cookie := n.stay(t, n.member(n.Admin, "demo:local", "admin"))
		require.Equal(t, "UNAUTHENTICATED", post(browserHeader(cookie)).code())
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			require.Equal(t, http.StatusNotFound, nobody.send(method, root+"/auth/demo", "", http.Header{}).status)
		}
	})
}

func TestProviderDownAtStart(t *testing.T) {
	t.Parallel()
	at := identitytest.New(t)
	at.Away(true)
	p := start(t, apiOnly, signingIn(at))
	n := p.tenant()
	require.Equal(t, n.guestActor.DisplayName, n.guest.do(`{ viewer { displayName } }`, nil).Get("viewer.displayName").String(), "keys go on working")
	n.member(n.guestActor, at.URL, "ada")
	token := at.Sign(at.Claims("ada").With(identitytest.Claims{"aud": "api"}))
	bearer := bearerHeader(token, n.Tenant.String()[:8])
	ask := func() answer {
		return p.as("").send(http.MethodPost, p.at, body(`{ viewer { displayName } }`, nil), bearer)
	}
	require.Equal(t, "UNAVAILABLE", ask().code())
	at.Away(false)
	eventually(t, "the provider is found by itself", func() bool { return ask().code() == "" })
}
