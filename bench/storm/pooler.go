package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// pooler is pgbouncer between the nodes and the database, in transaction mode: each transaction gets whatever session is free.
type pooler struct {
	*process
	host  string
	admin *sql.DB // its own console
	over  chan struct{}
}

// poolerSessions are all that the pooler opens: fewer than the nodes' connections, so that they share.
const poolerSessions = 16

// poolerSettings of a pooler that is behind a database which is away most of the time: by default it would tell nobody for two minutes, and not
// look again for fifteen seconds.
const poolerSettings = `[databases]
%[1]s = host=%[2]s port=%[3]s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %[4]s
unix_socket_dir =
auth_type = scram-sha-256
auth_file = %[5]s
admin_users = %[6]s
pool_mode = transaction
default_pool_size = %[7]d
max_client_conn = 400
ignore_startup_parameters = extra_float_digits
server_login_retry = 1
query_wait_timeout = 5
%[8]s`

// poolerAdmin may speak to the console.
const poolerAdmin = "storm"

// startPooler starts a pooler in front of the cluster.
func (r *rig) startPooler(ctx context.Context) error {
	program, err := findPooler()
	if err != nil {
		return err
	}
	at, err := url.Parse(r.cluster.URL(""))
	if err != nil {
		return err
	}
	addr, err := freeAddress(os.Getpid()*7 + 5000)
	if err != nil {
		return err
	}
	_, port, _ := net.SplitHostPort(addr)
	as, lent, err := lentUser()
	if err != nil {
		return err
	}
	dir := filepath.Join(r.dir, "pooler")
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // the pooler's own user passes through
		return err
	}
	settings, users := filepath.Join(dir, "pgbouncer.ini"), filepath.Join(dir, "users.txt")
	password, secret := "", rand.Text()
	if at.User != nil {
		password, _ = at.User.Password()
	}
	for path, text := range map[string]string{
		settings: fmt.Sprintf(poolerSettings, strings.TrimPrefix(at.Path, "/"), at.Hostname(), at.Port(), port, users, poolerAdmin, poolerSessions, as),
		users:    fmt.Sprintf("%q %q\n%q %q\n", at.User.Username(), password, poolerAdmin, secret),
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
		if err := lent(path); err != nil {
			return err
		}
	}
	console := url.URL{Scheme: "postgres", User: url.UserPassword(poolerAdmin, secret), Host: addr, Path: "/pgbouncer", RawQuery: "sslmode=disable&connect_timeout=3"}
	p := &pooler{host: addr, over: make(chan struct{}), process: &process{name: "pgbouncer", others: true, program: program, args: []string{settings}, log: r.logOf("pgbouncer"), minder: r.minder}}
	if p.admin, err = sql.Open("postgres", console.String()); err != nil {
		return err
	}
	p.admin.SetMaxIdleConns(0) // who is killed now and then is called anew each time
	p.ask = p.answers
	r.pooler = p
	if err := p.start(); err != nil {
		return err
	}
	go p.supervise()
	return await(ctx, startPatience, p.healthy)
}

// supervise starts it again when it falls, and says so: pgbouncer 1.18 does now and then where a statement is cancelled (its issue 822, mended in 1.19).
func (p *pooler) supervise() {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-p.over:
			return
		case <-tick.C:
			if err := p.lift(); err != nil {
				fmt.Fprintln(os.Stderr, "storm:", err)
			}
		}
	}
}

// lift starts it again if it has ended and nobody here wished so.
func (p *pooler) lift() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.ended:
		if p.killed {
			return nil
		}
		fmt.Fprintln(os.Stderr, "storm: pgbouncer has ended by itself, and is started again")
		return p.run()
	default:
		return nil
	}
}

// answers asks its console something, of which only matters that it answers.
func (p *pooler) answers(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pulse.Timeout)
	defer cancel()
	_, err := p.admin.ExecContext(ctx, "SHOW VERSION")
	return err
}

func (p *pooler) close() {
	close(p.over)
	_ = p.admin.Close()
}

// findPooler looks where a user's PATH may not lead, as scripts/install-pgbouncer.sh does.
func findPooler() (string, error) {
	for _, name := range []string{"pgbouncer", "/usr/sbin/pgbouncer"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("there is no pgbouncer; scripts/install-pgbouncer.sh installs it")
}

// lentUser is the setting by which a pooler that root has started becomes somebody else, which it demands, and what gives him a file.
func lentUser() (setting string, give func(path string) error, err error) {
	if os.Geteuid() != 0 {
		return "", func(string) error { return nil }, nil
	}
	for _, name := range []string{"postgres", "nobody"} { // as the database does
		found, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.Atoi(found.Uid)
		gid, gidErr := strconv.Atoi(found.Gid)
		return "user = " + name + "\n", func(path string) error { return os.Chown(path, uid, gid) }, errors.Join(uidErr, gidErr)
	}
	return "", nil, errors.New("pgbouncer does not run as root and this system has neither a user postgres nor nobody; start the storm as an ordinary user")
}

// goPast gives a node a way past the pooler, for what needs a session of its own.
func (n *node) goPast(database string) error {
	at, err := url.Parse(database)
	if err != nil {
		return err
	}
	if n.past, err = newProxy(at.Host, func(cut) {}); err != nil {
		return err
	}
	at.Host = n.past.address()
	n.env = append(n.env, "DATABASE_DIRECT_URL="+at.String()) // a program that knows nothing of it goes on without
	return nil
}

// mute holds back everything between a node and the database, on every way.
func (n *node) mute() (speak func()) {
	ways := []func(){n.proxy.mute()}
	if n.past != nil {
		ways = append(ways, n.past.mute())
	}
	return func() {
		for _, speak := range ways {
			speak()
		}
	}
}
