package graphiql

import (
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

var built = fstest.MapFS{
	"placeholder.txt":        {Data: []byte("kept")},
	"index.html":             {Data: []byte(`<script src="/graphiql/assets/app-1.js" nonce="{{nonce}}"></script>`)},
	"assets/app-1.js":        {Data: []byte("let x")},
	"assets/app-1.css":       {Data: []byte("a{}")},
	"assets/app-1.LEGAL.txt": {Data: []byte("thanks")},
	"assets/app-1.js.map":    {Data: []byte("{}")},
}

func ask(t *testing.T, h http.Handler, method, target string) *http.Response {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, target, nil))
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

	t.Run("the page is fenced in and is never kept by a cache", func(t *testing.T) {
		for _, target := range []string{"/graphiql", "/graphiql/"} {
			res := ask(t, h, http.MethodGet, target)
			require.Equal(t, http.StatusOK, res.StatusCode)
			require.Equal(t, "text/html; charset=utf-8", res.Header.Get("Content-Type"))
			require.Equal(t, "no-store", res.Header.Get("Cache-Control"))
			require.Equal(t, "nosniff", res.Header.Get("X-Content-Type-Options"))
			csp := res.Header.Get("Content-Security-Policy")
			require.Contains(t, csp, "default-src 'none'")
			require.Contains(t, csp, "frame-ancestors 'none'")
			require.NotContains(t, csp, "unsafe")
			require.NotContains(t, csp, "http")
		}
	})

	t.Run("the nonce of the policy is the page's, and another one next time", func(t *testing.T) {
		nonce := regexp.MustCompile(`'nonce-(\w+)'`)
		seen := map[string]bool{}
		for range 3 {
			res := ask(t, h, http.MethodGet, "/graphiql")
			found := nonce.FindStringSubmatch(res.Header.Get("Content-Security-Policy"))
			require.Len(t, found, 2)
			require.Contains(t, body(t, res), `nonce="`+found[1]+`"`)
			seen[found[1]] = true
		}
		require.Len(t, seen, 3)
	})

	t.Run("assets come with their type and may be kept for ever", func(t *testing.T) {
		for target, contentType := range map[string]string{
			"/graphiql/assets/app-1.js":        "text/javascript; charset=utf-8",
			"/graphiql/assets/app-1.css":       "text/css; charset=utf-8",
			"/graphiql/assets/app-1.LEGAL.txt": "text/plain; charset=utf-8",
		} {
			res := ask(t, h, http.MethodGet, target)
			require.Equal(t, http.StatusOK, res.StatusCode, target)
			require.Equal(t, contentType, res.Header.Get("Content-Type"))
			require.Contains(t, res.Header.Get("Cache-Control"), "immutable")
			require.NotEmpty(t, body(t, res))
		}
	})

	t.Run("what is not part of the site is not found", func(t *testing.T) {
		for _, target := range []string{
			"/graphiql/placeholder.txt", "/graphiql/index.html", "/graphiql/assets/", "/graphiql/assets/none.js",
			"/graphiql/assets/app-1.js.map", "/graphiql/assets/../index.html", "/graphiql/assets/%2e%2e/embed.go", "/graphiqlx",
		} {
			require.Equal(t, http.StatusNotFound, ask(t, h, http.MethodGet, target).StatusCode, target)
		}
	})

	t.Run("it is only read", func(t *testing.T) {
		require.Equal(t, http.StatusOK, ask(t, h, http.MethodHead, "/graphiql").StatusCode)
		res := ask(t, h, http.MethodPost, "/graphiql")
		require.Equal(t, http.StatusMethodNotAllowed, res.StatusCode)
		require.Equal(t, "GET, HEAD", res.Header.Get("Allow"))
	})
}

func TestHandlerWithoutBundle(t *testing.T) {
	h := newHandler(fstest.MapFS{"placeholder.txt": built["placeholder.txt"]})

	t.Run("every path says what to run", func(t *testing.T) {
		for _, target := range []string{"/graphiql", "/graphiql/assets/app-1.js"} {
			res := ask(t, h, http.MethodGet, target)
			require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
			require.Equal(t, "text/plain; charset=utf-8", res.Header.Get("Content-Type"))
			require.Equal(t, "no-store", res.Header.Get("Cache-Control"))
			require.Contains(t, body(t, res), "run make web")
		}
	})
}

func TestEmbedded(t *testing.T) {
	t.Run("the embedded folder answers either with the page or with what to run", func(t *testing.T) {
		res := ask(t, Handler(), http.MethodGet, Path)
		text := body(t, res)
		if _, err := fs.Stat(dist(), "index.html"); err != nil {
			require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
			return
		}
		require.Equal(t, http.StatusOK, res.StatusCode)

		assets := regexp.MustCompile(`(?:src|href)="(/graphiql/[^"]+)"`).FindAllStringSubmatch(text, -1)
		require.Len(t, assets, 2, "one script and one style sheet")
		for _, asset := range assets {
			require.Equal(t, http.StatusOK, ask(t, Handler(), http.MethodGet, asset[1]).StatusCode, asset[1])
		}
		require.NotContains(t, text, "://", "the page must not load anything from elsewhere")
	})
}
