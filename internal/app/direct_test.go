package app_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/app"
	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/pgtest"
)

// nowhere is a way that leads to no database.
const nowhere = "postgres://127.0.0.1:1/none"

func TestMigrationsGoPastThePooler(t *testing.T) {
	there := pgtest.NewURL(t)
	require.NoError(t, app.MigrateUp(t.Context(), config.Database{URL: nowhere, Direct: there}))
	require.NoError(t, app.MigrateStatus(t.Context(), config.Database{URL: nowhere, Direct: there}))
	require.Error(t, app.MigrateUp(t.Context(), config.Database{URL: there, Direct: nowhere}))
	_, err := app.New(t.Context(), config.Serve{Database: config.Database{URL: there, Direct: nowhere, Pool: 2}, Addr: "127.0.0.1:0"}, slog.New(slog.DiscardHandler))
	require.ErrorContains(t, err, "migrate")
}
