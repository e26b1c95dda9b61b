package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// twice runs a transaction and, when the server undid it for the sake of another, once more; then nothing has happened, and
// the caller may ask again.
func (db *DB) twice(ctx context.Context, run func() error) error {
	err := run()
	if !IsSerialization(err) || errors.Is(err, ErrCommitUnknown) {
		return err
	}
	// A little apart, or the two that collided collide again.
	if pause(ctx, time.Duration(rand.IntN(20))*time.Millisecond) != nil {
		return err
	}
	if err = run(); IsSerialization(err) && !errors.Is(err, ErrCommitUnknown) {
		return &unavailable{err}
	}
	return err
}

// scope runs one transaction: begin and enter (role, tenant, limits) in one, fn, commit or roll back.
func (db *DB) scope(ctx context.Context, opts *sql.TxOptions, in *entrance, fn func(context.Context, *sql.Tx) error) error {
	return db.scopeFor(ctx, longest, opts, in, fn)
}

// scopeFor is scope with a time of its own.
func (db *DB) scopeFor(ctx context.Context, most time.Duration, opts *sql.TxOptions, in *entrance, fn func(context.Context, *sql.Tx) error) error {
	if err := db.mayBegin(ctx); err != nil {
		return err
	}
	if in == nil {
		return errNoTenant
	}
	detached := context.WithValue(context.WithoutCancel(ctx), openScope{}, true)
	inside, cancel := context.WithTimeoutCause(detached, most, errTooLong)
	defer cancel()

	// Waiting for a connection ends with the caller's patience; from BEGIN on the caller has no say.
	unhook := context.AfterFunc(ctx, cancel)
	tx, err := db.pool.BeginTx(context.WithValue(inside, entranceKey{}, in), opts)
	if !unhook() {
		if err == nil {
			_ = tx.Rollback()
		}
		return ctx.Err()
	}
	if err != nil {
		return explain(inside, fmt.Errorf("begin: %w", err))
	}
	err = run(inside, tx, func(ctx context.Context, tx *sql.Tx) error {
		if !in.passed { // the pool is not made of connections of ours, and this one would see every tenant
			return errNotEntered
		}
		return fn(ctx, tx)
	})
	if opts != nil && opts.ReadOnly {
		err = nothingWritten(err)
	}
	return err
}

// nothingWritten is what an unanswered COMMIT means where nothing could be written: no riddle, it may be read again.
func nothingWritten(err error) error {
	if errors.Is(err, ErrCommitUnknown) {
		return &unavailable{fmt.Errorf("the end of a read: %v", err)} //nolint:errorlint // the riddle must not count as well
	}
	return err
}

var errTooLong = &unavailable{fmt.Errorf("the transaction took longer than %s", longest)}

var errNotEntered = errors.New("the transaction began outside every scope")

func (db *DB) mayBegin(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case ctx.Value(openScope{}) != nil:
		return errNested
	case db.closed.Load():
		return errClosed
	}
	return nil
}

// run calls fn in tx, commits when it returns nil and rolls back otherwise, on a panic too.
func run(ctx context.Context, tx *sql.Tx, fn func(context.Context, *sql.Tx) error) error {
	// After a commit this does nothing. A failed rollback changes nothing either: the server rolls back whatever loses
	// its connection.
	defer func() { _ = tx.Rollback() }()
	if err := fn(ctx, tx); err != nil {
		return explain(ctx, err)
	}
	if err := commitError(tx.Commit()); err != nil {
		return explain(ctx, fmt.Errorf("commit: %w", err))
	}
	return nil
}

// explain puts back what the driver hides: it reports the end of a context as a cancelled statement (57014), a broken
// connection or a finished transaction. What ended the context is the better answer.
func explain(ctx context.Context, err error) error {
	if ctx.Err() == nil || errors.Is(err, ErrCommitUnknown) {
		return Wrap(err)
	}
	if IsUnavailable(err) || errors.Is(err, sql.ErrTxDone) || errors.Is(err, ctx.Err()) {
		return fmt.Errorf("%w (%v)", context.Cause(ctx), err) //nolint:errorlint // the driver's word must not count as well
	}
	return Wrap(err)
}
