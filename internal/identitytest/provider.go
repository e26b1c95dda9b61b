// Package identitytest runs a small OpenID Connect provider on this machine, with keys and people of its own, that can be told
// to go away, to change its keys, and to say what isn't so.
package identitytest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/stretchr/testify/require"
)

// Who we are to the provider.
const (
	ClientID = "slotq-dashboard"
	Secret   = "client-secret-hunter2"
)

// Claims are what a token says.
type Claims map[string]any

// With is the same with some changed; nil takes one out.
func (c Claims) With(more Claims) Claims {
	all := maps.Clone(c)
	for name, value := range more {
		if all[name] = value; value == nil {
			delete(all, name)
		}
	}
	return all
}

// Provider is the provider.
type Provider struct {
	URL string

	t       testing.TB
	mu      sync.Mutex
	keys    []jose.JSONWebKey // the last one signs
	away    bool
	fetches int
	person  Claims
	codes   map[string]code
}

type code struct{ challenge, redirect, nonce string }

// New runs one until the end of the test, signing by RS256.
func New(t testing.TB) *Provider {
	t.Helper()
	p := &Provider{t: t, codes: map[string]code{}}
	p.Rotate()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.discovery)
	mux.HandleFunc("GET /keys", p.keySet)
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		away := p.away
		p.mu.Unlock()
		if away {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	p.URL = server.URL
	return p
}

// Away lets the provider answer nothing but 503, or come back.
func (p *Provider) Away(away bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.away = away
}

// Rotate takes a new key, by RS256, and forgets the old ones.
func (p *Provider) Rotate() {
	p.t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(p.t, err)
	p.use(key, jose.RS256)
}

// RotateES takes a new key by ES256.
func (p *Provider) RotateES() {
	p.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(p.t, err)
	p.use(key, jose.ES256)
}

func (p *Provider) use(key crypto.PrivateKey, by jose.SignatureAlgorithm) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys = []jose.JSONWebKey{{Key: key, KeyID: rand.Text(), Algorithm: string(by), Use: "sig"}}
}

// Key is the key that signs.
func (p *Provider) Key() jose.JSONWebKey {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.keys[len(p.keys)-1]
}

// Fetches is how often the keys were asked for.
func (p *Provider) Fetches() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fetches
}

// SignsIn says who is at the provider's page from now on, and what its tokens say about them beside the usual; nil is not said.
func (p *Provider) SignsIn(person Claims) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.person = person
}

// Claims are what a good token of somebody says.
func (p *Provider) Claims(subject string) Claims {
	return Claims{"iss": p.URL, "sub": subject, "aud": ClientID, "azp": ClientID, "iat": time.Now().Unix(), "exp": time.Now().Add(time.Hour).Unix()}
}

// Sign makes a token by the present key; the head may say more.
func (p *Provider) Sign(claims Claims, head ...Claims) string {
	p.t.Helper()
	key := p.Key()
	return Sign(p.t, jose.SigningKey{Algorithm: jose.SignatureAlgorithm(key.Algorithm), Key: key}, claims, head...)
}

// Sign makes a token by any key.
func Sign(t testing.TB, key jose.SigningKey, claims Claims, head ...Claims) string {
	t.Helper()
	options := (&jose.SignerOptions{}).WithType("JWT")
	for _, more := range head {
		for name, value := range more {
			options = options.WithHeader(jose.HeaderKey(name), value)
		}
	}
	signer, err := jose.NewSigner(key, options)
	require.NoError(t, err)
	payload, err := json.Marshal(claims)
	require.NoError(t, err)
	signed, err := signer.Sign(payload)
	require.NoError(t, err)
	token, err := signed.CompactSerialize()
	require.NoError(t, err)
	return token
}

func (p *Provider) discovery(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token", "jwks_uri": p.URL + "/keys",
		"end_session_endpoint": p.URL + "/sign-out", "id_token_signing_alg_values_supported": []string{"none", "HS256", "RS256"}, // which must not be believed
		"token_endpoint_auth_methods_supported": []string{"client_secret_basic"},
	})
}

func (p *Provider) keySet(w http.ResponseWriter, _ *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fetches++
	set := jose.JSONWebKeySet{}
	for _, key := range p.keys {
		set.Keys = append(set.Keys, key.Public())
	}
	answer(w, http.StatusOK, set)
}

// authorize sends the browser straight back: the person is at the page already.
func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if query.Get("client_id") != ClientID || query.Get("response_type") != "code" || query.Get("code_challenge_method") != "S256" || query.Get("state") == "" {
		answer(w, http.StatusBadRequest, "not like this")
		return
	}
	given := rand.Text()
	p.mu.Lock()
	p.codes[given] = code{query.Get("code_challenge"), query.Get("redirect_uri"), query.Get("nonce")}
	p.mu.Unlock()
	http.Redirect(w, r, query.Get("redirect_uri")+"?"+url.Values{"code": {given}, "state": {query.Get("state")}}.Encode(), http.StatusFound)
}

// token takes a code once, from us, with its verifier.
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	user, password, _ := r.BasicAuth()
	given := r.PostFormValue("code")
	p.mu.Lock()
	begun, known := p.codes[given]
	delete(p.codes, given)
	person := p.person
	p.mu.Unlock()
	challenge := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	switch {
	case user != ClientID || password != Secret:
		answer(w, http.StatusUnauthorized, map[string]string{"error": "invalid_client"})
	case !known || begun.redirect != r.PostFormValue("redirect_uri") || base64.RawURLEncoding.EncodeToString(challenge[:]) != begun.challenge:
		answer(w, http.StatusBadRequest, map[string]string{"error": "invalid_grant", "error_description": "no such code " + given})
	default:
		claims := p.Claims("nobody").With(Claims{"nonce": begun.nonce}).With(person)
		answer(w, http.StatusOK, map[string]any{"access_token": rand.Text(), "token_type": "Bearer", "expires_in": 60, "id_token": p.Sign(claims)})
	}
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
