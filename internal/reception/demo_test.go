package reception_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/reception"
)

func TestDemo(t *testing.T) {
	t.Parallel()
	var desk *reception.Options
	h := newHouse(t, func(o *reception.Options) { desk = o })
	somi := h.member("somi")
	mux := http.NewServeMux()
	door := reception.New(*desk)
	door.Open(mux)
	door.OpenDemo(mux, []reception.Local{{Tenant: h.Tenant, TenantName: "House <&>", Membership: somi, Name: "Somi", Role: "STAFF"}})
	ask := func(method, cookie string, form url.Values, header http.Header) *recorder {
		return serve(t, mux, method, h.at+reception.DemoPath, cookie, form, header)
	}
	own := http.Header{"Origin": {h.at}}

	t.Run("the page says what it is, and lists the people", func(t *testing.T) {
		w := ask(http.MethodGet, "", nil, nil)
		require.Equal(t, http.StatusOK, w.Code)
		require.Contains(t, w.Body.String(), "no password; never in production")
		require.Contains(t, w.Body.String(), "House &lt;&amp;&gt;")
		require.Contains(t, w.Body.String(), `value="`+somi.String()+`"`)
		require.NotContains(t, w.Body.String(), "<script")
		require.Contains(t, w.Header().Get("Content-Security-Policy"), "frame-ancestors 'none'")
	})
	t.Run("one click and one is signed in, another and one is out", func(t *testing.T) {
		w := ask(http.MethodPost, "", url.Values{"person": {somi.String()}}, own)
		require.Equal(t, http.StatusSeeOther, w.Code)
		require.Equal(t, "/", w.Header().Get("Location"))
		cookie := w.Result().Cookies()[0]
		require.Contains(t, ask(http.MethodGet, cookie.Value, nil, http.Header{"Sec-Fetch-Site": {"same-origin"}}).Body.String(), "Somi, STAFF")
		w = ask(http.MethodPost, cookie.Value, url.Values{"person": {""}}, own)
		require.Equal(t, -1, w.Result().Cookies()[0].MaxAge)
		require.NotContains(t, ask(http.MethodGet, cookie.Value, nil, http.Header{"Sec-Fetch-Site": {"same-origin"}}).Body.String(), "Somi, STAFF")
	})
	t.Run("one goes on where one came from, if that is a page of this site", func(t *testing.T) {
		for back, to := range map[string]string{"/v/hanok/queue?q=1": "/v/hanok/queue?q=1", "https://evil.example": "/", "//evil.example": "/", "": "/"} {
			page := serve(t, mux, http.MethodGet, h.at+reception.DemoPath+"?"+url.Values{"return": {back}}.Encode(), "", nil, nil)
			require.Contains(t, page.Body.String(), `name="return" value="`+to+`"`)
			w := ask(http.MethodPost, "", url.Values{"person": {somi.String()}, "return": {back}}, own)
			require.Equal(t, to, w.Header().Get("Location"), back)
		}
	})
	t.Run("forms of other pages are refused", func(t *testing.T) {
		for _, origin := range []string{"https://evil.example", "null", h.at + ".evil.example", "", strings.Replace(h.at, "http", "https", 1)} {
			w := ask(http.MethodPost, "", url.Values{"person": {somi.String()}}, http.Header{"Origin": {origin}})
			require.Equal(t, http.StatusForbidden, w.Code, origin)
			require.Empty(t, w.Result().Cookies())
		}
		require.Equal(t, http.StatusForbidden, ask(http.MethodPost, "", url.Values{"person": {somi.String()}}, nil).Code)
	})
	t.Run("only those of the list", func(t *testing.T) {
		for _, person := range []string{uuid.NewString(), "x", h.member("ada").String()} {
			w := ask(http.MethodPost, "", url.Values{"person": {person}}, own)
			require.Equal(t, http.StatusForbidden, w.Code)
			require.Empty(t, w.Result().Cookies())
		}
	})
	t.Run("another name of this machine leads to the site's own", func(t *testing.T) {
		r := request(t, http.MethodGet, h.at+reception.DemoPath, "", nil, nil)
		r.Host = strings.Replace(r.Host, "127.0.0.1", "localhost", 1)
		w := record(mux, r)
		require.Equal(t, http.StatusFound, w.Code)
		require.Equal(t, h.at+reception.DemoPath, w.Header().Get("Location"))
	})
	t.Run("its sessions are no good where its issuer doesn't count", func(t *testing.T) {
		cookie := ask(http.MethodPost, "", url.Values{"person": {somi.String()}}, own).Result().Cookies()[0]
		strict := auth.NewSessions(h.DB, auth.SessionLimits{Life: 1, Idle: 1, Issuers: []string{"https://login.example.com"}})
		t.Cleanup(strict.Close)
		_, err := strict.Authenticate(t.Context(), cookie.Value)
		require.ErrorIs(t, err, auth.ErrUnauthenticated)
	})
}
