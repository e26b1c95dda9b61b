package main

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/postgres"
)

//go:embed schema.sql
var schema string

//go:embed history.sql
var history string

// house is the database that bookings are made in.
type house struct {
	dsn    string  // of the role that books
	admin  *sql.DB // who may look on
	logs   string  // the folder of the server's log; empty when it can't be read
	tenant uuid.UUID
	warm   int // bookings that a caller makes elsewhere before it is measured
}

// furnish makes the tables and their history.
func (h *house) furnish(ctx context.Context, old int) error {
	pool, err := h.pool(1)
	if err != nil {
		return err
	}
	defer pool.Close()
	h.tenant = uuid.New()
	if _, err := pool.SQL().ExecContext(ctx, schema); err != nil {
		return fmt.Errorf("make the tables: %w", err)
	}
	if _, err := pool.SQL().ExecContext(ctx, history, h.tenant, old); err != nil {
		return fmt.Errorf("fill the tables: %w", err)
	}
	_, err = h.admin.ExecContext(ctx, `ANALYZE`)
	return err
}

// pool is what the product talks to its database through, with a connection for each caller.
func (h *house) pool(connections int) (*postgres.DB, error) {
	return postgres.Open(h.dsn, postgres.PoolOptions{MaxOpen: connections, MaxLifetime: time.Hour, ApplicationName: "locks"})
}

// lay adds slots to a venue.
func (h *house) lay(ctx context.Context, venue uuid.UUID, n, capacity int) ([]uuid.UUID, error) {
	slots, texts := make([]uuid.UUID, n), make([]string, n)
	for i := range slots {
		slots[i] = uuid.New()
		texts[i] = slots[i].String()
	}
	_, err := h.admin.ExecContext(ctx, `INSERT INTO locks.slots (id, tenant_id, venue_id, starts_at, ends_at, capacity)
		SELECT id, $2::uuid, $3::uuid, now() + interval '2 days', now() + interval '50 hours', $4 FROM unnest($1::uuid[]) id`,
		pq.Array(texts), h.tenant, venue, capacity)
	if err != nil {
		return nil, fmt.Errorf("lay out slots: %w", err)
	}
	return slots, nil
}

// gather opens a connection for each caller and lets each book a few times elsewhere, until its statements are prepared.
func (h *house) gather(ctx context.Context, pool *postgres.DB, s strategy, callers int) (conns []*sql.Conn, err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, dismiss(conns))
		}
	}()
	for range callers {
		conn, err := pool.SQL().Conn(ctx)
		if err != nil {
			return conns, fmt.Errorf("open a connection: %w", err)
		}
		conns = append(conns, conn)
	}
	d := desk{strategy: s, tenant: h.tenant, venue: uuid.New()}
	slots, err := h.lay(ctx, d.venue, callers, h.warm)
	if err != nil {
		return conns, err
	}
	warm := &crowd{desk: d, conns: conns, answers: make([][]answer, callers)}
	return conns, warm.all(ctx, func(ctx context.Context, caller int) error {
		for range h.warm {
			if err := warm.ask(ctx, caller, newRequest(slots[caller])); err != nil {
				return err
			}
		}
		return nil
	})
}

func dismiss(conns []*sql.Conn) error {
	var errs []error
	for _, conn := range conns {
		errs = append(errs, conn.Close())
	}
	return errors.Join(errs...)
}
