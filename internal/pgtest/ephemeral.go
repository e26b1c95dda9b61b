package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/slotq/slotq/internal/postgres"
)

// Ephemeral is a private cluster in a folder for temporary files: no promise of durability, gone when stopped and gone
// as well when the process dies.
type Ephemeral struct {
	cluster *postgres.Cluster
	dog     *watchdog
}

// StartEphemeral starts one. ctx bounds the start.
func StartEphemeral(ctx context.Context) (*Ephemeral, error) {
	dir, err := os.MkdirTemp(room(), "slotq-test-")
	if err != nil {
		return nil, err
	}
	// Under root the server runs as somebody else, who has to pass through.
	if err := os.Chmod(dir, 0o711); err != nil {
		return nil, err
	}
	cluster, err := postgres.StartCluster(ctx, postgres.ClusterOptions{
		Dir: dir, Ephemeral: true,
		MaxConnections: 400, // parallel tests of several processes, a small pool each
		StateRoots:     []string{os.TempDir()},
	})
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	e := &Ephemeral{cluster: cluster}
	if e.dog, err = guard(cluster.Home(), dir); err != nil {
		return nil, errors.Join(err, e.Stop())
	}
	return e, nil
}

// AdminURL is the superuser's connection string.
func (e *Ephemeral) AdminURL() string { return e.cluster.AdminURL("") }

// Stop ends the server and removes its files.
func (e *Ephemeral) Stop() error {
	err := e.cluster.Stop(context.Background())
	if e.dog != nil {
		err = errors.Join(err, e.dog.release())
	}
	if err != nil {
		return fmt.Errorf("stop the test database: %w", err)
	}
	return errors.Join(os.RemoveAll(e.cluster.Home()), os.RemoveAll(e.cluster.Dir()))
}
