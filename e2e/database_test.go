package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

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
	raw, err := os.ReadFile(filepath.Join(data, "postgres.json"))
	require.NoError(t, err)
	var access struct {
		Port     int    `json:"port"`
		Password string `json:"login_password"`
	}
	require.NoError(t, json.Unmarshal(raw, &access))
	return fmt.Sprintf("postgres://slotq:%s@127.0.0.1:%d/slotq?sslmode=disable", access.Password, access.Port)
}
