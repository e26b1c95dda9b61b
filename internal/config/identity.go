package config

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"
)

// Identity says how people sign in. Without an issuer nobody does; API keys work all the same.
type Identity struct {
	PublicURL    string   `name:"public-url" env:"SLOTQ_PUBLIC_URL" placeholder:"URL" help:"Address at which browsers reach this server, such as https://book.example.com. Cookies and redirects depend on it. http only for this machine itself."`
	OIDCIssuer   string   `name:"oidc-issuer" env:"SLOTQ_OIDC_ISSUER" placeholder:"URL" help:"OpenID Connect provider that knows the people, spelt exactly as in its tokens."`
	OIDCClientID string   `name:"oidc-client-id" env:"SLOTQ_OIDC_CLIENT_ID" placeholder:"ID" help:"Who we are to the provider. It must send people back to <public-url>/auth/callback."`
	OIDCSecret   string   `name:"oidc-client-secret" env:"SLOTQ_OIDC_CLIENT_SECRET" placeholder:"SECRET" help:"Our secret at the provider, if it gave one. Prefer the variable: flags show in the list of processes."`
	OIDCAudience string   `name:"oidc-audience" env:"SLOTQ_OIDC_AUDIENCE" placeholder:"NAME" help:"What tokens that clients bring to the API must be meant for. Without it, the client id."`
	OIDCParties  []string `name:"oidc-parties" env:"SLOTQ_OIDC_PARTIES" placeholder:"ID" help:"Other clients of the provider whose tokens are taken, if they are meant for the audience."`
	OIDCGuests   bool     `name:"oidc-guests" env:"SLOTQ_OIDC_GUESTS" help:"Let everybody in as a customer whose e-mail address the provider has verified."`

	SessionLife time.Duration `name:"session-life" env:"SLOTQ_SESSION_LIFE" default:"12h" help:"How long people stay signed in, whatever they do."`
	SessionIdle time.Duration `name:"session-idle" env:"SLOTQ_SESSION_IDLE" default:"2h" help:"How long people stay signed in who do nothing."`
}

// SignsIn reports whether people sign in by a provider.
func (i Identity) SignsIn() bool { return i.OIDCIssuer != "" }

// Validate says everything that is wrong with the settings at once. It never repeats the secret.
func (i Identity) Validate() error {
	var errs []error
	if i.PublicURL != "" && !webAddress(i.PublicURL, true) {
		errs = append(errs, fmt.Errorf("SLOTQ_PUBLIC_URL (--public-url) takes an address such as https://book.example.com, with http only for localhost, not %q", i.PublicURL))
	}
	if i.SignsIn() {
		if !webAddress(i.OIDCIssuer, false) {
			errs = append(errs, fmt.Errorf("SLOTQ_OIDC_ISSUER (--oidc-issuer) takes an address such as https://login.example.com, with http only for localhost, not %q", i.OIDCIssuer))
		}
		if i.OIDCClientID == "" {
			errs = append(errs, errors.New("SLOTQ_OIDC_CLIENT_ID (--oidc-client-id) is needed where there is an issuer"))
		}
		if i.PublicURL == "" {
			errs = append(errs, errors.New("SLOTQ_PUBLIC_URL (--public-url) is needed where there is an issuer: people are sent back there"))
		}
	} else if i.OIDCClientID != "" || i.OIDCSecret != "" || i.OIDCAudience != "" || len(i.OIDCParties) > 0 || i.OIDCGuests {
		errs = append(errs, errors.New("SLOTQ_OIDC_ISSUER (--oidc-issuer) is needed for the other settings of the identity provider to mean anything"))
	}
	if i.SessionLife < time.Minute || i.SessionLife > 30*24*time.Hour {
		errs = append(errs, fmt.Errorf("SLOTQ_SESSION_LIFE (--session-life) must be 1m to 720h, not %s", i.SessionLife))
	}
	if i.SessionIdle < 2*time.Minute { // what is seen is noted to the minute
		errs = append(errs, fmt.Errorf("SLOTQ_SESSION_IDLE (--session-idle) must be 2m or more, not %s", i.SessionIdle))
	}
	return errors.Join(errs...)
}

// webAddress takes https anywhere and http on this machine, with nothing secret in it; bare takes nothing behind the host.
func webAddress(text string, bare bool) bool {
	at, err := url.Parse(text)
	if err != nil || at.Hostname() == "" || at.User != nil || at.RawQuery != "" || at.Fragment != "" {
		return false
	}
	if bare && at.Scheme+"://"+at.Host != text {
		return false
	}
	return at.Scheme == "https" || at.Scheme == "http" && slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, at.Hostname())
}
