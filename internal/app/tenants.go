package app

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/naming"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/store"
)

// AddTenant makes a tenant and, where it is asked for, its first API key, which is printed and never again shown.
func AddTenant(ctx context.Context, c config.TenantAdd, out io.Writer) error {
	return aside(ctx, c.Database, func(db *postgres.DB) error {
		var token string
		var first store.FirstKey
		if c.AdminKey {
			first = func(ctx context.Context, tx *sql.Tx, tenant, principal uuid.UUID) (err error) {
				token, _, err = auth.NewKeys(db).Issue(ctx, tx, tenant, principal, auth.IssueSpec{Name: "First key"})
				return err
			}
		}
		name, _ := naming.Given(c.Name) // config has checked it
		if err := store.AddTenant(ctx, db, c.Code, name, first); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "tenant %s is made\n", c.Code); err != nil || token == "" {
			return err
		}
		_, err := fmt.Fprintf(out, "API key, for everything; it can't be shown again:\n%s\n", token)
		return err
	})
}

// ListTenants shows the tenants, one line each.
func ListTenants(ctx context.Context, c config.TenantList, out io.Writer) error {
	return aside(ctx, c.Database, func(db *postgres.DB) error {
		all, err := store.ListTenants(ctx, db)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(table, "CODE\tSINCE\tNAME")
		for _, t := range all {
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\n", t.Code, t.CreatedAt.Format(time.DateOnly), cell(t.Name))
		}
		return table.Flush()
	})
}

// aside does something with the database for an operator, whether a slotq runs on it or not.
func aside(ctx context.Context, c config.Database, do func(db *postgres.DB) error) error {
	return besides(ctx, c, func(d *Database) error {
		db, err := postgres.Open(d.URL, postgres.PoolOptions{MaxOpen: 2, ApplicationName: "slotq-operator"})
		if err != nil {
			return err
		}
		defer func() { _ = db.Close() }()
		return do(db)
	})
}
