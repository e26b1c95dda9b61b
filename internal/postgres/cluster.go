package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
)

const (
	loopback     = "127.0.0.1"
	adminRole    = "postgres"
	loginRole    = "slotq"
	mainDatabase = "slotq"
)

// ClusterOptions say where a private cluster lives and how it is set up.
type ClusterOptions struct {
	Dir    string       // the data folder (--data); made when missing
	Logger *slog.Logger // nil discards

	// Ephemeral trades every promise of durability and the gathering of statistics for speed. For tests only.
	Ephemeral bool
	// MaxConnections of the server; 0 is 100.
	MaxConnections int
	// StateRoots are tried in order for the cluster's place when slotq is root and the unprivileged user that runs
	// the server cannot enter Dir. Empty is /var/lib/slotq, then the folder for temporary files.
	StateRoots []string
}

// Cluster is a PostgreSQL server of this process's own, on loopback only. It outlives a killed slotq and is adopted by
// the next start on the same folder; while slotq runs, it is started again whenever it dies.
type Cluster struct {
	opts    ClusterOptions
	log     *slog.Logger
	dir     string // the data folder
	home    string // the folder that holds pg: dir, or the place that dir points to
	locks   []*dirLock
	bins    binaries
	account account
	access  access

	running server // the process last started or adopted; the supervisor's, and Stop's after it ended

	cancel     context.CancelFunc // ends the supervisor
	supervised chan struct{}      // closed when it has ended
	stopOnce   sync.Once
	stopErr    error
}

// StartCluster makes the cluster when the folder has none, starts or adopts its server, and returns when the database
// "slotq" and its login role answer. The returned cluster must be stopped. ctx bounds the start only.
//
// It returns *InUseError when another slotq holds the folder and ErrNoBinaries when there is no server to start.
func StartCluster(ctx context.Context, o ClusterOptions) (*Cluster, error) {
	if o.MaxConnections == 0 {
		o.MaxConnections = 100
	}
	if len(o.StateRoots) == 0 {
		o.StateRoots = defaultStateRoots()
	}
	c := &Cluster{opts: o, log: o.Logger, supervised: make(chan struct{})}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	if err := c.open(ctx); err != nil {
		return nil, fmt.Errorf("start the database in %s: %w", o.Dir, errors.Join(err, c.abandon()))
	}
	watch, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c.cancel = cancel
	go c.supervise(watch)
	return c, nil
}

func (c *Cluster) open(ctx context.Context) error {
	if err := c.claim(); err != nil {
		return err
	}
	if err := c.settle(ctx); err != nil {
		return err
	}
	if err := c.bringUp(ctx); err != nil {
		return err
	}
	return c.ensureLogin(ctx)
}

// claim makes the data folder and takes its lock.
func (c *Cluster) claim() error {
	dir, err := filepath.Abs(c.opts.Dir)
	if err != nil {
		return err
	}
	perm := os.FileMode(0o700)
	if os.Geteuid() == 0 {
		perm = 0o711 // the unprivileged server has to pass through
	}
	if err := os.MkdirAll(dir, perm); err != nil {
		return err
	}
	if c.dir, err = filepath.EvalSymlinks(dir); err != nil { // one folder, one name: the server reports the real one
		return err
	}
	return c.lock(c.dir)
}

func (c *Cluster) lock(dir string) error {
	l, err := lockDir(dir)
	if err != nil {
		return err
	}
	c.locks = append(c.locks, l)
	return nil
}

// settle finds or makes the cluster's files, and whom and what to run them with.
func (c *Cluster) settle(ctx context.Context) error {
	home, exists, err := findHome(c.dir)
	if err != nil {
		return err
	}
	c.home = home
	major := 0
	if exists {
		if major, err = clusterMajor(c.pgdata()); err != nil {
			return err
		}
	}
	if c.bins, err = findBinaries(ctx, major); err != nil {
		return err
	}
	if c.account, err = chooseAccount(c.pgdata()); err != nil {
		return err
	}
	if c.access, err = readAccess(c.dir, exists); err != nil {
		return err
	}
	if !exists {
		if err := c.settleNew(ctx); err != nil {
			return err
		}
	}
	if c.home != c.dir { // a copied data folder would point here too
		if err := c.lock(c.home); err != nil {
			return err
		}
	}
	if !c.account.reaches(c.bins.initdb(), c.pgdata()) {
		return fmt.Errorf("%s cannot enter %s; open the folders above it or move the data folder", c.account.name, c.pgdata())
	}
	return nil
}

// settleNew makes the cluster and only then points to it, so that a pointer never names an unfinished one.
func (c *Cluster) settleNew(ctx context.Context) error {
	home, err := chooseHome(c.dir, c.account, c.bins.initdb(), c.opts.StateRoots)
	if err != nil {
		return err
	}
	c.home = home
	if err := c.initCluster(ctx); err != nil {
		return err
	}
	if home == c.dir {
		return nil
	}
	c.log.Info("the database lives outside the data folder, which its user cannot enter", "user", c.account.name, "place", home)
	return writeFile(filepath.Join(c.dir, pointerFile), []byte(home+"\n"), 0o644)
}

// URL is the connection string of the application's login role, which is no superuser, to a database; "" is the
// database "slotq". It stays the same while the cluster runs.
func (c *Cluster) URL(database string) string {
	if database == "" {
		database = mainDatabase
	}
	return c.access.url(loginRole, c.access.LoginPassword, database)
}

// AdminURL is the connection string of the superuser to a database; "" is "postgres". For tests and repairs.
func (c *Cluster) AdminURL(database string) string {
	if database == "" {
		database = "postgres"
	}
	return c.access.url(adminRole, c.access.AdminPassword, database)
}

// Dir is the data folder as given by ClusterOptions, absolute and without links.
func (c *Cluster) Dir() string { return c.dir }

// Home is the folder that holds the server's files: Dir, or the place that Dir points to.
func (c *Cluster) Home() string { return c.home }

func (c *Cluster) pgdata() string { return filepath.Join(c.home, pgFolder) }

// Stop shuts the server down and waits until it is gone. When ctx ends first the server is stopped at once, which loses
// nothing but costs a recovery at the next start. Calling it again returns the first answer.
func (c *Cluster) Stop(ctx context.Context) error {
	c.stopOnce.Do(func() {
		c.cancel()
		<-c.supervised
		c.stopErr = errors.Join(c.shutDown(ctx), c.unlock())
	})
	return c.stopErr
}

// abandon undoes a start that did not succeed.
func (c *Cluster) abandon() error {
	stop, cancel := context.WithTimeout(context.Background(), stopPatience)
	defer cancel()
	return errors.Join(c.shutDown(stop), c.unlock())
}

func (c *Cluster) unlock() error {
	var errs []error
	for _, l := range c.locks {
		errs = append(errs, l.release())
	}
	return errors.Join(errs...)
}
