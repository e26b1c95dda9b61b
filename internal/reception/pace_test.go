package reception_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/reception"
)

// TestPace: whoever asks without end is refused before anything is looked up or noted, and others don't feel it.
func TestPace(t *testing.T) {
	t.Parallel()
	var o *reception.Options
	h := newHouse(t, func(given *reception.Options) { o = given }).found(t)
	mux := http.NewServeMux()
	reception.New(*o).Open(mux)
	begin := func(from, query string) *recorder {
		r := request(t, http.MethodGet, h.at+reception.SignInPath+"?"+query, "", nil, nil)
		r.RemoteAddr = from
		return record(mux, r)
	}
	for from, beside := range map[string]string{"192.0.2.1:4000": "192.0.2.2:4000", "[2001:db8:0:1::1]:4000": "[2001:db8:0:2::1]:4000"} {
		var last *recorder
		for range 100_000 { // far more than any machine is given back meanwhile
			if last = begin(from, "return=//elsewhere"); last.Code == http.StatusTooManyRequests {
				break
			}
			require.Equal(t, http.StatusBadRequest, last.Code)
		}
		require.Equal(t, http.StatusTooManyRequests, last.Code)
		require.NotEmpty(t, last.Header().Get("Retry-After"))
		require.Equal(t, http.StatusSeeOther, begin(beside, "tenant="+h.code).Code)
	}
	require.Equal(t, 2, h.Count(`SELECT count(*) FROM sign_ins`))
}

// TestCrowd: no more than so many sign-ins are under way at a tenant, whoever begins them; those that are over don't count.
func TestCrowd(t *testing.T) {
	t.Parallel()
	h := newHouse(t).found(t)
	h.Exec(`INSERT INTO sign_ins (id, tenant_id, state_digest, nonce, verifier, return_to, created_at, expires_at)
		SELECT gen_random_uuid(), $1, sha256(n::text::bytea), 'n', 'v', '/', clock_timestamp(), clock_timestamp() + CASE WHEN n <= 9999 THEN interval '1 hour' ELSE interval '0' END FROM generate_series(1, 10005) n`, h.Tenant)
	at := h.at + reception.SignInPath + "?tenant=" + h.code
	require.Equal(t, http.StatusSeeOther, h.browser(t).get(at).status)
	p := h.browser(t).get(at)
	require.Equal(t, http.StatusTooManyRequests, p.status, p.text)
	require.Equal(t, "60", p.header.Get("Retry-After"))
	require.Empty(t, p.header.Get("Set-Cookie"))
	require.Equal(t, 10006, h.Count(`SELECT count(*) FROM sign_ins`))
}
