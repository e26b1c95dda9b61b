package reception_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/identity"
	"github.com/slotq/slotq/internal/identitytest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/reception"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

type claims = identitytest.Claims

// house is a tenant with the door at which its people sign in by a provider.
type house struct {
	*housetest.House
	at       string // the site's origin
	code     string
	provider *identitytest.Provider
	ours     *identity.Provider
	log      *strings.Builder // of the door; read it when all is over
}

func newHouse(t *testing.T, change ...func(*reception.Options)) *house {
	t.Helper()
	h := &house{House: housetest.New(t), provider: identitytest.New(t), log: &strings.Builder{}}
	h.code = h.Tenant.String()[:8]
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	h.at = server.URL
	site, err := auth.NewSite(h.at)
	require.NoError(t, err)
	log := slog.New(slog.NewTextHandler(h.log, nil))
	h.ours = identity.New(identity.Options{
		Issuer: h.provider.URL, ClientID: identitytest.ClientID, ClientSecret: identitytest.Secret, Redirect: h.at + reception.CallbackPath, Log: log,
	})
	credentials := &auth.Credentials{
		Keys: auth.NewKeys(h.DB), Members: auth.NewMembers(h.DB), Tenants: auth.NewTenants(h.DB), Bearers: h.ours, Site: site,
		Sessions: auth.NewSessions(h.DB, auth.SessionLimits{Life: time.Hour, Idle: time.Hour, Issuers: []string{h.provider.URL}}),
	}
	t.Cleanup(credentials.Close)
	o := reception.Options{Provider: h.ours, SignIns: auth.NewSignIns(h.DB), Credentials: credentials, Log: log}
	for _, f := range change {
		f(&o)
	}
	reception.New(o).Open(mux)
	mux.HandleFunc("GET /desk", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "the desk") })
	return h
}

func (h *house) found(t *testing.T) *house {
	t.Helper()
	require.NoError(t, h.ours.Discover(t.Context()))
	return h
}

// member lets the subject sign in as somebody.
func (h *house) member(subject string) (membership uuid.UUID) {
	membership = uuid.New()
	h.Exec(`INSERT INTO memberships (id, tenant_id, principal_id, issuer, subject, created_at) VALUES ($1, $2, $3, $4, $5, clock_timestamp())`,
		membership, h.Tenant, h.Staff.PrincipalID, h.provider.URL, subject)
	return membership
}

// browser keeps cookies, follows redirects when it is told to, and says what pages of the site would.
type browser struct {
	t *testing.T
	h *house
	*http.Client
}

func (h *house) browser(t *testing.T) *browser {
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	return &browser{t, h, &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// page is an answer.
type page struct {
	status int
	header http.Header
	text   string
}

func (b *browser) send(method, address string, header http.Header) page {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, address, strings.NewReader("{}"))
	require.NoError(b.t, err)
	if header != nil {
		r.Header = header
	}
	response, err := b.Do(r)
	require.NoError(b.t, err)
	text, err := io.ReadAll(response.Body)
	require.NoError(b.t, err)
	require.NoError(b.t, response.Body.Close())
	return page{response.StatusCode, response.Header, string(text)}
}

func (b *browser) get(address string) page { return b.send(http.MethodGet, address, nil) }

// begin goes to sign in, and returns the address at the provider.
func (b *browser) begin(query url.Values) string {
	b.t.Helper()
	p := b.get(b.h.at + reception.SignInPath + "?" + query.Encode())
	require.Equal(b.t, http.StatusSeeOther, p.status, p.text)
	return p.header.Get("Location")
}

// atProvider signs in there, and returns the address to which the provider sends the browser back.
func (b *browser) atProvider(address string) string {
	b.t.Helper()
	p := b.get(address)
	require.Equal(b.t, http.StatusFound, p.status, p.text)
	return p.header.Get("Location")
}

// signIn goes all the way, and returns the last answer.
func (b *browser) signIn() page {
	b.t.Helper()
	return b.get(b.atProvider(b.begin(url.Values{"tenant": {b.h.code}, "return": {"/desk"}})))
}

func (b *browser) session() (string, bool) {
	at, err := url.Parse(b.h.at)
	require.NoError(b.t, err)
	for _, cookie := range b.Jar.Cookies(at) {
		if cookie.Name == "slotq" {
			return cookie.Value, true
		}
	}
	return "", false
}

func (b *browser) who() (status int, said gjson.Result) {
	b.t.Helper()
	p := b.send(http.MethodGet, b.h.at+reception.SessionPath, http.Header{"Sec-Fetch-Site": {"same-origin"}})
	return p.status, gjson.Parse(p.text)
}

// ours are the headers of a request of the site's pages.
func (h *house) own() http.Header {
	return http.Header{"Origin": {h.at}, "Content-Type": {"application/json"}, auth.ClientHeader: {"test"}}
}

type recorder = httptest.ResponseRecorder

func request(t *testing.T, method, address, cookie string, form url.Values, header http.Header) *http.Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form.Encode()))
	for name, values := range header {
		r.Header[name] = values
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if cookie != "" {
		r.AddCookie(&http.Cookie{Name: "slotq", Value: cookie})
	}
	return r
}

func record(door http.Handler, r *http.Request) *recorder {
	w := httptest.NewRecorder()
	door.ServeHTTP(w, r)
	return w
}

func serve(t *testing.T, door http.Handler, method, address, cookie string, form url.Values, header http.Header) *recorder {
	t.Helper()
	return record(door, request(t, method, address, cookie, form, header))
}
