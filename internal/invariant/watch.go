package invariant

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/postgres"
)

// How patient the checks of a database in use are: nobody may be kept waiting by them.
const (
	statementPatience = 5 * time.Second
	checkPatience     = time.Minute // for one check of one tenant, page by page
)

// Watch checks every promise again and again, and keeps for each tenant what it found.
type Watch struct {
	db   *postgres.DB
	log  *slog.Logger
	rest func(ctx context.Context, worked time.Duration) error
}

// NewWatch makes a watch on a pool that requests don't wait for.
func NewWatch(db *postgres.DB, log *slog.Logger) *Watch {
	return &Watch{db: db, log: log, rest: asLong}
}

// asLong rests for as long as was worked, so that the checks never take more than half of one connection.
func asLong(ctx context.Context, worked time.Duration) error {
	select {
	case <-time.After(worked):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Round checks every promise for every tenant once, one after the other. The tenant that had its turn longest ago comes
// first, so a round that ctx cuts short is taken up by the next. A check that doesn't come through in time is logged, and what
// it found before stays, with its moment. The error is about the walls or the list of tenants; then nothing was checked.
func (w *Watch) Round(ctx context.Context) error {
	keys, walls, err := w.walls(ctx)
	if err != nil {
		return fmt.Errorf("look at the walls: %w", err)
	}
	tenants, err := w.turns(ctx)
	if err != nil {
		return fmt.Errorf("list tenants: %w", err)
	}
	for _, tenant := range tenants {
		began := time.Now()
		found := append(w.rows(ctx, tenant, looks(terms{settle: settled, statement: statementPatience}, keys)), walls...)
		if ctx.Err() != nil {
			return nil // whoever is left comes first the next time
		}
		if err := keep(ctx, w.db, tenant, found); err != nil {
			w.log.WarnContext(ctx, "what the checks found is not kept", "tenant", tenant, "error", err)
		}
		for _, f := range found {
			if f.breaches > 0 {
				w.log.ErrorContext(ctx, "an invariant is broken; slotq verify tells by what", "invariant", f.name, "tenant", tenant, "breaches", f.breaches)
			}
		}
		if w.rest(ctx, time.Since(began)) != nil {
			return nil
		}
	}
	return nil
}

// finding is what one check came to.
type finding struct {
	name     string
	breaches int
	took     time.Duration
}

// timed runs a check within its patience.
func timed(ctx context.Context, name string, check func(context.Context) ([]string, error)) (finding, error) {
	ctx, cancel := context.WithTimeout(ctx, checkPatience)
	defer cancel()
	began := time.Now()
	details, err := check(ctx)
	return finding{name: name, breaches: len(details), took: time.Since(began)}, err
}

// rows checks one tenant's rows.
func (w *Watch) rows(ctx context.Context, tenant uuid.UUID, looks []look) (all []finding) {
	snapshot := func(ctx context.Context, look func(context.Context, *sql.Tx) error) error {
		return w.db.SnapshotTenant(ctx, tenant, look)
	}
	for _, l := range looks {
		f, err := timed(ctx, l.name, func(ctx context.Context) ([]string, error) { return l.find(ctx, tenant, snapshot) })
		switch {
		case ctx.Err() != nil:
			return all
		case err != nil:
			w.log.WarnContext(ctx, "an invariant could not be checked", "invariant", l.name, "tenant", tenant, "error", err)
		default:
			all = append(all, f)
		}
	}
	return all
}

// walls checks what stands around all tenants alike.
func (w *Watch) walls(ctx context.Context) (keys []link, all []finding, err error) {
	err = w.db.InOwner(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `SELECT set_config('statement_timeout', $1, true)`, fmt.Sprint(statementPatience.Milliseconds())); err != nil {
			return err
		}
		if keys, err = links(ctx, tx); err != nil {
			return fmt.Errorf("%s: %w", references, err)
		}
		for _, wall := range walls() {
			f, err := timed(ctx, wall.name, func(ctx context.Context) ([]string, error) { return wall.find(ctx, tx) })
			if err != nil {
				return fmt.Errorf("%s: %w", wall.name, err)
			}
			all = append(all, f)
		}
		return nil
	})
	return keys, all, err
}
