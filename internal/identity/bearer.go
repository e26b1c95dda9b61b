package identity

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
)

// longestToken is as long as a token may be, in bytes.
const longestToken = 8 << 10

// Looks reports whether a text has the form of a token of a provider: three parts, the first of them JSON. It says nothing
// about whether it is good.
func Looks(text string) bool { return strings.HasPrefix(text, "ey") && strings.Count(text, ".") == 2 }

// Bearer turns a token that a client brings into the person for whom the provider made it. The token must be signed by a
// present key of the provider, in time, and meant for our audience; it must have been made for us or for a client that we
// were told of. ErrRefused otherwise; ErrAway when the provider's keys can't be had.
func (p *Provider) Bearer(ctx context.Context, token string) (Person, error) {
	f := p.found.Load()
	if f == nil {
		return Person{}, ErrAway
	}
	id, more, err := check(ctx, f.bearers, token)
	if err != nil {
		return Person{}, err
	}
	known := more.Party == p.options.ClientID || slices.Contains(p.options.Parties, more.Party)
	if more.Party != "" && !known || more.Party == "" && len(id.Audience) > 1 {
		return Person{}, fmt.Errorf("%w: the token was made for another client", ErrRefused)
	}
	return person(id, more), nil
}

// check verifies a token and reads it.
func check(ctx context.Context, verifier *oidc.IDTokenVerifier, raw string) (id *oidc.IDToken, more claims, err error) {
	if len(raw) > longestToken || !Looks(raw) || !identifies(raw) {
		return nil, more, fmt.Errorf("%w: it is no token that names a person", ErrRefused)
	}
	ctx, keys := watchKeys(ctx)
	if id, err = verifier.Verify(ctx, raw); err != nil {
		if keys.away {
			return nil, more, fmt.Errorf("%w: its keys: %w", ErrAway, err)
		}
		return nil, more, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if err := id.Claims(&more); err != nil {
		return nil, more, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if id.Subject == "" || len(id.Subject) > 255 {
		return nil, more, fmt.Errorf("%w: it names nobody", ErrRefused)
	}
	return id, more, nil
}

// identifies reports whether the head of a token says that it is an identity or access token. A provider signs other things
// with the same keys, such as the word that somebody has signed out.
func identifies(raw string) bool {
	head, _, _ := strings.Cut(raw, ".")
	text, err := base64.RawURLEncoding.DecodeString(head)
	if err != nil {
		return false
	}
	var said struct {
		Type string `json:"typ"`
	}
	if json.Unmarshal(text, &said) != nil {
		return false
	}
	return slices.Contains([]string{"", "jwt", "at+jwt", "application/at+jwt"}, strings.ToLower(said.Type))
}

func person(id *oidc.IDToken, c claims) Person {
	p := Person{Issuer: id.Issuer, Subject: id.Subject, Email: c.verifiedEmail(), Name: c.name(), Session: c.Session, ExpiresAt: id.Expiry}
	if len(p.Session) > 255 {
		p.Session = ""
	}
	return p
}
