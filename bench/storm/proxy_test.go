package main

import (
	"database/sql"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
)

// between opens a real database twice: through a proxy, and past it.
func between(t *testing.T) (through, past *sql.DB, p *proxy, cuts *tallied) {
	t.Helper()
	at, err := url.Parse(pgtest.NewURL(t))
	require.NoError(t, err)
	past, err = sql.Open("postgres", at.String())
	require.NoError(t, err)
	cuts = &tallied{}
	p, err = newProxy(at.Host, func(c cut) { cuts.add(c.String()) })
	require.NoError(t, err)
	at.Host = p.address()
	through, err = sql.Open("postgres", at.String())
	require.NoError(t, err)
	through.SetMaxOpenConns(1)
	t.Cleanup(func() {
		require.NoError(t, through.Close())
		p.close()
		require.NoError(t, past.Close())
	})
	_, err = past.ExecContext(t.Context(), `CREATE TABLE marks (n int)`)
	require.NoError(t, err)
	return through, past, p, cuts
}

func marks(t *testing.T, db *sql.DB) (n int) {
	t.Helper()
	require.NoError(t, db.QueryRowContext(t.Context(), `SELECT count(*) FROM marks`).Scan(&n))
	return n
}

func TestCutsAtCommit(t *testing.T) {
	through, past, p, cuts := between(t)
	for _, c := range []cut{
		{commit: true, deliver: true}, {commit: true, deliver: true, reset: true}, {commit: true}, {commit: true, reset: true},
	} {
		t.Run(c.String(), func(t *testing.T) {
			before := marks(t, past)
			tx, err := through.BeginTx(t.Context(), nil)
			require.NoError(t, err)
			_, err = tx.ExecContext(t.Context(), `INSERT INTO marks VALUES (1)`)
			require.NoError(t, err)
			p.arm(c, 1)
			require.Error(t, tx.Commit(), "the answer got through")
			require.Zero(t, p.disarm())
			require.Equal(t, 1, cuts.all()[c.String()])
			if c.deliver {
				require.Eventually(t, func() bool { return marks(t, past) == before+1 }, 10*time.Second, time.Millisecond, "the COMMIT never arrived")
			} else {
				require.Equal(t, before, marks(t, past))
			}
			require.NoError(t, through.PingContext(t.Context()), "the next connection is whole")
		})
	}
}

func TestCutsAtAMessage(t *testing.T) {
	through, _, p, cuts := between(t)
	require.NoError(t, through.PingContext(t.Context()))
	p.arm(cut{nth: 3, reset: true}, 1)
	_, err := through.ExecContext(t.Context(), `INSERT INTO marks SELECT generate_series(1, 3) RETURNING n`) // in a transaction of its own: what comes of it is not asked here
	_ = err
	require.Eventually(t, func() bool { return cuts.total() == 1 }, 10*time.Second, time.Millisecond)
	require.NoError(t, through.PingContext(t.Context()))
}

func TestASilentNetworkTellsNobody(t *testing.T) {
	through, past, p, _ := between(t)
	require.NoError(t, through.PingContext(t.Context()))
	speak := p.mute()
	answered := make(chan error, 1)
	go func() {
		_, err := through.ExecContext(t.Context(), `INSERT INTO marks VALUES (1)`)
		answered <- err
	}()
	require.Zero(t, marks(t, past))
	select {
	case err := <-answered:
		t.Fatalf("somebody answered: %v", err)
	default:
	}
	speak()
	require.NoError(t, <-answered)
	require.Equal(t, 1, marks(t, past))
}
