package postgres

import (
	"context"
	"os"
	"path/filepath"
)

// Program is the path of a program that lies beside the server's own, such as pgbench. ErrNoBinaries says that there is no
// PostgreSQL here, and an error of the system's that the program is missing.
func Program(ctx context.Context, name string) (string, error) {
	found, err := findBinaries(ctx, 0)
	if err != nil {
		return "", err
	}
	path := filepath.Join(found.dir, name)
	_, err = os.Stat(path)
	return path, err
}
