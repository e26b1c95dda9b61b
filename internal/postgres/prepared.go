package postgres

import (
	"context"
	"database/sql/driver"

	"github.com/lib/pq/pqerror"
)

// A statement is prepared when a connection is given it so often, and so many are kept prepared. Parsing and planning anew is
// a third of what the server does for a hold; a plan that is kept costs its memory some tens of kilobytes.
const (
	preparedFrom = 3
	preparedMost = 200
)

// session is what a connection of the driver can do.
type session interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.NamedValueChecker
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// preparing is a connection that prepares what comes again and again. Whoever uses it need not know.
type preparing struct {
	session
	known map[string]*statement
	ready int   // how many of them are prepared
	turn  int64 // counts statements
}

type statement struct {
	times    int
	last     int64 // the turn in which it was used last
	prepared driver.Stmt
}

func newPreparing(s session) *preparing {
	return &preparing{session: s, known: map[string]*statement{}}
}

// QueryContext runs a statement that returns rows.
func (p *preparing) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	prepared, err := p.prepared(ctx, query, len(args))
	if err != nil || prepared == nil {
		return orElse(err, func() (driver.Rows, error) { return p.session.QueryContext(ctx, query, args) })
	}
	rows, err := prepared.(driver.StmtQueryContext).QueryContext(ctx, args)
	return rows, p.heed(err)
}

// ExecContext runs one that returns none.
func (p *preparing) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	prepared, err := p.prepared(ctx, query, len(args))
	if err != nil || prepared == nil {
		return orElse(err, func() (driver.Result, error) { return p.session.ExecContext(ctx, query, args) })
	}
	result, err := prepared.(driver.StmtExecContext).ExecContext(ctx, args)
	return result, p.heed(err)
}

func orElse[T any](err error, run func() (T, error)) (none T, _ error) {
	if err != nil {
		return none, err
	}
	return run()
}

// prepared is the statement, prepared; nil when it is to be run as it is. One without arguments goes by a protocol of its own,
// which is as fast.
func (p *preparing) prepared(ctx context.Context, query string, args int) (driver.Stmt, error) {
	if args == 0 {
		return nil, nil
	}
	p.turn++
	s := p.known[query]
	if s == nil {
		p.forgetStrangers()
		s = &statement{}
		p.known[query] = s
	}
	s.times, s.last = s.times+1, p.turn
	if s.prepared != nil || s.times < preparedFrom {
		return s.prepared, nil
	}
	if p.ready >= preparedMost {
		if err := p.giveUpOldest(); err != nil {
			return nil, err
		}
	}
	prepared, err := p.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	s.prepared = prepared
	p.ready++
	return prepared, nil
}

// forgetStrangers forgets what was counted of statements that never came often, when there are too many of them: lists of
// every length are statements of their own.
func (p *preparing) forgetStrangers() {
	if len(p.known) < 10*preparedMost {
		return
	}
	for query, s := range p.known {
		if s.prepared == nil {
			delete(p.known, query)
		}
	}
}

func (p *preparing) giveUpOldest() error {
	var oldest string
	for query, s := range p.known {
		if s.prepared != nil && (oldest == "" || s.last < p.known[oldest].last) {
			oldest = query
		}
	}
	s := p.known[oldest]
	delete(p.known, oldest)
	p.ready--
	return s.prepared.Close()
}

// heed forgets all when the server says that a prepared statement no longer fits: its plan was made for tables that have
// changed since, or somebody has discarded it. The transaction is undone, and may be run again.
func (p *preparing) heed(err error) error {
	if isStale(err) {
		clear(p.known)
		p.ready = 0
	}
	return err
}

// isStale reports whether a prepared statement no longer fits.
func isStale(err error) bool {
	code := Code(err)
	return code == string(pqerror.InvalidSQLStatementName) ||
		(code == string(pqerror.FeatureNotSupported) && serverError(err).Routine == "RevalidateCachedQuery")
}
