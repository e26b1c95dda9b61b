// Package layout lets slots follow the opening rules: it reads a venue's rules, lets the calendar expand them in the
// venue's civil time, and adds, reopens and takes back slots until they are those that the rules ask for. What somebody
// holds is never moved or deleted: such a slot is withdrawn, and people look at it. Who is offered what becomes free is the
// desk's to decide.
package layout

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/postgres"
)

// Layout lays out the slots of venues. It is safe for concurrent use, by several processes too: two that have the same venue
// take turns, a part at a time.
type Layout struct {
	db   *postgres.DB
	wake func(tenant uuid.UUID)
}

// New makes a layout over a database.
func New(db *postgres.DB) *Layout { return &Layout{db: db, wake: func(uuid.UUID) {}} }

// Waking is the layout that calls wake after every commit which left events to number and vacancies to look at; wake must
// return at once.
func (l *Layout) Waking(wake func(tenant uuid.UUID)) *Layout { return &Layout{db: l.db, wake: wake} }

// Extend is Follow for whoever wants to know only how many slots were added.
func (l *Layout) Extend(ctx context.Context, tenant, venue uuid.UUID) (added int, err error) {
	done, err := l.Follow(ctx, tenant, venue)
	return done.Added, err
}

// ExtendAll lets every venue of every tenant follow its rules, for the daily job: another day comes into reach, withdrawn
// slots that nobody holds any more are retired, and new zone data are taken up. A venue that fails doesn't stop the others;
// its error comes back.
func (l *Layout) ExtendAll(ctx context.Context) (added int, err error) {
	tenants, err := l.db.Tenants(ctx)
	if err != nil {
		return 0, err
	}
	var failed []error
	for _, tenant := range tenants {
		venues, err := l.venues(ctx, tenant)
		if err != nil {
			failed = append(failed, fmt.Errorf("tenant %s: %w", tenant, err))
		}
		for _, venue := range venues {
			n, err := l.Extend(ctx, tenant, venue)
			if err != nil {
				failed = append(failed, fmt.Errorf("tenant %s: %w", tenant, err))
			}
			added += n
		}
	}
	return added, errors.Join(failed...)
}

func (l *Layout) venues(ctx context.Context, tenant uuid.UUID) (venues []uuid.UUID, err error) {
	err = l.db.ReadTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		venues, err = collect(ctx, tx, scanID, `SELECT id FROM venues WHERE tenant_id = $1 ORDER BY id`, tenant)
		return err
	})
	return venues, err
}

func scanID(rows *sql.Rows, id *uuid.UUID) error { return rows.Scan(id) }

// collect reads each row of an answer.
func collect[T any](ctx context.Context, tx *sql.Tx, scan func(*sql.Rows, *T) error, query string, args ...any) ([]T, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		var one T
		if err := scan(rows, &one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}
