package e2e

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	_ "github.com/lib/pq" // the driver
	"github.com/stretchr/testify/require"
)

// postmaster is the process id of the private PostgreSQL of a data folder.
func postmaster(t testing.TB, data string) int {
	t.Helper()
	home := data
	if place, err := os.ReadFile(filepath.Join(data, "pg.location")); err == nil {
		home = strings.TrimSpace(string(place))
	}
	raw, err := os.ReadFile(filepath.Join(home, "pg", "postmaster.pid"))
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.SplitN(string(raw), "\n", 2)[0])
	require.NoError(t, err)
	return pid
}

// databaseURL is the address of the private PostgreSQL, for a program that brings its own.
func databaseURL(t testing.TB, data string) string {
	t.Helper()
	access := databaseAccess(t, data)
	return fmt.Sprintf("postgres://slotq:%s@127.0.0.1:%d/slotq?sslmode=disable", access.Password, access.Port)
}

// underneath is the database as its superuser sees it: every row, whatever the walls say.
func underneath(t testing.TB, data string) *sql.DB {
	t.Helper()
	access := databaseAccess(t, data)
	db, err := sql.Open("postgres", fmt.Sprintf("postgres://postgres:%s@127.0.0.1:%d/slotq?sslmode=disable&application_name=e2e", access.Admin, access.Port))
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// count runs a query for one number.
func count(t testing.TB, db *sql.DB, query string, args ...any) (n int) {
	t.Helper()
	require.NoError(t, db.QueryRow(query, args...).Scan(&n))
	return n
}

type access struct {
	Port     int    `json:"port"`
	Password string `json:"login_password"`
	Admin    string `json:"admin_password"`
}

func databaseAccess(t testing.TB, data string) (a access) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(data, "postgres.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &a))
	return a
}
