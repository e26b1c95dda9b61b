package main

import (
	"bytes"
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"time"
)

// watch is what the server says about itself while a round runs.
type watch struct {
	house   *house
	conn    *sql.Conn // one connection for all of a round, so that its own share stays small and steady
	wal     int64
	cpu     time.Duration
	long    int
	locked  int64
	looks   int
	waiting map[string]int
	cancel  context.CancelFunc
	done    chan error
}

// between is how long the sampler rests.
const between = 25 * time.Millisecond

// startWatch notes where the server stands, and looks from then on at who waits for what.
func startWatch(ctx context.Context, h *house) (*watch, error) {
	conn, err := h.admin.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := &watch{house: h, conn: conn, waiting: map[string]int{}, done: make(chan error, 1)}
	if w.long, err = longWaits(h.logs); err != nil {
		return nil, err
	}
	if w.locked, err = deadlocks(ctx, conn); err != nil {
		return nil, err
	}
	if w.wal, w.cpu, err = spent(ctx, conn); err != nil {
		return nil, err
	}
	sampling, cancel := context.WithCancel(ctx)
	w.cancel = cancel
	go func() { w.done <- w.sample(sampling) }()
	return w, nil
}

// cost is what the server spent since the watch began.
type cost struct {
	wal     int64
	cpu     time.Duration
	waiting map[string]float64 // how many connections, on average, waited for a lock, by what was locked
}

// stop ends the looking. deadlocks and long waits are counted once the callers' connections are closed: settle.
func (w *watch) stop(ctx context.Context) (cost, error) {
	w.cancel()
	if err := <-w.done; err != nil {
		return cost{}, err
	}
	wal, cpu, err := spent(ctx, w.conn)
	c := cost{wal: wal - w.wal, cpu: cpu - w.cpu, waiting: map[string]float64{}}
	if w.cpu < 0 {
		c.cpu = -1
	}
	for event, n := range w.waiting {
		c.waiting[event] = rounded(float64(n) / float64(max(w.looks, 1)))
	}
	return c, err
}

// settle says how many deadlocks the server has found and how many waits its log calls long. A connection reports its deadlocks
// when it ends.
func (w *watch) settle(ctx context.Context) (dead int64, long int, err error) {
	const everybody = `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'locks' AND datname = current_database()`
	for open, start := 1, time.Now(); open > 0 && time.Since(start) < 5*time.Second; {
		if err := w.conn.QueryRowContext(ctx, everybody).Scan(&open); err != nil {
			return 0, 0, err
		}
	}
	if dead, err = deadlocks(ctx, w.conn); err != nil {
		return 0, 0, err
	}
	long, err = longWaits(w.house.logs)
	return dead - w.locked, long - w.long, err
}

func (w *watch) close() error {
	w.cancel()
	return w.conn.Close()
}

// sample looks at who waits for a lock, again and again.
func (w *watch) sample(ctx context.Context) error {
	ticker := time.NewTicker(between)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		// What is being read when the round ends is read to its end: the connection is still wanted.
		if err := w.look(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
}

func (w *watch) look(ctx context.Context) error {
	rows, err := w.conn.QueryContext(ctx, `SELECT wait_event, count(*) FROM pg_stat_activity
		WHERE datname = current_database() AND application_name = 'locks' AND wait_event_type = 'Lock' GROUP BY 1`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var event string
		var n int
		if err := rows.Scan(&event, &n); err != nil {
			return err
		}
		w.waiting[event] += n
	}
	w.looks++
	return rows.Err()
}

// spent is the server's write-ahead log in bytes and its processor time; -1 where the system doesn't tell it.
func spent(ctx context.Context, conn *sql.Conn) (wal int64, cpu time.Duration, err error) {
	var backend int
	err = conn.QueryRowContext(ctx, `SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint, pg_backend_pid()`).Scan(&wal, &backend)
	return wal, processorTime(backend), err
}

func deadlocks(ctx context.Context, conn *sql.Conn) (n int64, err error) {
	err = conn.QueryRowContext(ctx, `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`).Scan(&n)
	return n, err
}

// longWaits counts what log_lock_waits has written: waits longer than deadlock_timeout.
func longWaits(folder string) (n int, err error) {
	if folder == "" {
		return 0, nil
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.log"))
	if err != nil {
		return 0, err
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			return 0, err
		}
		n += bytes.Count(raw, []byte(" still waiting for "))
	}
	return n, nil
}
