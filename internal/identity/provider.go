package identity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// What may come of asking the provider.
var (
	// ErrAway means that the provider can't be reached, or hasn't been yet; the same may be tried later.
	ErrAway = errors.New("the identity provider can't be reached")
	// ErrRefused means that what was shown is no good: one answer for all that may be wrong with it.
	ErrRefused = errors.New("the identity provider doesn't vouch for it")
)

// Options name the provider, and who we are to it.
type Options struct {
	Issuer       string // exactly as the provider spells it in its tokens
	ClientID     string
	ClientSecret string   // empty for a client without one: the code is bound to us by its challenge all the same
	Audience     string   // what the tokens that clients bring must be meant for; empty means ClientID
	Parties      []string // other clients of the provider whose tokens we take, if they are meant for the audience
	Redirect     string   // our address to which the provider sends people back
	Log          *slog.Logger
	Now          func() time.Time  // nil means time.Now
	Transport    http.RoundTripper // nil means a copy of http.DefaultTransport
}

// algorithms are the only ones: both need the provider's private key.
var algorithms = []string{oidc.RS256, oidc.ES256}

// Provider is the identity provider. It is safe for concurrent use. Until Run has found it everything answers ErrAway.
type Provider struct {
	options Options
	client  *http.Client
	found   atomic.Pointer[found]
}

// found is what the provider says about itself.
type found struct {
	login   oauth2.Config
	ids     *oidc.IDTokenVerifier // of tokens that are meant for us as a client
	bearers *oidc.IDTokenVerifier // of tokens that are meant for our API
	signOut string                // where a session of the provider is ended; empty: nowhere
}

// New asks nobody yet.
func New(o Options) *Provider {
	o.Audience = cmp.Or(o.Audience, o.ClientID)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Transport == nil {
		o.Transport = http.DefaultTransport.(*http.Transport).Clone()
	}
	return &Provider{options: o, client: newClient(o.Transport)}
}

// Issuer is the provider's name.
func (p *Provider) Issuer() string { return p.options.Issuer }

// Run looks for the provider until it is found or ctx ends, at longer and longer intervals up to a minute.
func (p *Provider) Run(ctx context.Context) error {
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval, wait.MaxInterval = 500*time.Millisecond, time.Minute
	for {
		err := p.Discover(ctx)
		if err == nil {
			p.options.Log.InfoContext(ctx, "identity provider found", "issuer", p.options.Issuer)
			return nil
		}
		if ctx.Err() != nil {
			return nil
		}
		p.options.Log.WarnContext(ctx, "identity provider not found; nobody can sign in by it until it is", "issuer", p.options.Issuer, "error", err)
		again := time.NewTimer(wait.NextBackOff())
		select {
		case <-ctx.Done():
			again.Stop()
			return nil
		case <-again.C:
		}
	}
}

// Discover asks the provider once what it offers.
func (p *Provider) Discover(ctx context.Context) error {
	ctx = oidc.ClientContext(ctx, p.client)
	provider, err := oidc.NewProvider(ctx, p.options.Issuer)
	if err != nil {
		return fmt.Errorf("%w: %.300s", ErrAway, err) // it may repeat a whole page
	}
	var offers struct {
		Keys    string   `json:"jwks_uri"`
		SignOut string   `json:"end_session_endpoint"`
		Methods []string `json:"token_endpoint_auth_methods_supported"`
	}
	if err := provider.Claims(&offers); err != nil {
		return fmt.Errorf("%w: %w", ErrAway, err)
	}
	keys := keySet{oidc.NewRemoteKeySet(oidc.ClientContext(ctx, newClient(&seldom{next: p.options.Transport, now: p.options.Now})), offers.Keys)}
	verifier := func(audience string) *oidc.IDTokenVerifier {
		return oidc.NewVerifier(p.options.Issuer, keys, &oidc.Config{ClientID: audience, SupportedSigningAlgs: algorithms, Now: p.options.Now})
	}
	endpoint := provider.Endpoint()
	endpoint.AuthStyle = p.authStyle(offers.Methods)
	p.found.Store(&found{
		login: oauth2.Config{
			ClientID: p.options.ClientID, ClientSecret: p.options.ClientSecret, Endpoint: endpoint,
			RedirectURL: p.options.Redirect, Scopes: []string{oidc.ScopeOpenID, "email", "profile"},
		},
		ids: verifier(p.options.ClientID), bearers: verifier(p.options.Audience), signOut: offers.SignOut,
	})
	return nil
}

// authStyle is how our secret is shown. It is never tried both ways, for the first try may use the code up.
func (p *Provider) authStyle(methods []string) oauth2.AuthStyle {
	if p.options.ClientSecret != "" && (len(methods) == 0 || slices.Contains(methods, "client_secret_basic")) {
		return oauth2.AuthStyleInHeader
	}
	return oauth2.AuthStyleInParams
}

// SignOutURL is where a browser ends its session at the provider, and is then sent back to; empty when there is no such place.
func (p *Provider) SignOutURL(back string) string {
	f := p.found.Load()
	if f == nil || f.signOut == "" {
		return ""
	}
	at, err := url.Parse(f.signOut)
	if err != nil {
		return ""
	}
	query := at.Query()
	query.Set("client_id", p.options.ClientID)
	query.Set("post_logout_redirect_uri", back)
	at.RawQuery = query.Encode()
	return at.String()
}
