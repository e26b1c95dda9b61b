package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
	"github.com/stretchr/testify/require"
)

func answer(code string) error { return &pq.Error{Code: pqerror.Code(code), Severity: "ERROR"} }

func TestIsUnavailable(t *testing.T) {
	for _, code := range []string{"08000", "08006", "53100", "53200", "53300", "57P01", "57P02", "57P03", "55P03", "57014", "25P03"} {
		require.True(t, IsUnavailable(fmt.Errorf("hold slot: %w", answer(code))), code)
	}
	for _, code := range []string{"23505", "23P01", "23514", "40001", "40P01", "42501", "42P01", "22P02", "25006", "28P01"} {
		require.False(t, IsUnavailable(answer(code)), code)
	}
	require.True(t, IsUnavailable(driver.ErrBadConn))
	require.True(t, IsUnavailable(sql.ErrConnDone))
	require.False(t, IsUnavailable(nil))
	require.False(t, IsUnavailable(errors.New("anything else")))
	require.False(t, IsUnavailable(io.EOF), "an end of file may be anybody's; only Wrap, which sees the driver's errors, takes it")
	require.False(t, IsUnavailable(fmt.Errorf("%w: %w", ErrCommitUnknown, driver.ErrBadConn)))
}

func TestWrap(t *testing.T) {
	t.Run("what is unavailable says so and keeps text and chain", func(t *testing.T) {
		for _, err := range []error{answer("57P03"), driver.ErrBadConn, io.EOF, &net.OpError{Op: "dial", Err: errors.New("refused")}} {
			wrapped := Wrap(err)
			require.ErrorIs(t, wrapped, ErrUnavailable)
			require.ErrorIs(t, wrapped, err)
			require.EqualError(t, wrapped, err.Error())
			require.Equal(t, wrapped, Wrap(wrapped), "twice is once")
		}
	})

	t.Run("everything else stays as it is", func(t *testing.T) {
		require.NoError(t, Wrap(nil))
		refused := errors.New("slot taken")
		require.Equal(t, refused, Wrap(refused))
		require.Equal(t, answer("23505"), Wrap(answer("23505")))
		reset := commitError(&net.OpError{Op: "read", Err: errors.New("reset")})
		require.Equal(t, reset, Wrap(reset), "unknown is not unavailable, although the network is in its chain")
	})
}

func TestCommitError(t *testing.T) {
	require.NoError(t, commitError(nil))
	require.ErrorIs(t, commitError(driver.ErrBadConn), ErrCommitUnknown)
	require.ErrorIs(t, commitError(io.EOF), ErrCommitUnknown)
	require.ErrorIs(t, commitError(&net.OpError{Op: "read", Err: errors.New("reset")}), ErrCommitUnknown)
	require.ErrorIs(t, commitError(&pq.Error{Code: "57P01", Severity: "FATAL"}), ErrCommitUnknown, "a session that dies may have committed first")

	for _, definite := range []error{answer("23505"), answer("40001"), pq.ErrInFailedTransaction, sql.ErrTxDone, context.DeadlineExceeded} {
		err := commitError(definite)
		require.ErrorIs(t, err, definite)
		require.NotErrorIs(t, err, ErrCommitUnknown)
	}
}

func TestExplain(t *testing.T) {
	t.Run("a transaction that ran out of its own time is unavailability", func(t *testing.T) {
		inside, cancel := context.WithTimeoutCause(t.Context(), 0, errTooLong)
		defer cancel()
		for _, err := range []error{answer("57014"), driver.ErrBadConn, sql.ErrTxDone, context.DeadlineExceeded} {
			require.ErrorIs(t, explain(inside, err), ErrUnavailable)
			require.ErrorContains(t, explain(inside, err), "longer than 10s")
		}
	})

	t.Run("a caller that left gets its own error", func(t *testing.T) {
		inside, leave := context.WithCancel(t.Context())
		leave()
		err := explain(inside, answer("57014"))
		require.ErrorIs(t, err, context.Canceled)
		require.False(t, IsUnavailable(err))
	})

	t.Run("an unknown commit and a refusal stay what they are", func(t *testing.T) {
		inside, leave := context.WithCancel(t.Context())
		leave()
		require.ErrorIs(t, explain(inside, commitError(driver.ErrBadConn)), ErrCommitUnknown)
		require.Equal(t, answer("23505"), explain(inside, answer("23505")))
	})
}
