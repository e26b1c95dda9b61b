package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/pgtest"
)

// readiness asks whether the program should be given requests.
func (p *program) readiness(header ...string) answer {
	p.t.Helper()
	h := http.Header{}
	if len(header) > 0 {
		h.Set("Accept", header[0])
	}
	return p.as("").send(http.MethodGet, strings.TrimSuffix(p.at, "/graphql")+"/readyz", "", h)
}

func TestReadiness(t *testing.T) {
	t.Parallel()
	p := start(t)
	admin := pgtest.Admin(t, p.db)
	require.Equal(t, "ready", p.readiness().raw)
	a := p.readiness("application/json")
	require.Equal(t, http.StatusOK, a.status)
	require.Equal(t, "ready", a.json().Get("status").String())
	require.Equal(t, `["serving","database","tables","loop due","loop errands","loop layouts"]`, a.json().Get("checks.#.check").Raw)
	alive := p.as("").send(http.MethodGet, strings.TrimSuffix(p.at, "/graphql")+"/healthz", "", http.Header{"Accept": {"application/json"}})
	require.NotEmpty(t, alive.json().Get("version").String())

	_, err := admin.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99991231000000, true)`)
	require.NoError(t, err)
	eventually(t, "it says that it is older than the tables, and goes on", func() bool {
		a := p.readiness()
		return a.status == http.StatusOK && strings.Contains(a.raw, "older than the database")
	})
	_, err = admin.Exec(`DELETE FROM goose_db_version WHERE version_id >= (SELECT max(version_id) FROM goose_db_version WHERE version_id < 99990000000000)`)
	require.NoError(t, err)
	eventually(t, "it says that it is newer than the tables, and takes no requests", func() bool {
		a := p.readiness()
		return a.status == http.StatusServiceUnavailable && strings.Contains(a.raw, "not ready\ntables: this program is newer")
	})
}

func TestNoticeBeforeTheEnd(t *testing.T) {
	t.Parallel()
	p := start(t, apiOnly, shownOn, func(s *config.Serve) { s.DrainNotice = 2 * time.Second })
	n := p.tenant()
	require.Equal(t, http.StatusOK, p.readiness().status)
	over := make(chan struct{})
	go func() {
		defer close(over)
		p.stop()
	}()
	eventually(t, "it is not ready any more", func() bool {
		a := p.readiness()
		return a.status == http.StatusServiceUnavailable && strings.Contains(a.raw, "told to stop")
	})
	require.True(t, n.guest.ask(`{ serverTime }`, nil).data("serverTime").Exists(), "whoever comes all the same is served")
	<-over
}
