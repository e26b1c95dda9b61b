package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"net/url"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

// scratch starts a server with the roles that the migrations grant to, and returns the address of an empty database of it.
func scratch(ctx context.Context) (address string, stop func(), err error) {
	server, err := pgtest.StartEphemeral(ctx)
	if err != nil {
		return "", nil, fmt.Errorf("start a server to replay into: %w", err)
	}
	stop = func() {
		if err := server.Stop(); err != nil {
			log.Print(err)
		}
	}
	db, err := sql.Open("postgres", server.AdminURL())
	if err == nil {
		err = postgres.EnsureRoles(ctx, db)
		_ = db.Close()
	}
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("prepare the roles: %w", err)
	}
	at, err := url.Parse(server.AdminURL())
	if err != nil {
		stop()
		return "", nil, err
	}
	query := at.Query()
	query.Set("search_path", "public")
	at.RawQuery = query.Encode()
	return at.String(), stop, nil
}
