package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/postgres"
)

// Database is the PostgreSQL that the program uses: one that runs somewhere, or one of its own in the data folder.
type Database struct {
	URL     string
	Direct  string // the way to the same without a pooler; the URL where none is named
	cluster *postgres.Cluster
}

// OpenDatabase takes the database that is named, or starts the one in the data folder.
func OpenDatabase(ctx context.Context, c config.Database, log *slog.Logger) (*Database, error) {
	if c.URL != "" {
		return &Database{URL: c.URL, Direct: cmp.Or(c.Direct, c.URL)}, nil
	}
	cluster, err := postgres.StartCluster(ctx, postgres.ClusterOptions{Dir: c.Data, Logger: log})
	if err != nil {
		return nil, err
	}
	return &Database{URL: cluster.URL(""), Direct: cluster.URL(""), cluster: cluster}, nil
}

// BesideDatabase is OpenDatabase for a look from beside: where another slotq runs the database of the data folder, its
// database is used and left running.
func BesideDatabase(ctx context.Context, c config.Database, log *slog.Logger) (*Database, error) {
	database, err := OpenDatabase(ctx, c, log)
	var taken *postgres.InUseError
	if !errors.As(err, &taken) {
		return database, err
	}
	url, err := postgres.RunningURL(c.Data)
	if err != nil {
		return nil, fmt.Errorf("look at the database of a running slotq: %w", err)
	}
	return &Database{URL: url, Direct: url}, nil
}

// Close stops the database if it is the program's own.
func (d *Database) Close() error {
	if d.cluster == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	return d.cluster.Stop(ctx)
}
