package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/postgres"
)

func TestCluster(t *testing.T) {
	o := postgres.ClusterOptions{Dir: dataDir(t), StateRoots: []string{os.TempDir()}} // with every promise of durability
	c := start(t, o)
	db := open(t, c.URL(""))

	t.Run("the login role owns the database and is no superuser", func(t *testing.T) {
		require.Equal(t, "slotq slotq slotq", text(t, db,
			`SELECT concat_ws(' ', current_user, current_database(), pg_get_userbyid(datdba)) FROM pg_database WHERE datname = current_database()`))
		require.Equal(t, "login=t createrole=t createdb=t super=f bypass=f", text(t, db,
			`SELECT format('login=%s createrole=%s createdb=%s super=%s bypass=%s', rolcanlogin, rolcreaterole, rolcreatedb, rolsuper, rolbypassrls) FROM pg_roles WHERE rolname = 'slotq'`))
	})

	t.Run("it speaks UTF-8 and UTC and listens on loopback only", func(t *testing.T) {
		require.Equal(t, "UTF8 UTC 127.0.0.1 200ms", text(t, db,
			`SELECT concat_ws(' ', current_setting('server_encoding'), current_setting('timezone'), current_setting('listen_addresses'), current_setting('deadlock_timeout'))`))
	})

	t.Run("it does not run as root and only its owner reads the passwords", func(t *testing.T) {
		info, err := os.Stat(fmt.Sprintf("%s/pg/postmaster.pid", c.Home()))
		require.NoError(t, err)
		require.NotZero(t, ownerOf(info))
		secrets, err := os.Stat(filepath.Join(c.Dir(), "postgres.json"))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), secrets.Mode().Perm())
	})

	t.Run("an interrupt typed at our terminal does not reach it", func(t *testing.T) {
		group, err := syscall.Getpgid(postmaster(c.Home()))
		require.NoError(t, err)
		require.NotEqual(t, syscall.Getpgrp(), group)
	})

	t.Run("a stranger without the password is refused", func(t *testing.T) {
		u, err := url.Parse(c.URL(""))
		require.NoError(t, err)
		u.User = url.UserPassword("postgres", "guess")
		err = open(t, u.String()).Ping(t.Context())
		require.Equal(t, "28P01", postgres.Code(err))
	})

	t.Run("its log stands in its own folder", func(t *testing.T) {
		logs, err := filepath.Glob(filepath.Join(c.Home(), "pg", "log", "postgresql-*.log"))
		require.NoError(t, err)
		require.NotEmpty(t, logs)
	})

	t.Run("a second start on the folder is refused and names folder and process", func(t *testing.T) {
		_, err := postgres.StartCluster(t.Context(), o)
		var inUse *postgres.InUseError
		require.ErrorAs(t, err, &inUse)
		require.Equal(t, c.Dir(), inUse.Dir)
		require.Equal(t, os.Getpid(), inUse.PID)
		require.ErrorContains(t, err, c.Dir())
		require.ErrorContains(t, err, strconv.Itoa(os.Getpid()))
		require.NoError(t, db.Ping(t.Context()), "the refusal must leave the first one alone")
	})

	t.Run("stop ends the server, a new start keeps data and address", func(t *testing.T) {
		exec(t, db, `CREATE TABLE kept AS SELECT 'still here' AS v`)
		before := c.URL("")
		require.NoError(t, c.Stop(context.Background()))
		require.NoError(t, c.Stop(context.Background()), "a second stop answers as the first")
		require.Zero(t, postmaster(c.Home()))

		again := start(t, o)
		require.Equal(t, before, again.URL(""))
		require.Equal(t, "still here", text(t, open(t, again.URL("")), `SELECT v FROM kept`))
		require.NoError(t, again.Stop(context.Background()))
	})

	t.Run("when its port is taken it chooses another", func(t *testing.T) {
		u, err := url.Parse(c.URL(""))
		require.NoError(t, err)
		taken, err := net.Listen("tcp", u.Host)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, taken.Close()) })

		moved := start(t, o)
		require.NotEqual(t, c.URL(""), moved.URL(""))
		require.Equal(t, "still here", text(t, open(t, moved.URL("")), `SELECT v FROM kept`))
	})
}

func TestStartFails(t *testing.T) {
	t.Run("the folder is free again after a start that was broken off", func(t *testing.T) {
		dir := dataDir(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := postgres.StartCluster(ctx, options(dir))
		require.ErrorIs(t, err, context.Canceled)
		require.NoError(t, start(t, options(dir)).Stop(context.Background()))
	})

	t.Run("a folder without its passwords is not opened and says so", func(t *testing.T) {
		dir := dataDir(t)
		require.NoError(t, start(t, options(dir)).Stop(context.Background()))
		require.NoError(t, os.Remove(filepath.Join(dir, "postgres.json")))
		_, err := postgres.StartCluster(t.Context(), options(dir))
		require.ErrorContains(t, err, "postgres.json is missing")
	})

	t.Run("a setting that the server refuses is told in its own words", func(t *testing.T) {
		dir := dataDir(t)
		c := start(t, options(dir))
		require.NoError(t, c.Stop(context.Background()))
		conf, err := os.OpenFile(filepath.Join(c.Home(), "pg", "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = conf.WriteString("work_mem = plenty\n")
		require.NoError(t, errors.Join(err, conf.Close()))
		_, err = postgres.StartCluster(t.Context(), options(dir))
		require.ErrorContains(t, err, "work_mem")
	})

	t.Run("a folder with no server programs says what to do", func(t *testing.T) {
		t.Setenv("SLOTQ_POSTGRES_BIN", t.TempDir())
		_, err := postgres.StartCluster(t.Context(), options(dataDir(t)))
		require.ErrorContains(t, err, "SLOTQ_POSTGRES_BIN")
	})
}
