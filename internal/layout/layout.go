// Package layout lays slots out ahead: it reads a venue's opening rules, lets the calendar expand them in the venue's
// civil time, and adds the slots that are missing. It never changes or deletes a slot; who is offered the new ones is the
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

// Layout lays out the slots of venues. It is safe for concurrent use, by several processes too.
type Layout struct{ db *postgres.DB }

// New makes a layout over a database.
func New(db *postgres.DB) *Layout { return &Layout{db: db} }

// Extend adds the missing slots of a venue from its civil today, by the database's clock, as many days ahead as the venue
// says. A slot that has begun, or would overlap one that exists, is left out, so a second run adds nothing. The new slots
// are noted as vacant. It works in parts, each a transaction of its own; after an error the parts before stand, and the
// next run adds the rest.
func (l *Layout) Extend(ctx context.Context, tenant, venue uuid.UUID) (added int, err error) {
	rules, err := l.read(ctx, tenant, venue)
	if err != nil {
		return 0, fmt.Errorf("read the opening rules of venue %s: %w", venue, err)
	}
	for part := range parts(rules.expand()) {
		n, err := l.add(ctx, tenant, venue, part)
		if err != nil {
			return added, fmt.Errorf("lay out venue %s: %w", venue, err)
		}
		added += n
	}
	return added, nil
}

// ExtendAll extends every venue of every tenant, for the daily job. A venue that fails doesn't stop the others; its error
// comes back.
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

func (l *Layout) read(ctx context.Context, tenant, venue uuid.UUID) (r *rules, err error) {
	err = l.db.ReadTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		r, err = readRules(ctx, tx, tenant, venue)
		return err
	})
	return r, err
}

func (l *Layout) venues(ctx context.Context, tenant uuid.UUID) (venues []uuid.UUID, err error) {
	err = l.db.ReadTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		venues, err = ids(tx.QueryContext(ctx, `SELECT id FROM venues WHERE tenant_id = $1 ORDER BY id`, tenant))
		return err
	})
	return venues, err
}

func ids(rows *sql.Rows, err error) ([]uuid.UUID, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []uuid.UUID
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		all = append(all, id)
	}
	return all, rows.Err()
}
