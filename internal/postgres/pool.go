package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync/atomic"
	"time"

	"github.com/lib/pq"
)

// PoolOptions size a pool; zero values take the defaults named beside them.
type PoolOptions struct {
	MaxOpen         int           // connections at most, all of them kept when idle; 20
	MaxLifetime     time.Duration // after which a connection is replaced; 10 minutes
	Direct          string        // connection string of the way past a pooler; the pool's own
	ApplicationName string        // shown in pg_stat_activity unless the connection string names one; "slotq"

	// OpenDB makes the pool, for whoever watches its statements; sql.OpenDB.
	OpenDB func(driver.Connector) *sql.DB
}

// DB is a pool of connections under one login role. Its transactions (InTenant and its relatives) are the only way for
// the rest of SlotQ to read and write.
type DB struct {
	pool   *sql.DB
	dsn    string
	direct string
	closed atomic.Bool
}

// Open makes a pool for a connection string in URL or key=value form. It connects to nothing yet: use WaitReady or
// Ping. The error is about the connection string.
func Open(dsn string, o PoolOptions) (*DB, error) {
	cfg, err := pq.NewConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("connection string: %w", err)
	}
	// One round trip for a statement with arguments instead of two; also what lets a transaction pooler stand in front.
	cfg.BinaryParameters = true
	cfg.ApplicationName = cmp.Or(cfg.ApplicationName, o.ApplicationName, "slotq")
	if cfg.ConnectTimeout == 0 {
		cfg.ConnectTimeout = 5 * time.Second
	}
	if cfg.Runtime == nil {
		cfg.Runtime = map[string]string{}
	}
	maps.DeleteFunc(cfg.Runtime, func(name, _ string) bool { return strings.EqualFold(name, "timezone") })
	cfg.Runtime["timezone"] = "UTC" // times leave the database as UTC, wherever the server stands and whatever it prefers
	connector, err := pq.NewConnectorConfig(cfg)
	if err != nil {
		return nil, fmt.Errorf("connection string: %w", err)
	}
	if o.OpenDB == nil {
		o.OpenDB = sql.OpenDB
	}
	pool := o.OpenDB(newDirect(connector))
	size := cmp.Or(o.MaxOpen, 20)
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size) // fewer would close and reopen connections under load
	pool.SetConnMaxLifetime(cmp.Or(o.MaxLifetime, 10*time.Minute))
	return &DB{pool: pool, dsn: dsn, direct: cmp.Or(o.Direct, dsn)}, nil
}

// SQL is the pool itself, for libraries that want one (the job queue, the metrics). Writing through it without a
// transaction risks running the statement twice: the driver repeats it on a broken connection.
func (db *DB) SQL() *sql.DB { return db.pool }

// DSN is the connection string as given to Open, fit for any client.
func (db *DB) DSN() string { return db.dsn }

// Direct is a connection string that leads to the server itself where DSN leads to a pooler, for what needs a session of its
// own: a pooler in transaction mode takes a LISTEN and never tells what was heard.
func (db *DB) Direct() string { return db.direct }

// Ping tells whether the server answers; ErrUnavailable when it does not, and as Wrap says.
func (db *DB) Ping(ctx context.Context) error {
	if db.closed.Load() {
		return errClosed
	}
	return Wrap(db.pool.PingContext(ctx))
}

var errClosed = &unavailable{errors.New("the pool is closed")}

// Close closes the pool once running transactions have ended; later ones get ErrUnavailable.
func (db *DB) Close() error {
	db.closed.Store(true)
	return db.pool.Close()
}
