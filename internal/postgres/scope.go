package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
)

// The roles under which a scope runs. They own nothing and log in nowhere: the login role becomes one of them for the
// length of one transaction.
const (
	AppRole    = "slotq_app"    // sees the rows of the tenant in app.tenant
	WorkerRole = "slotq_worker" // sees which tenant has work due, and nothing else
)

// longest is how long one transaction may take from BEGIN to the answer of COMMIT, whatever the caller's patience.
const longest = 10 * time.Second

// Where rows are written, or read by their ids, plans are kept: PostgreSQL takes the array of a parameter for ten elements,
// finds a plan for one dearer to keep than to make, and would make it anew each time.
const planOnce = `, set_config('plan_cache_mode', 'force_generic_plan', true)`

// Limits stand in the first statement and not in the role, so that they hold for any login role and behind a pooler.
const limits = `, set_config('lock_timeout', '500ms', true), set_config('statement_timeout', '5s', true), set_config('idle_in_transaction_session_timeout', '10s', true)`

const (
	enterTenant  = `SELECT set_config('role', '` + AppRole + `', true), set_config('app.tenant', $1, true)` + limits
	enterPlanned = enterTenant + planOnce
	enterLocked  = enterPlanned + `, pg_try_advisory_xact_lock($2)`
	enterAll     = enterPlanned + `, ARRAY(SELECT pg_try_advisory_xact_lock(k) FROM unnest($2::bigint[]) WITH ORDINALITY AS asked (k, n) ORDER BY n)`
	enterWorker  = `SELECT set_config('role', '` + WorkerRole + `', true)` + limits
)

// InTenant runs fn in one READ COMMITTED transaction that sees and writes the rows of one tenant only. It commits when
// fn returns nil and rolls back otherwise, on a panic as well.
//
// fn runs a second time when the server undoes the first (40001, 40P01), so all it does must be in tx or harmless to
// repeat. The context given to fn keeps the caller's values but not its cancellation: a client that leaves must not break
// a transaction half way; ten seconds end it in any case. When ctx is done before the transaction has begun, ctx.Err()
// is returned and nothing happened.
//
// Errors: ErrCommitUnknown when the answer to COMMIT was lost, never tried again here; ErrUnavailable as Wrap says; fn's
// own error otherwise.
func (db *DB) InTenant(ctx context.Context, tenant uuid.UUID, fn func(ctx context.Context, tx *sql.Tx) error) error {
	return db.twice(ctx, func() error { return db.scope(ctx, nil, tenantDoor(enterPlanned, tenant), fn) })
}

// InTenantLocked is InTenant with an advisory lock on key, tried in the same round trip and held to the end of the
// transaction. fn is told whether it was free; nobody waits for it.
func (db *DB) InTenantLocked(ctx context.Context, tenant uuid.UUID, key int64, fn func(ctx context.Context, tx *sql.Tx, locked bool) error) error {
	return db.twice(ctx, func() error {
		var locked bool
		enter := func(ctx context.Context, tx *sql.Tx) error {
			if tenant == uuid.Nil {
				return errNoTenant
			}
			var set [6]string
			return tx.QueryRowContext(ctx, enterLocked, tenant.String(), key).Scan(&set[0], &set[1], &set[2], &set[3], &set[4], &set[5], &locked)
		}
		return db.scope(ctx, nil, enter, func(ctx context.Context, tx *sql.Tx) error { return fn(ctx, tx, locked) })
	})
}

// InTenantAll is InTenantLocked for several keys at once; fn is told of each, in order, whether it was free.
func (db *DB) InTenantAll(ctx context.Context, tenant uuid.UUID, keys []int64, fn func(ctx context.Context, tx *sql.Tx, locked []bool) error) error {
	return db.twice(ctx, func() error {
		var locked []bool
		enter := func(ctx context.Context, tx *sql.Tx) error {
			if tenant == uuid.Nil {
				return errNoTenant
			}
			var set [6]string
			return tx.QueryRowContext(ctx, enterAll, tenant.String(), pq.Array(keys)).Scan(&set[0], &set[1], &set[2], &set[3], &set[4], &set[5], pq.Array(&locked))
		}
		return db.scope(ctx, nil, enter, func(ctx context.Context, tx *sql.Tx) error { return fn(ctx, tx, locked) })
	})
}

// ReadTenant runs fn in a read-only transaction of one tenant; each statement sees what is committed at its start.
// Otherwise as InTenant.
func (db *DB) ReadTenant(ctx context.Context, tenant uuid.UUID, fn func(ctx context.Context, tx *sql.Tx) error) error {
	return db.twice(ctx, func() error {
		return db.scope(ctx, &sql.TxOptions{ReadOnly: true}, tenantDoor(enterTenant, tenant), fn)
	})
}

// ReadByID is ReadTenant for statements that ask for rows by their ids: whatever the ids, one plan is good for them, and it is kept.
func (db *DB) ReadByID(ctx context.Context, tenant uuid.UUID, fn func(ctx context.Context, tx *sql.Tx) error) error {
	return db.twice(ctx, func() error {
		return db.scope(ctx, &sql.TxOptions{ReadOnly: true}, tenantDoor(enterPlanned, tenant), fn)
	})
}

// SnapshotByID is ReadByID in which all statements see one and the same moment.
func (db *DB) SnapshotByID(ctx context.Context, tenant uuid.UUID, fn func(ctx context.Context, tx *sql.Tx) error) error {
	return db.twice(ctx, func() error {
		return db.scope(ctx, &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}, tenantDoor(enterPlanned, tenant), fn)
	})
}

// SnapshotTenant is ReadTenant in which all statements see one and the same moment.
func (db *DB) SnapshotTenant(ctx context.Context, tenant uuid.UUID, fn func(ctx context.Context, tx *sql.Tx) error) error {
	return db.twice(ctx, func() error {
		return db.scope(ctx, &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}, tenantDoor(enterTenant, tenant), fn)
	})
}

// LookTenant is SnapshotTenant for looks at everything that a tenant has: each statement, and all of them, may take so long.
func (db *DB) LookTenant(ctx context.Context, tenant uuid.UUID, most time.Duration, fn func(ctx context.Context, tx *sql.Tx) error) error {
	enter := func(ctx context.Context, tx *sql.Tx) error {
		if err := tenantDoor(enterTenant, tenant)(ctx, tx); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `SELECT set_config('statement_timeout', $1, true)`, strconv.FormatInt(most.Milliseconds(), 10))
		return err
	}
	return db.twice(ctx, func() error {
		return db.scopeFor(ctx, most, &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}, enter, fn)
	})
}

// InWorker runs fn in a read-only transaction under the worker's role, which sees of every tenant when work is due and
// nothing else. The work itself is done by InTenant, one tenant at a time.
func (db *DB) InWorker(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error) error {
	return db.twice(ctx, func() error {
		return db.scope(ctx, &sql.TxOptions{ReadOnly: true}, func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, enterWorker)
			return err
		}, fn)
	})
}

// AsWorker is InWorker in a transaction that may write the little that belongs to no tenant.
func (db *DB) AsWorker(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error) error {
	return db.twice(ctx, func() error {
		return db.scope(ctx, nil, func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, enterWorker)
			return err
		}, fn)
	})
}

// InOwner runs fn in one transaction as the login role itself, which owns the tables. For looking at the catalogue and
// for repairs, never for a request. It has no limits but ctx, which cancels it, and is not repeated.
func (db *DB) InOwner(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error) error {
	if err := db.mayBegin(ctx); err != nil {
		return err
	}
	inside := context.WithValue(ctx, openScope{}, true)
	tx, err := db.pool.BeginTx(inside, nil)
	if err != nil {
		return explain(inside, fmt.Errorf("begin: %w", err))
	}
	return run(inside, tx, fn)
}

var (
	errNoTenant = errors.New("no tenant: a scope needs the id of one")
	errNested   = errors.New("a transaction is already open in this context; a second one could wait for a connection that the first holds")
)

// openScope marks the context inside a transaction.
type openScope struct{}

func tenantDoor(enter string, tenant uuid.UUID) func(context.Context, *sql.Tx) error {
	return func(ctx context.Context, tx *sql.Tx) error {
		if tenant == uuid.Nil {
			return errNoTenant
		}
		_, err := tx.ExecContext(ctx, enter, tenant.String())
		return err
	}
}
