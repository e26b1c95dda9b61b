package app

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/naming"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/store"
)

// AddMember lets a person sign in to a tenant.
func AddMember(ctx context.Context, c config.MemberAdd, out io.Writer) error {
	return ofTenant(ctx, c.OfTenant, func(db *postgres.DB, tenant uuid.UUID) error {
		email, _ := credential.MemberEmail(c.Email) // config has checked it
		before, _, _ := strings.Cut(c.Email, "@")
		m := store.NewMember{Issuer: c.Issuer, Email: email, Role: c.Role, Name: naming.Shown(cmp.Or(c.Name, before))}
		if err := store.AddMember(ctx, db, tenant, m); err != nil {
			return err
		}
		_, err := fmt.Fprintf(out, "%s may sign in as %s, at <public-url>/auth/sign-in?tenant=%s\n", m.Email, m.Role, c.Tenant)
		return err
	})
}

// ListMembers shows who may sign in to a tenant, one line each.
func ListMembers(ctx context.Context, c config.MemberList, out io.Writer) error {
	return ofTenant(ctx, c.OfTenant, func(db *postgres.DB, tenant uuid.UUID) error {
		all, err := store.ListMembers(ctx, db, tenant)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(table, "NAME\tROLE\tKNOWN AS\tBY\tSTANDING")
		for _, m := range all {
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", cell(m.Name), m.Role, cell(cmp.Or(m.Email, m.Subject)), cell(m.Issuer), memberStanding(m))
		}
		return table.Flush()
	})
}

func memberStanding(m store.NamedMember) string {
	switch {
	case m.RevokedAt != nil:
		return "revoked " + m.RevokedAt.Format(time.RFC3339)
	case m.SignedInAt != nil:
		return "signed in " + m.SignedInAt.Format(time.RFC3339)
	}
	return "has not signed in"
}

// widestCell is in characters.
const widestCell = 60

// cell is a value as a table shows it: one long value must not push all lines apart, and none may steer the terminal.
func cell(text string) string {
	shown := []rune(naming.Shown(text))
	if len(shown) > widestCell {
		return string(shown[:widestCell-1]) + "…"
	}
	return string(shown)
}
