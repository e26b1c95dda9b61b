package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
)

// entrance is what a transaction says in the same breath as BEGIN: as whom it works, in whose rows, under which limits. A round
// trip of its own would be a quarter of what a short read costs. It travels without arguments, so all of it must be ours:
// constants, the digits of an id, a number.
type entrance struct {
	words  string         // statements, each with its semicolon before it
	answer []driver.Value // of the last of them, a row as long as this; nil when it has none
	passed bool           // the connection has said it
}

type entranceKey struct{}

// entering is a connection that says an entrance with its BEGIN, and watches over COMMIT and ROLLBACK itself: those of the driver
// belong to a BEGIN of the driver.
type entering struct {
	session
	nested bool // the server found a transaction open where one was to begin
	broken bool // not to be used again
}

func newEntering(s session) *entering {
	e := &entering{session: s}
	pq.SetNoticeHandler(s, func(notice *pq.Error) {
		e.nested = e.nested || notice.Code == pqerror.ActiveSQLTransaction
	})
	return e
}

// BeginTx begins a transaction and passes its entrance, if the context holds one.
func (e *entering) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	begin, err := beginning(o)
	if err != nil {
		return nil, err
	}
	in, ok := ctx.Value(entranceKey{}).(*entrance)
	if !ok {
		in = &entrance{}
	}
	tx := &transaction{within: ctx, on: e}
	err = e.say(ctx, begin+in.words, in.answer)
	if err == nil && e.nested {
		e.broken, err = true, errors.New("somebody left a transaction open on this connection")
	}
	if err != nil {
		_ = tx.Rollback() // of what has begun, if anything has
		return nil, err
	}
	in.passed = true
	return tx, nil
}

// beginning is BEGIN in the words of the driver.
func beginning(o driver.TxOptions) (string, error) {
	words := "BEGIN"
	switch level := sql.IsolationLevel(o.Isolation); level {
	case sql.LevelDefault:
	case sql.LevelReadUncommitted, sql.LevelReadCommitted, sql.LevelRepeatableRead, sql.LevelSerializable:
		words += " ISOLATION LEVEL " + strings.ToUpper(level.String())
	default:
		return "", fmt.Errorf("PostgreSQL has no isolation level %s", level)
	}
	if o.ReadOnly {
		return words + " READ ONLY", nil
	}
	return words + " READ WRITE", nil
}

// say sends statements without arguments and reads the row that the last of them answers, if one is wanted.
func (e *entering) say(ctx context.Context, words string, answer []driver.Value) error {
	if len(answer) == 0 {
		_, err := e.session.ExecContext(ctx, words, nil)
		return err
	}
	rows, err := e.session.QueryContext(ctx, words, nil)
	if err != nil {
		return err
	}
	if err = rows.Next(answer); errors.Is(err, io.EOF) {
		err = errors.New("a transaction was entered without an answer")
	}
	return errors.Join(err, rows.Close())
}

// IsValid reports whether the connection may be used again.
func (e *entering) IsValid() bool { return !e.broken && e.session.IsValid() }

// ResetSession is asked before it is.
func (e *entering) ResetSession(ctx context.Context) error {
	if e.broken {
		return driver.ErrBadConn
	}
	return e.session.ResetSession(ctx)
}

// transaction ends what an entering connection began. The end of its context cancels what the server does for it, COMMIT as well.
type transaction struct {
	within context.Context //nolint:containedctx // database/sql ends transactions without one
	on     *entering
}

// Commit commits; pq.ErrInFailedTransaction when a statement had failed, and all was rolled back.
func (t *transaction) Commit() error {
	rows, err := t.on.session.QueryContext(t.within, "COMMIT", nil)
	if err != nil {
		return err
	}
	done := rows.(interface{ Tag() string }).Tag()
	switch err := rows.Close(); {
	case err != nil:
		return err
	case done == "COMMIT":
		return nil
	case done == "ROLLBACK":
		return pq.ErrInFailedTransaction
	}
	t.on.broken = true
	return fmt.Errorf("COMMIT was answered by %q", done)
}

// Rollback rolls back. Once the context has ended, the word that cancelled a statement may still be on its way to the server and
// would hit the next one: then the connection is given up, and the server rolls back whatever loses its own.
func (t *transaction) Rollback() error {
	if t.within.Err() == nil {
		if _, err := t.on.session.ExecContext(t.within, "ROLLBACK", nil); err == nil {
			return nil
		}
	}
	t.on.broken = true
	return driver.ErrBadConn
}
