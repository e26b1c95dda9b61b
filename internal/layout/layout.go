// Package layout lays slots out ahead: it reads a venue's opening rules, lets the calendar expand them in the venue's
// civil time, and adds the slots that are missing. It never changes or deletes a slot.
package layout

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/postgres"
)

// Layout lays out the slots of venues.
type Layout struct{ db *postgres.DB }

// New makes a layout over a database.
func New(db *postgres.DB) *Layout { return &Layout{db: db} }

// Extend adds the missing slots of a venue from its civil today, by the database's clock, as many days ahead as the venue
// says. A slot that would overlap one that exists is left out, so a second run adds nothing. Where people wait, the new
// slots are noted as vacant.
func (l *Layout) Extend(ctx context.Context, tenant, venue uuid.UUID) (added int, err error) {
	err = l.db.InTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		added = 0
		rules, err := readRules(ctx, tx, tenant, venue)
		if err != nil {
			return err
		}
		for _, r := range rules.resources {
			spans := calendar.Expand(rules.zone, r.windows, r.exceptions, rules.today, rules.today.AddDays(rules.days))
			n, err := insert(ctx, tx, tenant, venue, r, spans)
			if err != nil {
				return fmt.Errorf("resource %s: %w", r.id, err)
			}
			added += n
		}
		if added == 0 {
			return nil
		}
		_, err = tx.ExecContext(ctx, noteVacancy, uuid.New(), tenant, venue)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("lay out venue %s: %w", venue, err)
	}
	return added, nil
}

// ExtendAll extends every venue of every tenant. A venue that fails doesn't stop the others; its error comes back.
func (l *Layout) ExtendAll(ctx context.Context) (added int, err error) {
	tenants, err := l.tenants(ctx)
	if err != nil {
		return 0, err
	}
	var failed []error
	for _, tenant := range tenants {
		venues, err := l.venues(ctx, tenant)
		if err != nil {
			failed = append(failed, err)
		}
		for _, venue := range venues {
			n, err := l.Extend(ctx, tenant, venue)
			if err != nil {
				failed = append(failed, err)
			}
			added += n
		}
	}
	return added, errors.Join(failed...)
}

func (l *Layout) tenants(ctx context.Context) (tenants []uuid.UUID, err error) {
	err = l.db.InWorker(ctx, func(ctx context.Context, tx *sql.Tx) error {
		tenants, err = ids(tx.QueryContext(ctx, `SELECT id FROM tenants ORDER BY id`))
		return err
	})
	return tenants, err
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
