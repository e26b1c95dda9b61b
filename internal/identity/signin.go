package identity

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// Begin is the address to which a browser goes to sign in. The state comes back with it, the nonce within the person's token;
// the verifier stays with us and proves that the code is ours. ErrAway when the provider hasn't been found.
func (p *Provider) Begin(state, nonce, verifier string) (string, error) {
	f := p.found.Load()
	if f == nil {
		return "", ErrAway
	}
	return f.login.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier)), nil
}

// Finish turns the code into the person who signed in. ErrRefused when the provider doesn't take the code, or when its token
// is not one for us and this sign-in; ErrAway when it doesn't answer.
func (p *Provider) Finish(ctx context.Context, code, nonce, verifier string) (Person, error) {
	f := p.found.Load()
	if f == nil {
		return Person{}, ErrAway
	}
	ctx = oidc.ClientContext(ctx, p.client)
	token, err := f.login.Exchange(ctx, code, oauth2.VerifierOption(verifier))
	if err != nil {
		return Person{}, exchangeError(err)
	}
	raw, _ := token.Extra("id_token").(string)
	id, more, err := check(ctx, f.ids, raw)
	if err != nil {
		return Person{}, err
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(nonce)) != 1 {
		return Person{}, fmt.Errorf("%w: the nonce is of another sign-in", ErrRefused)
	}
	if more.Party != "" && more.Party != p.options.ClientID || more.Party == "" && len(id.Audience) > 1 {
		return Person{}, fmt.Errorf("%w: the token was made for another client", ErrRefused)
	}
	if id.AccessTokenHash != "" {
		if err := id.VerifyAccessToken(token.AccessToken); err != nil {
			return Person{}, fmt.Errorf("%w: %w", ErrRefused, err)
		}
	}
	return person(id, more), nil
}

// exchangeError tells a refusal from silence. The provider's words may repeat the code and are left out.
func exchangeError(err error) error {
	var answered *oauth2.RetrieveError
	if errors.As(err, &answered) && answered.Response.StatusCode < http.StatusInternalServerError && answered.Response.StatusCode != http.StatusTooManyRequests {
		return fmt.Errorf("%w: the code was not taken: %d %s", ErrRefused, answered.Response.StatusCode, answered.ErrorCode)
	}
	if answered != nil {
		return fmt.Errorf("%w: it answered %d", ErrAway, answered.Response.StatusCode)
	}
	return fmt.Errorf("%w: %w", ErrAway, err)
}
