package demo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"

	_ "github.com/lib/pq" // the driver
)

// databaseAccess is how the house's PostgreSQL is reached.
type databaseAccess struct {
	Port  int    `json:"port"`
	Admin string `json:"admin_password"`
}

// Database is the name of the house's own.
const Database = "slotq"

// URL is the address of a database of the cluster, for its superuser.
func (h *House) URL(database string) string {
	return fmt.Sprintf("postgres://postgres:%s@127.0.0.1:%d/%s?sslmode=disable", h.db.Admin, h.db.Port, database)
}

// Port is where the cluster listens.
func (h *House) Port() int { return h.db.Port }

// Password is the superuser's.
func (h *House) Password() string { return h.db.Admin }

// Open opens a database of the cluster as its superuser.
func (h *House) Open(database string) (*sql.DB, error) { return sql.Open("postgres", h.URL(database)) }

// answers asks whether the cluster does.
func (h *House) answers(ctx context.Context) error {
	if err := read(filepath.Join(h.data(), "postgres.json"), &h.db); err != nil {
		return err
	}
	db, err := h.Open("postgres")
	if err != nil {
		return err
	}
	return errors.Join(db.PingContext(ctx), db.Close())
}

// Make makes a database of the cluster from statements, for a peer.
func (h *House) Make(ctx context.Context, database, statements string) error {
	admin, err := h.Open("postgres")
	if err != nil {
		return err
	}
	_, err = admin.ExecContext(ctx, "CREATE DATABASE "+database)
	if err = errors.Join(err, admin.Close()); err != nil {
		return err
	}
	db, err := h.Open(database)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, statements)
	return errors.Join(err, db.Close())
}
