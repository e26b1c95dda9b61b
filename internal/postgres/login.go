package postgres

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/lib/pq"
)

// withConn runs fn on one connection of its own and closes it.
func withConn(ctx context.Context, dsn string, fn func(*sql.Conn) error) error {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return fn(conn)
}

// ensureLogin makes the application's login role and database. The role may create roles and databases and is no
// superuser, so row-level security binds all that runs under the roles it switches to.
func (c *Cluster) ensureLogin(ctx context.Context) error {
	if withConn(ctx, c.URL(""), func(conn *sql.Conn) error { return conn.PingContext(ctx) }) == nil {
		return nil // every start but the first
	}
	return withConn(ctx, c.AdminURL(""), func(conn *sql.Conn) error {
		if err := c.ensureLoginRole(ctx, conn); err != nil {
			return fmt.Errorf("login role %s: %w", loginRole, err)
		}
		var exists bool
		if err := conn.QueryRowContext(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, mainDatabase).Scan(&exists); err != nil || exists {
			return err
		}
		// No transaction around it: CREATE DATABASE refuses one.
		_, err := conn.ExecContext(ctx, fmt.Sprintf(`CREATE DATABASE %s OWNER %s`, pq.QuoteIdentifier(mainDatabase), pq.QuoteIdentifier(loginRole)))
		if err != nil {
			return fmt.Errorf("database %s: %w", mainDatabase, err)
		}
		return nil
	})
}

func (c *Cluster) ensureLoginRole(ctx context.Context, conn *sql.Conn) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	var exists bool
	if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`, loginRole).Scan(&exists); err != nil {
		return err
	}
	verb := "CREATE"
	if exists {
		verb = "ALTER"
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf(`%s ROLE %s LOGIN CREATEROLE CREATEDB NOSUPERUSER NOBYPASSRLS PASSWORD %s`,
		verb, pq.QuoteIdentifier(loginRole), pq.QuoteLiteral(c.access.LoginPassword))); err != nil {
		return err
	}
	return tx.Commit()
}
