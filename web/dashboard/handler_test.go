package dashboard

import (
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

var built = fstest.MapFS{
	"placeholder.txt":       {Data: []byte("kept")},
	"index.html":            {Data: []byte(`<meta name="csp-nonce" content="{{nonce}}"><script src="/assets/app-1.js"></script>`)},
	"assets/app-1.js":       {Data: []byte(strings.Repeat("let x;", 1000))},
	"assets/app-1.css":      {Data: []byte("a{}")},
	"assets/icon-1.svg":     {Data: []byte("<svg/>")},
	"assets/latin-1.woff2":  {Data: []byte("wOF2")},
	"assets/manifest-1.exe": {Data: []byte("no")},
}

func ask(t *testing.T, h http.Handler, method, target string, header ...string) *http.Response {
	t.Helper()
	w, r := httptest.NewRecorder(), httptest.NewRequest(method, target, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, res *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return string(b)
}

func TestHandler(t *testing.T) {
	h := newHandler(built)

	t.Run("the page is fenced in and is not kept unasked", func(t *testing.T) {
		res := ask(t, h, http.MethodGet, "/")
		require.Equal(t, http.StatusOK, res.StatusCode)
		require.Equal(t, "text/html; charset=utf-8", res.Header.Get("Content-Type"))
		require.Equal(t, "no-cache", res.Header.Get("Cache-Control"))
		require.Equal(t, "nosniff", res.Header.Get("X-Content-Type-Options"))
		csp := res.Header.Get("Content-Security-Policy")
		require.Contains(t, csp, "default-src 'none'")
		require.Contains(t, csp, "frame-ancestors 'none'")
		require.NotContains(t, csp, "unsafe")
		require.NotContains(t, csp, "http")
	})
	t.Run("the nonce of the policy is the page's, and another one next time", func(t *testing.T) {
		seen := map[string]bool{}
		for range 3 {
			res := ask(t, h, http.MethodGet, "/")
			found := regexp.MustCompile(`'nonce-(\w+)'`).FindStringSubmatch(res.Header.Get("Content-Security-Policy"))
			require.Len(t, found, 2)
			require.Contains(t, body(t, res), `content="`+found[1]+`"`)
			seen[found[1]] = true
		}
		require.Len(t, seen, 3)
	})
	t.Run("whoever asks for a page gets it at any of its addresses", func(t *testing.T) {
		for _, target := range []string{"/v/hanok/queue", "/reservation/x", "/nothing"} {
			res := ask(t, h, http.MethodGet, target, "Accept", "text/html,*/*;q=0.8")
			require.Equal(t, http.StatusOK, res.StatusCode, target)
			require.Contains(t, body(t, res), "app-1.js")
		}
	})
	t.Run("a program is told that there is nothing", func(t *testing.T) {
		for _, target := range []string{"/nothing", "/metrics", "/index.html", "/placeholder.txt", "/debug/pprof/"} {
			require.Equal(t, http.StatusNotFound, ask(t, h, http.MethodGet, target, "Accept", "*/*").StatusCode, target)
		}
	})
	t.Run("a missing asset is never the page", func(t *testing.T) {
		for _, target := range []string{"/assets/none.js", "/assets/", "/assets/manifest-1.exe", "/assets/../index.html", "/assets/%2e%2e/embed.go", "/favicon.ico"} {
			require.Equal(t, http.StatusNotFound, ask(t, h, http.MethodGet, target, "Accept", "text/html").StatusCode, target)
		}
	})
	t.Run("assets come with their type and may be kept for ever", func(t *testing.T) {
		for target, contentType := range map[string]string{
			"/assets/app-1.js": "text/javascript; charset=utf-8", "/assets/app-1.css": "text/css; charset=utf-8",
			"/assets/icon-1.svg": "image/svg+xml", "/assets/latin-1.woff2": "font/woff2",
		} {
			res := ask(t, h, http.MethodGet, target)
			require.Equal(t, http.StatusOK, res.StatusCode, target)
			require.Equal(t, contentType, res.Header.Get("Content-Type"))
			require.Contains(t, res.Header.Get("Cache-Control"), "immutable")
			require.NotEmpty(t, body(t, res))
		}
	})
	t.Run("who takes gzip gets it", func(t *testing.T) {
		for range 2 {
			res := ask(t, h, http.MethodGet, "/assets/app-1.js", "Accept-Encoding", "br;q=0, gzip, deflate")
			require.Equal(t, "gzip", res.Header.Get("Content-Encoding"))
			require.Equal(t, "Accept-Encoding", res.Header.Get("Vary"))
			plain, err := gzip.NewReader(res.Body)
			require.NoError(t, err)
			text, err := io.ReadAll(plain)
			require.NoError(t, err)
			require.Equal(t, string(built["assets/app-1.js"].Data), string(text))
		}
		for _, refused := range []string{"", "gzip;q=0", "br", "identity"} {
			require.Empty(t, ask(t, h, http.MethodGet, "/assets/app-1.js", "Accept-Encoding", refused).Header.Get("Content-Encoding"), refused)
		}
		require.Empty(t, ask(t, h, http.MethodGet, "/assets/latin-1.woff2", "Accept-Encoding", "gzip").Header.Get("Content-Encoding"))
	})
	t.Run("it is only read", func(t *testing.T) {
		require.Equal(t, http.StatusOK, ask(t, h, http.MethodHead, "/").StatusCode)
		res := ask(t, h, http.MethodPost, "/")
		require.Equal(t, http.StatusMethodNotAllowed, res.StatusCode)
		require.Equal(t, "GET, HEAD", res.Header.Get("Allow"))
	})
}

func TestHandlerWithoutBundle(t *testing.T) {
	h := newHandler(fstest.MapFS{"placeholder.txt": built["placeholder.txt"]})
	for _, target := range []string{"/", "/v/hanok/queue", "/assets/app-1.js"} {
		res := ask(t, h, http.MethodGet, target)
		require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
		require.Equal(t, "no-store", res.Header.Get("Cache-Control"))
		require.Contains(t, body(t, res), "run make web")
	}
}

func TestEmbedded(t *testing.T) {
	t.Run("the embedded folder answers either with the page or with what to run", func(t *testing.T) {
		res := ask(t, Handler(), http.MethodGet, "/")
		text := body(t, res)
		if _, err := fs.Stat(dist(), "index.html"); err != nil {
			require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
			return
		}
		require.Equal(t, http.StatusOK, res.StatusCode)
		named := regexp.MustCompile(`(?:src|href)="(/[^"]+)"`).FindAllStringSubmatch(text, -1)
		require.GreaterOrEqual(t, len(named), 3, "a script, a style sheet and an icon")
		for _, asset := range named {
			require.Equal(t, http.StatusOK, ask(t, Handler(), http.MethodGet, asset[1]).StatusCode, asset[1])
		}
		require.NotContains(t, text, "://", "the page must not load anything from elsewhere")
		require.NotRegexp(t, `<script[^>]*>[^<]`, text, "no script is inline")
		require.NotContains(t, text, "<style")
	})
}
