package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

const (
	pgFolder    = "pg"
	pointerFile = "pg.location"
)

// findHome returns the folder in which the cluster's own folder, pg, stands or will stand: the data folder, or the one
// that the pointer file names.
func findHome(dir string) (home string, exists bool, err error) {
	pointer := filepath.Join(dir, pointerFile)
	raw, err := os.ReadFile(pointer)
	switch {
	case err == nil:
		home = strings.TrimSpace(string(raw))
		if !isCluster(filepath.Join(home, pgFolder)) {
			return "", false, fmt.Errorf("%s says that the database lives in %s, and it is not there; restore it, or remove %s to begin with an empty one", pointer, home, pointer)
		}
		return home, true, nil
	case !errors.Is(err, fs.ErrNotExist):
		return "", false, err
	}
	return dir, isCluster(filepath.Join(dir, pgFolder)), nil
}

func isCluster(pgdata string) bool {
	_, err := os.Lstat(filepath.Join(pgdata, "PG_VERSION"))
	// A folder that this user may not look into is a cluster of somebody else, not a missing one.
	return err == nil || errors.Is(err, fs.ErrPermission)
}

// clusterMajor reads which PostgreSQL made the cluster at pgdata.
func clusterMajor(pgdata string) (int, error) {
	raw, err := os.ReadFile(filepath.Join(pgdata, "PG_VERSION"))
	if errors.Is(err, fs.ErrPermission) {
		return 0, fmt.Errorf("the database in %s belongs to another user; start slotq as that user or as root: %w", pgdata, err)
	}
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(string(raw)))
}

// chooseHome decides where a new cluster goes: the data folder, or, when the lent account cannot enter it (a clone under
// a private home), a fresh folder under one of the state roots. A fresh one each time, because whoever emptied the data
// folder asked for an empty database, and nobody asked to delete the old one.
func chooseHome(dir string, as account, program string, roots []string) (string, error) {
	if !as.borrowed {
		return dir, nil
	}
	if !as.reaches(program, "/") {
		return "", fmt.Errorf("user %s cannot run %s", as.name, program)
	}
	if as.reaches(program, dir) {
		return dir, nil
	}
	sum := sha256.Sum256([]byte(dir))
	for _, root := range roots {
		if err := os.MkdirAll(root, 0o755); err != nil {
			continue
		}
		home, err := os.MkdirTemp(root, "slotq-"+hex.EncodeToString(sum[:6])+"-")
		if err != nil {
			continue
		}
		// Root keeps the folder, the account may pass through it: only pg below it is the account's own.
		if err := os.Chmod(home, 0o711); err != nil {
			return "", err
		}
		if as.reaches(program, home) {
			return home, nil
		}
		_ = os.Remove(home)
	}
	return "", fmt.Errorf("user %s can enter neither %s nor %s; choose another folder with --data", as.name, dir, strings.Join(roots, " nor "))
}

// defaultStateRoots are tried in order when the data folder is closed to the lent account.
func defaultStateRoots() []string { return []string{"/var/lib/slotq", os.TempDir()} }
