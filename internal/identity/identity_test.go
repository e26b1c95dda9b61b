package identity_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/identity"
	"github.com/slotq/slotq/internal/identitytest"
)

const api = "https://api.example.com"

type (
	claims = identitytest.Claims
	change = func(*identity.Options)
)

// meet finds a provider; the clock stands ahead of the real one by as much as it is moved.
func meet(t *testing.T, at *identitytest.Provider, changes ...change) (*identity.Provider, *atomic.Int64) {
	t.Helper()
	ahead := &atomic.Int64{}
	o := identity.Options{
		Issuer: at.URL, ClientID: identitytest.ClientID, ClientSecret: identitytest.Secret, Redirect: "http://127.0.0.1/auth/callback",
		Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) },
	}
	for _, f := range changes {
		f(&o)
	}
	p := identity.New(o)
	require.NoError(t, p.Discover(t.Context()))
	return p, ahead
}

func TestBearer(t *testing.T) {
	t.Parallel()
	at := identitytest.New(t)
	p, _ := meet(t, at, func(o *identity.Options) { o.Audience, o.Parties = api, []string{"phone-app"} })
	good := at.Claims("ada").With(claims{"aud": api})

	t.Run("a token for us names the person", func(t *testing.T) {
		who, err := p.Bearer(t.Context(), at.Sign(good.With(claims{"email": " Ada@Example.com", "email_verified": true, "name": "Ada", "sid": "s-1"})))
		require.NoError(t, err)
		require.WithinDuration(t, time.Now().Add(time.Hour), who.ExpiresAt, time.Minute)
		who.ExpiresAt = time.Time{}
		require.Equal(t, identity.Person{Issuer: at.URL, Subject: "ada", Email: "ada@example.com", Name: "Ada", Session: "s-1"}, who)
	})
	for name, says := range map[string]claims{
		"an address that isn't verified":      {"email": "ada@example.com", "email_verified": false},
		"one of which nothing is said":        {"email": "ada@example.com"},
		"one that says something else":        {"email": "ada@example.com", "email_verified": "yes"},
		"a letter that becomes another's":     {"email": "\u212aim@example.com", "email_verified": true},
		"what would steer a terminal":         {"email": "\u001b[2J@example.com", "email_verified": true},
		"what is no address":                  {"email": "ada", "email_verified": true},
		"a user name that would tell of it":   {"preferred_username": "ada@example.com"},
		"a number where the word is expected": {"email": "ada@example.com", "email_verified": 1},
	} {
		t.Run(name+" doesn't count", func(t *testing.T) {
			who, err := p.Bearer(t.Context(), at.Sign(good.With(says)))
			require.NoError(t, err)
			require.Empty(t, who.Email)
			require.Empty(t, who.Name)
		})
	}
	for name, says := range map[string]claims{
		"an audience among others":     {"aud": []string{"other", api}},
		"another client that we know":  {"azp": "phone-app"},
		"no client, for us alone":      {"azp": nil},
		"a start within clocks' error": {"nbf": time.Now().Add(time.Minute).Unix()},
		"verified as text":             {"email": "a@b.example", "email_verified": "true"},
	} {
		t.Run("it may have "+name, func(t *testing.T) {
			_, err := p.Bearer(t.Context(), at.Sign(good.With(says)))
			require.NoError(t, err)
		})
	}
	t.Run("an access token says what it is", func(t *testing.T) {
		_, err := p.Bearer(t.Context(), at.Sign(good, claims{"typ": "at+jwt"}))
		require.NoError(t, err)
	})

	for name, says := range map[string]claims{
		"another issuer":            {"iss": "https://evil.example"},
		"the issuer with a slash":   {"iss": at.URL + "/"},
		"no issuer":                 {"iss": nil},
		"our client for audience":   {"aud": identitytest.ClientID},
		"no audience":               {"aud": nil},
		"a client that we don't":    {"azp": "evil-app"},
		"two audiences, no client":  {"aud": []string{api, "other"}, "azp": nil},
		"an end in the past":        {"exp": time.Now().Add(-time.Second).Unix()},
		"no end":                    {"exp": nil},
		"a start in the future":     {"nbf": time.Now().Add(6 * time.Minute).Unix()},
		"no subject":                {"sub": nil},
		"a subject without end":     {"sub": strings.Repeat("x", 256)},
		"a number for a subject":    {"sub": 7},
		"more than anybody has any": {"pad": strings.Repeat("x", 9<<10)},
	} {
		t.Run("one with "+name+" is refused", func(t *testing.T) { refused(t, p, at.Sign(good.With(says))) })
	}
	for _, kind := range []string{"logout+jwt", "secevent+jwt", "dpop+jwt"} {
		t.Run("a "+kind+" is no token that names a person", func(t *testing.T) { refused(t, p, at.Sign(good, claims{"typ": kind})) })
	}
	t.Run("what is no token is refused without a word to the provider", func(t *testing.T) {
		before := at.Fetches()
		for _, text := range []string{"", "ey", "ey..", "eyJ.eyJ.x", "sq.a.b", at.Sign(good) + "x.y", strings.Repeat("ey.", 1<<12)} {
			refused(t, p, text)
		}
		require.Equal(t, before, at.Fetches())
	})
}

func refused(t *testing.T, p *identity.Provider, token string) {
	t.Helper()
	who, err := p.Bearer(context.Background(), token)
	require.ErrorIs(t, err, identity.ErrRefused)
	require.Equal(t, identity.Person{}, who)
}

func TestForgeries(t *testing.T) {
	t.Parallel()
	at := identitytest.New(t)
	p, _ := meet(t, at)
	good := at.Claims("ada")
	_, err := p.Bearer(t.Context(), at.Sign(good))
	require.NoError(t, err)
	own, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	signing := at.Key()
	public, err := x509.MarshalPKIXPublicKey(signing.Public().Key)
	require.NoError(t, err)
	encoded := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})
	asked := &atomic.Int64{}
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: own.Public(), KeyID: signing.KeyID, Algorithm: "RS256"}}})
	}))
	t.Cleanup(evil.Close)
	forged := jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: own, KeyID: signing.KeyID}}
	part := func(v any) string { raw, _ := json.Marshal(v); return base64.RawURLEncoding.EncodeToString(raw) }
	parts := strings.Split(at.Sign(good), ".")

	for name, token := range map[string]string{
		"without a signature":                      part(claims{"alg": "none"}) + "." + part(good) + ".",
		"without one, spelt otherwise":             part(claims{"alg": "nOnE", "kid": signing.KeyID}) + "." + part(good) + ".",
		"by HS256 with the public key as secret":   identitytest.Sign(t, jose.SigningKey{Algorithm: jose.HS256, Key: encoded}, good, claims{"kid": signing.KeyID}),
		"by HS256 with the public key in DER":      identitytest.Sign(t, jose.SigningKey{Algorithm: jose.HS256, Key: public}, good, claims{"kid": signing.KeyID}),
		"by RS512 with the right key":              identitytest.Sign(t, jose.SigningKey{Algorithm: jose.RS512, Key: signing.Key}, good),
		"by another key under the provider's name": identitytest.Sign(t, forged, good),
		"that says where its keys are (jku)":       identitytest.Sign(t, forged, good, claims{"jku": evil.URL}),
		"that says where its certificate is (x5u)": identitytest.Sign(t, forged, good, claims{"x5u": evil.URL}),
		"that brings its key (jwk)":                identitytest.Sign(t, jose.SigningKey{Algorithm: jose.RS256, Key: own}, good, claims{"jwk": jose.JSONWebKey{Key: own.Public()}}),
		"whose claims were exchanged":              parts[0] + "." + part(good.With(claims{"sub": "eve"})) + "." + parts[2],
		"that asks for what we don't know (crit)":  at.Sign(good, claims{"crit": []string{"exotic"}, "exotic": true}),
		"in the other spelling, with two signers":  `{"payload":"` + parts[1] + `","signatures":[]}`,
		"cut off": parts[0] + "." + parts[1] + "." + parts[2][:20],
	} {
		t.Run("one "+name+" is refused", func(t *testing.T) { refused(t, p, token) })
	}
	require.Zero(t, asked.Load(), "nobody else was asked for keys")
}

func TestKeys(t *testing.T) {
	t.Parallel()
	t.Run("tokens by unknown keys make no more than one fetch a minute", func(t *testing.T) {
		at := identitytest.New(t)
		p, ahead := meet(t, at)
		good := at.Sign(at.Claims("ada"))
		_, err := p.Bearer(t.Context(), good)
		require.NoError(t, err)
		require.Equal(t, 1, at.Fetches())
		other, err := rsa.GenerateKey(rand.Reader, 2048)
		require.NoError(t, err)
		flood := func() {
			var all sync.WaitGroup
			for range 50 {
				token := identitytest.Sign(t, jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: other, KeyID: rand.Text()}}, at.Claims("eve"))
				all.Go(func() { refused(t, p, token) })
			}
			all.Wait()
		}
		flood()
		require.Equal(t, 1, at.Fetches())
		ahead.Store(int64(time.Minute))
		flood()
		require.Equal(t, 2, at.Fetches())
		_, err = p.Bearer(t.Context(), good)
		require.NoError(t, err, "those who are known are let in meanwhile")
	})
	t.Run("a rotation needs nobody's help", func(t *testing.T) {
		at := identitytest.New(t)
		p, ahead := meet(t, at)
		old := at.Sign(at.Claims("ada"))
		_, err := p.Bearer(t.Context(), old)
		require.NoError(t, err)
		at.RotateES()
		ahead.Store(int64(time.Minute))
		_, err = p.Bearer(t.Context(), at.Sign(at.Claims("ada")))
		require.NoError(t, err)
		refused(t, p, old)
	})
	t.Run("while the keys can't be had nobody is judged, and then they are asked for sooner", func(t *testing.T) {
		at := identitytest.New(t)
		p, ahead := meet(t, at)
		token := at.Sign(at.Claims("ada"))
		at.Away(true)
		for range 2 {
			_, err := p.Bearer(t.Context(), token)
			require.ErrorIs(t, err, identity.ErrAway)
		}
		at.Away(false)
		ahead.Store(int64(5 * time.Second))
		_, err := p.Bearer(t.Context(), token)
		require.NoError(t, err)
	})
}

// attempt goes to the provider as a browser does, and returns the code.
func attempt(t *testing.T, p *identity.Provider, nonce, verifier string) (code string) {
	t.Helper()
	address, err := p.Begin("the-state", nonce, verifier)
	require.NoError(t, err)
	browser := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := browser.Get(address)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	back, err := url.Parse(response.Header.Get("Location"))
	require.NoError(t, err)
	require.Equal(t, "the-state", back.Query().Get("state"))
	return back.Query().Get("code")
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	at := identitytest.New(t)
	p, _ := meet(t, at, func(o *identity.Options) { o.Audience = api })
	verifier := strings.Repeat("v", 50)

	t.Run("a code is turned into the person, once", func(t *testing.T) {
		at.SignsIn(claims{"sub": "ada"})
		code := attempt(t, p, "n-1", verifier)
		who, err := p.Finish(t.Context(), code, "n-1", verifier)
		require.NoError(t, err)
		require.Equal(t, "ada", who.Subject)
		_, err = p.Finish(t.Context(), code, "n-1", verifier)
		require.ErrorIs(t, err, identity.ErrRefused)
		require.NotContains(t, err.Error(), code)
	})
	t.Run("a code is nothing without its verifier", func(t *testing.T) {
		_, err := p.Finish(t.Context(), attempt(t, p, "n-1", verifier), "n-1", strings.Repeat("w", 50))
		require.ErrorIs(t, err, identity.ErrRefused)
	})
	for name, says := range map[string]claims{
		"the nonce of another": {"nonce": "n-2"}, "no nonce": {"nonce": nil}, "another audience": {"aud": api},
		"another client": {"azp": "other"}, "two audiences and no client": {"aud": []string{identitytest.ClientID, api}, "azp": nil},
		"an end in the past": {"exp": 1}, "another issuer": {"iss": "https://evil.example"}, "the hash of another access token": {"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"},
	} {
		t.Run("a token with "+name+" is refused", func(t *testing.T) {
			person := claims{"sub": "ada"}
			maps.Copy(person, says) // With would take out what the token must not say
			at.SignsIn(person)
			_, err := p.Finish(t.Context(), attempt(t, p, "n-1", verifier), "n-1", verifier)
			require.ErrorIs(t, err, identity.ErrRefused)
		})
	}
	t.Run("a provider that is away is not a refusal", func(t *testing.T) {
		code := attempt(t, p, "n-1", verifier)
		at.Away(true)
		defer at.Away(false)
		_, err := p.Finish(t.Context(), code, "n-1", verifier)
		require.ErrorIs(t, err, identity.ErrAway)
	})
	t.Run("signing out leads there and back", func(t *testing.T) {
		out, err := url.Parse(p.SignOutURL("http://127.0.0.1/"))
		require.NoError(t, err)
		require.Equal(t, at.URL+"/sign-out", out.Scheme+"://"+out.Host+out.Path)
		require.Equal(t, url.Values{"client_id": {identitytest.ClientID}, "post_logout_redirect_uri": {"http://127.0.0.1/"}}, out.Query())
	})
}

func TestAway(t *testing.T) {
	t.Parallel()
	at := identitytest.New(t)
	at.Away(true)
	p := identity.New(identity.Options{Issuer: at.URL, ClientID: identitytest.ClientID, Log: slog.New(slog.DiscardHandler)})
	_, err := p.Begin("s", "n", "v")
	require.ErrorIs(t, err, identity.ErrAway)
	_, err = p.Bearer(t.Context(), at.Sign(at.Claims("ada")))
	require.ErrorIs(t, err, identity.ErrAway)
	_, err = p.Finish(t.Context(), "c", "n", "v")
	require.ErrorIs(t, err, identity.ErrAway)
	require.Empty(t, p.SignOutURL("http://127.0.0.1/"))
	require.ErrorIs(t, p.Discover(t.Context()), identity.ErrAway)

	over := make(chan error, 1)
	go func() { over <- p.Run(t.Context()) }()
	at.Away(false)
	require.NoError(t, <-over, "it is found by itself once it is back")
	_, err = p.Bearer(t.Context(), at.Sign(at.Claims("ada")))
	require.NoError(t, err)
}
