package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
)

var (
	// ErrCommitUnknown says that COMMIT was sent and its answer never came: the transaction may have happened or not.
	// Read the command's key again; never repeat the command blindly, never call it failed.
	ErrCommitUnknown = errors.New("the outcome of the commit is unknown")

	// ErrUnavailable says that nothing was committed and the same call may succeed later: no connection, a server that
	// starts, stops or lacks resources, a lock or a statement that took too long.
	ErrUnavailable = errors.New("the database is unavailable")
)

// Wrap classifies a driver's error: one that IsUnavailable recognises, or that comes from the network, is ErrUnavailable
// from then on. All others, nil and an unknown commit among them, come back as they are. Text and chain stay the same.
func Wrap(err error) error {
	if err == nil || errors.Is(err, ErrUnavailable) || errors.Is(err, ErrCommitUnknown) {
		return err
	}
	var network *net.OpError
	if IsUnavailable(err) || errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &unavailable{err}
	}
	return err
}

type unavailable struct{ error }

func (u *unavailable) Unwrap() error        { return u.error }
func (u *unavailable) Is(target error) bool { return target == ErrUnavailable }

// Code returns the SQLSTATE of the server's answer in err's chain, "" when the server gave none.
func Code(err error) string {
	if e := serverError(err); e != nil {
		return string(e.Code)
	}
	return ""
}

// Constraint returns the name of the constraint (or the unique index, or what a trigger called one) that refused a
// write, "" when none did.
func Constraint(err error) string {
	if e := serverError(err); e != nil {
		return e.Constraint
	}
	return ""
}

// IsUnique tells whether a unique constraint refused a write; with names, whether one of these did.
func IsUnique(err error, constraint ...string) bool {
	return Code(err) == string(pqerror.UniqueViolation) &&
		(len(constraint) == 0 || slices.Contains(constraint, Constraint(err)))
}

// IsSerialization tells whether the server undid a transaction for the sake of another (40001, 40P01), or since the tables
// have changed beneath a statement that was prepared; running it again from its first statement is right.
func IsSerialization(err error) bool {
	code := Code(err)
	return code == string(pqerror.TRSerializationFailure) || code == string(pqerror.TRDeadlockDetected) || isStale(err)
}

// IsUnavailable tells whether err means that nothing was committed and a later try may succeed. An unknown commit is
// never unavailable.
func IsUnavailable(err error) bool {
	switch {
	case err == nil || errors.Is(err, ErrCommitUnknown):
		return false
	case errors.Is(err, ErrUnavailable), errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone):
		return true
	}
	code := Code(err)
	switch code {
	case "57P01", "57P02", "57P03", // the server stops, crashed, starts
		"55P03", // a lock took too long
		"57014", // a statement took too long
		"25P03": // the transaction sat idle too long
		return true
	}
	return strings.HasPrefix(code, "08") || strings.HasPrefix(code, "53")
}

// commitError tells a refused commit from an unanswered one. Only an answer of the server that leaves the session alive
// proves that the transaction was rolled back; a session that dies may have committed first.
func commitError(err error) error {
	e := serverError(err)
	switch {
	case err == nil:
		return nil
	case e != nil && !e.Fatal():
		return err
	case errors.Is(err, pq.ErrInFailedTransaction):
		return fmt.Errorf("a failed statement was overlooked: %w", err)
	case errors.Is(err, sql.ErrTxDone), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err // database/sql refused to send COMMIT
	}
	return fmt.Errorf("%w: %w", ErrCommitUnknown, err)
}

func serverError(err error) *pq.Error {
	var e *pq.Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}
