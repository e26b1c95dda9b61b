package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// The roles under which a scope runs. They own nothing and log in nowhere: the login role becomes one of them for the
// length of one transaction.
const (
	AppRole    = "slotq_app"    // sees the rows of the tenant in app.tenant
	WorkerRole = "slotq_worker" // sees which tenant has work due, and nothing else
)

// longest is how long one transaction may take from BEGIN to the answer of COMMIT, whatever the caller's patience.
const longest = 10 * time.Second

// The words of entrances. Limits stand in them and not in the role, so that they hold for any login role and behind a pooler.
const (
	asApp    = `; SET LOCAL role = ` + AppRole
	asWorker = `; SET LOCAL role = ` + WorkerRole
	limits   = `; SET LOCAL lock_timeout = '500ms'; SET LOCAL statement_timeout = '5s'; SET LOCAL idle_in_transaction_session_timeout = '10s'`

	// Where rows are written, or read by their ids, plans are kept: PostgreSQL takes the array of a parameter for ten elements,
	// finds a plan for one dearer to keep than to make, and would make it anew each time.
	planOnce = `; SET LOCAL plan_cache_mode = force_generic_plan` + byIndex

	// A plan that is kept has to be good for what the tables will hold: one that was made while they were small reads them whole ever
	// after, in every trigger and every check of a foreign key, until statistics are taken anew. So rows are found by index from the
	// first one on. (Without jit off, the fine on reading a table whole would pass for work that is worth compiling.)
	byIndex = `; SET LOCAL enable_seqscan = off; SET LOCAL jit = off`
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
	return db.twice(ctx, func() error { return db.scope(ctx, nil, intoTenant(tenant, planOnce), fn) })
}

// InTenantLocked is InTenant with an advisory lock on key, tried in the same round trip and held to the end of the
// transaction. fn is told whether it was free; nobody waits for it.
func (db *DB) InTenantLocked(ctx context.Context, tenant uuid.UUID, key int64, fn func(ctx context.Context, tx *sql.Tx, locked bool) error) error {
	return db.InTenantAll(ctx, tenant, []int64{key}, func(ctx context.Context, tx *sql.Tx, locked []bool) error { return fn(ctx, tx, locked[0]) })
}

// InTenantAll is InTenantLocked for several keys at once; fn is told of each, in order, whether it was free.
func (db *DB) InTenantAll(ctx context.Context, tenant uuid.UUID, keys []int64, fn func(ctx context.Context, tx *sql.Tx, locked []bool) error) error {
	return db.twice(ctx, func() error {
		in := intoTenant(tenant, planOnce+lockAll(keys))
		if in == nil {
			return errNoTenant
		}
		in.answer = make([]driver.Value, len(keys))
		return db.scope(ctx, nil, in, func(ctx context.Context, tx *sql.Tx) error {
			locked := make([]bool, len(keys))
			for i, answer := range in.answer {
				locked[i], _ = answer.(bool)
			}
			return fn(ctx, tx, locked)
		})
	})
}

// lockAll tries to lock keys, one after another, and answers a row of booleans.
func lockAll(keys []int64) string {
	var words strings.Builder
	for i, key := range keys {
		words.WriteString([]string{"; SELECT ", ", "}[min(i, 1)])
		words.WriteString("pg_try_advisory_xact_lock(" + strconv.FormatInt(key, 10) + ")")
	}
	return words.String()
}

// ReadTenant runs fn in a read-only transaction of one tenant; each statement sees what is committed at its start.
// Otherwise as InTenant.
func (db *DB) ReadTenant(ctx context.Context, tenant uuid.UUID, fn func(ctx context.Context, tx *sql.Tx) error) error {
	return db.twice(ctx, func() error {
		return db.scope(ctx, &sql.TxOptions{ReadOnly: true}, intoTenant(tenant, ""), fn)
	})
}

// ReadByID is ReadTenant for statements that ask for rows by their ids: whatever the ids, one plan is good for them, and it is kept.
func (db *DB) ReadByID(ctx context.Context, tenant uuid.UUID, fn func(ctx context.Context, tx *sql.Tx) error) error {
	return db.twice(ctx, func() error {
		return db.scope(ctx, &sql.TxOptions{ReadOnly: true}, intoTenant(tenant, planOnce), fn)
	})
}

// SnapshotByID is ReadByID in which all statements see one and the same moment.
func (db *DB) SnapshotByID(ctx context.Context, tenant uuid.UUID, fn func(ctx context.Context, tx *sql.Tx) error) error {
	return db.twice(ctx, func() error {
		return db.scope(ctx, &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}, intoTenant(tenant, planOnce), fn)
	})
}

// SnapshotTenant is ReadTenant in which all statements see one and the same moment.
func (db *DB) SnapshotTenant(ctx context.Context, tenant uuid.UUID, fn func(ctx context.Context, tx *sql.Tx) error) error {
	return db.twice(ctx, func() error {
		return db.scope(ctx, &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}, intoTenant(tenant, ""), fn)
	})
}

// LookTenant is SnapshotTenant for looks at everything that a tenant has: each statement, and all of them, may take so long.
func (db *DB) LookTenant(ctx context.Context, tenant uuid.UUID, most time.Duration, fn func(ctx context.Context, tx *sql.Tx) error) error {
	patience := `; SET LOCAL statement_timeout = ` + strconv.FormatInt(most.Milliseconds(), 10)
	return db.twice(ctx, func() error {
		return db.scopeFor(ctx, most, &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}, intoTenant(tenant, patience), fn)
	})
}

// InWorker runs fn in a read-only transaction under the worker's role, which sees of every tenant when work is due and
// nothing else. The work itself is done by InTenant, one tenant at a time.
func (db *DB) InWorker(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error) error {
	return db.twice(ctx, func() error {
		return db.scope(ctx, &sql.TxOptions{ReadOnly: true}, &entrance{words: asWorker + byIndex + limits}, fn)
	})
}

// AsWorker is InWorker in a transaction that may write the little that belongs to no tenant.
func (db *DB) AsWorker(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error) error {
	return db.twice(ctx, func() error {
		return db.scope(ctx, nil, &entrance{words: asWorker + byIndex + limits}, fn)
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

// intoTenant is the way into the rows of a tenant; nil when there is none. Nothing of an id but hexadecimal digits and dashes
// gets into its words.
func intoTenant(tenant uuid.UUID, more string) *entrance {
	if tenant == uuid.Nil {
		return nil
	}
	return &entrance{words: asApp + `; SET LOCAL app.tenant = '` + tenant.String() + `'` + limits + more}
}
