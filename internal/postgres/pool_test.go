package postgres_test

import (
	"context"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

func TestOpen(t *testing.T) {
	dsn := pgtest.NewURL(t)
	u, err := url.Parse(dsn)
	require.NoError(t, err)
	password, _ := u.User.Password()
	pairs := strings.Join([]string{"host=" + u.Hostname(), "port=" + u.Port(), "user=" + u.User.Username(), "password='" + password + "'", "dbname=" + u.Path[1:], "sslmode=disable"}, " ")

	for form, dsn := range map[string]string{"a URL": dsn, "key=value pairs": pairs} {
		t.Run(form+" opens, in UTC and under our name", func(t *testing.T) {
			db := open(t, dsn)
			require.Equal(t, dsn, db.DSN())
			require.Equal(t, "slotq UTC", text(t, db, `SELECT current_setting('application_name') || ' ' || current_setting('timezone')`))
			require.Equal(t, 8, db.SQL().Stats().MaxOpenConnections)
		})
	}

	t.Run("a name in the connection string wins, a time zone does not", func(t *testing.T) {
		db := open(t, dsn+"&application_name=mine&TimeZone=Asia/Tokyo")
		require.Equal(t, "mine UTC", text(t, db, `SELECT current_setting('application_name') || ' ' || current_setting('timezone')`))
	})

	t.Run("the defaults hold when nothing is said", func(t *testing.T) {
		db, err := postgres.Open(dsn, postgres.PoolOptions{})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, db.Close()) })
		require.Equal(t, 20, db.SQL().Stats().MaxOpenConnections)
	})

	t.Run("nonsense is refused at once", func(t *testing.T) {
		_, err := postgres.Open("host", postgres.PoolOptions{})
		require.ErrorContains(t, err, "connection string")
	})
}

func TestWaitReady(t *testing.T) {
	dsn := pgtest.NewURL(t)

	t.Run("a server that answers is ready", func(t *testing.T) {
		require.NoError(t, postgres.WaitReady(t.Context(), open(t, dsn)))
	})

	t.Run("what waiting cannot cure comes back at once", func(t *testing.T) {
		u, err := url.Parse(dsn)
		require.NoError(t, err)
		u.Path = "/nowhere"
		err = postgres.WaitReady(t.Context(), open(t, u.String()))
		require.Equal(t, "3D000", postgres.Code(err))
	})

	t.Run("a server that comes later is waited for", func(t *testing.T) {
		dir := dataDir(t)
		c := start(t, options(dir))
		db := open(t, c.URL(""))
		require.NoError(t, c.Stop(t.Context()))
		ready := make(chan error, 1)
		go func() { ready <- postgres.WaitReady(t.Context(), db) }()
		start(t, options(dir))
		require.NoError(t, <-ready)
	})

	t.Run("one that never comes ends with the caller's patience and its own last word", func(t *testing.T) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		address := l.Addr().String()
		require.NoError(t, l.Close())
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second) // time for one try at least
		defer cancel()
		err = postgres.WaitReady(ctx, open(t, "postgres://nobody@"+address+"/none?sslmode=disable"))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorContains(t, err, "connection refused")
	})
}
