package postgres_test

import (
	"bytes"
	"context"
	"database/sql"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/postgres"
)

// A cut is what happens to a connection when the client sends the bytes that it waits for.
type cut struct {
	at      []byte
	deliver bool // the server gets the message, the client no answer
	reset   bool // RST instead of FIN
}

// cutter stands between a pool and its server and breaks one connection when armed.
type cutter struct {
	server string
	armed  atomic.Pointer[cut]
	open   sync.WaitGroup
}

// through opens a pool to db's database that passes a cutter.
func through(t *testing.T, db *postgres.DB) (*postgres.DB, *cutter) {
	t.Helper()
	dsn, err := url.Parse(db.DSN())
	require.NoError(t, err)
	c := &cutter{server: dsn.Host}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	c.open.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			c.open.Go(func() { c.carry(client.(*net.TCPConn)) })
		}
	})
	dsn.Host = l.Addr().String()
	proxied, err := postgres.Open(dsn.String(), postgres.PoolOptions{MaxOpen: 2})
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, proxied.Close())
		require.NoError(t, l.Close())
		c.open.Wait()
	})
	return proxied, c
}

func (c *cutter) carry(client *net.TCPConn) {
	defer client.Close()
	server, err := net.Dial("tcp", c.server)
	if err != nil {
		return
	}
	defer server.Close()
	var mute atomic.Bool
	c.open.Go(func() { // answers
		buf := make([]byte, 64<<10)
		for {
			n, err := server.Read(buf)
			if err != nil || mute.Load() {
				_ = client.Close()
				return
			}
			if _, err := client.Write(buf[:n]); err != nil {
				return
			}
		}
	})
	buf := make([]byte, 64<<10)
	for {
		n, err := client.Read(buf)
		if err != nil {
			return
		}
		if k := c.armed.Load(); k != nil && bytes.Contains(buf[:n], k.at) && c.armed.CompareAndSwap(k, nil) {
			if k.reset {
				_ = client.SetLinger(0)
			}
			if !k.deliver {
				return
			}
			mute.Store(true)
			_, _ = server.Write(buf[:n])
			_, _ = io.Copy(io.Discard, client) // until the other side has closed it on the first byte of the answer
			return
		}
		if _, err := server.Write(buf[:n]); err != nil {
			return
		}
	}
}

func TestCutConnection(t *testing.T) {
	direct := scratch(t)
	db, cutter := through(t, direct)
	commit := []byte("COMMIT\x00")

	for name, k := range map[string]cut{
		"delivered, then closed":   {at: commit, deliver: true},
		"delivered, then reset":    {at: commit, deliver: true, reset: true},
		"lost on the way, closed":  {at: commit},
		"lost on the way, a reset": {at: commit, reset: true},
	} {
		t.Run("a commit "+name+" is unknown and never tried again", func(t *testing.T) {
			tenant, tries := uuid.New(), 0
			err := db.InTenant(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
				tries++
				cutter.armed.Store(&k)
				return insert(1)(ctx, tx)
			})
			require.ErrorIs(t, err, postgres.ErrCommitUnknown)
			require.False(t, postgres.IsUnavailable(err), "unknown is not the same as not done")
			require.NotErrorIs(t, err, postgres.ErrUnavailable)
			require.Equal(t, 1, tries)
			if k.deliver {
				soon(t, func() bool { return count(t, direct, tenant) == 1 }, "it was committed after all")
			} else {
				require.Zero(t, count(t, direct, tenant))
			}
		})
	}

	for name, k := range map[string]cut{
		"delivered, then closed":   {at: commit, deliver: true},
		"lost on the way, a reset": {at: commit, reset: true},
	} {
		t.Run("the commit of a read "+name+" is no riddle: it may be read again", func(t *testing.T) {
			tenant := uuid.New()
			read := func(ctx context.Context, tx *sql.Tx) error {
				cutter.armed.Store(&k)
				return tx.QueryRowContext(ctx, `SELECT 1`).Scan(new(int))
			}
			for way, err := range map[string]error{
				"ReadTenant": db.ReadTenant(t.Context(), tenant, read), "SnapshotByID": db.SnapshotByID(t.Context(), tenant, read), "InWorker": db.InWorker(t.Context(), read),
			} {
				require.ErrorIs(t, err, postgres.ErrUnavailable, way)
				require.True(t, postgres.IsUnavailable(err), way)
				require.NotErrorIs(t, err, postgres.ErrCommitUnknown, way)
			}
		})
	}

	for name, k := range map[string]cut{
		"closed": {at: []byte("INSERT"), deliver: true},
		"reset":  {at: []byte("INSERT"), deliver: true, reset: true},
	} {
		t.Run("a connection "+name+" before the commit is unavailability, and nothing is written", func(t *testing.T) {
			tenant, tries := uuid.New(), 0
			err := db.InTenant(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
				tries++
				cutter.armed.Store(&k)
				return insert(1)(ctx, tx)
			})
			require.ErrorIs(t, err, postgres.ErrUnavailable)
			require.NotErrorIs(t, err, postgres.ErrCommitUnknown)
			require.Equal(t, 1, tries)
			require.Zero(t, count(t, direct, tenant))
		})
	}

	t.Run("connections that died while idle are replaced without the caller noticing", func(t *testing.T) {
		tenant := uuid.New()
		require.NoError(t, db.InTenant(t.Context(), tenant, insert(1)))
		exec(t, direct, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'slotq'`)
		require.NoError(t, db.InTenant(t.Context(), tenant, insert(2)))
		require.Equal(t, 2, count(t, direct, tenant))
	})
}
