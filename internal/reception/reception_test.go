package reception_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/reception"
)

func TestSignIn(t *testing.T) {
	t.Parallel()
	h := newHouse(t).found(t)
	h.member("somi")

	t.Run("a member comes in, is known, and leaves", func(t *testing.T) {
		h.provider.SignsIn(claims{"sub": "somi", "sid": "at-the-provider"})
		b := h.browser(t)
		p := b.signIn()
		require.Equal(t, http.StatusSeeOther, p.status, p.text)
		require.Equal(t, "/desk", p.header.Get("Location"))
		require.Equal(t, "no-store", p.header.Get("Cache-Control"))
		status, said := b.who()
		require.Equal(t, http.StatusOK, status)
		require.Equal(t, "Somi STAFF "+h.code, said.Get("displayName").String()+" "+said.Get("role").String()+" "+said.Get("tenant.code").String())
		require.NotEmpty(t, said.Get("expiresAt").String())
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM sessions WHERE provider_session = 'at-the-provider'`))
		require.Zero(t, h.Count(`SELECT count(*) FROM sign_ins`))

		out := b.send(http.MethodPost, h.at+reception.SignOutPath, h.own())
		require.Equal(t, http.StatusOK, out.status)
		require.Contains(t, out.text, h.provider.URL+"/sign-out?client_id=")
		_, kept := b.session()
		require.False(t, kept)
		status, _ = b.who()
		require.Equal(t, http.StatusUnauthorized, status)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM sessions WHERE provider_session = 'at-the-provider' AND ended_at IS NOT NULL`))
	})
	t.Run("signing in makes a session of its own, whatever the browser brought", func(t *testing.T) {
		h.provider.SignsIn(claims{"sub": "somi"})
		b := h.browser(t)
		b.signIn()
		first, _ := b.session()
		b.signIn()
		second, _ := b.session()
		require.NotEqual(t, first, second)
		at, err := url.Parse(h.at)
		require.NoError(t, err)
		fixed := h.browser(t)
		fixed.Jar.SetCookies(at, []*http.Cookie{{Name: "slotq", Value: "sqs.made.up"}})
		fixed.signIn()
		third, _ := fixed.session()
		require.True(t, strings.HasPrefix(third, "sqs.") && third != "sqs.made.up" && third != second)
	})
	t.Run("a state is good once, and in the browser that began", func(t *testing.T) {
		h.provider.SignsIn(claims{"sub": "somi"})
		b, other := h.browser(t), h.browser(t)
		back := b.atProvider(b.begin(url.Values{"tenant": {h.code}}))
		for name, p := range map[string]page{"another browser": other.get(back), "a made-up state": b.get(h.at + reception.CallbackPath + "?code=x&state=made-up"),
			"no state": b.get(h.at + reception.CallbackPath + "?code=x"), "an empty one": other.get(h.at + reception.CallbackPath + "?code=x&state=")} {
			require.Equal(t, http.StatusBadRequest, p.status, name)
			require.Contains(t, p.text, "Please sign in again")
		}
		at, err := url.Parse(h.at)
		require.NoError(t, err)
		held := b.Jar.Cookies(at)
		require.Equal(t, http.StatusSeeOther, b.get(back).status)
		b.Jar.SetCookies(at, held) // as a browser would that keeps what it should let go
		require.Equal(t, http.StatusBadRequest, b.get(back).status)
	})
	t.Run("the provider's no is a no, and uses the sign-in up", func(t *testing.T) {
		b := h.browser(t)
		back, err := url.Parse(b.atProvider(b.begin(url.Values{"tenant": {h.code}})))
		require.NoError(t, err)
		p := b.get(h.at + reception.CallbackPath + "?error=access_denied&state=" + back.Query().Get("state"))
		require.Equal(t, http.StatusForbidden, p.status)
		require.Zero(t, h.Count(`SELECT count(*) FROM sign_ins`))
	})
	t.Run("another provider's word in the address is a no", func(t *testing.T) {
		b := h.browser(t)
		back := b.atProvider(b.begin(url.Values{"tenant": {h.code}}))
		require.Equal(t, http.StatusForbidden, b.get(back+"&iss=https://evil.example").status)
	})
	for name, says := range map[string]claims{"the nonce of another": {"nonce": "x"}, "another audience": {"aud": "x"}} {
		t.Run("a token with "+name+" is a no", func(t *testing.T) {
			h.provider.SignsIn(claims{"sub": "somi"}.With(says))
			b := h.browser(t)
			require.Equal(t, http.StatusForbidden, b.signIn().status)
			_, kept := b.session()
			require.False(t, kept)
		})
	}
	t.Run("a code that somebody else used is a no", func(t *testing.T) {
		h.provider.SignsIn(claims{"sub": "somi"})
		b, thief := h.browser(t), h.browser(t)
		stolen, err := url.Parse(b.atProvider(b.begin(url.Values{"tenant": {h.code}})))
		require.NoError(t, err)
		own, err := url.Parse(thief.atProvider(thief.begin(url.Values{"tenant": {h.code}})))
		require.NoError(t, err)
		p := thief.get(h.at + reception.CallbackPath + "?code=" + stolen.Query().Get("code") + "&state=" + own.Query().Get("state"))
		require.Equal(t, http.StatusForbidden, p.status, "the code is bound to the verifier of another sign-in")
	})
	t.Run("whoever is no member hears nothing but that", func(t *testing.T) {
		other := housetest.In(t, h.DB)
		other.Exec(`INSERT INTO memberships (id, tenant_id, principal_id, issuer, subject, created_at) VALUES ($1, $2, $3, $4, 'elsewhere', clock_timestamp())`,
			uuid.New(), other.Tenant, other.Staff.PrincipalID, h.provider.URL)
		var pages []string
		for _, subject := range []string{"elsewhere", "nobody"} {
			h.provider.SignsIn(claims{"sub": subject, "email": subject + "@example.com", "email_verified": true})
			p := h.browser(t).signIn()
			require.Equal(t, http.StatusForbidden, p.status)
			require.Contains(t, p.text, "You have no membership here")
			pages = append(pages, withoutNonce(p.text))
		}
		require.Equal(t, pages[0], pages[1])
	})
	t.Run("a revoked member is none", func(t *testing.T) {
		gone := h.member("gone")
		h.provider.SignsIn(claims{"sub": "gone"})
		b := h.browser(t)
		require.Equal(t, http.StatusSeeOther, b.signIn().status)
		h.Exec(`UPDATE memberships SET revoked_at = clock_timestamp() WHERE id = $1`, gone)
		require.Equal(t, http.StatusForbidden, b.signIn().status)
	})
	require.NotContains(t, h.log.String(), "@example.com")
	require.NotContains(t, h.log.String(), "sqs.")
}

func withoutNonce(text string) string {
	before, after, _ := strings.Cut(text, `nonce="`)
	_, after, _ = strings.Cut(after, `"`)
	return before + after
}

func TestWhereTo(t *testing.T) {
	t.Parallel()
	h := newHouse(t).found(t)
	b := h.browser(t)
	for _, path := range []string{
		"//evil.example", "https://evil.example", `/\evil.example`, `\\evil.example`, "/\t/evil.example", "/\n//evil.example", "javascript:alert(1)", "desk", "/ desk",
		"/" + strings.Repeat("x", 2000), "/\x7f", "/%zz", "http:evil.example",
	} {
		p := b.get(h.at + reception.SignInPath + "?" + url.Values{"tenant": {h.code}, "return": {path}}.Encode())
		require.Equal(t, http.StatusBadRequest, p.status, path)
	}
	for _, code := range []string{"", "nobody", "' OR 1=1 --", strings.Repeat("x", 61), h.Tenant.String()} {
		p := b.get(h.at + reception.SignInPath + "?" + url.Values{"tenant": {code}}.Encode())
		require.Equal(t, http.StatusNotFound, p.status, code)
	}
	require.Zero(t, h.Count(`SELECT count(*) FROM sign_ins`), "nothing was begun")
	for _, path := range []string{"", "/", "/desk?day=1&x=//y", "/desk#a"} {
		b.begin(url.Values{"tenant": {h.code}, "return": {path}})
	}
}

func TestSignOutIsAskedByOurPages(t *testing.T) {
	t.Parallel()
	h := newHouse(t).found(t)
	h.member("somi")
	h.provider.SignsIn(claims{"sub": "somi"})
	b := h.browser(t)
	b.signIn()
	for name, header := range map[string]http.Header{
		"a form":                   {"Origin": {h.at}, "Content-Type": {"application/x-www-form-urlencoded"}},
		"another site":             {"Origin": {"https://evil.example"}, "Content-Type": {"application/json"}, auth.ClientHeader: {"x"}},
		"a page without an origin": {"Origin": {"null"}, "Content-Type": {"application/json"}, auth.ClientHeader: {"x"}},
		"nobody":                   {},
	} {
		require.Equal(t, http.StatusForbidden, b.send(http.MethodPost, h.at+reception.SignOutPath, header).status, name)
	}
	require.Equal(t, http.StatusMethodNotAllowed, b.get(h.at+reception.SignOutPath).status)
	status, _ := b.who()
	require.Equal(t, http.StatusOK, status, "still signed in")
	status = b.send(http.MethodGet, h.at+reception.SessionPath, http.Header{"Origin": {"https://evil.example"}}).status
	require.Equal(t, http.StatusUnauthorized, status, "and others' pages don't hear of it")
	require.Equal(t, http.StatusOK, h.browser(t).send(http.MethodPost, h.at+reception.SignOutPath, h.own()).status, "whoever isn't signed in is signed out")
}

func TestGuests(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(o *reception.Options) { o.Guests = true }).found(t)
	h.provider.SignsIn(claims{"sub": "noah", "name": "Noah", "email": "noah@example.com", "email_verified": true})
	b := h.browser(t)
	require.Equal(t, http.StatusSeeOther, b.signIn().status)
	_, said := b.who()
	require.Equal(t, "Noah CUSTOMER", said.Get("displayName").String()+" "+said.Get("role").String())
	h.provider.SignsIn(claims{"sub": "eve", "email": "eve@example.com", "email_verified": false})
	require.Equal(t, http.StatusForbidden, h.browser(t).signIn().status)
}

func TestProviderAway(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.member("somi")
	h.provider.SignsIn(claims{"sub": "somi"})
	b := h.browser(t)
	p := b.get(h.at + reception.SignInPath + "?tenant=" + h.code)
	require.Equal(t, http.StatusServiceUnavailable, p.status)
	require.Equal(t, "5", p.header.Get("Retry-After"))
	require.Zero(t, h.Count(`SELECT count(*) FROM sign_ins`))
	h.found(t)
	back := b.atProvider(b.begin(url.Values{"tenant": {h.code}}))
	h.provider.Away(true)
	require.Equal(t, http.StatusServiceUnavailable, b.get(back).status)
	h.provider.Away(false)
	require.Equal(t, http.StatusSeeOther, b.signIn().status)
}

func TestNoProvider(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(o *reception.Options) { o.Provider = nil })
	b := h.browser(t)
	for _, path := range []string{reception.SignInPath + "?tenant=" + h.code, reception.CallbackPath + "?code=x&state=y"} {
		require.Equal(t, http.StatusNotFound, b.get(h.at+path).status)
	}
	require.Equal(t, http.StatusNotFound, b.get(h.at+reception.DemoPath).status)
}
