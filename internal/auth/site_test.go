package auth_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/auth"
)

const home = "https://book.example.com"

func site(t testing.TB, url string) auth.Site {
	t.Helper()
	s, err := auth.NewSite(url)
	require.NoError(t, err)
	return s
}

// strangers are origins that are not home, though some look like it.
var strangers = []string{
	"", "null", "https://evil.example", "http://book.example.com", "https://book.example.com:444", "https://book.example.com:443", "https://book.example.com.evil.example",
	"https://evil-book.example.com", "https://book.example.comevil.example", "https://sub.book.example.com", "https://example.com", "https://BOOK.example.com",
	"https://book.example.com/", "https://book.example.com@evil.example", " https://book.example.com", "https://book.example.com, https://evil.example", "book.example.com",
	"https://bооk.example.com", // with two letters of another alphabet
}

// request is one from a page of home that may be trusted, changed.
func request(method string, change ...string) *http.Request {
	r := httptest.NewRequest(method, home+"/graphql", nil)
	r.Header.Set("Origin", home)
	if method != http.MethodGet {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set(auth.ClientHeader, "test")
	}
	return changed(r, change...)
}

func changed(r *http.Request, change ...string) *http.Request {
	for i := 0; i < len(change); i += 2 {
		r.Header.Del(change[i])
		if change[i+1] != "-" {
			r.Header.Set(change[i], change[i+1])
		}
	}
	return r
}

func socket(origin string) *http.Request {
	return request(http.MethodGet, "Connection", "keep-alive, Upgrade", "Upgrade", "websocket", "Origin", origin)
}

func TestTrust(t *testing.T) {
	t.Parallel()
	s := site(t, home)
	for name, r := range map[string]*http.Request{
		"a post with everything":                 request(http.MethodPost),
		"JSON with its alphabet":                 request(http.MethodPost, "Content-Type", "application/json; charset=utf-8"),
		"a post of a browser without Origin":     request(http.MethodPost, "Origin", "-", "Sec-Fetch-Site", "same-origin"),
		"a GET with the origin":                  request(http.MethodGet),
		"a GET that was fetched by our page":     request(http.MethodGet, "Origin", "-", "Sec-Fetch-Site", "same-origin"),
		"a socket of our page":                   socket(home),
		"a socket of our page, whatever it says": changed(socket(home), "Sec-Fetch-Site", "cross-site"),
	} {
		t.Run(name+" is trusted", func(t *testing.T) { require.True(t, s.Trusts(r)) })
	}
	for name, r := range map[string]*http.Request{
		"a form (urlencoded)":                    request(http.MethodPost, "Content-Type", "application/x-www-form-urlencoded"),
		"a form (multipart)":                     request(http.MethodPost, "Content-Type", "multipart/form-data; boundary=x"),
		"text":                                   request(http.MethodPost, "Content-Type", "text/plain"),
		"text that claims to be JSON":            request(http.MethodPost, "Content-Type", "text/plain; application/json"),
		"no type":                                request(http.MethodPost, "Content-Type", "-"),
		"a post without our header":              request(http.MethodPost, auth.ClientHeader, "-"),
		"a post that says nothing of its origin": request(http.MethodPost, "Origin", "-"),
		"a post that only says where it was fetched, elsewhere": request(http.MethodPost, "Origin", "-", "Sec-Fetch-Site", "same-site"),
		"a GET that somebody typed":                             request(http.MethodGet, "Origin", "-", "Sec-Fetch-Site", "none"),
		"a GET of a sister site":                                request(http.MethodGet, "Origin", "-", "Sec-Fetch-Site", "same-site"),
		"a GET of another site":                                 request(http.MethodGet, "Origin", "-", "Sec-Fetch-Site", "cross-site"),
		"a GET that says nothing":                               request(http.MethodGet, "Origin", "-"),
		"a socket that says nothing":                            changed(socket(home), "Origin", "-", "Sec-Fetch-Site", "same-origin"),
		"PUT without our header":                                request(http.MethodPut, auth.ClientHeader, "-"),
	} {
		t.Run(name+" is not trusted", func(t *testing.T) { require.False(t, s.Trusts(r)) })
	}
	for _, origin := range strangers {
		t.Run("origin "+origin+" is a stranger's", func(t *testing.T) {
			for _, r := range []*http.Request{request(http.MethodPost, "Origin", origin), request(http.MethodGet, "Origin", origin), socket(origin)} {
				r.Header.Set("Sec-Fetch-Site", "same-origin")
				require.False(t, s.Trusts(r))
				require.False(t, s.Same(r))
			}
		})
	}
	t.Run("two origins are none", func(t *testing.T) {
		for _, r := range []*http.Request{request(http.MethodPost), socket(home)} {
			r.Header.Add("Origin", home)
			require.False(t, s.Trusts(r))
		}
	})
	t.Run("a site without an address trusts nobody", func(t *testing.T) {
		for _, origin := range append(strangers, home) {
			for _, r := range []*http.Request{request(http.MethodPost, "Origin", origin), request(http.MethodGet, "Origin", origin), socket(origin)} {
				r.Header.Set("Sec-Fetch-Site", "same-origin")
				require.False(t, auth.Site{}.Trusts(r))
			}
		}
	})
}

func TestSite(t *testing.T) {
	t.Parallel()
	for text, origin := range map[string]string{
		home: home, "https://book.example.com:443": home, "https://Book.Example.com": home, "http://127.0.0.1:8080": "http://127.0.0.1:8080", "http://localhost:80": "http://localhost",
	} {
		require.Equal(t, origin, site(t, text).Origin())
	}
	for _, text := range []string{"", "book.example.com", "https://", "https://h/", "https://h/x", "https://u@h", "ftp://h", "https://h?x", "https://h#x"} {
		_, err := auth.NewSite(text)
		require.Error(t, err, text)
	}
}

func TestCookies(t *testing.T) {
	t.Parallel()
	given := func(s auth.Site) (session, signIn *http.Cookie) {
		w := httptest.NewRecorder()
		const wrong = 3 * time.Hour // this process is ahead of the database by more than the session lives
		s.KeepSession(w, auth.Session{Token: "t", Life: time.Hour, ExpiresAt: time.Now().Add(time.Hour - wrong)})
		s.KeepSignIn(w, "state")
		all := w.Result().Cookies()
		return all[0], all[1]
	}
	t.Run("by https a cookie is bound to this very host, and out of scripts' reach", func(t *testing.T) {
		session, signIn := given(site(t, home))
		require.Equal(t, "__Host-slotq=t; Path=/; Max-Age=3600; HttpOnly; Secure; SameSite=Strict", session.String())
		require.Equal(t, "__Host-slotq-sign-in=state; Path=/; Max-Age=600; HttpOnly; Secure; SameSite=Lax", signIn.String())
	})
	t.Run("on this machine it can't be, and has another name", func(t *testing.T) {
		session, _ := given(site(t, "http://127.0.0.1:8080"))
		require.Equal(t, "slotq=t; Path=/; Max-Age=3600; HttpOnly; SameSite=Strict", session.String())
	})
	t.Run("one of the plain name is nothing to a site by https, nor are two", func(t *testing.T) {
		for _, cookies := range []string{"slotq=t", "__Host-slotq=a; __Host-slotq=b", "__host-slotq=t", "__Host-slotqx=t", ""} {
			require.Empty(t, site(t, home).Session(request(http.MethodGet, "Cookie", cookies)), cookies)
		}
		require.Equal(t, "t", site(t, home).Session(request(http.MethodGet, "Cookie", "x=y; __Host-slotq=t; slotq=u")))
		require.Empty(t, auth.Site{}.Session(request(http.MethodGet, "Cookie", "slotq=t")))
	})
	t.Run("a dropped one is gone", func(t *testing.T) {
		w := httptest.NewRecorder()
		site(t, home).DropSession(w)
		require.True(t, strings.HasPrefix(w.Header().Get("Set-Cookie"), "__Host-slotq=; Path=/; Max-Age=0;"))
	})
}
