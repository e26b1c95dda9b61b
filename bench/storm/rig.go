package main

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	_ "github.com/lib/pq" // the driver

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/postgres"
)

// How the rig is laid out. The pools are small, so that a database that is full is soon full.
const (
	poolSize       = 8
	maxConnections = 80
	startPatience  = 90 * time.Second
)

// node is a slotq with its own way to the database.
type node struct {
	*process
	api   bool
	proxy *proxy
	past  *proxy // the way past the pooler; nil: there is none
	heals healing
	off   time.Duration // of its clock

	asleep atomic.Bool // for as long as a fault says: nobody else may wake it
}

// lease is how long a worker that is silent keeps its attempt.
const lease = intent.Lease

// rig is everything that a storm needs, running.
type rig struct {
	program string
	beside  string // what the second node of each kind runs
	newer   string // what all run after an upgrade
	dir     string
	cluster *postgres.Cluster
	apis    []*node
	workers []*node
	city    *process // the outside booking system
	cityURL string
	db      *sql.DB      // beneath everything: the superuser's
	own     *postgres.DB // as the program's login role, for the invariants
	post    *post        // between the processes, beside the database; nil: none
	minder  *minder
	pooler  *pooler // in front of the database; nil: none
	cuts    tallied // by kind

	tokens map[string]string // of the tenants' keys for everything
}

func (r *rig) nodes() []*node { return append(append([]*node{}, r.apis...), r.workers...) }

// startRig starts the database, the booking system and the four nodes, and waits until all are ready.
func startRig(ctx context.Context, w wish, dir string) (_ *rig, err error) {
	r := &rig{dir: dir, tokens: map[string]string{}}
	defer func() {
		if err != nil {
			r.stop()
		}
	}()
	if w.skewed != "" && w.beside != "" || w.older != "" && cmp.Or(w.beside, w.skewed) != "" {
		return nil, errSecondNodes
	}
	if r.newer, err = filepath.Abs(w.slotq); err != nil {
		return nil, err
	}
	if r.program, err = filepath.Abs(cmp.Or(w.older, w.slotq)); err != nil {
		return nil, err
	}
	if r.beside, err = filepath.Abs(cmp.Or(w.beside, w.older, w.slotq)); err != nil {
		return nil, err
	}
	if r.minder, err = startMinder(); err != nil {
		return nil, err
	}
	if w.nats {
		if r.post, err = startPost(filepath.Join(dir, "nats")); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "pg"), 0o755); err != nil { //nolint:gosec // the database's own user passes through
		return nil, err
	}
	if r.cluster, err = postgres.StartCluster(ctx, postgres.ClusterOptions{Dir: filepath.Join(dir, "pg"), MaxConnections: maxConnections}); err != nil {
		return nil, err
	}
	if err = r.minder.tell(baseOf, r.pidFile()); err != nil {
		return nil, err
	}
	if r.db, err = sql.Open("postgres", r.cluster.AdminURL("slotq")+"&application_name=storm"); err != nil {
		return nil, err
	}
	r.db.SetMaxIdleConns(1)
	if r.own, err = postgres.Open(r.cluster.URL(""), postgres.PoolOptions{MaxOpen: 2, ApplicationName: "storm"}); err != nil {
		return nil, err
	}
	if w.pooler {
		if err := r.startPooler(ctx); err != nil {
			return nil, err
		}
	}
	if _, err = r.slotq(ctx, "migrate", "up"); err != nil {
		return nil, err
	}
	if err := r.startCity(ctx); err != nil {
		return nil, err
	}
	for i := range 2 {
		a, err := r.newNode(fmt.Sprintf("api-%d", i+1), true, 2*i)
		if err != nil {
			return nil, err
		}
		w, err := r.newNode(fmt.Sprintf("worker-%d", i+1), false, 2*i+1)
		if err != nil {
			return nil, err
		}
		r.apis, r.workers = append(r.apis, a), append(r.workers, w)
	}
	if w.skewed != "" {
		program, err := filepath.Abs(w.skewed)
		if err != nil {
			return nil, err
		}
		r.apis[1].setClock(program)
		r.workers[1].setClock(program)
	}
	for _, n := range r.nodes() {
		if err := n.start(); err != nil {
			return nil, err
		}
	}
	return r, errors.Join(r.ready(ctx, startPatience), r.clocksAreOff(ctx))
}

// ready waits until every process can be used.
func (r *rig) ready(ctx context.Context, patience time.Duration) error {
	for _, p := range r.processes() {
		if err := await(ctx, patience, p.healthy); err != nil {
			return fmt.Errorf("%s doesn't get ready: %w", p.name, err)
		}
	}
	return nil
}

func (r *rig) processes() (all []*process) {
	for _, n := range r.nodes() {
		all = append(all, n.process)
	}
	if r.city != nil {
		all = append(all, r.city)
	}
	if r.pooler != nil {
		all = append(all, r.pooler.process)
	}
	return all
}

func (r *rig) newNode(name string, api bool, nth int) (*node, error) {
	at, err := url.Parse(r.cluster.URL(""))
	if err != nil {
		return nil, err
	}
	server := at.Host
	if r.pooler != nil {
		server = r.pooler.host
	}
	p, err := newProxy(server, func(c cut) { r.cuts.add(c.String()) })
	if err != nil {
		return nil, err
	}
	at.Host = p.address()
	addr, err := freeAddress(os.Getpid()*7 + 100*nth) // apart, because none is taken before it is started
	if err != nil {
		return nil, err
	}
	role := "worker"
	if api {
		role = "api"
	}
	args := []string{"serve", "--role", role, "--addr", addr, "--metrics-addr", "", "--database-url", at.String(), "--pool", strconv.Itoa(poolSize),
		"--user-commands", "0", "--user-queries", "0", "--tenant-queries", "0", "--tenant-commands", strconv.Itoa(tenantCommands), "--verify-every", "0s"}
	if r.post != nil {
		args = append(args, "--nats-url", r.post.url())
	}
	program := r.program
	if nth >= 2 {
		program = r.beside
	}
	n := &node{api: api, proxy: p, process: &process{name: name, program: program, args: args, health: "http://" + addr + "/readyz", log: r.logOf(name), minder: r.minder}}
	if r.pooler != nil {
		err = n.goPast(r.cluster.URL(""))
	}
	return n, err
}

// tenantCommands is how many commands a second one tenant may give: what keeps a huge neighbour from taking everything.
const tenantCommands = 400

func (r *rig) logOf(name string) string { return filepath.Join(r.dir, name+".log") }

// url is where a node answers.
func (n *node) url() string { return strings.TrimSuffix(n.health, "/readyz") }

const (
	cityDeadline = 2 * time.Second
	citySettle   = 2 * time.Second
)

func (r *rig) startCity(ctx context.Context) error {
	addr, err := freeAddress(os.Getpid()*7 + 4000)
	if err != nil {
		return err
	}
	r.cityURL = "http://" + addr
	r.city = &process{name: "provider-sim", program: r.program, health: r.cityURL + "/mode", log: r.logOf("provider-sim"), minder: r.minder, args: []string{
		"provider-sim", "--addr", addr, "--ledger", filepath.Join(r.dir, "provider-sim.jsonl"), "--deadline", cityDeadline.String(), "--settle", citySettle.String(),
	}}
	if err := r.city.start(); err != nil {
		return err
	}
	return await(ctx, startPatience, r.city.healthy)
}

// slotq runs the program to its end on the database, past every proxy, and returns what it printed.
func (r *rig) slotq(ctx context.Context, args ...string) (string, error) {
	return r.run(ctx, r.program, args...)
}

func (r *rig) run(ctx context.Context, program string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, program, args...) //nolint:gosec // the program that was named on the command line
	cmd.Env = append(os.Environ(), "DATABASE_URL="+r.cluster.URL(""))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("slotq %s: %w: %s%s", strings.Join(args, " "), err, out.Bytes(), errs.Bytes())
	}
	return out.String(), nil
}

// postmaster is the process of the database.
func (r *rig) postmaster() (int, error) {
	return firstLine(r.pidFile())
}

func (r *rig) pidFile() string { return filepath.Join(r.cluster.Home(), "pg", "postmaster.pid") }

// heal ends whatever a fault may have left behind, and waits until everything can be used again.
func (r *rig) heal(ctx context.Context) error {
	for _, n := range r.nodes() {
		n.proxy.disarm()
	}
	for _, p := range r.processes() {
		if err := p.revive(); err != nil {
			return err
		}
	}
	if err := await(ctx, startPatience, r.db.PingContext); err != nil {
		return fmt.Errorf("the database: %w", err)
	}
	if err := r.ready(ctx, startPatience); err != nil {
		return err
	}
	return r.mood(ctx, "ok", 0, 0)
}

// stop ends everything, the nodes before their database.
func (r *rig) stop() {
	for _, p := range r.processes() {
		p.stop()
	}
	for _, n := range r.nodes() {
		n.proxy.close()
		if n.past != nil {
			n.past.close()
		}
	}
	if r.pooler != nil {
		r.pooler.close()
	}
	if r.post != nil {
		r.post.close()
	}
	var errs []error
	if r.own != nil {
		errs = append(errs, r.own.Close())
	}
	if r.db != nil {
		errs = append(errs, r.db.Close())
	}
	if r.cluster != nil {
		ctx, cancel := context.WithTimeout(context.Background(), startPatience)
		defer cancel()
		errs = append(errs, r.cluster.Stop(ctx))
		if home := r.cluster.Home(); home != r.cluster.Dir() {
			errs = append(errs, os.RemoveAll(home)) // the database had to live elsewhere
		}
	}
	if r.minder != nil {
		errs = append(errs, r.minder.dismiss())
	}
	if err := errors.Join(errs...); err != nil {
		fmt.Fprintln(os.Stderr, "storm: at the end:", err)
	}
}
