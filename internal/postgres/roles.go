package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/lib/pq"
)

// EnsureRoles makes AppRole and WorkerRole where they are missing and sees that the login role of db may become them.
// Roles belong to the whole server, so any number of processes and databases may do this at once.
//
// The error says what an administrator has to do when the login role may not do it itself, or when a role of that name
// could pass row-level security.
func EnsureRoles(ctx context.Context, db *sql.DB) error {
	for _, role := range []string{AppRole, WorkerRole} {
		if err := ensureRole(ctx, db, role); err != nil {
			return fmt.Errorf("role %s: %w", role, err)
		}
	}
	return nil
}

// ensureRole tries until no other process is in the way: two that create or grant the same thing at once are told so in
// one of three ways, and the later one finds the work done at its next look.
func ensureRole(ctx context.Context, db *sql.DB, role string) error {
	const tries = 50
	for try := 1; ; try++ {
		err := ensureRoleOnce(ctx, db, role)
		if err == nil || try == tries || !isCatalogRace(err) {
			return err
		}
		if err := pause(ctx, time.Duration(1+rand.IntN(20*min(try, 10)))*time.Millisecond); err != nil {
			return err
		}
	}
}

func isCatalogRace(err error) bool {
	switch Code(err) {
	case "42710", "23505": // the role or the grant came into being after we looked
		return true
	case "XX000":
		return strings.Contains(err.Error(), "concurrently")
	}
	return IsSerialization(err)
}

func ensureRoleOnce(ctx context.Context, db *sql.DB, role string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	state, err := readRole(ctx, tx, role)
	if err != nil {
		return err
	}
	switch {
	case state.exists && state.tooStrong:
		return errors.New("it is a superuser, may bypass row-level security, or logs in; it must be none of these")
	case state.exists && state.ours:
		return nil
	case !state.exists && !state.mayCreate:
		return fmt.Errorf("it does not exist and %s may not create roles; let an administrator run: CREATE ROLE %s NOLOGIN; GRANT %s TO %s",
			state.login, role, role, state.login)
	}
	quoted := pq.QuoteIdentifier(role)
	if !state.exists {
		if _, err := tx.ExecContext(ctx, `CREATE ROLE `+quoted+` NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS`); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, `GRANT `+quoted+` TO `+pq.QuoteIdentifier(state.login)); err != nil {
		if Code(err) == "42501" {
			return fmt.Errorf("%s is not a member and may not become one; let an administrator run: GRANT %s TO %s: %w", state.login, role, state.login, err)
		}
		return err
	}
	return tx.Commit()
}

type roleState struct {
	login     string // the role we are
	mayCreate bool   // it may create roles
	exists    bool
	tooStrong bool // it would not be bound by row-level security, or could log in
	ours      bool // we may become it
}

func readRole(ctx context.Context, tx *sql.Tx, role string) (roleState, error) {
	var s roleState
	// Since version 16 a member may lack the right to SET ROLE, and being a member is no longer enough.
	err := tx.QueryRowContext(ctx, `
		SELECT me.rolname, me.rolsuper OR me.rolcreaterole, r.oid IS NOT NULL,
		       coalesce(r.rolsuper OR r.rolbypassrls OR r.rolcanlogin, false),
		       coalesce(pg_has_role(me.oid, r.oid, CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END), false)
		FROM pg_roles me LEFT JOIN pg_roles r ON r.rolname = $1
		WHERE me.rolname = current_user`, role).Scan(&s.login, &s.mayCreate, &s.exists, &s.tooStrong, &s.ours)
	return s, err
}
