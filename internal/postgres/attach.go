package postgres

import (
	"errors"
	"fmt"
	"path/filepath"
)

// ErrNoCluster means that a data folder holds no database.
var ErrNoCluster = errors.New("no database in the folder")

// RunningURL is the connection string of the application's login role to the cluster of a data folder that another slotq
// is running, for looking at it from beside. It doesn't tell whether the server answers. ErrNoCluster when the folder
// holds none.
func RunningURL(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return "", fmt.Errorf("%s: %w", dir, ErrNoCluster)
	}
	if _, exists, err := findHome(abs); err != nil || !exists {
		return "", fmt.Errorf("%s: %w", dir, errors.Join(ErrNoCluster, err))
	}
	a, err := readAccess(abs, true)
	if err != nil {
		return "", fmt.Errorf("%s: %w", dir, err)
	}
	return a.url(loginRole, a.LoginPassword, mainDatabase), nil
}
